#include "harmony_pending.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "thread.h"

struct stack {
    unsigned char *states;
    size_t count;
    size_t room;
};

struct harmony_pending {
    struct thread_lock lock;
    struct thread_signal more;
    struct stack *stacks;
    unsigned max_depth;
    unsigned deepest; /* no state waits below this depth */
    size_t state_size;
    size_t total;
    int busy; /* workers that hold a state, or have not asked for one yet */
    bool stopped;
    qd_control *control;
};

struct harmony_pending *harmony_pending_new(unsigned max_depth, size_t state_size, int workers,
                                            qd_control *control) {
    struct harmony_pending *pending = MEM_NEW(struct harmony_pending);
    thread_lock_init(&pending->lock);
    thread_signal_init(&pending->more);
    pending->stacks = mem_new(max_depth + 1u, sizeof *pending->stacks);
    pending->max_depth = max_depth;
    pending->state_size = state_size;
    pending->busy = workers;
    pending->control = control;
    return pending;
}

void harmony_pending_free(struct harmony_pending *pending) {
    for (unsigned depth = 0; depth <= pending->max_depth; depth++) {
        struct stack *stack = &pending->stacks[depth];
        control_release(pending->control, stack->states, stack->room * pending->state_size);
    }
    free(pending->stacks);
    thread_signal_destroy(&pending->more);
    thread_lock_destroy(&pending->lock);
    free(pending);
}

static bool make_room(struct harmony_pending *pending, struct stack *stack) {
    if (stack->count < stack->room)
        return true;
    size_t room = stack->room ? stack->room * 2 : 64;
    unsigned char *states = control_reserve(pending->control, room * pending->state_size);
    if (!states)
        return false;
    if (stack->count)
        memcpy(states, stack->states, stack->count * pending->state_size);
    control_release(pending->control, stack->states, stack->room * pending->state_size);
    stack->states = states;
    stack->room = room;
    return true;
}

bool harmony_pending_push(struct harmony_pending *pending, unsigned depth, const void *state) {
    thread_lock_take(&pending->lock);
    struct stack *stack = &pending->stacks[depth];
    bool room = make_room(pending, stack);
    if (room) {
        memcpy(stack->states + stack->count++ * pending->state_size, state, pending->state_size);
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
    while (pending->stacks[pending->deepest].count == 0)
        pending->deepest--;
    struct stack *stack = &pending->stacks[pending->deepest];
    memcpy(state, stack->states + --stack->count * pending->state_size, pending->state_size);
    *depth = pending->deepest;
    pending->total--;
}

bool harmony_pending_pop(struct harmony_pending *pending, unsigned *depth, void *state) {
    thread_lock_take(&pending->lock);
    pending->busy--;
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

size_t harmony_pending_count(struct harmony_pending *pending, unsigned depth) {
    thread_lock_take(&pending->lock);
    size_t count = pending->stacks[depth].count;
    thread_lock_leave(&pending->lock);
    return count;
}

size_t harmony_pending_total(struct harmony_pending *pending) {
    thread_lock_take(&pending->lock);
    size_t total = pending->total;
    thread_lock_leave(&pending->lock);
    return total;
}
