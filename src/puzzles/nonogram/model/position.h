/* A nonogram position: a puzzle, and what its cells hold so far.
 *
 * A move says what a cell holds: R3C7=# fills row 3, column 7 (both from 1); the character is a
 * colour's letter, '.' for empty, or '?' to clear it. All such moves are legal: a player may be
 * wrong. */
#ifndef PUZZLES_NONOGRAM_MODEL_POSITION_H
#define PUZZLES_NONOGRAM_MODEL_POSITION_H

#include "puzzles/interface/puzzle.h"
#include "puzzles/nonogram/model/puzzle.h"

struct position {
    struct nonogram_puzzle *puzzle; /* shared */
    uint8_t *cells;                 /* row by row: a colour, NONOGRAM_EMPTY or NONOGRAM_UNKNOWN */
};

/* A position with nothing known; takes over the caller's ownership of the puzzle. Never NULL. */
struct position *nonogram_position_new(struct nonogram_puzzle *puzzle);

/* puzzles/nonogram/model/rules.c */

/* Reads a move for this puzzle. Returns false and says why (a clause, no full stop) if the text is
 * not one. */
bool nonogram_move_read(const struct nonogram_puzzle *puzzle, const char *text, unsigned *row,
                        unsigned *column, uint8_t *value, struct buf *why);
/* Appends a move: "R3C7=#"; rows and columns are given from 0. */
void nonogram_move_add(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned row,
                       unsigned column, uint8_t value);

/* The capabilities, one file each. */
extern const struct puzzle_text nonogram_text;
extern const struct puzzle_rules nonogram_rules;
extern const struct puzzle_solve nonogram_solve;
extern const struct puzzle_hint nonogram_hint;
extern const struct puzzle_check nonogram_check;
extern const struct puzzle_rate nonogram_rate;
extern const struct puzzle_generate nonogram_generate;
extern const struct puzzle_render nonogram_render;
extern const struct puzzle_terminal nonogram_terminal;
extern const struct puzzle_view nonogram_view;
extern const struct option_spec nonogram_options[];

#endif
