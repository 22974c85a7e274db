/* Depth first over all solutions. Of the orders that count as one only the smallest is walked,
 * swaps being compared by their places: a swap is not tried if it could change places with all
 * swaps from a larger one on. That is the lexicographic normal form of a trace (Anisimov and
 * Knuth), so each class is met exactly once. Swaps that leave no solution are not followed. */
#include "puzzles/harmony/solve/count.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* For the question whether a swap leaves a solution; if they are not enough it is followed. */
#define ASK_NODES 4096
/* For harmony_ways_count: a few seconds at the most. */
static const struct harmony_ways_bounds count_bounds = {.asks = 50000, .nodes = 500000};

struct frame {
    struct harmony_board board;
    struct harmony_swap *legal;
    unsigned legal_count, next; /* legal[next - 1] is the swap that is being followed */
};

struct ways_walk {
    struct frame *frame;        /* one for each swap made, and one for the start */
    struct harmony_swap *swaps; /* made so far */
    unsigned depth, swaps_left; /* of the start */
    struct harmony_ways_bounds bounds;
    uint64_t asks, nodes_before;
    qd_control *control;
};

static uint64_t nodes_spent(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    return progress.nodes;
}

/* False when it has taken too long. */
static bool may_go_on(const struct ways_walk *walk) {
    const struct harmony_ways_bounds *bounds = &walk->bounds;
    return control_going(walk->control) && (bounds->asks == 0 || walk->asks < bounds->asks) &&
           (bounds->nodes == 0 || nodes_spent(walk->control) - walk->nodes_before < bounds->nodes);
}

/* ---- frames ---- */

/* Returns false if there is no memory for it; the control has then ended. */
static bool open_frame(struct ways_walk *walk, struct frame *frame,
                       const struct harmony_board *board) {
    struct harmony_swap legal[HARMONY_MOST_LEGAL];
    *frame = (struct frame){.board = *board, .legal_count = harmony_legal_swaps(board, legal)};
    if (frame->legal_count == 0)
        return true;
    frame->legal = control_reserve(walk->control, frame->legal_count * sizeof *legal);
    if (frame->legal)
        memcpy(frame->legal, legal, frame->legal_count * sizeof *legal);
    return frame->legal != NULL;
}

static void close_frame(struct ways_walk *walk, struct frame *frame) {
    control_release(walk->control, frame->legal, frame->legal_count * sizeof *frame->legal);
    frame->legal = NULL;
}

static size_t frames_size(const struct ways_walk *walk) {
    return (walk->swaps_left + 1) * sizeof *walk->frame;
}

static bool iterate(struct ways_walk *walk, const struct harmony_board *board) {
    walk->swaps = mem_new(walk->swaps_left + 1, sizeof *walk->swaps);
    walk->frame = control_reserve(walk->control, frames_size(walk));
    return walk->frame && open_frame(walk, walk->frame, board);
}

static void close_walk(struct ways_walk *walk) {
    for (unsigned i = 0; walk->frame && i <= walk->depth; i++)
        close_frame(walk, &walk->frame[i]);
    control_release(walk->control, walk->frame, frames_size(walk));
    free(walk->swaps);
}

/* ---- the walk ---- */

static int order(struct harmony_swap one, struct harmony_swap other) {
    return one.a != other.a ? one.a - other.a : one.b - other.b;
}

/* False if the swap could go before a larger one. */
static bool in_normal_form(const struct ways_walk *walk, struct harmony_swap swap) {
    for (unsigned i = walk->depth; i-- > 0;) {
        if (!harmony_swaps_apart(walk->swaps[i], swap))
            return true;
        if (order(swap, walk->swaps[i]) < 0)
            return false;
    }
    return true;
}

/* A question is a node too, so that a limit on these ends a walk that only follows. */
static bool has_no_solution(struct ways_walk *walk, const struct harmony_board *board) {
    walk->asks++;
    return control_spend(walk->control, 1) &&
           harmony_outlook_ask(board, ASK_NODES, walk->control) == QD_NO;
}

/* Makes the next swap of the top frame that may lead on. Returns false if there is none, or it has
 * taken too long. */
static bool descend(struct ways_walk *walk) {
    struct frame *top = &walk->frame[walk->depth];
    while (top->next < top->legal_count && may_go_on(walk)) {
        struct harmony_swap swap = top->legal[top->next++];
        if (!in_normal_form(walk, swap))
            continue;
        struct harmony_board after = harmony_after(&top->board, swap);
        if (has_no_solution(walk, &after))
            continue;
        assert(walk->depth < walk->swaps_left);
        walk->swaps[walk->depth++] = swap;
        return open_frame(walk, &walk->frame[walk->depth], &after);
    }
    return false;
}

/* Walks on to the next solution. Returns false at the end, or when it has taken too long. */
static bool next_solution(struct ways_walk *walk) {
    for (;;) {
        if (descend(walk)) {
            if (harmony_solved(&walk->frame[walk->depth].board))
                return true;
        } else if (!may_go_on(walk)) {
            return false;
        } else {
            assert(walk->frame[walk->depth].next == walk->frame[walk->depth].legal_count);
            close_frame(walk, &walk->frame[walk->depth]);
            if (walk->depth == 0)
                return false;
            walk->depth--;
        }
    }
}

qd_status harmony_ways_each(const struct harmony_board *board,
                            const struct harmony_ways_bounds *bounds, qd_control *control,
                            harmony_way_visit *visit, void *context) {
    struct ways_walk walk = {.control = control,
                             .swaps_left = harmony_swaps_left(board),
                             .nodes_before = nodes_spent(control)};
    if (bounds)
        walk.bounds = *bounds;
    if (harmony_solved(board))
        return visit(context, NULL, 0) ? QD_YES : QD_NO;
    bool going = iterate(&walk, board);
    while (going && next_solution(&walk)) {
        assert(walk.depth == walk.swaps_left);
        going = visit(context, walk.swaps, walk.depth);
    }
    qd_status status = !may_go_on(&walk) ? QD_LIMIT : going ? QD_YES : QD_NO;
    close_walk(&walk);
    return status;
}

/* ---- counting ---- */

struct tally {
    uint64_t count, limit;
};

static bool count_way(void *context, const struct harmony_swap *swaps, unsigned count) {
    struct tally *tally = context;
    (void)swaps;
    (void)count;
    return ++tally->count <= tally->limit;
}

qd_status harmony_ways_count(const struct harmony_board *board, uint64_t limit, qd_control *control,
                             uint64_t *count) {
    struct tally tally = {.limit = limit};
    qd_status status = harmony_ways_each(board, &count_bounds, control, count_way, &tally);
    *count = tally.count;
    return tally.count > limit ? QD_NO : status;
}
