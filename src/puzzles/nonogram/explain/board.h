/* A board with its hints: the queue of section 7 of the nonogram document and the caches of
 * section 10. What is known about a line stays cached until one of its cells changes. Lines have
 * the numbers of puzzles/nonogram/model/puzzle.h. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_BOARD_H
#define PUZZLES_NONOGRAM_EXPLAIN_BOARD_H

#include "puzzles/nonogram/explain/techniques.h"

struct nonogram_board;

/* A board of the puzzle, which must outlive it; cells row by row, or NULL if nothing is known.
 * Never NULL. */
struct nonogram_board *nonogram_board_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells);
void nonogram_board_free(struct nonogram_board *board);

/* Sets a cell. If that changes it, the caches of its row and its column are cleared, and no others.
 */
void nonogram_board_set(struct nonogram_board *board, unsigned row, unsigned column, uint8_t value);
/* The cells, row by row; valid until the board is freed. */
const uint8_t *nonogram_board_cells(const struct nonogram_board *board);
const struct nonogram_puzzle *nonogram_board_puzzle(const struct nonogram_board *board);
/* How many cells are not known. */
size_t nonogram_board_unknown(const struct nonogram_board *board);

/* A line as the techniques see it; valid until the board is freed. */
struct nonogram_view nonogram_board_view(const struct nonogram_board *board, unsigned line);

/* 10.1 (isLineComplete): nonogram_validate_line, cached. */
bool nonogram_is_line_complete(struct nonogram_board *board, unsigned line);
/* nonogram_line_possible, cached. */
bool nonogram_is_line_possible(struct nonogram_board *board, unsigned line);
/* nonogram_apply_rule, cached: what the rule finds in the line, or NULL. Valid until a cell of the
 * line changes. */
const struct nonogram_deduction *nonogram_rule_in_line(struct nonogram_board *board, unsigned line,
                                                       enum nonogram_rule rule);
/* How many looks at a line were not answered from the cache. */
uint64_t nonogram_board_looks(const struct nonogram_board *board);

/* A hint of the queue. */
struct nonogram_queued {
    unsigned priority; /* 0: a line that no arrangement fits; then 1 + the technique */
    unsigned line;
    const struct nonogram_deduction *deduction; /* NULL for priority 0 */
};

/* 7.1: all hints of all lines by all rules, by priority, then by rule, then by line. Returns how
 * many; the caller frees *queue, whose deductions are valid until a cell changes. */
size_t nonogram_generate_all_hints(struct nonogram_board *board, struct nonogram_queued **queue);
/* The first hint of that queue, without looking for the others. Returns false if there is none. */
bool nonogram_first_hint(struct nonogram_board *board, struct nonogram_queued *first);
/* How many lines have a hint by any rule. */
unsigned nonogram_hint_lines(struct nonogram_board *board);

#endif
