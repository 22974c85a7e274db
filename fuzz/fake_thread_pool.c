/* The pools of thread_pool.h without threads: a task runs when the fuzzer says so. Linked instead
 * of thread_pool.c. */
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "fuzz/server_world.h"

struct task {
    void (*run)(void *context);
    void *context;
};

struct thread_pool {
    struct task *task;
    size_t capacity, count;
    bool stopped;
    struct thread_pool *next;
};

/* Jobs keep their pools to themselves, so every pool is listed here. */
static struct thread_pool *first;

struct thread_pool *thread_pool_new(unsigned threads, size_t capacity) {
    (void)threads;
    struct thread_pool *pool = MEM_NEW(struct thread_pool);
    pool->task = mem_new(capacity, sizeof *pool->task);
    pool->capacity = capacity;
    pool->next = first;
    first = pool;
    return pool;
}

bool thread_pool_submit(struct thread_pool *pool, void (*run)(void *context), void *context) {
    if (pool->stopped || pool->count == pool->capacity)
        return false;
    pool->task[pool->count++] = (struct task){.run = run, .context = context};
    return true;
}

static bool run_first(struct thread_pool *pool) {
    if (pool->count == 0)
        return false;
    struct task task = pool->task[0];
    pool->count--;
    for (size_t i = 0; i < pool->count; i++)
        pool->task[i] = pool->task[i + 1];
    task.run(task.context);
    return true;
}

bool fake_thread_pools_run(void) {
    for (struct thread_pool *pool = first; pool; pool = pool->next)
        if (run_first(pool))
            return true;
    return false;
}

void thread_pool_stop(struct thread_pool *pool) {
    pool->stopped = true;
    while (run_first(pool))
        ;
}

void thread_pool_free(struct thread_pool *pool) {
    struct thread_pool **at = &first;
    while (*at != pool)
        at = &(*at)->next;
    *at = pool->next;
    free(pool->task);
    free(pool);
}

bool thread_pool_check(struct thread_pool *pool) {
    return pool->count <= pool->capacity;
}
