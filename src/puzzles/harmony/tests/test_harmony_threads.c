/* The default solver with several threads. A watch holds threads up at chosen places, so that what
 * could only happen by bad luck happens every time. Run it under the thread sanitizer, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/thread.h"
#include "puzzles/harmony/solve/solver.h"
#include "puzzles/harmony/tests/harmony_samples.h"

enum { MOST_THREADS = 4 };

/* ---- the stage ---- */

/* What the threads have done so far. */
struct stage {
    struct mutex lock;
    struct condition changed;
    unsigned threads;
    unsigned seen[MOST_THREADS][POOL_POINTS];
    bool idle[MOST_THREADS];   /* has asked for a subproblem and has none */
    bool paused[MOST_THREADS]; /* is being kept somewhere */
    bool over;                 /* a thread has seen the verdict */
    unsigned held;
    bool (*may_go)(const struct stage *stage, enum pool_point point, unsigned thread);
};

static unsigned seen_by_helpers(const struct stage *stage, enum pool_point point) {
    unsigned count = 0;
    for (unsigned thread = 1; thread < stage->threads; thread++)
        count += stage->seen[thread][point];
    return count;
}

static bool must_stay(const struct stage *stage, enum pool_point point, unsigned thread) {
    return !stage->over && !stage->may_go(stage, point, thread);
}

/* Keeps the thread until the stage lets it go, or there is a verdict. */
static void at_point(void *context, enum pool_point point, unsigned thread) {
    struct stage *stage = context;
    mutex_lock(&stage->lock);
    stage->seen[thread][point]++;
    stage->over = stage->over || point == POOL_END;
    stage->idle[thread] = point == POOL_WAIT;
    stage->paused[thread] = must_stay(stage, point, thread);
    stage->held += stage->paused[thread];
    condition_broadcast(&stage->changed);
    while (must_stay(stage, point, thread))
        condition_wait(&stage->changed, &stage->lock);
    stage->paused[thread] = false;
    mutex_unlock(&stage->lock);
}

static qd_status solve_staged(const struct harmony_board *board, struct stage *stage,
                              struct harmony_solver_options options,
                              struct harmony_solver_counts *counts) {
    struct pool_watch watch = {.at = at_point, .context = stage};
    qd_control *control = control_new(NULL);
    struct harmony_answer answer;
    mutex_init(&stage->lock);
    condition_init(&stage->changed);
    options.threads = stage->threads;
    options.alone = 1;
    options.watch = &watch;
    qd_status status = harmony_solver_solve(board, &options, control, &answer);
    struct harmony_board played = *board;
    for (unsigned i = 0; i < answer.count; i++) {
        assert_true(harmony_swap_legal(&played, answer.swaps[i]));
        harmony_swap_play(&played, answer.swaps[i]);
    }
    assert_true(status != QD_YES || harmony_solved(&played));
    *counts = answer.counts;
    harmony_answer_free(&answer);
    control_free(control);
    condition_destroy(&stage->changed);
    mutex_destroy(&stage->lock);
    return status;
}

/* ---- boards ---- */

static struct harmony_board scrambled(unsigned swaps, bool disturb, uint64_t seed) {
    struct harmony_board board = harmony_scrambled(4, swaps, seed);
    if (disturb)
        harmony_disturb(&board);
    return board;
}

static qd_status one_thread(const struct harmony_board *board) {
    qd_control *control = control_new(&(qd_limits){.nodes = 100000});
    struct harmony_answer answer;
    qd_status status = harmony_solver_solve(board, NULL, control, &answer);
    harmony_answer_free(&answer);
    control_free(control);
    return status;
}

/* All threads share one tree, which tries its choices in a poor order, so that solutions come
 * late. */
static const struct harmony_solver_options one_tree = {
    .slice = 4,
    .table_bytes = 1 << 16,
    .without = HARMONY_PART_RESTARTS | HARMONY_PART_BEAM | HARMONY_PART_SCORES | HARMONY_PART_ENDS};

/* ---- a subproblem that nobody has taken yet ---- */

/* The first thread goes on when the other one has asked for a subproblem. The other one, once there
 * is one for it, comes too late: the first has finished its own before. */
