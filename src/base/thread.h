/* Threads, mutexes and conditions. Where there are no threads (WebAssembly, or a build with
 * BASE_NO_THREADS) thread_start always returns false and the locks do nothing, so every user must
 * be able to do all the work on the calling thread. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>

#if defined(__wasm__) && !defined(__wasm_atomics__) && !defined(BASE_NO_THREADS)
#define BASE_NO_THREADS
#endif

#ifndef BASE_NO_THREADS
#include <pthread.h>
#endif

/* A running thread. Must not be moved in memory from thread_start to thread_join. */
struct thread {
    void (*run)(void *context);
    void *context;
#ifndef BASE_NO_THREADS
    pthread_t id;
#endif
};

/* Held by at most one thread at a time. */
struct mutex {
#ifndef BASE_NO_THREADS
    pthread_mutex_t mutex;
#else
    char unused;
#endif
};

/* A condition variable: what sleeping threads wait for. */
struct condition {
#ifndef BASE_NO_THREADS
    pthread_cond_t condition;
#else
    char unused;
#endif
};

/* How many threads this process can run at the same time; at least 1. */
int thread_count_of_machine(void);

/* Calls run(context) on a new thread. Returns false if no thread could be started. */
bool thread_start(struct thread *thread, void (*run)(void *context), void *context);
/* Waits until the thread has ended. Must be called exactly once for each thread that was started.
 */
void thread_join(struct thread *thread);

/* Before the first and after the last use of a mutex; nobody may hold it at the end. */
void mutex_init(struct mutex *mutex);
void mutex_destroy(struct mutex *mutex);
/* Waits until the mutex is free and locks it. It is not recursive. */
void mutex_lock(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);
/* Locks a mutex that must be free, and aborts if it is not. It never waits, so the caller may hold
 * any other mutex. */
void mutex_lock_uncontended(struct mutex *mutex);
/* For asserts only: true if some thread holds the mutex. If none does it is locked afterwards, but
 * then the assert ends the program. Always true without threads. */
bool mutex_is_locked(const struct mutex *mutex);

/* Before the first and after the last use of a condition; nobody may wait for it at the end. */
void condition_init(struct condition *condition);
void condition_destroy(struct condition *condition);
/* Unlocks the mutex, which the caller holds, sleeps until woken, and locks it again. Spurious
 * wake-ups happen: check the condition again. Without threads it returns at once. */
void condition_wait(struct condition *condition, struct mutex *mutex);
/* Wakes one sleeping thread, or all of them. */
void condition_signal(struct condition *condition);
void condition_broadcast(struct condition *condition);

#endif
