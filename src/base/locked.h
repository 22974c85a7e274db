/* Locks of which something is known: that somebody has one, for asserts, or that nobody has. */
#ifndef BASE_LOCKED_H
#define BASE_LOCKED_H

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/thread.h"

/* True if the lock is taken. If it is not, it is afterwards: only an assert, which then ends the
 * program, may ask. */
static inline bool is_locked(const struct thread_lock *lock) {
    return pthread_mutex_trylock((pthread_mutex_t *)(uintptr_t)&lock->mutex) == EBUSY;
}

/* Takes a lock that nobody has. It does not wait, so that any other lock may be held. */
static inline void take_free_lock(struct thread_lock *lock) {
    if (pthread_mutex_trylock(&lock->mutex) != 0)
        abort(); /* it was not free: going on would hide a race */
}

#endif
