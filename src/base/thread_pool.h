/* Threads that run tasks from a queue of limited length, first in, first out. */
#ifndef BASE_THREAD_POOL_H
#define BASE_THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct thread_pool;

/* Starts that many threads (at least 1), or fewer if the machine cannot start more. capacity: how
 * many tasks may wait, at least 1. Never NULL; thread_pool_free releases it. */
struct thread_pool *thread_pool_new(unsigned threads, size_t capacity);

/* Queues a task: one of the threads calls run(context) after all earlier tasks have begun. Returns
 * false if the queue is full, the pool was stopped, or it has no threads. */
bool thread_pool_submit(struct thread_pool *pool, void (*run)(void *context), void *context);

/* Accepts no more tasks, and returns when all queued ones have run; their owners must make them end
 * soon. */
void thread_pool_stop(struct thread_pool *pool);

/* Releases a pool that was stopped. */
void thread_pool_free(struct thread_pool *pool);

/* For asserts: returns false if the queue is inconsistent. */
bool thread_pool_check(struct thread_pool *pool);

#endif
