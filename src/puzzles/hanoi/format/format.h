/* Reading and writing Hanoi texts. The grammar, one item a line, in any order, # starts a comment:
 *
 *     3 2 | 1 |                    the pegs, each a list of discs from the bottom
 *     goal: | | 3 2 1              default: all on peg 0
 *     rings: 30 60 110             weights to be written instead of 1 .. n, the lightest first
 *     variant: cyclic              or adjacent, standard, or arcs 0>1 1>2 2>0
 *     costs: 0>1=5 1>2@3=7         of an arc; of an arc for one disc (three pegs only)
 *     moves: 0>2 0>1               played from the start
 *
 * Or, for three towers with rings of 30, 60 and 110 g, the C array of the original firmware:
 *
 *     {{110, 60, 30}, {0, 0, 0}, {0, 0, 0}}
 */
#ifndef PUZZLES_HANOI_FORMAT_FORMAT_H
#define PUZZLES_HANOI_FORMAT_FORMAT_H

#include "puzzles/hanoi/model/position.h"

/* A word of a line: what stands between blanks, with | a word of its own. */
struct hanoi_word {
    size_t from, to; /* offsets in the source */
};

/* A text being read. */
struct hanoi_reader {
    const struct source *source;
    qd_error *error;
    struct position *position;
    struct record *moves;
    struct line state, goal, rings, variant, costs; /* the values; to == 0 while not seen */
};

/* The next word of the line; the line then begins behind it. Returns false at its end. */
bool hanoi_word_next(const struct source *source, struct line *line, struct hanoi_word *word);
/* True if the word is this text, in any letter case. */
bool hanoi_word_is(const struct source *source, struct hanoi_word word, const char *text);
/* Reads a whole number from 0 to limit. */
bool hanoi_word_number(const struct source *source, struct hanoi_word word, uint64_t limit,
                       uint64_t *value);

/* Each reads one kind of line into the position. They return false with an error. */
bool hanoi_read_state(struct hanoi_reader *reader);   /* first: discs, pegs, labels */
bool hanoi_read_goal(struct hanoi_reader *reader);    /* needs the state */
bool hanoi_read_variant(struct hanoi_reader *reader); /* needs the state */
bool hanoi_read_costs(struct hanoi_reader *reader);   /* needs the variant */
/* Sets the arcs of a variant by its name: standard, cyclic, adjacent. Returns false for another. */
bool hanoi_set_variant(struct hanoi_setup *setup, unsigned pegs, const char *name);
/* The array of the original firmware. */
bool hanoi_read_array(struct hanoi_reader *reader);

bool hanoi_print_own(const struct position *start, const struct record *moves, struct buf *out);
bool hanoi_print_array(const struct position *start, const struct record *moves, struct buf *out,
                       qd_error *error);

#endif
