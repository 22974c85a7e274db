/* What follows from a state: steps that no solution can take are removed until nothing changes.
 * Every rule here only removes what no solution that keeps the decisions can do. */
#ifndef PUZZLES_HARMONY_SOLVE_PROPAGATE_H
#define PUZZLES_HARMONY_SOLVE_PROPAGATE_H

#include "puzzles/harmony/solve/solver.h"
#include "puzzles/harmony/solve/state.h"

/* Tiles with more moves than this are followed by what they can reach at all, not step by step. */
#define EXACT_MOVES 4

#define NO_TILE 0xffff

struct propagation {
    const struct geometry *grid;
    struct state *state;
    struct bits taken[BITS_CELLS]; /* this round: steps that some tile may take */
    bool changed;
    unsigned culprit; /* the tile that was left without a way, or NO_TILE */
};

static inline struct bits neighbours(const struct state *state, struct bits set) {
    struct bits reached = bits_none();
    unsigned cell;
    while (bits_take(&set, &cell))
        reached = bits_or(reached, state->steps[cell]);
    return reached;
}

/* All cells that can be reached from the set, the set itself included. */
static inline struct bits reachable(const struct state *state, struct bits set) {
    struct bits all = set;
    while (!bits_empty(set)) {
        set = bits_without(neighbours(state, set), all);
        all = bits_or(all, set);
    }
    return all;
}

static inline void narrow(struct propagation *work, struct bits *set, struct bits to) {
    assert(bits_empty(bits_without(to, *set))); /* what is known only ever shrinks */
    if (!bits_equal(*set, to)) {
        *set = to;
        work->changed = true;
    }
}

/* The ways of exactly `moves` steps from a tile's cell to where it may end. */
static inline bool follow_exactly(struct propagation *work, unsigned from, unsigned moves) {
    struct state *state = work->state;
    struct bits at[EXACT_MOVES + 1];
    assert(moves > 0 && moves <= EXACT_MOVES);
    at[1] = state->next[from];
    for (unsigned step = 1; step < moves; step++)
        at[step + 1] = neighbours(state, at[step]);
    at[moves] = bits_and(at[moves], state->ends[from]);
    for (unsigned step = moves - 1; step > 0; step--) {
        struct bits left = at[step], live = bits_none();
        unsigned cell;
        while (bits_take(&left, &cell)) {
            struct bits onward = bits_and(state->steps[cell], at[step + 1]);
            if (!bits_empty(onward)) {
                bits_add(&live, cell);
                work->taken[cell] = bits_or(work->taken[cell], onward);
            }
        }
        at[step] = live;
    }
    work->taken[from] = bits_or(work->taken[from], at[1]);
    narrow(work, &state->next[from], at[1]);
    narrow(work, &state->ends[from], at[moves]);
    return !bits_empty(at[1]) && !bits_empty(at[moves]);
}

/* The same for many steps: any walk within what can be reached. */
static inline bool follow_roughly(struct propagation *work, unsigned from) {
    struct state *state = work->state;
    struct bits region = reachable(state, state->next[from]);
    struct bits left = region;
    unsigned cell;
    while (bits_take(&left, &cell))
        work->taken[cell] = bits_or(work->taken[cell], state->steps[cell]);
    work->taken[from] = bits_or(work->taken[from], state->next[from]);
    narrow(work, &state->ends[from], bits_and(state->ends[from], region));
    return !bits_empty(state->next[from]) && !bits_empty(state->ends[from]);
}

static inline bool follow_tile(struct propagation *work, unsigned from) {
    struct state *state = work->state;
    narrow(work, &state->next[from], bits_and(state->next[from], state->steps[from]));
    unsigned moves = state->moves[from];
    assert(moves > 0);
    bool alive =
        moves <= EXACT_MOVES ? follow_exactly(work, from, moves) : follow_roughly(work, from);
    if (!alive)
        work->culprit = state->tile[from];
    return alive;
}

static inline bool follow_tiles(struct propagation *work) {
    struct bits left = work->state->active;
    unsigned cell;
    while (bits_take(&left, &cell))
        work->taken[cell] = bits_none();
    left = work->state->active;
    while (bits_take(&left, &cell))
        if (!follow_tile(work, cell))
            return false;
    return true;
}

/* A swap moves both tiles: a step remains only if some tile may take its reverse. */
static inline void keep_matched_steps(struct propagation *work) {
    struct bits cells = work->state->active;
    unsigned from;
    while (bits_take(&cells, &from)) {
        struct bits left = work->taken[from], kept = left;
        unsigned to;
        while (bits_take(&left, &to))
            if (!bits_has(&work->taken[to], from))
                bits_remove(&kept, to);
        narrow(work, &work->state->steps[from], kept);
    }
}

/* ---- ends: the tiles of a colour end in different cells ---- */

/* Takes a tile's only end from the others of its colour. */
static inline bool exclude_end(struct propagation *work, const uint8_t *cells, unsigned count,
                               unsigned owner) {
    struct state *state = work->state;
    struct bits end = state->ends[owner];
    assert(bits_single(end));
    for (unsigned i = 0; i < count; i++) {
        unsigned other = cells[i];
        if (other == owner || bits_empty(bits_and(state->ends[other], end)))
            continue;
        narrow(work, &state->ends[other], bits_without(state->ends[other], end));
        if (bits_empty(state->ends[other])) {
            work->culprit = state->tile[other];
            return false;
        }
    }
    return true;
}

