/* For asserts: where a comment says that a lock is held, somebody holds it. */
#ifndef SERVER_LOCKED_H
#define SERVER_LOCKED_H

#include <errno.h>
#include <stdint.h>

#include "thread.h"

/* True if the lock is taken. If it is not, it is afterwards: only an assert, which then ends the
 * program, may ask. */
static inline bool is_locked(const struct thread_lock *lock) {
    return pthread_mutex_trylock((pthread_mutex_t *)(uintptr_t)&lock->mutex) == EBUSY;
}

#endif
