/* The solver on several threads. A premature end must show, so the boards have solutions in the
 * half that a helper gets, and a watch stops the helper inside the hand-over until the other thread
 * has nothing left to do: it must not end the search then. No sleeps: threads wait for each other.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/solve/parallel.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

static const struct nonogram_solver_tuning sharing = {
    .restart_unit = 20,
    .first_clauses = 30,
    .more_clauses = 10,
    .alone = 1,
    .first_belief = 4,
    .cache_conflicts = 2,
    .cache_bits = 2,
    .larger_conflicts = 20,
    .larger_bits = 3,
    .most_reasons = 1000,
};

/* ---- solutions ---- */

static uint8_t *picture_of(unsigned number, size_t cells) {
    uint8_t *picture = mem_new(cells, 1);
    for (size_t i = 0; i < cells && i < 16; i++)
        picture[cells - 1 - i] = (uint8_t)(number >> i & 1);
    return picture;
}

/* Each picture is kept once, up to as many as are wanted. */
static void pictures_are_kept_once(void **unused) {
    (void)unused;
    enum { CELLS = 20, MOST = 100 };
    static const struct nonogram_solver_options options = {.most = MOST};
    struct nonogram_solutions solutions = {0};
    struct team team = {.options = &options, .solutions = &solutions, .cells = CELLS};
    qd_control *control = control_new(NULL);
    team_open(&team, control);
    for (unsigned i = 0; i < MOST; i++) {
        assert_int_equal(team_keep(&team, picture_of(i, CELLS)), i + 1 < MOST);
        assert_int_equal(team_keep(&team, picture_of(i / 2, CELLS)), i + 1 < MOST);
        assert_int_equal(solutions.count, i + 1);
    }
    assert_false(team_keep(&team, picture_of(MOST, CELLS)));
    assert_int_equal(solutions.count, MOST);
    team_close(&team);
    control_free(control);
    nonogram_solutions_free(&solutions);
}

/* The first end counts. */
static void the_first_verdict_wins(void **unused) {
    (void)unused;
    static const struct nonogram_solver_options options = {0};
    for (int complete = 0; complete < 2; complete++) {
        struct nonogram_solutions solutions = {0};
        struct team team = {.options = &options, .solutions = &solutions};
        qd_control *control = control_new(NULL);
        team_open(&team, control);
        assert_false(team_complete(&team));
        team_end(&team, complete);
        team_end(&team, !complete);
        assert_int_equal(team_complete(&team), complete);
        team_close(&team);
        control_free(control);
    }
}

/* ---- text ---- */

static void a_subproblem_is_read_back(void **unused) {
    (void)unused;
    static const char *const bad[] = {"R1C1=#",  "-R1C1=?", "-R9C1=#", "-R1C1=#  -R1C2=#",
                                      "-R1C1=x", "-",       " ",       "-R1C1=# "};
    struct random random;
    random_seed(&random, 9);
    for (unsigned times = 0; times < 50; times++) {
        unsigned colours = 1 + times % 3;
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 5, 7, colours, 5);
        qd_control *control = control_new(NULL);
        struct engine *engine = engine_new(puzzle, NULL, control, 0);
        struct stack written = {0}, read = {0};
        struct buf text = {0};
        for (unsigned i = 0; i < times % 10; i++)
            stack_push(&written,
                       literal_of(engine, (uint32_t)random_below(&random, engine->cell_count),
                                  (unsigned)random_below(&random, engine->colours)));
        subproblem_print(engine, &written, &text);
        assert_true(subproblem_read(engine, buf_text(&text), &read));
        assert_int_equal(read.count, written.count);
        for (size_t i = 0; i < read.count; i++)
            assert_int_equal(read.at[i], written.at[i]);
        for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
            if (subproblem_read(engine, bad[i], &read))
                fail_msg("'%s' is read", bad[i]);
        buf_free(&text);
        free(written.at);
        free(read.at);
        engine_free(engine);
        control_free(control);
        nonogram_puzzle_free(puzzle);
    }
}

/* ---- boards ---- */

struct board {
    struct nonogram_puzzle *puzzle;
    uint64_t solutions;
};

enum { BOARDS = 24, MOST = 300 };

static bool not_too_many(void *context, const uint8_t *picture) {
    (void)picture;
    return ++*(unsigned *)context <= MOST;
}

/* Boards that need a search, with a known number of solutions: many with none or one. */
static void make_boards(struct board *boards) {
    struct random random;
    unsigned count = 0;
    random_seed(&random, 81);
    while (count < BOARDS) {
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 8, 8, 1, 7);
        struct nonogram_line first = puzzle->rows[0];
        if (count % 4 == 0) {
            puzzle->rows[0] = puzzle->rows[1];
            puzzle->rows[1] = first;
        }
        unsigned found = 0;
        uint64_t number = oracle_each_solution(puzzle, NULL, not_too_many, &found);
        struct nonogram_solutions solutions;
        qd_control *control = control_new(NULL);
        nonogram_solver_solve(puzzle, NULL, NULL, control, &solutions);
        bool fits = number <= MOST && solutions.stats.conflicts + number > 8;
        nonogram_solutions_free(&solutions);
        control_free(control);
        if (fits)
            boards[count++] = (struct board){puzzle, number};
        else
            nonogram_puzzle_free(puzzle);
    }
}