/* Cells of the row where no tile or only one can end. Returns false if there is one of none. */
static inline bool hidden_ends(struct propagation *work, const uint8_t *cells, unsigned count,
                               unsigned colour) {
    struct state *state = work->state;
    struct bits once = bits_none(), twice = bits_none();
    for (unsigned i = 0; i < count; i++) {
        // NOLINTNEXTLINE: the first count cells are set
        twice = bits_or(twice, bits_and(once, state->ends[cells[i]]));
        once = bits_or(once, state->ends[cells[i]]);
    }
    if (!bits_equal(once, work->grid->row_cells[colour]))
        return false;
    struct bits single = bits_without(once, twice);
    for (unsigned i = 0; i < count; i++) {
        struct bits own = bits_and(state->ends[cells[i]], single);
        if (!bits_empty(own) && !bits_single(own))
            return false;
        if (!bits_empty(own))
            narrow(work, &state->ends[cells[i]], own);
    }
    return true;
}

static inline bool separate_ends(struct propagation *work) {
    const struct geometry *grid = work->grid;
    if ((grid->without & HARMONY_PART_ENDS) != 0)
        return true;
    uint8_t cells[HARMONY_SIDE][HARMONY_SIDE];
    unsigned count[HARMONY_SIDE] = {0};
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        unsigned colour = work->state->colour[cell];
        assert(count[colour] < grid->columns);
        cells[colour][count[colour]++] = (uint8_t)cell;
    }
    for (unsigned colour = 0; colour < grid->rows; colour++) {
        for (unsigned i = 0; i < count[colour]; i++)
            // NOLINTNEXTLINE: the first count cells are set
            if (bits_single(work->state->ends[cells[colour][i]]) &&
                !exclude_end(work, cells[colour], count[colour], cells[colour][i]))
                return false;
        if (!hidden_ends(work, cells[colour], count[colour], colour))
            return false;
    }
    return true;
}

/* ---- waiting ---- */

/* Follows a tile that has only one partner left, then that partner, and so on: none of them can
 * move before the last one does. So the last one cannot choose any of them, its direct follower
 * apart. Returns false if they wait for each other in a circle. */
static inline bool follow_waits(struct propagation *work, unsigned from) {
    struct state *state = work->state;
    assert(bits_single(state->next[from]));
    unsigned before = from, at = bits_first(&state->next[from]), length = 1;
    while (bits_single(state->next[at])) {
        unsigned then = bits_first(&state->next[at]);
        if (then == before)
            return true; /* two tiles that are about to swap */
        before = at;
        at = then;
        if (++length > work->grid->cells)
            return false;
    }
    if (before != from && bits_has(&state->next[at], from)) {
        bits_remove(&state->next[at], from);
        work->changed = true;
    }
    return !bits_empty(state->next[at]);
}

static inline bool check_waits(struct propagation *work) {
    struct bits left = work->state->active;
    if ((work->grid->without & HARMONY_PART_WAITS) != 0)
        return true;
    unsigned cell;
    while (bits_take(&left, &cell))
        if (bits_single(work->state->next[cell]) && !follow_waits(work, cell))
            return false;
    return true;
}

/* ---- parts that no step joins ---- */

/* Tiles of a part swap only among themselves: their moves pair up, and they fill its cells. */
static inline bool part_possible(const struct propagation *work, struct bits part) {
    const struct state *state = work->state;
    unsigned sum = 0, most = 0;
    int balance[HARMONY_SIDE] = {0};
    unsigned cell;
    while (bits_take(&part, &cell)) {
        unsigned moves = state->moves[cell];
        sum += moves;
        most = moves > most ? moves : most;
        balance[work->grid->row[cell]]++;
        balance[state->colour[cell]]--;
    }
    for (unsigned row = 0; row < work->grid->rows; row++)
        if (balance[row] != 0)
            return false;
    return sum % 2 == 0 && 2 * most <= sum;
}

static inline bool check_parts(const struct propagation *work) {
    struct bits left = work->state->active;
    if ((work->grid->without & HARMONY_PART_REGIONS) != 0)
        return true;
    while (!bits_empty(left)) {
        struct bits part = reachable(work->state, bits_one(bits_first(&left)));
        assert(bits_empty(bits_without(part, left))); /* parts do not overlap */
        if (!part_possible(work, part))
            return false;
        left = bits_without(left, part);
    }
    return true;
}

/* Returns false if the state has no solution. *culprit is then the tile that was left without a
 * way, or NO_TILE if there is no single one. */
static inline bool propagate(const struct geometry *grid, struct state *state, unsigned *culprit) {
    struct propagation work;
    work.grid = grid;
    work.state = state;
    work.culprit = NO_TILE;
    bool alive = check_parts(&work);
    do {
        work.changed = false;
        alive = alive && follow_tiles(&work);
        if (alive) {
            keep_matched_steps(&work);
            alive = separate_ends(&work) && check_waits(&work);
        }
    } while (alive && work.changed);
    *culprit = work.culprit;
    return alive && check_parts(&work);
}

#endif
