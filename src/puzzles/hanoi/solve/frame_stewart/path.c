/* The moves of a plan: its transfers in order, each taken apart on a stack. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/frame_stewart/internal.h"

struct fs_path {
    struct hanoi_path base;
    struct hanoi_frame_stewart_plan *plan;
    uint8_t *pegs;             /* of each disc now */
    size_t item;               /* the next of the plan's transfers */
    struct fs_transfer *stack; /* what is to be done before it; the top comes first */
    size_t depth;
};

/* A transfer becomes three with fewer discs, and the first of them is finished before the other two
 * are taken apart: at most two wait for each disc. */
static size_t stack_room(unsigned discs) {
    return 2 * (size_t)discs + 1;
}

/* Makes sure that there is a transfer on the stack; false at the end of the path. */
static bool refill(struct fs_path *path) {
    if (path->depth > 0)
        return true;
    if (path->item == path->plan->list.count)
        return false;
    path->stack[path->depth++] = path->plan->list.items[path->item++];
    return true;
}

/* The smallest discs are set aside, the others go to the goal with one peg less, the smallest
 * follow. */
static void take_apart(struct fs_path *path) {
    const struct hanoi_frame_stewart_plan *plan = path->plan;
    struct fs_transfer whole = path->stack[path->depth - 1];
    uint64_t ends = UINT64_C(1) << whole.from | UINT64_C(1) << whole.to;
    size_t row = (size_t)__builtin_popcountll(whole.usable) - 3;
    uint16_t aside = plan->splits[row * (plan->discs + 1u) + whole.count];
    uint8_t via = (uint8_t)__builtin_ctzll(whole.usable & ~ends);
    struct fs_transfer *slot = &path->stack[path->depth - 1];

    slot[0] = (struct fs_transfer){whole.usable, whole.first, aside, via, whole.to};
    slot[1] =
        (struct fs_transfer){whole.usable & ~(UINT64_C(1) << via), (uint16_t)(whole.first + aside),
                             (uint16_t)(whole.count - aside), whole.from, whole.to};
    slot[2] = (struct fs_transfer){whole.usable, whole.first, aside, whole.from, via};
    path->depth += 2;
}

static bool path_next(struct hanoi_path *base, struct hanoi_move *move) {
    struct fs_path *path = (struct fs_path *)base;

    if (!refill(path))
        return false;
    while (path->stack[path->depth - 1].count > 1)
        take_apart(path);
    const struct fs_transfer *single = &path->stack[--path->depth];
    *move = (struct hanoi_move){single->first, single->from, single->to};
    path->pegs[move->disc] = move->to;
    return true;
}

static void path_free(struct hanoi_path *base) {
    struct fs_path *path = (struct fs_path *)base;

    hanoi_frame_stewart_plan_free(path->plan);
    free(path->pegs);
    free(path->stack);
    free(path);
}

/* Skips moves; the path has at least that many. */
static void seek(struct fs_path *path, mpz_srcptr skip) {
    mpz_t left, length;

    mpz_init_set(left, skip);
    mpz_init(length);
    while (mpz_sgn(left) > 0 && refill(path)) {
        const struct fs_transfer *top = &path->stack[path->depth - 1];
        fs_transfer_length(length, top);
        if (mpz_cmp(left, length) < 0) {
            take_apart(path);
            continue;
        }
        mpz_sub(left, left, length);
        memset(path->pegs + top->first, top->to, top->count);
        path->depth--;
    }
    mpz_clears(left, length, NULL);
}

struct hanoi_path *hanoi_frame_stewart_path_open(struct hanoi_frame_stewart_plan *plan,
                                                 mpz_srcptr skip) {
    if (mpz_sgn(skip) < 0 || mpz_cmp(skip, plan->moves) > 0)
        return NULL;
    struct fs_path *path = MEM_NEW(struct fs_path);
    path->base.next = path_next;
    path->base.free = path_free;
    path->plan = plan;
    atomic_fetch_add(&plan->holders, 1);
    path->pegs = mem_copy(plan->start, plan->discs);
    path->stack = mem_new(stack_room(plan->discs), sizeof *path->stack);
    seek(path, skip);
    return &path->base;
}

const uint8_t *hanoi_frame_stewart_path_pegs(const struct hanoi_path *path) {
    return ((const struct fs_path *)path)->pegs;
}