static void free_boards(struct board *boards) {
    for (unsigned i = 0; i < BOARDS; i++)
        nonogram_puzzle_free(boards[i].puzzle);
}

/* ---- parts of a search ---- */

static uint64_t solutions_of_part(const struct board *board, const char *text, unsigned threads) {
    static const struct nonogram_solver_hooks hooks = {.tuning = &sharing, .check_every = 7};
    struct nonogram_solver_options options = {
        .most = MOST + 1, .threads = threads, .subproblem = text, .hooks = &hooks};
    struct nonogram_solutions solutions;
    qd_control *control = control_new(NULL);
    qd_status status = nonogram_solver_solve(board->puzzle, NULL, &options, control, &solutions);
    uint64_t count = solutions.count;
    assert_int_equal(status, count > 0 ? QD_YES : QD_NO);
    assert_true(solutions.complete);
    for (unsigned i = 0; i < count; i++)
        assert_true(oracle_picture_fits(board->puzzle, solutions.pictures[i]));
    nonogram_solutions_free(&solutions);
    control_free(control);
    return count;
}

/* Cells are ruled out to be filled, or to be empty, in all ways: the parts have the solutions of
 * the whole, each of them once. */
static void parts_have_the_solutions_of_the_whole(void **unused) {
    (void)unused;
    enum { CELLS = 3 };
    struct board boards[BOARDS];
    struct random random;
    unsigned empty = 0;
    random_seed(&random, 83);
    make_boards(boards);
    for (unsigned i = 0; i < 2 * BOARDS; i++) {
        const struct board *board = &boards[i % BOARDS];
        unsigned row[CELLS], column[CELLS];
        uint64_t sum = 0;
        for (unsigned cell = 0; cell < CELLS; cell++) {
            row[cell] = 1 + cell + (unsigned)random_below(&random, 2);
            column[cell] = 1 + (unsigned)random_below(&random, 8);
        }
        for (unsigned part = 0; part < 1 << CELLS; part++) {
            struct buf text = {0};
            for (unsigned cell = 0; cell < CELLS; cell++)
                buf_printf(&text, "%s-R%uC%u=%c", cell > 0 ? " " : "", row[cell], column[cell],
                           part >> cell & 1 ? '#' : '.');
            uint64_t found = solutions_of_part(board, buf_text(&text), 1 + i % 3);
            empty += found == 0;
            sum += found;
            buf_free(&text);
        }
        /* A cell that was drawn twice has both colours ruled out in some parts, which are empty. */
        assert_int_equal(sum, board->solutions);
    }
    free_boards(boards);
    assert_true(empty > BOARDS);
}

static void other_texts_are_refused(void **unused) {
    (void)unused;
    struct nonogram_solver_options options = {.subproblem = "-R1C1=# x"};
    struct nonogram_solutions solutions;
    struct random random;
    random_seed(&random, 84);
    struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 5, 5, 1, 5);
    qd_control *control = control_new(NULL);
    assert_int_equal(nonogram_solver_solve(puzzle, NULL, &options, control, &solutions),
                     QD_BAD_INPUT);
    nonogram_solutions_free(&solutions);
    control_free(control);
    nonogram_puzzle_free(puzzle);
}

/* ---- stopping a helper ---- */

/* Worker 0 begins when the helper waits for a subproblem; the helper then stops at a point until
 * worker 0, which waits for it before it finishes its own half, has nothing left to do. */
struct stage {
    struct mutex lock;
    struct condition moved;
    enum pool_point at; /* where the helper stops */
    bool helper_waits;
    bool searching;   /* worker 0 holds a subproblem */
    unsigned takes;   /* subproblems that worker 0 has taken */
    unsigned adds;    /* that worker 0 has added */
    unsigned noticed; /* those of them that the helper has come for */
    unsigned stops;   /* while worker 0 was searching */
};

static void first_is_at(struct stage *stage, enum pool_point point) {
    while (point == POOL_START && !stage->helper_waits)
        condition_wait(&stage->moved, &stage->lock);
    stage->adds += point == POOL_ADD;
    stage->takes += point == POOL_TAKE;
    while (point == POOL_FINISH && stage->noticed < stage->adds)
        condition_wait(&stage->moved, &stage->lock);
    if (point == POOL_TAKE || point == POOL_WAIT || point == POOL_END)
        stage->searching = point == POOL_TAKE;
}

static void helper_stops(struct stage *stage) {
    unsigned takes = stage->takes;
    condition_broadcast(&stage->moved);
    stage->stops += stage->searching;
    while (stage->searching && stage->takes == takes)
        condition_wait(&stage->moved, &stage->lock);
}

static void at_stage(void *context, enum pool_point point, unsigned worker) {
    struct stage *stage = context;
    mutex_lock(&stage->lock);
    if (worker > 0 && (point == stage->at || point == POOL_TAKE))
        stage->noticed = stage->adds;
    if (worker > 0 && point == POOL_END)
        stage->noticed = UINT32_MAX; /* it will not come any more */
    if (worker == 0)
        first_is_at(stage, point);
    else if (point == stage->at)
        helper_stops(stage);
    stage->helper_waits |= point == POOL_WAIT;
    condition_broadcast(&stage->moved);
    mutex_unlock(&stage->lock);
}

