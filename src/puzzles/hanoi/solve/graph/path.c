/* The moves of a plan. A stack of frames, at most one for each disc, replaces the recursion; each
 * frame is a disc on its route. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/graph/table.h"

struct frame {
    uint64_t index; /* which of the paths of the route; what earlier legs used is divided out */
    struct graph_route route;
    uint16_t level; /* the disc is level - 1 */
    uint8_t stage; /* what comes next: 2i is leg i of the smaller discs, 2i + 1 the disc's move i */
};

struct graph_path {
    struct hanoi_path base;
    struct hanoi_graph_plan *plan;
    uint8_t *pegs; /* of each disc now */
    struct frame *frames;
    unsigned depth;
};

/* Discs that stay where they are get no frame; if all stay, nothing is pushed. */
static void push(struct graph_path *path, unsigned level, const uint8_t ends[2], uint64_t index) {
    const struct hanoi_graph_plan *plan = path->plan;
    unsigned pegs[2];

    for (;; level--) {
        if (level == 0)
            return;
        pegs[0] = graph_peg_from(plan, ends[0], level - 1);
        pegs[1] = graph_peg_to(plan, ends[1], level - 1);
        if (pegs[0] != pegs[1])
            break;
    }
    uint64_t once = graph_entry_at(plan, level, ends[0], ends[1])->paths_once;
    bool twice = index >= once;
    assert(path->depth < plan->discs);
    struct frame *frame = &path->frames[path->depth++];
    frame->index = twice ? index - once : index;
    frame->level = (uint16_t)level;
    frame->stage = 0;
    graph_route_set(&frame->route, twice, (const unsigned[]){ends[0], ends[1]}, pegs);
}

static const struct graph_entry *leg_entry(const struct graph_path *path,
                                           const struct frame *frame) {
    const uint8_t *ends = &frame->route.ends[frame->stage / 2];
    return graph_entry_at(path->plan, frame->level - 1u, ends[0], ends[1]);
}

/* The index of the leg's own path. The frame's index is a number in mixed radix, a digit for each
 * leg. A count that saturated at UINT64_MAX exceeds every index, so division still works. */
static uint64_t take_leg_index(struct frame *frame, const struct graph_entry *leg) {
    uint64_t index = frame->index;

    if (index == 0)
        return 0;
    frame->index = index / leg->paths;
    return index % leg->paths;
}

/* Enters the next leg of the top frame. After its last leg a frame has nothing left to do, so it is
 * popped first: that keeps the stack no higher than the number of discs. */
static void enter_leg(struct graph_path *path) {
    struct frame *frame = &path->frames[path->depth - 1];
    assert(path->depth > 0 && frame->stage % 2 == 0);
    unsigned leg = frame->stage / 2u, level = frame->level - 1u;
    uint8_t ends[2] = {frame->route.ends[leg], frame->route.ends[leg + 1]};
    uint64_t index = take_leg_index(frame, leg_entry(path, frame));

    if (leg == frame->route.moves)
        path->depth--;
    else
        frame->stage++;
    push(path, level, ends, index);
}

static void move_disc(struct graph_path *path, struct hanoi_move *move) {
    struct frame *frame = &path->frames[path->depth - 1];
    unsigned i = frame->stage / 2u;

    move->disc = (uint16_t)(frame->level - 1u);
    move->from = frame->route.stop[i];
    move->to = frame->route.stop[i + 1];
    assert(path->pegs[move->disc] == move->from && frame->stage % 2 == 1);
    path->pegs[move->disc] = move->to;
    frame->stage++;
}

static bool path_next(struct hanoi_path *base, struct hanoi_move *move) {
    struct graph_path *path = (struct graph_path *)base;

    while (path->depth > 0) {
        if (path->frames[path->depth - 1].stage % 2 == 1) {
            move_disc(path, move);
            return true;
        }
        enter_leg(path);
    }
    return false;
}

static void path_free(struct hanoi_path *base) {
    struct graph_path *path = (struct graph_path *)base;

    hanoi_graph_plan_free(path->plan);
    free(path->pegs);
    free(path->frames);
    free(path);
}

static void skip_leg(struct graph_path *path, mpz_ptr left) {
    struct frame *frame = &path->frames[path->depth - 1];
    const struct graph_entry *leg = leg_entry(path, frame);

    mpz_sub(left, left, leg->moves);
    take_leg_index(frame, leg);
    memset(path->pegs, frame->route.ends[frame->stage / 2 + 1], frame->level - 1u);
    frame->stage++;
}

/* Skips `left` moves of the top frame, which has more. Whole legs and single moves are skipped
 * here; a leg in which the skipping ends becomes the top frame. The last leg is never skipped as a
 * whole, because then nothing of the frame would be left. */
static void seek_in_frame(struct graph_path *path, mpz_ptr left) {
    const struct frame *frame = &path->frames[path->depth - 1];
    struct hanoi_move skipped;

    while (mpz_cmp(left, leg_entry(path, frame)->moves) >= 0) {
        skip_leg(path, left);
        if (mpz_sgn(left) == 0)
            return;
        move_disc(path, &skipped);
        mpz_sub_ui(left, left, 1);
    }
    enter_leg(path);
}

static void seek(struct graph_path *path, uint64_t index, mpz_srcptr skip) {
    static const uint8_t whole[2] = {GRAPH_STATE, GRAPH_STATE};
    struct hanoi_graph_plan *plan = path->plan;

    if (mpz_cmp(skip, hanoi_graph_plan_moves(plan)) == 0) {
        memcpy(path->pegs, plan->goal, plan->discs);
        return;
    }
    mpz_t left;
    mpz_init_set(left, skip);
    push(path, plan->discs, whole, index);
    while (mpz_sgn(left) > 0)
        seek_in_frame(path, left);
    mpz_clear(left);
}

struct hanoi_path *hanoi_graph_path_open(struct hanoi_graph_plan *plan, uint64_t index,
                                         mpz_srcptr skip) {
    if (index >= hanoi_graph_plan_paths(plan) || mpz_sgn(skip) < 0 ||
        mpz_cmp(skip, hanoi_graph_plan_moves(plan)) > 0)
        return NULL;
    struct graph_path *path = MEM_NEW(struct graph_path);
    path->base.next = path_next;
    path->base.free = path_free;
    path->plan = plan;
    atomic_fetch_add(&plan->holders, 1);
    path->pegs = mem_copy(plan->start, plan->discs);
    path->frames = mem_new(plan->discs, sizeof *path->frames);
    seek(path, index, skip);
    return &path->base;
}

const uint8_t *hanoi_graph_path_pegs(const struct hanoi_path *path) {
    return ((const struct graph_path *)path)->pegs;
}
