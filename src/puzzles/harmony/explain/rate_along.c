/* The walk along a solution. Two swaps that touch different tiles can change places, which saves
 * most of the work:
 * - a swap of the solution that could come now is good now;
 * - a bad swap stays bad when something else is played elsewhere: the board after both is the same
 *   in either order, and it was lost already. */
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/explain/rate.h"
#include "puzzles/harmony/explain/rate_along.h"

/* For one swap, and for all of them together. */
#define NODES_EACH  4096
#define NODES_TOTAL 400000

struct walk_along {
    struct harmony_board board;
    const struct harmony_answer *way;
    unsigned at;                /* the swap of the way that comes next */
    bool (*bad)[HARMONY_CELLS]; /* by the cells of a swap, the smaller one first */
    struct harmony_swap *legal;
    uint64_t nodes_before;
    qd_control *control;
};

static uint64_t nodes_spent(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    return progress.nodes;
}

static bool is_front(const struct walk_along *walk, struct harmony_swap swap) {
    for (unsigned i = walk->at; i < walk->way->count; i++) {
        struct harmony_swap next = walk->way->swaps[i];
        if (next.a == swap.a && next.b == swap.b)
            return true;
        if (!harmony_swaps_apart(next, swap))
            return false;
    }
    return false;
}

/* Every position gets the same share, and what those before it have left over. */
static uint64_t nodes_granted(const struct walk_along *walk) {
    return (uint64_t)NODES_TOTAL * (walk->at + 1) / walk->way->count;
}

static qd_status judge(struct walk_along *walk, struct harmony_swap swap) {
    if (walk->bad[swap.a][swap.b])
        return QD_NO;
    if (is_front(walk, swap))
        return QD_YES;
    struct harmony_board after = harmony_after(&walk->board, swap);
    if (nodes_spent(walk->control) - walk->nodes_before > nodes_granted(walk))
        return harmony_invalid_death(&after) ? QD_NO : QD_LIMIT;
    return harmony_outlook_ask(&after, NODES_EACH, walk->control);
}

static void note_narrowest(struct harmony_rating *rating, unsigned number, unsigned good,
                           unsigned known) {
    /* Fractions compared without dividing. */
    if (rating->narrowest != 0 && good * rating->narrowest_legal >= rating->narrowest_good * known)
        return;
    rating->narrowest = number;
    rating->narrowest_good = good;
    rating->narrowest_legal = known;
}

static void look_around(struct walk_along *walk, struct harmony_rating *rating) {
    unsigned legal = harmony_legal_swaps(&walk->board, walk->legal), good = 0, unknown = 0;
    for (unsigned i = 0; i < legal; i++) {
        struct harmony_swap swap = walk->legal[i];
        qd_status status = judge(walk, swap);
        good += status == QD_YES;
        unknown += status == QD_LIMIT;
        walk->bad[swap.a][swap.b] = status == QD_NO;
    }
    rating->legal += legal;
    rating->good += good;
    rating->unknown += unknown;
    rating->luck += log2((double)(legal - unknown) / good);
    note_narrowest(rating, walk->at + 1, good, legal - unknown);
}

/* Two one-move tiles that are both home afterwards, in a column or in a row that only pairs off. */
static bool is_perfect(const struct harmony_board *board, struct harmony_swap swap) {
    unsigned row_a = harmony_row(swap.a), row_b = harmony_row(swap.b);
    if (board->moves[swap.a] != 1 || board->moves[swap.b] != 1 || board->colour[swap.a] != row_b ||
        board->colour[swap.b] != row_a)
        return false;
    for (unsigned column = 0; row_a == row_b && column < board->columns; column++) {
        unsigned cell = harmony_cell(row_a, column);
        if (board->colour[cell] != row_a || board->moves[cell] > 1)
            return false;
    }
    return true;
}

static void step(struct walk_along *walk, struct harmony_rating *rating) {
    struct harmony_swap swap = walk->way->swaps[walk->at++];
    rating->forced += is_perfect(&walk->board, swap);
    harmony_swap_play(&walk->board, swap);
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        walk->bad[swap.a][cell] = walk->bad[swap.b][cell] = walk->bad[cell][swap.a] =
            walk->bad[cell][swap.b] = false;
}

void harmony_rate_along(const struct harmony_board *board, const struct harmony_answer *way,
                        qd_control *control, struct harmony_rating *rating) {
    struct walk_along walk = {.board = *board, .way = way, .control = control};
    walk.bad = mem_new(HARMONY_CELLS, sizeof *walk.bad);
    walk.legal = mem_new(HARMONY_MOST_LEGAL, sizeof *walk.legal);
    walk.nodes_before = nodes_spent(control);
    while (walk.at < way->count && control_going(control)) {
        control_fraction(control, (double)walk.at / way->count);
        look_around(&walk, rating);
        step(&walk, rating);
    }
    uint64_t known = rating->legal - rating->unknown;
    rating->share = known == 0 ? 1 : (double)rating->good / (double)known;
    free(walk.bad);
    free(walk.legal);
}
