#include "puzzles/harmony/solve/classic/pending.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"

/* A ring: the first state is at index first, the others follow it, around the end. */
struct queue {
    unsigned char *states;
    size_t first, count, room;
};

struct harmony_pending {
    struct thread_lock lock;
    struct thread_signal more; /* work, quiet or its end, or a worker that left */
    struct queue *queues;
    unsigned max_depth;
    unsigned deepest; /* no state waits at a larger depth */
    size_t state_size;
    size_t total;
    int busy;    /* workers that hold a state, or have not asked for one yet */
    int resting; /* of these, those that wait for the end of the quiet */
    atomic_bool quiet_wanted;
    bool stopped;
    qd_control *control;
};

struct harmony_pending *harmony_pending_new(unsigned max_depth, size_t state_size, int workers,
                                            qd_control *control) {
    struct harmony_pending *pending = MEM_NEW(struct harmony_pending);
    thread_lock_init(&pending->lock);
    thread_signal_init(&pending->more);
    pending->queues = mem_new(max_depth + 1u, sizeof *pending->queues);
    pending->max_depth = max_depth;
    pending->state_size = state_size;
    pending->busy = workers;
    atomic_init(&pending->quiet_wanted, false);
    pending->control = control;
    return pending;
}

void harmony_pending_free(struct harmony_pending *pending) {
    for (unsigned depth = 0; depth <= pending->max_depth; depth++) {
        struct queue *queue = &pending->queues[depth];
        control_release(pending->control, queue->states, queue->room * pending->state_size);
    }
    free(pending->queues);
    thread_signal_destroy(&pending->more);
    thread_lock_destroy(&pending->lock);
    free(pending);
}

/* The place of the state with so many before it. */
static unsigned char *state_at(const struct harmony_pending *pending, const struct queue *queue,
                               size_t index) {
    size_t at = queue->first + index;
    assert(index < queue->room && queue->first < queue->room);
    return queue->states + (at < queue->room ? at : at - queue->room) * pending->state_size;
}

static bool make_room(struct harmony_pending *pending, struct queue *queue) {
    if (queue->count < queue->room)
        return true;
    size_t room = queue->room ? queue->room * 2 : 64, size = pending->state_size;
    unsigned char *states = control_reserve(pending->control, room * size);
    if (!states)
        return false;
    for (size_t i = 0; i < queue->count; i++)
        memcpy(states + i * size, state_at(pending, queue, i), size);
    control_release(pending->control, queue->states, queue->room * size);
    queue->states = states;
    queue->first = 0;
    queue->room = room;
    assert(queue->count < queue->room);
    return true;
}

bool harmony_pending_push(struct harmony_pending *pending, unsigned depth, const void *state) {
    assert(depth <= pending->max_depth);
    thread_lock_take(&pending->lock);
    struct queue *queue = &pending->queues[depth];
    bool room = make_room(pending, queue);
    if (room) {
        memcpy(state_at(pending, queue, queue->count++), state, pending->state_size);
        pending->total++;
        if (depth > pending->deepest)
            pending->deepest = depth;
        thread_signal_wake_one(&pending->more);
    }
    thread_lock_leave(&pending->lock);
    return room;
}

/* The lock is held and something waits. */
static void take_deepest(struct harmony_pending *pending, unsigned *depth, void *state) {
    assert(pending->total > 0 && !pending->stopped);
    while (pending->queues[pending->deepest].count == 0) {
        assert(pending->deepest > 0);
        pending->deepest--;
    }
    struct queue *queue = &pending->queues[pending->deepest];
    memcpy(state, state_at(pending, queue, 0), pending->state_size);
    queue->first = queue->first + 1 < queue->room ? queue->first + 1 : 0;
    queue->count--;
    *depth = pending->deepest;
    pending->total--;
}

bool harmony_pending_pop(struct harmony_pending *pending, unsigned *depth, void *state) {
    thread_lock_take(&pending->lock);
    assert(pending->busy > 0);
    pending->busy--;
    if (atomic_load(&pending->quiet_wanted))
        thread_signal_wake_all(&pending->more);
    while (pending->total == 0 && pending->busy > 0 && !pending->stopped)
        thread_signal_wait(&pending->more, &pending->lock);
    bool found = pending->total > 0 && !pending->stopped && control_going(pending->control);
    if (found) {
        take_deepest(pending, depth, state);
        pending->busy++;
    } else {
        pending->stopped = true; /* nobody is left who could add work */
        thread_signal_wake_all(&pending->more);
    }
    thread_lock_leave(&pending->lock);
    return found;
}

void harmony_pending_leave(struct harmony_pending *pending) {
    thread_lock_take(&pending->lock);
    assert(pending->busy > 0);
    pending->busy--;
    thread_signal_wake_all(&pending->more);
    thread_lock_leave(&pending->lock);
}

void harmony_pending_stop(struct harmony_pending *pending) {
    thread_lock_take(&pending->lock);
    pending->stopped = true;
    thread_signal_wake_all(&pending->more);
    thread_lock_leave(&pending->lock);
}

/* The lock is kept during the call: whoever waits for work cannot begin any. */
bool harmony_pending_quiet(struct harmony_pending *pending, void (*look)(void *context),
                           void *context) {
    thread_lock_take(&pending->lock);
    atomic_store(&pending->quiet_wanted, true);
    thread_signal_wake_all(&pending->more);
    while (pending->resting < pending->busy - 1 && !pending->stopped)
        thread_signal_wait(&pending->more, &pending->lock);
    bool quiet = !pending->stopped;
    assert(!quiet || pending->resting == pending->busy - 1);
    if (quiet)
        look(context);
    atomic_store(&pending->quiet_wanted, false);
    thread_signal_wake_all(&pending->more);
    thread_lock_leave(&pending->lock);
    return quiet;
}

void harmony_pending_rest(struct harmony_pending *pending) {
    if (!atomic_load_explicit(&pending->quiet_wanted, memory_order_relaxed))
        return;
    thread_lock_take(&pending->lock);
    pending->resting++;
    thread_signal_wake_all(&pending->more);
    while (atomic_load(&pending->quiet_wanted) && !pending->stopped)
        thread_signal_wait(&pending->more, &pending->lock);
    assert(pending->resting > 0);
    pending->resting--;
    thread_lock_leave(&pending->lock);
}

void harmony_pending_each(const struct harmony_pending *pending,
                          void (*take)(void *context, unsigned depth, const void *state),
                          void *context) {
    for (unsigned depth = 0; depth <= pending->max_depth; depth++) {
        const struct queue *queue = &pending->queues[depth];
        for (size_t i = 0; i < queue->count; i++)
            take(context, depth, state_at(pending, queue, i));
    }
}

void harmony_pending_check(const struct harmony_pending *pending) {
    size_t total = 0;
    for (unsigned depth = 0; depth <= pending->max_depth; depth++) {
        const struct queue *queue = &pending->queues[depth];
        assert(queue->count <= queue->room && (queue->room == 0 || queue->first < queue->room));
        assert((queue->room == 0) == (queue->states == NULL));
        assert(queue->count == 0 || depth <= pending->deepest);
        total += queue->count;
    }
    assert(total == pending->total);
    assert(pending->deepest <= pending->max_depth);
    assert(pending->busy >= 0 && pending->resting >= 0 && pending->resting <= pending->busy);
    (void)total;
}
