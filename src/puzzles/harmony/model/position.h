/* A Harmony position: the board, and the names of its colours. */
#ifndef PUZZLES_HARMONY_MODEL_POSITION_H
#define PUZZLES_HARMONY_MODEL_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "puzzles/harmony/model/board.h"
#include "puzzles/interface/puzzle.h"

/* The longest name of a colour. */
#define HARMONY_NAME 20
/* The largest number that a text may give a colour. */
#define HARMONY_MAX_NUMBER 255
/* The most swaps that a new board is made with. */
#define HARMONY_SCRAMBLE 10000

/* Colours are numbered by their home row. Plain memory: a copy shares nothing. */
struct position {
    struct harmony_board board;
    char name[HARMONY_SIDE][HARMONY_NAME + 1]; /* of the colour that is at home in that row */
    uint8_t number[HARMONY_SIDE];              /* what the colour is called in a text of tiles */
};

/* Places and swaps as text (puzzles/harmony/model/names.c) */

/* Reads a place such as B12, the letter in any case, from the start of a text of that size: a row
 * from 0 to 25 and a column from 0 to 98, whether the board has them or not. Returns how many
 * characters it took, 0 if there is no place. */
size_t harmony_place_read(const char *text, size_t size, unsigned *row, unsigned *column);
/* Appends the name of a cell: "B12". */
void harmony_place_add(struct buf *out, unsigned cell);
/* Appends a swap: "A1-B1". */
void harmony_swap_add(struct buf *out, struct harmony_swap swap);
/* Reads a swap of two places of this board in either order. Returns false and says why (a clause,
 * no full stop) if it is none; that the rules allow it is not looked at, and a may be b. */
bool harmony_swap_read(const struct harmony_board *board, const char *text,
                       struct harmony_swap *swap, struct buf *why);
/* Returns false and says why (a clause, no full stop) if the rules do not allow the swap of two
 * cells of the board. */
bool harmony_swap_explain(const struct position *position, struct harmony_swap swap,
                          struct buf *why);

/* Colours to look at (puzzles/harmony/view/palette.c) */

/* How a colour is shown. */
struct harmony_look {
    char letter;        /* a capital that no other colour of the board has */
    uint8_t ink, paper; /* enum ink: the letter and the ground below it in a terminal */
    uint32_t fill;      /* 0xRRGGBBAA, for shapes */
    uint32_t lettering; /* for text on the fill */
};

/* The looks of all colours of the board, by home row. Names that say a colour get one like it. */
void harmony_looks(const struct position *position, struct harmony_look looks[HARMONY_SIDE]);

/* New boards (puzzles/harmony/generate/generate.c) */

/* The solved board of that size: every tile at home, no moves left. */
void harmony_board_solve(struct harmony_board *board, unsigned rows, unsigned columns);
/* Gives the colours the names and numbers of a new board. */
void harmony_name_colours(struct position *position);
/* Makes that many swaps backwards from the board, at random; see
 * puzzles/harmony/generate/generate.c for those it leaves out. alike: tiles of one colour may swap
 * too. solution (NULL, or room for them all) gets the swaps that lead back, in order. Returns the
 * number of swaps made: fewer than asked for if there was none left to make, or if the control said
 * stop. */
unsigned harmony_scramble(struct harmony_board *board, unsigned swaps, bool alike,
                          struct random *random, qd_control *control,
                          struct harmony_swap *solution);

/* The capabilities, one file each. */
extern const struct puzzle_text harmony_text;
extern const struct puzzle_rules harmony_rules;
extern const struct puzzle_solve harmony_solve;
extern const struct puzzle_hint harmony_hint;
extern const struct puzzle_check harmony_check;
extern const struct puzzle_generate harmony_generate;
extern const struct puzzle_rate harmony_rate;
extern const struct puzzle_render harmony_render;
extern const struct puzzle_terminal harmony_terminal;
extern const struct puzzle_view harmony_view;
extern const struct option_spec harmony_options[];

#endif
