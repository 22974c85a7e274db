/* Reading and writing Hanoi texts. The grammar, one item a line, in any order, # starts a comment:
 *
 *     3 2 | 1 |                    the pegs, each a list of discs from the bottom
 *     goal: | | 3 2 1              default: all on peg 0
 *     rings: 30 60 110             weights instead of the numbers 1 .. n, the lightest first
 *     variant: cyclic              or adjacent, standard, or arcs 0>1 1>2 2>0
 *     costs: 0>1=5 1>2@3=7         of a move; of a move of one disc (three pegs only)
 *     moves: 0>2 0>1               played from the start
 *
 * Or, for three towers with rings of 30, 60 and 110 g, the C array of the original firmware:
 *
 *     {{110, 60, 30}, {0, 0, 0}, {0, 0, 0}}
 */
#ifndef PUZZLES_HANOI_FORMAT_FORMAT_H
#define PUZZLES_HANOI_FORMAT_FORMAT_H

#include "base/word.h"
#include "puzzles/hanoi/model/position.h"

/* A text being read. */
struct hanoi_reader {
    const struct source *source;
    qd_error *error;
    struct position *position;
    struct record *moves;
    struct line state, goal, rings, variant, costs; /* the values; to is 0 until the line is seen */
};

/* The next word of the line, with | a word of its own; the line then starts after it. Returns false
 * at the end of the line. */
bool hanoi_word_next(const struct source *source, struct line *line, struct word *word);

/* Each reads one kind of line into the position. They return false, with an error, if it is wrong.
 */
bool hanoi_read_state(struct hanoi_reader *reader);   /* first: discs, pegs, labels */
bool hanoi_read_goal(struct hanoi_reader *reader);    /* needs the state */
bool hanoi_read_variant(struct hanoi_reader *reader); /* needs the state */
bool hanoi_read_costs(struct hanoi_reader *reader);   /* needs the variant */
/* Sets the allowed moves of a variant by its name: standard, cyclic, adjacent. Returns false for
 * any other name. */
bool hanoi_set_variant(struct hanoi_setup *setup, unsigned pegs, const char *name);
/* The array of the original firmware. */
bool hanoi_read_array(struct hanoi_reader *reader);

bool hanoi_print_own(const struct position *start, const struct record *moves, struct buf *out);
bool hanoi_print_array(const struct position *start, const struct record *moves, struct buf *out,
                       qd_error *error);

#endif
