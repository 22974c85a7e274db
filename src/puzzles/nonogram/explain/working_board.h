/* A board with its hints: the queue of section 7 of the nonogram document, and the caches of
 * section 10. What was found out about a line is kept until a cell of that line changes.
 *
 * Lines are numbered: the rows from 0, behind them the columns. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_WORKING_BOARD_H
#define PUZZLES_NONOGRAM_EXPLAIN_WORKING_BOARD_H

#include "puzzles/nonogram/explain/techniques.h"

struct nonogram_notebook;

/* A board of that puzzle, which must outlive it; cells row by row, NULL: nothing known. Never
 * NULL. */
struct nonogram_notebook *nonogram_notebook_new(const struct nonogram_puzzle *puzzle,
                                                const uint8_t *cells);
void nonogram_notebook_free(struct nonogram_notebook *notebook);

/* Sets a cell. What is kept about its row and its column, and about no other line, is dropped if
 * that changes the cell. */
void nonogram_notebook_set(struct nonogram_notebook *notebook, unsigned row, unsigned column,
                           uint8_t value);
/* The cells, row by row; valid until the notebook is freed. */
const uint8_t *nonogram_notebook_cells(const struct nonogram_notebook *notebook);
const struct nonogram_puzzle *nonogram_notebook_puzzle(const struct nonogram_notebook *notebook);
/* How many cells are not known. */
size_t nonogram_notebook_unknown(const struct nonogram_notebook *notebook);

/* How many lines a puzzle has: rows and columns. */
unsigned nonogram_line_count(const struct nonogram_puzzle *puzzle);
/* The clues of a line. */
const struct nonogram_line *nonogram_line_at(const struct nonogram_puzzle *puzzle, unsigned line);
/* A line as the techniques see it; valid until the notebook is freed. */
struct nonogram_view nonogram_notebook_view(const struct nonogram_notebook *notebook,
                                            unsigned line);
/* The row and the column of a cell of a line. */
void nonogram_line_cell(const struct nonogram_puzzle *puzzle, unsigned line, unsigned index,
                        unsigned *row, unsigned *column);

/* 10.1 (isLineComplete): nonogram_validate_line, kept. */
bool nonogram_is_line_complete(struct nonogram_notebook *notebook, unsigned line);
/* nonogram_line_possible, kept. */
bool nonogram_is_line_possible(struct nonogram_notebook *notebook, unsigned line);
/* nonogram_apply_rule, kept: what the rule finds in the line, or NULL. Valid until a cell of the
 * line changes. */
const struct nonogram_deduction *nonogram_rule_in_line(struct nonogram_notebook *notebook,
                                                       unsigned line, enum nonogram_rule rule);
/* How often a line was really looked at, not found in the cache. */
uint64_t nonogram_notebook_looks(const struct nonogram_notebook *notebook);

/* A hint of the queue. */
struct nonogram_queued {
    unsigned priority; /* 0: a line that no arrangement fits; then 1 + the technique */
    unsigned line;
    const struct nonogram_deduction *deduction; /* NULL for priority 0 */
};

/* 7.1: all hints of all lines by all rules, by priority, then by rule, then by line. Returns how
 * many; the caller frees *queue, whose deductions are valid until a cell changes. */
size_t nonogram_generate_all_hints(struct nonogram_notebook *notebook,
                                   struct nonogram_queued **queue);
/* The first of that queue, without looking for the others. Returns false if there is none. */
bool nonogram_first_hint(struct nonogram_notebook *notebook, struct nonogram_queued *first);
/* How many lines have a hint of some rule. */
unsigned nonogram_hint_lines(struct nonogram_notebook *notebook);

#endif
