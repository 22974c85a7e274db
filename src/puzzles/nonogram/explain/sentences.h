/* Hints in words: the phrases of which the techniques build their sentences. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_SENTENCES_H
#define PUZZLES_NONOGRAM_EXPLAIN_SENTENCES_H

#include "puzzles/nonogram/explain/board.h"

/* "R3" or "C7". */
void nonogram_say_line(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line);
/* "row 3 (4 1)", or "row 3 (4 red, 1 blue)"; "row 3" if there are no clues. capital: "Row 3". */
void nonogram_say_line_and_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                                 unsigned line, bool capital);
/* The clues of a line: "4 1"; "" if there are none. */
void nonogram_say_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                        const struct nonogram_line *line, unsigned first, unsigned count);
/* "filled", "empty", or the colour's name. */
const char *nonogram_say_value(const struct nonogram_puzzle *puzzle, uint8_t value);

/* What cells of a line are: "columns 3-4 are filled and column 5 is empty". values has a value for
 * each cell of the line, UNKNOWN for those to leave out. */
void nonogram_say_values(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line,
                         const uint8_t *values);
/* The sentences of a deduction from one line, without a newline. */
void nonogram_say_deduction(struct buf *out, const struct nonogram_board *board, unsigned line,
                            const struct nonogram_deduction *deduction);

/* ---- for the sentence of one line (nonogram_line_sentence) ---- */

/* Where a sentence goes, and the line that it is about. */
struct nonogram_speech {
    struct buf *out;
    const struct nonogram_puzzle *puzzle;
    unsigned line;
    struct nonogram_view view;
};

/* What the cells of the line are counted by: "column" in a row, "row" in a column. */
const char *nonogram_unit(const struct nonogram_puzzle *puzzle, unsigned line);
/* "column 3" or "columns 3-5", from 0 and both included. */
void nonogram_say_range(struct nonogram_speech *speech, unsigned from, unsigned to);
/* "columns 3-4, 6 and 9": the cells that have the value; there is at least one. Returns how many.
 */
unsigned nonogram_say_cells(struct nonogram_speech *speech, const uint8_t *values, uint8_t value);
/* "the 4", "the red 4", or "the second 1" if the line has another like it. */
void nonogram_say_clue(struct nonogram_speech *speech, unsigned clue);
/* The same for one clue; "the second and third clues (4 1)", "the first to fourth clues (2 4 1 1)",
 * "both clues" or "all its clues" for several. */
void nonogram_say_some_clues(struct nonogram_speech *speech, unsigned first, unsigned count);
/* "no slack", "one cell of slack", "3 cells of slack". */
void nonogram_say_slack(struct nonogram_speech *speech, unsigned slack);
/* "the 4 covers columns 3-4 and the 3 covers column 9": what each clue covers both at its first and
 * at its last place, for the clues that give a new cell. Returns how many those are. */
unsigned nonogram_say_covers(struct nonogram_speech *speech,
                             const struct nonogram_deduction *deduction, const unsigned *first,
                             const unsigned *last);
/* What follows: nonogram_say_values of the deduction. */
void nonogram_say_result(struct nonogram_speech *speech,
                         const struct nonogram_deduction *deduction);
/* Whether one of the values is this one; whether one of the cells from..to is new. */
bool nonogram_has_value(const uint8_t *values, unsigned length, uint8_t value);
bool nonogram_any_new(const struct nonogram_deduction *deduction, unsigned from, unsigned to);

#endif
