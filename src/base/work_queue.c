#include "base/work_queue.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

struct task {
    void (*run)(void *context);
    void *context;
};

struct queue {
    struct thread_lock lock;
    struct thread_signal come; /* a task, or the end */
    struct task *ring;
    size_t most, first, count;
    bool stopping;
    struct thread *threads;
    unsigned thread_count;
};

static bool next(struct queue *queue, struct task *task) {
    thread_lock_take(&queue->lock);
    while (queue->count == 0 && !queue->stopping)
        thread_signal_wait(&queue->come, &queue->lock);
    bool found = queue->count > 0;
    assert(found || queue->stopping);
    if (found) {
        *task = queue->ring[queue->first];
        queue->first = (queue->first + 1) % queue->most;
        queue->count--;
    }
    thread_lock_leave(&queue->lock);
    return found;
}

static void work(void *context) {
    struct task task;
    while (next(context, &task))
        task.run(task.context);
}

struct queue *queue_new(unsigned threads, size_t most) {
    struct queue *queue = MEM_NEW(struct queue);
    assert(threads >= 1 && most >= 1);
    queue->most = most;
    queue->ring = mem_new(most, sizeof *queue->ring);
    queue->threads = mem_new(threads, sizeof *queue->threads);
    thread_lock_init(&queue->lock);
    thread_signal_init(&queue->come);
    while (queue->thread_count < threads &&
           thread_start(&queue->threads[queue->thread_count], work, queue))
        queue->thread_count++;
    return queue;
}

bool queue_put(struct queue *queue, void (*run)(void *context), void *context) {
    thread_lock_take(&queue->lock);
    bool room = !queue->stopping && queue->thread_count > 0 && queue->count < queue->most;
    if (room) {
        queue->ring[(queue->first + queue->count++) % queue->most] =
            (struct task){.run = run, .context = context};
        thread_signal_wake_one(&queue->come);
    }
    thread_lock_leave(&queue->lock);
    return room;
}

void queue_stop(struct queue *queue) {
    thread_lock_take(&queue->lock);
    queue->stopping = true;
    thread_signal_wake_all(&queue->come);
    thread_lock_leave(&queue->lock);
    for (unsigned i = 0; i < queue->thread_count; i++)
        thread_join(&queue->threads[i]);
    queue->thread_count = 0;
}

void queue_free(struct queue *queue) {
    assert(queue->thread_count == 0 && queue->count == 0); /* it was stopped, and all was run */
    thread_signal_destroy(&queue->come);
    thread_lock_destroy(&queue->lock);
    free(queue->threads);
    free(queue->ring);
    free(queue);
}

bool queue_check(struct queue *queue) {
    thread_lock_take(&queue->lock);
    bool good = queue->count <= queue->most && queue->first < queue->most;
    for (size_t i = 0; good && i < queue->count; i++)
        good = queue->ring[(queue->first + i) % queue->most].run != NULL;
    thread_lock_leave(&queue->lock);
    return good;
}
