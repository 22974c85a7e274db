#include "puzzles/hanoi/solve/frame_stewart/frame_stewart.h"

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/frame_stewart/internal.h"

struct fs_rank fs_rank_of(unsigned discs, unsigned pegs) {
    struct fs_rank rank = {0, 0, 0};
    uint64_t repeats = 1; /* C(exponent + pegs - 3, pegs - 3) */

    if (pegs == 3 && discs > 1) /* each exponent occurs once: no need to count */
        return (struct fs_rank){discs - 1, discs - 1, discs - 2};
    while (rank.below + repeats < discs) {
        rank.before = rank.below;
        rank.below += (unsigned)repeats;
        rank.exponent++;
        repeats = repeats * (rank.exponent + pegs - 3) / rank.exponent;
    }
    return rank;
}

/* The total is least when no disc costs more in its part than in the whole. The discs set aside are
 * moved twice, so each must have an exponent below that of the last disc; the others are moved once
 * with one peg less, where (by Pascal's rule) `below - before` discs have an exponent below it, and
 * all of those places must be taken. */
unsigned fs_split(unsigned discs, unsigned pegs) {
    struct fs_rank rank = fs_rank_of(discs, pegs);
    unsigned at_most = discs - (rank.below - rank.before);

    return rank.below < at_most ? rank.below : at_most;
}

/* From one full peg to another: disc by disc it grows by 2^j, and each 2^j comes
 * C(j + pegs - 3, pegs - 3) times. */
static void full_peg_length(mpz_ptr moves, unsigned discs, unsigned pegs) {
    mpz_set_ui(moves, 0);
    if (pegs == 3) {
        /* The sum below would have as many terms as there are discs. */
        mpz_setbit(moves, discs);
        mpz_sub_ui(moves, moves, 1);
        return;
    }
    mpz_t part;
    mpz_init(part);
    uint64_t repeats = 1;
    for (unsigned exponent = 0; discs > 0; exponent++) {
        unsigned count = discs < repeats ? discs : (unsigned)repeats;
        mpz_set_ui(part, count);
        mpz_mul_2exp(part, part, exponent);
        mpz_add(moves, moves, part);
        discs -= count;
        repeats = repeats * (exponent + pegs - 2) / (exponent + 1);
    }
    mpz_clear(part);
}

void fs_transfer_length(mpz_ptr moves, const struct fs_transfer *transfer) {
    if (transfer->count == 1)
        mpz_set_ui(moves, 1); /* two usable pegs are enough */
    else
        full_peg_length(moves, transfer->count, (unsigned)__builtin_popcountll(transfer->usable));
}

mpz_t *fs_lengths_new(unsigned discs, unsigned pegs) {
    mpz_t *lengths = mem_new((size_t)discs + 1, sizeof *lengths);
    mpz_t step;

    mpz_init(lengths[0]);
    mpz_init(step);
    for (unsigned i = 1; i <= discs; i++) {
        mpz_set_ui(step, 0);
        mpz_setbit(step, fs_rank_of(i, pegs).exponent);
        mpz_init(lengths[i]);
        mpz_add(lengths[i], lengths[i - 1], step);
    }
    mpz_clear(step);
    return lengths;
}

void fs_lengths_free(mpz_t *lengths, unsigned discs) {
    for (unsigned i = 0; i <= discs; i++)
        mpz_clear(lengths[i]);
    free(lengths);
}

static bool pegs_are_valid(const uint8_t *at, const struct hanoi_frame_stewart_task *task) {
    for (unsigned disc = 0; disc < task->discs; disc++)
        if (at[disc] >= task->pegs)
            return false;
    return true;
}

bool fs_task_is_valid(const struct hanoi_frame_stewart_task *task) {
    return task->discs >= 1 && task->discs <= HANOI_FRAME_STEWART_MAX_DISCS &&
           task->pegs >= HANOI_FRAME_STEWART_MIN_PEGS &&
           task->pegs <= HANOI_FRAME_STEWART_MAX_PEGS && pegs_are_valid(task->start, task) &&
           pegs_are_valid(task->goal, task);
}

bool fs_is_full_peg(const uint8_t *at, unsigned discs) {
    for (unsigned disc = 1; disc < discs; disc++)
        if (at[disc] != at[0])
            return false;
    return true;
}

bool hanoi_frame_stewart_is_proven(const struct hanoi_frame_stewart_task *task) {
    unsigned discs = task->discs;

    while (discs > 0 && task->start[discs - 1] == task->goal[discs - 1])
        discs--;
    if (discs == 0)
        return true;
    return task->pegs <= 4 && fs_is_full_peg(task->start, discs) &&
           fs_is_full_peg(task->goal, discs);
}
