/* Hints in words. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_SENTENCES_H
#define PUZZLES_NONOGRAM_EXPLAIN_SENTENCES_H

#include "base/buf.h"
#include "puzzles/nonogram/explain/working_board.h"

/* "R3" or "C7". */
void nonogram_say_line(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line);
/* "R3 (4 1)", or "R3 (4 red, 1 blue)"; "R3 (no clues)". */
void nonogram_say_line_and_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                                 unsigned line);
/* The clues of a line: "4 1"; "" if there are none. */
void nonogram_say_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                        const struct nonogram_line *line, unsigned first, unsigned count);
/* "filled", "empty", or the colour's name. */
const char *nonogram_say_value(const struct nonogram_puzzle *puzzle, uint8_t value);

/* What cells of a line turn out to be: "columns 3-4 are filled and column 5 is empty". values has a
 * value for each cell of the line, UNKNOWN where there is nothing to say. */
void nonogram_say_values(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line,
                         const uint8_t *values);
/* The sentences of a deduction from one line, without a newline. */
void nonogram_say_deduction(struct buf *out, const struct nonogram_notebook *notebook,
                            unsigned line, const struct nonogram_deduction *deduction);

#endif
