/* What is true about small Harmony boards, by brute force, written apart from every solver: a plain
 * depth-first search with a memo of all boards seen, and, the other way round, all boards that can
 * be reached backwards from solved ones. Neither prunes anything. The memo holds whole boards, not
 * hashes of them, so it is exact.
 *
 * Limits: 16 cells, 5 rows, 31 moves a tile. */
#ifndef HARMONY_ORACLE_H
#define HARMONY_ORACLE_H

#include <stddef.h>

#include "puzzles/harmony/model/board.h"

#define HARMONY_ORACLE_CELLS 16
#define HARMONY_ORACLE_ROWS  5
#define HARMONY_ORACLE_MOVES 31

/* Which boards count as the same. Columns can be permuted without changing anything, and so can
 * rows, if the colours are renamed with them. */
enum harmony_symmetry {
    HARMONY_ALL_DIFFERENT,
    HARMONY_UP_TO_COLUMNS,
    HARMONY_UP_TO_ROWS_AND_COLUMNS,
};

/* Called for each board, one of each class of boards that count as the same. copies is the number
 * of boards in its class that differ by more than the order of columns (1 unless rows are
 * permuted). */
typedef void harmony_oracle_visit(void *context, const struct harmony_board *board,
                                  unsigned copies);

/* ---- forwards ---- */

struct harmony_oracle;

/* An oracle for boards of that size. Never NULL; end it with harmony_oracle_free. */
struct harmony_oracle *harmony_oracle_new(unsigned rows, unsigned columns,
                                          enum harmony_symmetry symmetry);
void harmony_oracle_free(struct harmony_oracle *oracle);
/* True if the board has a solution. The board must have the oracle's size and be within the limits.
 * It remembers verdicts, which makes many boards of few swaps cheap. */
bool harmony_oracle_solvable(struct harmony_oracle *oracle, const struct harmony_board *board);
/* Writes a solution to swaps, which needs room for harmony_swaps_left(board) of them. Returns
 * false, with nothing written, if there is none. */
bool harmony_oracle_solution(struct harmony_oracle *oracle, const struct harmony_board *board,
                             struct harmony_swap *swaps);
/* The number of different boards seen so far. */
size_t harmony_oracle_seen(const struct harmony_oracle *oracle);

/* ---- all boards ---- */

/* Visits every board of that size with that number of swaps: every way to place the colours, every
 * way to give out the moves, solvable or not. */
void harmony_each_board(unsigned rows, unsigned columns, unsigned swaps,
                        enum harmony_symmetry symmetry, harmony_oracle_visit *visit, void *context);

/* ---- backwards ---- */

struct harmony_layers;

/* All boards of that size that have a solution, up to that number of swaps. Never NULL; end it with
 * harmony_layers_free. */
struct harmony_layers *harmony_layers_new(unsigned rows, unsigned columns, unsigned swaps,
                                          enum harmony_symmetry symmetry);
void harmony_layers_free(struct harmony_layers *layers);
/* Visits every solvable board with that number of swaps. */
void harmony_layers_each(const struct harmony_layers *layers, unsigned swaps,
                         harmony_oracle_visit *visit, void *context);
/* True if the board is among them. */
bool harmony_layers_has(const struct harmony_layers *layers, const struct harmony_board *board);

#endif
