/* Work sharing. A premature end must show, so the boards have solutions in the half that a helper
 * gets, and a hook stops the helper inside the hand-over until the other thread has nothing left to
 * do: it must not end the search then. No sleeps: threads wait for each other. */
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
    .first_nogoods = 30,
    .more_nogoods = 10,
    .alone = 1,
    .first_belief = 4,
    .cache_conflicts = 2,
    .cache_bits = 2,
    .larger_conflicts = 20,
    .larger_bits = 3,
    .most_reasons = 1000,
};

/* ---- the list of cubes, by one thread ---- */

static struct atom_list cube_of(uint32_t first, uint32_t count) {
    struct atom_list cube = {0};
    for (uint32_t i = 0; i < count; i++)
        atom_list_add(&cube, first + i);
    return cube;
}

static void expect_cube(struct team *team, bool done, uint32_t first, uint32_t count) {
    struct atom_list cube = {0};
    assert_true(team_next(team, done, &cube));
    assert_int_equal(cube.count, count);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(cube.atom[i], first + i);
    free(cube.atom);
}

/* As long as a cube waits it is not over, even if nobody is at one. */
static void waiting_cubes_are_searched(void **unused) {
    (void)unused;
    static const struct nonogram_solver_options options = {0};
    struct nonogram_solutions solutions = {0};
    struct team team = {.options = &options, .solutions = &solutions, .running = 1};
    struct atom_list cube = {0};
    team_open(&team);
    team_offer(&team, cube_of(10, 3));
    team_offer(&team, cube_of(20, 2));
    assert_int_equal(team.offered, 2);
    expect_cube(&team, true, 20, 2);
    assert_false(team_over(&team));
    assert_int_equal(team.running, 1);
    expect_cube(&team, true, 10, 3);
    assert_int_equal(team.taken, 2);
    assert_false(team_next(&team, true, &cube));
    assert_true(team_over(&team) && team.complete);
    team_close(&team);
    free(cube.atom);
}

/* The first end counts; a cube that is offered later is never searched. */
static void the_first_end_counts(void **unused) {
    (void)unused;
    static const struct nonogram_solver_options options = {0};
    struct nonogram_solutions solutions = {0};
    struct team team = {.options = &options, .solutions = &solutions, .running = 1};
    struct atom_list cube = {0};
    team_open(&team);
    team_end(&team, false);
    team_end(&team, true);
    assert_true(team_over(&team));
    assert_false(team.complete);
    team_offer(&team, cube_of(1, 1));
    assert_false(team_next(&team, true, &cube));
    assert_false(team.complete);
    team_close(&team);
}

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
    struct team team = {.options = &options, .solutions = &solutions, .running = 1, .cells = CELLS};
    team_open(&team);
    for (unsigned i = 0; i < MOST; i++) {
        assert_int_equal(team_keep(&team, picture_of(i, CELLS)), i + 1 < MOST);
        assert_int_equal(team_keep(&team, picture_of(i / 2, CELLS)), i + 1 < MOST);
        assert_int_equal(solutions.count, i + 1);
    }
    assert_false(team_keep(&team, picture_of(MOST, CELLS)));
    assert_int_equal(solutions.count, MOST);
    team_close(&team);
    nonogram_solutions_free(&solutions);
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

/* ---- stopping a helper ---- */

/* The thread that asked for the solution (the leader) begins when the helper waits for a cube; the
 * helper then stops at a place until the leader, which waits for it before it says that its half is
 * done, has nothing left to do. */
struct stage {
    struct thread_lock lock;
    struct thread_signal moved;
    enum nonogram_handover at; /* where the helper stops */
    pthread_t leader;
    bool helper_waits;
    bool searching;    /* the leader is at a cube */
    unsigned takes;    /* cubes that the leader has taken */
    unsigned offers;   /* that the leader has made */
    unsigned arrivals; /* of the helper at that place */
    unsigned stops;    /* while the leader was at a cube */
};

