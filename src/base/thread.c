#include "base/thread.h"

#ifndef BASE_NO_THREADS

#include <errno.h>
#include <sched.h>
#include <stdint.h>
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

void mutex_init(struct mutex *mutex) {
    must_work(pthread_mutex_init(&mutex->mutex, NULL));
}

void mutex_destroy(struct mutex *mutex) {
    must_work(pthread_mutex_destroy(&mutex->mutex));
}

void mutex_lock(struct mutex *mutex) {
    must_work(pthread_mutex_lock(&mutex->mutex));
}

void mutex_unlock(struct mutex *mutex) {
    must_work(pthread_mutex_unlock(&mutex->mutex));
}

void mutex_lock_uncontended(struct mutex *mutex) {
    must_work(pthread_mutex_trylock(&mutex->mutex));
}

bool mutex_is_locked(const struct mutex *mutex) {
    return pthread_mutex_trylock((pthread_mutex_t *)(uintptr_t)&mutex->mutex) == EBUSY;
}

void condition_init(struct condition *condition) {
    must_work(pthread_cond_init(&condition->condition, NULL));
}

void condition_destroy(struct condition *condition) {
    must_work(pthread_cond_destroy(&condition->condition));
}

void condition_wait(struct condition *condition, struct mutex *mutex) {
    must_work(pthread_cond_wait(&condition->condition, &mutex->mutex));
}

void condition_signal(struct condition *condition) {
    must_work(pthread_cond_signal(&condition->condition));
}

void condition_broadcast(struct condition *condition) {
    must_work(pthread_cond_broadcast(&condition->condition));
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

void mutex_init(struct mutex *mutex) {
    mutex->unused = 0;
}

void mutex_destroy(struct mutex *mutex) {
    (void)mutex;
}

void mutex_lock(struct mutex *mutex) {
    (void)mutex;
}

void mutex_unlock(struct mutex *mutex) {
    (void)mutex;
}

void mutex_lock_uncontended(struct mutex *mutex) {
    (void)mutex;
}

bool mutex_is_locked(const struct mutex *mutex) {
    (void)mutex;
    return true;
}

void condition_init(struct condition *condition) {
    condition->unused = 0;
}

void condition_destroy(struct condition *condition) {
    (void)condition;
}

void condition_wait(struct condition *condition, struct mutex *mutex) {
    (void)condition;
    (void)mutex;
}

void condition_signal(struct condition *condition) {
    (void)condition;
}

void condition_broadcast(struct condition *condition) {
    (void)condition;
}

#endif