static bool late_helper(const struct stage *stage, enum pool_point point, unsigned thread) {
    if (thread == 0 && point == POOL_START)
        return stage->seen[1][POOL_WAIT] > 0;
    if (thread == 1 && point == POOL_WAKE)
        return stage->seen[0][POOL_LOOK] > 0;
    return true;
}

static void no_verdict_while_a_subproblem_waits(void **state) {
    unsigned hidden = 0, none = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        struct stage stage = {.threads = 2, .may_go = late_helper};
        struct harmony_board board = scrambled(10, seed % 4 == 0, seed);
        struct harmony_solver_counts counts;
        qd_status truth = one_thread(&board);
        assert_int_equal(solve_staged(&board, &stage, one_tree, &counts), truth);
        bool shared = counts.subproblems_added > 0 && stage.seen[0][POOL_FINISH] > 0;
        hidden += shared && truth == QD_YES;
        none += shared && truth == QD_NO;
    }
    print_message("the solution was in a subproblem that waited on %u boards; %u had none\n",
                  hidden, none);
    assert_true(hidden >= 5);
}

/* ---- a pause inside a hand-over ---- */

/* A thread that is about to add a subproblem, which is then nowhere to be seen, is kept until every
 * other thread is without work, or kept itself. */
static bool pause_in_hand_over(const struct stage *stage, enum pool_point point, unsigned thread) {
    if (thread == 0 && point == POOL_START)
        return seen_by_helpers(stage, POOL_WAIT) >= stage->threads - 1;
    if (point != POOL_ADD || stage->seen[thread][point] % 2 == 1)
        return true;
    for (unsigned other = 0; other < stage->threads; other++)
        if (other != thread && !stage->idle[other] && !stage->paused[other])
            return false;
    return true;
}

static void a_pause_inside_a_hand_over_changes_nothing(void **state) {
    struct harmony_solver_counts counts, sum = {0};
    unsigned yes = 0, no = 0, held = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct stage stage = {.threads = 2 + (unsigned)seed % 3, .may_go = pause_in_hand_over};
        struct harmony_board board = scrambled(11, seed % 4 > 0, seed);
        qd_status truth = one_thread(&board);
        if (truth == QD_LIMIT)
            continue;
        assert_int_equal(solve_staged(&board, &stage, one_tree, &counts), truth);
        *(truth == QD_YES ? &yes : &no) += counts.subproblems_taken > 0;
        held += stage.held > 0;
        sum.subproblems_added += counts.subproblems_added;
        sum.subproblems_taken += counts.subproblems_taken;
    }
    print_message("%u boards with, %u without a solution in subproblems, %u with pauses; %llu "
                  "subproblems added, %llu taken\n",
                  yes, no, held, (unsigned long long)sum.subproblems_added,
                  (unsigned long long)sum.subproblems_taken);
    assert_true(yes >= 5 && no >= 3 && held >= 10);
    assert_true(sum.subproblems_taken >= 50 && sum.subproblems_taken <= sum.subproblems_added);
}

/* ---- everything at once ---- */

static bool always(const struct stage *stage, enum pool_point point, unsigned thread) {
    (void)stage;
    (void)point;
    (void)thread;
    return true;
}

/* Restarts, beams and the complete search on all threads, with a table that is too small. */
static void threads_agree_with_one(void **state) {
    struct harmony_solver_counts counts, sum = {0};
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct stage stage = {.threads = 4, .may_go = always};
        struct harmony_board board = scrambled(12, seed % 4 > 0, 100 + seed);
        struct harmony_solver_options options = {.slice = 5, .table_bytes = 5000, .seed = seed};
        qd_status truth = one_thread(&board);
        if (truth == QD_LIMIT)
            continue;
        assert_int_equal(solve_staged(&board, &stage, options, &counts), truth);
        sum.restarts += counts.restarts;
        sum.beams += counts.beams;
        sum.dead_added += counts.dead_added;
    }
    print_message("%llu restarts, %llu beams, %llu dead states\n", (unsigned long long)sum.restarts,
                  (unsigned long long)sum.beams, (unsigned long long)sum.dead_added);
    assert_true(sum.restarts > 20 && sum.beams > 0 && sum.dead_added > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_verdict_while_a_subproblem_waits),
        cmocka_unit_test(a_pause_inside_a_hand_over_changes_nothing),
        cmocka_unit_test(threads_agree_with_one),
    };
    return cmocka_run_group_tests_name("harmony_threads", tests, NULL, NULL);
}
