/* Depth first over all solutions. Of the orders that count as one only the smallest is walked,
 * swaps being compared by their places: a swap is not tried if it could change places with all
 * swaps from a larger one on. That is the lexicographic normal form of a trace (Anisimov and
 * Knuth), so each class is met exactly once. Swaps that leave no solution are not followed. */
#include "harmony_rate_ways.h"

#include <stdlib.h>

#include "mem.h"

/* For the question whether a swap leaves a solution; if they are not enough it is followed. */
#define ASK_NODES 4096
/* So many questions, and nodes for all of them, for one board: a few
 * seconds at the most. */
#define MOST_ASKS  50000
#define MOST_NODES 500000

struct frame {
    struct harmony_board board;
    struct harmony_swap *legal;
    unsigned legal_count, next; /* legal[next - 1] is the swap that is being followed */
};

struct count {
    struct frame *frame; /* one for each swap made, and one for the start */
    unsigned depth;
    unsigned asks;
    uint64_t nodes_before;
    qd_control *control;
};

static uint64_t nodes_spent(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    return progress.nodes;
}

/* False when the count has taken too long. */
static bool may_go_on(const struct count *count) {
    return count->asks < MOST_ASKS && control_going(count->control) &&
           nodes_spent(count->control) - count->nodes_before < MOST_NODES;
}

static void open_frame(struct frame *frame, const struct harmony_board *board) {
    struct harmony_swap legal[HARMONY_MOST_LEGAL];
    frame->board = *board;
    frame->legal_count = harmony_legal_swaps(board, legal);
    frame->next = 0;
    frame->legal = frame->legal_count ? mem_copy(legal, frame->legal_count * sizeof *legal) : NULL;
}

static void close_frame(struct count *count) {
    free(count->frame[count->depth].legal);
    count->frame[count->depth].legal = NULL;
}

static int order(struct harmony_swap one, struct harmony_swap other) {
    return one.a != other.a ? one.a - other.a : one.b - other.b;
}

/* False if the swap could go before a larger one. */
static bool in_normal_form(const struct count *count, struct harmony_swap swap) {
    for (unsigned i = count->depth; i-- > 0;) {
        struct harmony_swap before = count->frame[i].legal[count->frame[i].next - 1];
        if (!harmony_swaps_apart(before, swap))
            return true;
        if (order(swap, before) < 0)
            return false;
    }
    return true;
}

/* Makes the next swap of the top frame that may lead on. Returns false if there is none. */
static bool descend(struct count *count) {
    struct frame *top = &count->frame[count->depth];
    while (top->next < top->legal_count && may_go_on(count)) {
        struct harmony_swap swap = top->legal[top->next++];
        if (!in_normal_form(count, swap))
            continue;
        struct harmony_board after = harmony_after(&top->board, swap);
        count->asks++;
        if (harmony_outlook_ask(&after, ASK_NODES, count->control) == QD_NO)
            continue;
        open_frame(&count->frame[++count->depth], &after);
        return true;
    }
    return false;
}

/* Walks on to the next solution. Returns false at the end. */
static bool next_solution(struct count *count) {
    for (;;) {
        if (descend(count)) {
            if (harmony_solved(&count->frame[count->depth].board))
                return true;
        } else if (!may_go_on(count)) {
            return false;
        } else {
            close_frame(count);
            if (count->depth == 0)
                return false;
            count->depth--;
        }
    }
}

static void free_frames(struct count *count) {
    for (unsigned i = 0; i <= count->depth; i++)
        free(count->frame[i].legal);
    free(count->frame);
}

qd_status harmony_ways_count(const struct harmony_board *board, uint64_t limit, qd_control *control,
                             uint64_t *count) {
    struct count search = {.control = control, .nodes_before = nodes_spent(control)};
    *count = harmony_solved(board);
    if (*count)
        return *count <= limit ? QD_YES : QD_NO;
    search.frame = mem_new(harmony_swaps_left(board) + 1, sizeof *search.frame);
    open_frame(search.frame, board);
    while (*count <= limit && next_solution(&search))
        ++*count;
    bool ended = may_go_on(&search);
    free_frames(&search);
    return *count > limit ? QD_NO : ended ? QD_YES : QD_LIMIT;
}
