/* Threads, as little of them as the searches need. Where there are none (WebAssembly, or a build
 * with BASE_NO_THREADS) thread_start always returns false and the locks do nothing, so whoever
 * uses it must be able to do all the work on the calling thread. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>

#if defined(__wasm__) && !defined(__wasm_atomics__) && !defined(BASE_NO_THREADS)
#define BASE_NO_THREADS
#endif

#ifndef BASE_NO_THREADS
#include <pthread.h>
#endif

/* A running thread. Must stay where it is from thread_start to thread_join. */
struct thread {
    void (*run)(void *context);
    void *context;
#ifndef BASE_NO_THREADS
    pthread_t id;
#endif
};

/* One thread at a time. */
struct thread_lock {
#ifndef BASE_NO_THREADS
    pthread_mutex_t mutex;
#else
    char unused;
#endif
};

/* What sleeping threads wait for. */
struct thread_signal {
#ifndef BASE_NO_THREADS
    pthread_cond_t condition;
#else
    char unused;
#endif
};

/* How many threads this process can run at the same moment: at least 1. */
int thread_count_of_machine(void);

/* Has run(context) called on a new thread. Returns false if the machine gives no more threads;
 * nothing was started then. */
bool thread_start(struct thread *thread, void (*run)(void *context), void *context);
/* Waits until the thread has ended. Exactly once for each thread that was started. */
void thread_join(struct thread *thread);

/* Before the first and after the last use of a lock; nobody may hold it at the end. */
void thread_lock_init(struct thread_lock *lock);
void thread_lock_destroy(struct thread_lock *lock);
/* Waits until the lock is free and takes it. Not twice by the same thread. */
void thread_lock_take(struct thread_lock *lock);
void thread_lock_leave(struct thread_lock *lock);

/* Before the first and after the last use of a signal; nobody may wait for it at the end. */
void thread_signal_init(struct thread_signal *signal);
void thread_signal_destroy(struct thread_signal *signal);
/* Leaves the lock, which the caller holds, sleeps until woken and takes the lock again. It may also
 * wake without a reason: check the condition again. Without threads it returns at once. */
void thread_signal_wait(struct thread_signal *signal, struct thread_lock *lock);
/* Wakes one sleeping thread, or all of them. */
void thread_signal_wake_one(struct thread_signal *signal);
void thread_signal_wake_all(struct thread_signal *signal);

#endif