static void expect_solutions(const struct board *board, unsigned threads, uint64_t seed,
                             const struct nonogram_solver_hooks *hooks,
                             struct nonogram_solver_stats *stats) {
    struct nonogram_solver_options options = {
        .most = MOST + 1, .threads = threads, .seed = seed, .hooks = hooks};
    struct nonogram_solutions solutions;
    qd_control *control = control_new(NULL);
    qd_status status = nonogram_solver_solve(board->puzzle, NULL, &options, control, &solutions);
    control_free(control);
    assert_int_equal(status, board->solutions > 0 ? QD_YES : QD_NO);
    assert_int_equal(solutions.count, board->solutions);
    assert_true(solutions.complete);
    for (unsigned i = 0; i < solutions.count; i++)
        assert_true(oracle_picture_fits(board->puzzle, solutions.pictures[i]));
    stats->subproblems_added += solutions.stats.subproblems_added;
    stats->subproblems_taken += solutions.stats.subproblems_taken;
    stats->conflicts += solutions.stats.conflicts;
    nonogram_solutions_free(&solutions);
}

static void stop_helper_at(enum pool_point at) {
    struct board boards[BOARDS];
    struct nonogram_solver_stats stats = {0};
    unsigned stops = 0;
    make_boards(boards);
    for (unsigned i = 0; i < 2 * BOARDS; i++) {
        struct stage stage = {.at = at, .searching = true};
        struct pool_watch watch = {.at = at_stage, .context = &stage};
        struct nonogram_solver_hooks hooks = {
            .tuning = &sharing, .watch = &watch, .check_every = 1};
        mutex_init(&stage.lock);
        condition_init(&stage.moved);
        expect_solutions(&boards[i % BOARDS], 2, i, &hooks, &stats);
        condition_destroy(&stage.moved);
        mutex_destroy(&stage.lock);
        stops += stage.stops;
    }
    free_boards(boards);
    print_message("# %u subproblems added, %u taken, the helper was stopped %u times\n",
                  (unsigned)stats.subproblems_added, (unsigned)stats.subproblems_taken, stops);
    assert_true(stats.subproblems_taken > BOARDS && stops > BOARDS);
}

/* Worker 0 finishes its half while the helper has taken the other one and not begun. */
static void a_taken_subproblem_is_waited_for(void **unused) {
    (void)unused;
    stop_helper_at(POOL_TAKE);
}

/* Worker 0 finishes its half while the helper was woken and has not taken the other one. */
static void a_waiting_subproblem_is_not_lost(void **unused) {
    (void)unused;
    stop_helper_at(POOL_WAKE);
}

/* ---- many threads ---- */

/* Worker 0 begins when another worker waits, so that it is sure to give something away. */
static void wait_for_a_helper(void *context, enum pool_point point, unsigned worker) {
    struct stage *stage = context;
    mutex_lock(&stage->lock);
    stage->helper_waits |= worker > 0 && point == POOL_WAIT;
    condition_broadcast(&stage->moved);
    while (point == POOL_START && !stage->helper_waits)
        condition_wait(&stage->moved, &stage->lock);
    mutex_unlock(&stage->lock);
}

static void threads_find_all_solutions(void **unused) {
    (void)unused;
    struct board boards[BOARDS];
    struct nonogram_solver_stats stats = {0};
    make_boards(boards);
    for (unsigned i = 0; i < 3 * BOARDS; i++) {
        struct stage stage = {0};
        struct pool_watch watch = {.at = wait_for_a_helper, .context = &stage};
        struct nonogram_solver_hooks hooks = {
            .tuning = &sharing, .watch = &watch, .check_every = 7};
        mutex_init(&stage.lock);
        condition_init(&stage.moved);
        expect_solutions(&boards[i % BOARDS], 2 + i % 3, i, &hooks, &stats);
        condition_destroy(&stage.moved);
        mutex_destroy(&stage.lock);
    }
    free_boards(boards);
    print_message("# %u conflicts, %u subproblems added, %u taken\n", (unsigned)stats.conflicts,
                  (unsigned)stats.subproblems_added, (unsigned)stats.subproblems_taken);
    assert_true(stats.subproblems_added > BOARDS);
    assert_true(stats.subproblems_added >= stats.subproblems_taken);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_kept_once),
        cmocka_unit_test(the_first_verdict_wins),
        cmocka_unit_test(a_subproblem_is_read_back),
        cmocka_unit_test(parts_have_the_solutions_of_the_whole),
        cmocka_unit_test(other_texts_are_refused),
        cmocka_unit_test(a_taken_subproblem_is_waited_for),
        cmocka_unit_test(a_waiting_subproblem_is_not_lost),
        cmocka_unit_test(threads_find_all_solutions),
    };
    return cmocka_run_group_tests_name("nonogram_parallel", tests, NULL, NULL);
}
