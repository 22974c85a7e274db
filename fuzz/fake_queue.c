/* The queues of queue.h without threads: what waits is done when the fuzzer says so. It stands in
 * the place of queue.c. */
#include <stdlib.h>

#include "base/mem.h"
#include "base/work_queue.h"
#include "fuzz/fake_mhd.h"

struct task {
    void (*run)(void *context);
    void *context;
};

struct queue {
    struct task *task;
    size_t most, count;
    bool stopped;
    struct queue *next;
};

/* Jobs have queues that nobody else sees, so all that were made must be found from here. */
static struct queue *first;

struct queue *queue_new(unsigned threads, size_t most) {
    (void)threads;
    struct queue *queue = MEM_NEW(struct queue);
    queue->task = mem_new(most, sizeof *queue->task);
    queue->most = most;
    queue->next = first;
    first = queue;
    return queue;
}

bool queue_put(struct queue *queue, void (*run)(void *context), void *context) {
    if (queue->stopped || queue->count == queue->most)
        return false;
    queue->task[queue->count++] = (struct task){.run = run, .context = context};
    return true;
}

static bool run_first(struct queue *queue) {
    if (queue->count == 0)
        return false;
    struct task task = queue->task[0];
    queue->count--;
    for (size_t i = 0; i < queue->count; i++)
        queue->task[i] = queue->task[i + 1];
    task.run(task.context);
    return true;
}

bool fake_queue_run(void) {
    for (struct queue *queue = first; queue; queue = queue->next)
        if (run_first(queue))
            return true;
    return false;
}

void queue_stop(struct queue *queue) {
    queue->stopped = true;
    while (run_first(queue))
        ;
}

void queue_free(struct queue *queue) {
    struct queue **at = &first;
    while (*at != queue)
        at = &(*at)->next;
    *at = queue->next;
    free(queue->task);
    free(queue);
}

bool queue_check(struct queue *queue) {
    return queue->count <= queue->most;
}
