#include "puzzles/nonogram/solve/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void team_open(struct team *team) {
    thread_lock_init(&team->lock);
    thread_signal_init(&team->changed);
}

void team_close(struct team *team) {
    while (team->waiting != NULL) {
        struct cube *cube = team->waiting;
        team->waiting = cube->next;
        free(cube->atoms.atom);
        free(cube);
    }
    free(team->index);
    thread_signal_destroy(&team->changed);
    thread_lock_destroy(&team->lock);
}

void team_pause(const struct team *team, enum nonogram_handover where) {
    const struct nonogram_solver_hooks *hooks = team->options->hooks;
    if (hooks != NULL && hooks->pause != NULL)
        hooks->pause(hooks->context, where);
}

/* The caller holds the lock. */
static void end_now(struct team *team, bool complete) {
    if (!team_over(team)) {
        team->complete = complete;
        atomic_store(&team->over, true);
    }
    thread_signal_wake_all(&team->changed);
}

void team_end(struct team *team, bool complete) {
    thread_lock_take(&team->lock);
    end_now(team, complete);
    thread_lock_leave(&team->lock);
}

/* FNV-1a (Fowler, Noll, Vo). */
static size_t hash_picture(const uint8_t *picture, size_t cells) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < cells; i++)
        hash = (hash ^ picture[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The place of a picture in the index, or the free one where it belongs. */
static size_t find_picture(const struct team *team, const uint8_t *picture) {
    size_t at = hash_picture(picture, team->cells) & (team->index_size - 1);
    assert((team->index_size & (team->index_size - 1)) == 0);
    assert(team->solutions->count < team->index_size); /* so the walk comes to an end */
    for (; team->index[at] != 0; at = (at + 1) & (team->index_size - 1))
        if (memcmp(team->solutions->pictures[team->index[at] - 1], picture, team->cells) == 0)
            break;
    return at;
}

static void grow_index(struct team *team) {
    if (2 * ((size_t)team->solutions->count + 1) < team->index_size)
        return;
    free(team->index);
    team->index_size = team->index_size == 0 ? 16 : 2 * team->index_size;
    team->index = mem_new(team->index_size, sizeof *team->index);
    for (unsigned i = 0; i < team->solutions->count; i++)
        team->index[find_picture(team, team->solutions->pictures[i])] = i + 1;
}

/* Returns false if it is there already. */
static bool add_picture(struct team *team, uint8_t *picture) {
    struct nonogram_solutions *solutions = team->solutions;
    grow_index(team);
    size_t at = find_picture(team, picture);
    if (team->index[at] != 0)
        return false;
    solutions->pictures =
        mem_resize(solutions->pictures, solutions->count + 1, sizeof *solutions->pictures);
    solutions->pictures[solutions->count++] = picture;
    team->index[at] = solutions->count;
    return true;
}

bool team_keep(struct team *team, uint8_t *picture) {
    struct nonogram_solutions *solutions = team->solutions;
    unsigned most = team->options->most > 0 ? team->options->most : 1;
    assert(picture != NULL);
    thread_lock_take(&team->lock);
    if (solutions->count >= most || !add_picture(team, picture))
        free(picture);
    bool more = solutions->count < most;
    thread_lock_leave(&team->lock);
    return more;
}

void team_offer(struct team *team, struct atom_list atoms) {
    struct cube *cube = MEM_NEW(struct cube);
    cube->atoms = atoms;
    assert(atoms.count > 0);
    team_pause(team, HANDOVER_OFFER);
    thread_lock_take(&team->lock);
    assert(team->running > 0); /* the caller, at least */
    cube->next = team->waiting;
    team->waiting = cube;
    team->offered++;
    atomic_fetch_sub(&team->wanted, 1);
    thread_signal_wake_one(&team->changed);
    thread_lock_leave(&team->lock);
}

/* The caller holds the lock, and there is a cube. */
static void take_cube(struct team *team, struct atom_list *atoms) {
    struct cube *cube = team->waiting;
    assert(cube != NULL && !team_over(team));
    team->waiting = cube->next;
    team->running++;
    team->taken++;
    atomic_fetch_add(&team->wanted, 1);
    atoms->count = 0;
    for (size_t i = 0; i < cube->atoms.count; i++)
        atom_list_add(atoms, cube->atoms.atom[i]);
    free(cube->atoms.atom);
    free(cube);
}

/* The caller holds the lock, and gets it back. */
static void pause_unlocked(struct team *team, enum nonogram_handover where) {
    if (team->options->hooks == NULL)
        return;
    thread_lock_leave(&team->lock);
    team_pause(team, where);
    thread_lock_take(&team->lock);
}

static bool must_wait(const struct team *team) {
    return !team_over(team) && team->waiting == NULL;
}

/* Waits until something has changed. The caller holds the lock; it is free meanwhile. */
static void wait_for_change(struct team *team) {
    atomic_fetch_add(&team->wanted, 1);
    pause_unlocked(team, HANDOVER_IDLE);
    if (must_wait(team))
        thread_signal_wait(&team->changed, &team->lock);
    atomic_fetch_sub(&team->wanted, 1);
    pause_unlocked(team, HANDOVER_WOKEN);
}

bool team_next(struct team *team, bool done, struct atom_list *atoms) {
    if (done)
        team_pause(team, HANDOVER_DONE);
    thread_lock_take(&team->lock);
    assert(!done || team->running > 0);
    team->running -= done;
    if (team->running == 0 && team->waiting == NULL)
        end_now(team, true);
    while (must_wait(team))
        wait_for_change(team);
    bool more = !team_over(team);
    if (more)
        take_cube(team, atoms);
    thread_lock_leave(&team->lock);
    team_pause(team, more ? HANDOVER_TAKEN : HANDOVER_OVER);
    return more;
}
