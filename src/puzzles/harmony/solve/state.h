/* A board within a search: tiles, what is known of their next and later steps, and what has been
 * decided. Cells are numbered row by row without gaps.
 *
 * What is known only ever shrinks along a branch of the search. It holds for every solution that
 * keeps the decisions made so far, so a swap or a decision leaves the rest of it true. */
#ifndef PUZZLES_HARMONY_SOLVE_STATE_H
#define PUZZLES_HARMONY_SOLVE_STATE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "puzzles/harmony/model/board.h"
#include "puzzles/harmony/solve/bits.h"

struct geometry {
    unsigned rows, columns, cells;
    unsigned without; /* bits of enum harmony_solver_part */
    uint8_t row[BITS_CELLS], column[BITS_CELLS];
    struct bits line[BITS_CELLS];        /* the other cells of the cell's row and column */
    struct bits row_cells[HARMONY_SIDE]; /* by row */
};

#define NO_CELL 0xffff

struct state {
    unsigned swaps_left;
    uint8_t colour[BITS_CELLS], moves[BITS_CELLS];
    uint8_t tile[BITS_CELLS];      /* the number of the tile: its cell at the start */
    uint16_t partner[BITS_CELLS];  /* decided: the tile's next swap is with this cell, or NO_CELL */
    struct bits active;            /* cells whose tile has moves left */
    struct bits next[BITS_CELLS];  /* cells that the tile's next swap may be with */
    struct bits steps[BITS_CELLS]; /* cells that any tile may yet step to from here; symmetric */
    struct bits ends[BITS_CELLS];  /* cells where the tile may end */
};

/* Copies what the board uses of the arrays. */
static inline void state_copy(const struct geometry *grid, struct state *to,
                              const struct state *from) {
    to->swaps_left = from->swaps_left;
    to->active = from->active;
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        to->colour[cell] = from->colour[cell];
        to->moves[cell] = from->moves[cell];
        to->tile[cell] = from->tile[cell];
        to->partner[cell] = from->partner[cell];
    }
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        to->next[cell] = from->next[cell];
        to->steps[cell] = from->steps[cell];
        to->ends[cell] = from->ends[cell];
    }
}

static inline void geometry_make(struct geometry *grid, const struct harmony_board *board) {
    grid->rows = board->rows;
    grid->columns = board->columns;
    grid->cells = grid->rows * grid->columns;
    assert(grid->rows > 0 && grid->rows <= HARMONY_SIDE && grid->columns > 0 &&
           grid->columns <= HARMONY_SIDE && grid->cells <= BITS_CELLS);
    for (unsigned row = 0; row < grid->rows; row++)
        grid->row_cells[row] = bits_none();
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        grid->row[cell] = (uint8_t)(cell / grid->columns);
        grid->column[cell] = (uint8_t)(cell % grid->columns);
        bits_add(&grid->row_cells[grid->row[cell]], cell);
    }
    for (unsigned a = 0; a < grid->cells; a++) {
        grid->line[a] = bits_none();
        for (unsigned b = 0; b < grid->cells; b++)
            if (a != b && (grid->row[a] == grid->row[b] || grid->column[a] == grid->column[b]))
                bits_add(&grid->line[a], b);
    }
}

/* Takes a cell whose tile has no moves left out of the game. Returns false if it may not end
 * there. */
static inline bool state_settle(const struct geometry *grid, struct state *state, unsigned cell) {
    assert(state->moves[cell] == 0 && bits_has(&state->active, cell));
    bits_remove(&state->active, cell);
    struct bits others = grid->line[cell];
    unsigned other;
    while (bits_take(&others, &other)) {
        bits_remove(&state->steps[other], cell);
        bits_remove(&state->next[other], cell);
    }
    state->steps[cell] = state->next[cell] = bits_none();
    bool may_end = bits_has(&state->ends[cell], cell);
    state->ends[cell] = bits_one(cell);
    return may_end;
}

/* The state at the start. Returns false if a tile without moves is not at home. */
static inline bool state_make(const struct geometry *grid, struct state *state,
                              const struct harmony_board *board) {
    state->swaps_left = harmony_swaps_left(board);
    state->active = bits_none();
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        unsigned from = harmony_cell(grid->row[cell], grid->column[cell]);
        assert(board->colour[from] < grid->rows);
        state->colour[cell] = board->colour[from];
        state->moves[cell] = board->moves[from];
        state->tile[cell] = (uint8_t)cell;
        state->partner[cell] = NO_CELL;
        state->next[cell] = state->steps[cell] = grid->line[cell];
        state->ends[cell] = grid->row_cells[state->colour[cell]];
        bits_add(&state->active, cell);
    }
    bool alive = true;
    for (unsigned cell = 0; cell < grid->cells; cell++)
        if (state->moves[cell] == 0)
            alive = state_settle(grid, state, cell) && alive;
    return alive;
}

/* True if the two tiles may be each other's next partner. */
static inline bool state_mutual(const struct state *state, unsigned a, unsigned b) {
    return bits_has(&state->next[a], b) && bits_has(&state->next[b], a);
}

/* A tile has just come to this cell by a swap. Returns false if it may not end there but must. */
static inline bool state_arrive(const struct geometry *grid, struct state *state, unsigned cell) {
    assert(state->moves[cell] > 0);
    state->partner[cell] = NO_CELL;
    state->next[cell] = state->steps[cell];
    return --state->moves[cell] > 0 || state_settle(grid, state, cell);
}

/* Swaps the tiles of two cells. Returns false if that leaves a tile stranded. */
static inline bool state_swap(const struct geometry *grid, struct state *state, unsigned a,
                              unsigned b) {
    assert(bits_has(&grid->line[a], b) && state->swaps_left > 0);
    assert(bits_has(&state->active, a) && bits_has(&state->active, b));
    assert(state_mutual(state, a, b));
    uint8_t colour = state->colour[a], moves = state->moves[a], tile = state->tile[a];
    struct bits ends = state->ends[a];
    state->colour[a] = state->colour[b];
    state->moves[a] = state->moves[b];
    state->tile[a] = state->tile[b];
    state->ends[a] = state->ends[b];
    state->colour[b] = colour;
    state->moves[b] = moves;
    state->tile[b] = tile;
    state->ends[b] = ends;
    state->swaps_left--;
    bool alive = state_arrive(grid, state, a);
    return state_arrive(grid, state, b) && alive;
}

/* Decides that the tile at a swaps next with a tile at b, but not with the one that is there
 * now. */
static inline void state_wait(struct state *state, unsigned a, unsigned b) {
    assert(bits_has(&state->next[a], b) && bits_has(&state->active, b));
    assert(state->partner[a] == NO_CELL || state->partner[a] == b);
    state->partner[a] = (uint16_t)b;
    state->next[a] = bits_one(b);
    bits_remove(&state->next[b], a);
}

#endif
