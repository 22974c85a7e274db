/* How a board stands: can it still be solved, if not why not, and which move lost it. For hint,
 * check, rate and generate. */
#ifndef PUZZLES_HARMONY_SOLVE_OUTLOOK_H
#define PUZZLES_HARMONY_SOLVE_OUTLOOK_H

#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/solver.h"

/* The most swaps that can be legal at once: every pair of every row and every column. */
#define HARMONY_MOST_LEGAL (2 * HARMONY_SIDE * (HARMONY_SIDE * (HARMONY_SIDE - 1) / 2))

/* Lists the legal swaps, in the order of the rules' list. swaps needs room for HARMONY_MOST_LEGAL.
 * Returns how many there are. */
unsigned harmony_legal_swaps(const struct harmony_board *board, struct harmony_swap *swaps);
/* The board after a legal swap. */
struct harmony_board harmony_after(const struct harmony_board *board, struct harmony_swap swap);
/* True if the two swaps have no cell in common: their order then does not matter. */
bool harmony_swaps_apart(struct harmony_swap one, struct harmony_swap other);

struct harmony_outlook {
    qd_status status; /* QD_YES: it has a solution; QD_NO: it has none; QD_LIMIT: not known */
    const struct harmony_invalid_test *test; /* dead: the test that shows it; NULL: by search */
    struct harmony_answer way;               /* QD_YES: a solution */
};

/* Asks the sound tests, then the solver, on one thread and with one seed: the same board always
 * has the same answer and way. harmony_outlook_free releases the outlook. */
void harmony_outlook_find(const struct harmony_board *board, qd_control *control,
                          struct harmony_outlook *outlook);
void harmony_outlook_free(struct harmony_outlook *outlook);

/* Only the status, with at most `nodes` nodes: QD_LIMIT says that they, or the control's own
 * limits, were not enough. The nodes used are spent on the control. */
qd_status harmony_outlook_ask(const struct harmony_board *board, uint64_t nodes,
                              qd_control *control);

/* The move of a game after which no solution was left. */
struct harmony_fatal {
    /* QD_YES: found; QD_NO: there was none at the start already; QD_LIMIT: not known, it is one of
     * the moves low to high. */
    qd_status status;
    size_t number;    /* of the move, from 1 */
    size_t low, high; /* of moves, from 1; low is 0 if there may have been no solution at the start
                         already */
};

/* Looks for the fatal move of a game whose position is dead. Once dead is always dead, so halving
 * the game finds it; each position on the way gets `nodes` nodes. */
void harmony_fatal_find(const struct game *game, uint64_t nodes, qd_control *control,
                        struct harmony_fatal *fatal);

/* Adds the verdict, why the board is dead and what follows it (lines, or ""). The text names the
 * test in brackets; the field explanation, for front ends that show no such names, does not.
 * Without a test the search has shown it. */
void harmony_death_tell(const struct position *position, const struct harmony_invalid_test *test,
                        const char *verdict, const char *after, struct buf *text, json_t **fields);

/* Says why the game's position is dead, which move lost it and how many to take back. Sets the
 * fields dead_by, explanation, and if the game has moves fatal_move, fatal_number (both null if
 * they are not known) and undo. */
void harmony_outlook_tell(const struct game *game, const struct harmony_outlook *outlook,
                          qd_control *control, struct buf *text, json_t **fields);

#endif
