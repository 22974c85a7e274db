#include "base/thread_pool.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

struct task {
    void (*run)(void *context);
    void *context;
};

struct thread_pool {
    struct mutex lock;
    struct condition wake; /* a task was queued, or the pool stops */
    struct task *ring;
    size_t capacity, first, count;
    bool stopping;
    struct thread *threads;
    unsigned thread_count;
};

static bool next(struct thread_pool *pool, struct task *task) {
    mutex_lock(&pool->lock);
    while (pool->count == 0 && !pool->stopping)
        condition_wait(&pool->wake, &pool->lock);
    bool found = pool->count > 0;
    assert(found || pool->stopping);
    if (found) {
        *task = pool->ring[pool->first];
        pool->first = (pool->first + 1) % pool->capacity;
        pool->count--;
    }
    mutex_unlock(&pool->lock);
    return found;
}

static void work(void *context) {
    struct task task;
    while (next(context, &task))
        task.run(task.context);
}

struct thread_pool *thread_pool_new(unsigned threads, size_t capacity) {
    struct thread_pool *pool = MEM_NEW(struct thread_pool);
    assert(threads >= 1 && capacity >= 1);
    pool->capacity = capacity;
    pool->ring = mem_new(capacity, sizeof *pool->ring);
    pool->threads = mem_new(threads, sizeof *pool->threads);
    mutex_init(&pool->lock);
    condition_init(&pool->wake);
    while (pool->thread_count < threads &&
           thread_start(&pool->threads[pool->thread_count], work, pool))
        pool->thread_count++;
    return pool;
}

bool thread_pool_submit(struct thread_pool *pool, void (*run)(void *context), void *context) {
    mutex_lock(&pool->lock);
    bool room = !pool->stopping && pool->thread_count > 0 && pool->count < pool->capacity;
    if (room) {
        pool->ring[(pool->first + pool->count++) % pool->capacity] =
            (struct task){.run = run, .context = context};
        condition_signal(&pool->wake);
    }
    mutex_unlock(&pool->lock);
    return room;
}

void thread_pool_stop(struct thread_pool *pool) {
    mutex_lock(&pool->lock);
    pool->stopping = true;
    condition_broadcast(&pool->wake);
    mutex_unlock(&pool->lock);
    for (unsigned i = 0; i < pool->thread_count; i++)
        thread_join(&pool->threads[i]);
    pool->thread_count = 0;
}

void thread_pool_free(struct thread_pool *pool) {
    assert(pool->thread_count == 0 &&
           pool->count == 0); /* it was stopped, and every task has run */
    condition_destroy(&pool->wake);
    mutex_destroy(&pool->lock);
    free(pool->threads);
    free(pool->ring);
    free(pool);
}

bool thread_pool_check(struct thread_pool *pool) {
    mutex_lock(&pool->lock);
    bool good = pool->count <= pool->capacity && pool->first < pool->capacity;
    for (size_t i = 0; good && i < pool->count; i++)
        good = pool->ring[(pool->first + i) % pool->capacity].run != NULL;
    mutex_unlock(&pool->lock);
    return good;
}
