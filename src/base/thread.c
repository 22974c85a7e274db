#include "base/thread.h"

#ifndef BASE_NO_THREADS

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

int thread_count_of_machine(void) {
#ifdef CPU_COUNT
    /* A container or taskset may allow fewer processors than the machine has. */
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0 && CPU_COUNT(&allowed) > 0)
        return CPU_COUNT(&allowed);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

static void *run_thread(void *argument) {
    struct thread *thread = argument;
    thread->run(thread->context);
    return NULL;
}

bool thread_start(struct thread *thread, void (*run)(void *context), void *context) {
    thread->run = run;
    thread->context = context;
    return pthread_create(&thread->id, NULL, run_thread, thread) == 0;
}

/* The calls below fail only when they are used wrongly; going on would hide a race. */
static void must_work(int error) {
    if (error != 0)
        abort();
}

void thread_join(struct thread *thread) {
    must_work(pthread_join(thread->id, NULL));
}

void thread_lock_init(struct thread_lock *lock) {
    must_work(pthread_mutex_init(&lock->mutex, NULL));
}

void thread_lock_destroy(struct thread_lock *lock) {
    must_work(pthread_mutex_destroy(&lock->mutex));
}

void thread_lock_take(struct thread_lock *lock) {
    must_work(pthread_mutex_lock(&lock->mutex));
}

void thread_lock_leave(struct thread_lock *lock) {
    must_work(pthread_mutex_unlock(&lock->mutex));
}

void thread_signal_init(struct thread_signal *signal) {
    must_work(pthread_cond_init(&signal->condition, NULL));
}

void thread_signal_destroy(struct thread_signal *signal) {
    must_work(pthread_cond_destroy(&signal->condition));
}

void thread_signal_wait(struct thread_signal *signal, struct thread_lock *lock) {
    must_work(pthread_cond_wait(&signal->condition, &lock->mutex));
}

void thread_signal_wake_one(struct thread_signal *signal) {
    must_work(pthread_cond_signal(&signal->condition));
}

void thread_signal_wake_all(struct thread_signal *signal) {
    must_work(pthread_cond_broadcast(&signal->condition));
}

#else

int thread_count_of_machine(void) {
    return 1;
}

bool thread_start(struct thread *thread, void (*run)(void *context), void *context) {
    thread->run = run;
    thread->context = context;
    return false;
}

void thread_join(struct thread *thread) {
    (void)thread;
}

void thread_lock_init(struct thread_lock *lock) {
    lock->unused = 0;
}

void thread_lock_destroy(struct thread_lock *lock) {
    (void)lock;
}

void thread_lock_take(struct thread_lock *lock) {
    (void)lock;
}

void thread_lock_leave(struct thread_lock *lock) {
    (void)lock;
}

void thread_signal_init(struct thread_signal *signal) {
    signal->unused = 0;
}

void thread_signal_destroy(struct thread_signal *signal) {
    (void)signal;
}

void thread_signal_wait(struct thread_signal *signal, struct thread_lock *lock) {
    (void)signal;
    (void)lock;
}

void thread_signal_wake_one(struct thread_signal *signal) {
    (void)signal;
}

void thread_signal_wake_all(struct thread_signal *signal) {
    (void)signal;
}

#endif