static void leader_is(struct stage *stage, enum nonogram_handover where) {
    while (where == HANDOVER_CALLED && !stage->helper_waits)
        thread_signal_wait(&stage->moved, &stage->lock);
    stage->offers += where == HANDOVER_OFFER;
    stage->takes += where == HANDOVER_TAKEN;
    while (where == HANDOVER_DONE && stage->arrivals < stage->offers)
        thread_signal_wait(&stage->moved, &stage->lock);
    if (where == HANDOVER_TAKEN || where == HANDOVER_IDLE || where == HANDOVER_OVER)
        stage->searching = where == HANDOVER_TAKEN;
}

static void helper_stops(struct stage *stage) {
    unsigned takes = stage->takes;
    stage->arrivals++;
    thread_signal_wake_all(&stage->moved);
    stage->stops += stage->searching;
    while (stage->searching && stage->takes == takes)
        thread_signal_wait(&stage->moved, &stage->lock);
}

static void pause_helper(void *context, enum nonogram_handover where) {
    struct stage *stage = context;
    thread_lock_take(&stage->lock);
    if (pthread_equal(pthread_self(), stage->leader))
        leader_is(stage, where);
    else if (where == stage->at)
        helper_stops(stage);
    else if (where == HANDOVER_OVER)
        stage->arrivals = UINT32_MAX; /* it will not come there any more */
    stage->helper_waits |= where == HANDOVER_IDLE;
    thread_signal_wake_all(&stage->moved);
    thread_lock_leave(&stage->lock);
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
    stats->cubes_offered += solutions.stats.cubes_offered;
    stats->cubes_taken += solutions.stats.cubes_taken;
    stats->conflicts += solutions.stats.conflicts;
    nonogram_solutions_free(&solutions);
}

static void stop_helper_at(enum nonogram_handover at) {
    struct board boards[BOARDS];
    struct nonogram_solver_stats stats = {0};
    unsigned stops = 0;
    make_boards(boards);
    for (unsigned i = 0; i < 2 * BOARDS; i++) {
        struct stage stage = {.at = at, .leader = pthread_self(), .searching = true};
        struct nonogram_solver_hooks hooks = {
            .tuning = &sharing, .pause = pause_helper, .context = &stage, .check_every = 1};
        thread_lock_init(&stage.lock);
        thread_signal_init(&stage.moved);
        expect_solutions(&boards[i % BOARDS], 2, i, &hooks, &stats);
        thread_signal_destroy(&stage.moved);
        thread_lock_destroy(&stage.lock);
        stops += stage.stops;
    }
    free_boards(boards);
    print_message("# %u cubes offered, %u taken, the helper was stopped %u times\n",
                  (unsigned)stats.cubes_offered, (unsigned)stats.cubes_taken, stops);
    assert_true(stats.cubes_taken > BOARDS && stops > BOARDS);
}

/* The leader ends its half while the helper has taken the other one and not begun. */
static void a_taken_cube_is_waited_for(void **unused) {
    (void)unused;
    stop_helper_at(HANDOVER_TAKEN);
}

/* The leader ends its half while the helper was woken and has not taken the other one. */
static void a_waiting_cube_is_not_lost(void **unused) {
    (void)unused;
    stop_helper_at(HANDOVER_WOKEN);
}

/* ---- many threads ---- */

static void threads_find_all_solutions(void **unused) {
    (void)unused;
    struct board boards[BOARDS];
    struct nonogram_solver_stats stats = {0};
    struct nonogram_solver_hooks hooks = {.tuning = &sharing, .check_every = 7};
    make_boards(boards);
    for (unsigned i = 0; i < 3 * BOARDS; i++)
        expect_solutions(&boards[i % BOARDS], 2 + i % 3, i, &hooks, &stats);
    free_boards(boards);
    print_message("# %u conflicts, %u cubes offered, %u taken\n", (unsigned)stats.conflicts,
                  (unsigned)stats.cubes_offered, (unsigned)stats.cubes_taken);
    assert_true(stats.cubes_taken > BOARDS);
    assert_true(stats.cubes_offered >= stats.cubes_taken);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_cubes_are_searched), cmocka_unit_test(the_first_end_counts),
        cmocka_unit_test(pictures_are_kept_once),     cmocka_unit_test(a_taken_cube_is_waited_for),
        cmocka_unit_test(a_waiting_cube_is_not_lost), cmocka_unit_test(threads_find_all_solutions),
    };
    return cmocka_run_group_tests_name("nonogram_team", tests, NULL, NULL);
}
