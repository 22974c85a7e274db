/* Frame-Stewart plans: their lengths against the recurrence, their moves against the rules, and
 * breadth-first search as proof that they are not shorter than possible. */
#include <stdio.h>

#include "base/random.h"
#include "puzzles/hanoi/solve/frame_stewart/frame_stewart.h"
#include "puzzles/hanoi/tests/state_oracle.h"

/* True if the rules allow the move and it names the disc that it moves. */
static bool is_legal(const uint8_t *at, unsigned discs, unsigned pegs, struct hanoi_move move) {
    return move.from < pegs && move.to < pegs && move.disc < discs && at[move.disc] == move.from &&
           may_move(every_move, at, move.disc, move.to);
}

/* ---- checking a plan ---- */

static struct hanoi_path *open_at(struct hanoi_frame_stewart_plan *plan, uint64_t skip) {
    mpz_t number;

    mpz_init_set_ui(number, skip);
    struct hanoi_path *path = hanoi_frame_stewart_path_open(plan, number);
    mpz_clear(number);
    return path;
}

/* Plays the plan from start to goal by the rules. Returns the number of moves. */
static uint64_t replay(struct hanoi_frame_stewart_plan *plan,
                       const struct hanoi_frame_stewart_task *task) {
    struct hanoi_path *path = open_at(plan, 0);
    uint8_t *at = malloc(task->discs);
    struct hanoi_move move;
    uint64_t moves = 0;

    memcpy(at, task->start, task->discs);
    assert_non_null(path);
    while (path->next(path, &move)) {
        assert_true(is_legal(at, task->discs, task->pegs, move));
        at[move.disc] = move.to;
        moves++;
    }
    assert_false(path->next(path, &move));
    assert_memory_equal(at, task->goal, task->discs);
    assert_memory_equal(at, hanoi_frame_stewart_path_pegs(path), task->discs);
    assert_int_equal(mpz_cmp_ui(hanoi_frame_stewart_plan_moves(plan), moves), 0);
    path->free(path);
    free(at);
    return moves;
}

static bool same_move(struct hanoi_move a, struct hanoi_move b) {
    return a.disc == b.disc && a.from == b.from && a.to == b.to;
}

/* Opened after any number of moves, the path must continue as it does from the start. */
static void check_seeks(struct hanoi_frame_stewart_plan *plan, unsigned discs) {
    uint64_t moves = mpz_get_ui(hanoi_frame_stewart_plan_moves(plan));
    struct hanoi_path *whole = open_at(plan, 0);

    for (uint64_t skip = 0; skip <= moves; skip++) {
        struct hanoi_path *rest = open_at(plan, skip);
        struct hanoi_move expected, move;
        assert_non_null(rest);
        assert_memory_equal(hanoi_frame_stewart_path_pegs(rest),
                            hanoi_frame_stewart_path_pegs(whole), discs);
        assert_int_equal(whole->next(whole, &expected), skip < moves);
        assert_int_equal(rest->next(rest, &move), skip < moves);
        if (skip < moves)
            assert_true(same_move(move, expected));
        rest->free(rest);
    }
    assert_null(open_at(plan, moves + 1));
    whole->free(whole);
}

static uint64_t check_task(const struct hanoi_frame_stewart_task *task, bool seeks) {
    struct hanoi_frame_stewart_plan *plan = hanoi_frame_stewart_plan_new(task);

    assert_non_null(plan);
    uint64_t moves = replay(plan, task);
    if (seeks)
        check_seeks(plan, task->discs);
    hanoi_frame_stewart_plan_free(plan);
    return moves;
}

/* ---- lengths ---- */

/* From one full peg to another. */
static void check_length(unsigned discs, unsigned pegs, uint64_t expected) {
    uint8_t start[64] = {0}, goal[64];
    struct hanoi_frame_stewart_task task = {discs, pegs, start, goal};

    memset(goal, (int)pegs - 1, sizeof goal);
    struct hanoi_frame_stewart_plan *plan = hanoi_frame_stewart_plan_new(&task);
    assert_int_equal(mpz_cmp_ui(hanoi_frame_stewart_plan_moves(plan), expected), 0);
    hanoi_frame_stewart_plan_free(plan);
}

static void test_known_lengths(void **state) {
    static const uint64_t four[] = {0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81, 97, 113, 129};
    (void)state;

    for (unsigned discs = 1; discs <= 15; discs++)
        check_length(discs, 4, four[discs]);
    check_length(64, 4, 18433);
    check_length(64, 5, 1535);
    for (unsigned discs = 1; discs < 64; discs++)
        check_length(discs, 3, ((uint64_t)1 << discs) - 1);
    for (unsigned pegs = 3; pegs <= 64; pegs++)
        for (unsigned discs = 1; discs < pegs; discs++)
            check_length(discs, pegs, 2 * discs - 1);
}

/* The definition: set k discs aside with all pegs, move the others with one peg less, bring the k
 * back; the best k. */
static void test_lengths_by_recurrence(void **state) {
    enum { discs = 60, pegs = 9 };
    uint64_t least[pegs + 1][discs + 1];
    (void)state;

    for (unsigned n = 0; n <= discs; n++)
        least[3][n] = ((uint64_t)1 << n) - 1;
    for (unsigned p = 4; p <= pegs; p++) {
        least[p][0] = 0;
        for (unsigned n = 1; n <= discs; n++) {
            least[p][n] = UINT64_MAX;
            for (unsigned k = 0; k < n; k++) {
                uint64_t moves = 2 * least[p][k] + least[p - 1][n - k];
                if (moves < least[p][n])
                    least[p][n] = moves;
            }
            check_length(n, p, least[p][n]);
        }
    }
}

/* ---- full pegs ---- */

static void test_full_pegs(void **state) {
    uint8_t start[10], goal[10];
    unsigned paths = 0;
    (void)state;

    for (unsigned pegs = 3; pegs <= 6; pegs++) {
        for (unsigned discs = 1; discs <= 10; discs++) {
            struct hanoi_frame_stewart_task task = {discs, pegs, start, goal};
            for (unsigned pair = 0; pair < pegs * pegs; pair++) {
                memset(start, (int)(pair / pegs), discs);
                memset(goal, (int)(pair % pegs), discs);
                uint64_t moves = check_task(&task, pair == 1);
                if (pair / pegs == pair % pegs)
                    assert_int_equal(moves, 0);
                else
                    check_length(discs, pegs, moves);
                paths++;
            }
        }
    }
    print_message("%u paths between full pegs replayed\n", paths);
}

/* Four pegs, up to six discs: breadth-first search agrees that they are shortest. */
static void test_full_pegs_are_shortest(void **state) {
    struct oracle *oracle = oracle_new();
    (void)state;

    for (unsigned discs = 1; discs <= 6; discs++) {
        oracle_search(oracle, 4, discs, 0, every_move);
        check_length(discs, 4, (uint64_t)oracle->distance[power(4, discs) - 1]);
    }
    free(oracle);
}

/* ---- any states ---- */

struct tally {
    unsigned long pairs, shortest;
    uint64_t moves, least;
};

/* From one start to every goal. */
static void check_start(struct oracle *oracle, unsigned discs, unsigned pegs, unsigned start,
                        struct tally *tally) {
    uint8_t from[MOST_DISCS], to[MOST_DISCS];
    struct hanoi_frame_stewart_task task = {discs, pegs, from, to};

    unpack(pegs, discs, start, from);
    oracle_search(oracle, pegs, discs, start, every_move);
    for (unsigned goal = 0; goal < power(pegs, discs); goal++) {
        unpack(pegs, discs, goal, to);
        uint64_t least = (uint64_t)oracle->distance[goal];
        uint64_t moves = check_task(&task, (start + goal) % 16 == 0);
        assert_true(moves >= least);
        if (hanoi_frame_stewart_is_proven(&task))
            assert_int_equal(moves, least);
        tally->pairs++;
        tally->shortest += moves == least;
        tally->moves += moves;
        tally->least += least;
    }
}

static void tally_print(const char *what, const struct tally *tally) {
    print_message("%s: %lu pairs, %lu of them shortest, %.4f of the least number of moves\n", what,
                  tally->pairs, tally->shortest, (double)tally->moves / (double)tally->least);
}

static void test_all_small_pairs(void **state) {
    struct oracle *oracle = oracle_new();
    struct tally three = {0}, four = {0};
    (void)state;

    for (unsigned discs = 1; discs <= 4; discs++)
        for (unsigned start = 0; start < power(3, discs); start++)
            check_start(oracle, discs, 3, start, &three);
    for (unsigned discs = 1; discs <= 3; discs++)
        for (unsigned start = 0; start < power(4, discs); start++)
            check_start(oracle, discs, 4, start, &four);
    tally_print("3 pegs, n = 1..4", &three);
    tally_print("4 pegs, n = 1..3", &four);
    free(oracle);
}

static void test_random_starts(void **state) {
    static const struct {
        unsigned discs, pegs, starts;
    } cases[] = {{4, 4, 24}, {5, 4, 8}, {6, 4, 1}, {4, 5, 8}, {5, 5, 1}, {4, 6, 2}};
    struct oracle *oracle = oracle_new();
    struct random random;
    char title[64];
    (void)state;

    print_message("seed 11\n");
    random_seed(&random, 11);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tally tally = {0};
        unsigned states = power(cases[i].pegs, cases[i].discs);
        for (unsigned round = 0; round < cases[i].starts; round++)
            check_start(oracle, cases[i].discs, cases[i].pegs,
                        round ? (unsigned)random_below(&random, states) : 0, &tally);
        snprintf(title, sizeof title, "%u pegs, n = %u", cases[i].pegs, cases[i].discs);
        tally_print(title, &tally);
    }
    free(oracle);
}

/* With three pegs and a full peg as the goal the path is shortest, and its length is known bit by
 * bit: disc i counts 2^i unless it is on its goal, which becomes the third peg whenever a larger
 * disc has to move. */
static uint64_t classical_distance(const uint8_t *at, unsigned discs, unsigned goal) {
    uint64_t distance = 0;

    for (unsigned i = discs; i-- > 0;) {
        if (at[i] == goal)
            continue;
        distance += (uint64_t)1 << i;
        goal = 3 - goal - at[i];
    }
    return distance;
}

static void test_three_pegs_to_full_peg(void **state) {
    uint8_t start[60], goal[60];
    struct random random;
    (void)state;

    print_message("seed 12\n");
    random_seed(&random, 12);
    for (unsigned round = 0; round < 300; round++) {
        unsigned discs = 1 + (unsigned)random_below(&random, 60);
        struct hanoi_frame_stewart_task task = {discs, 3, start, goal};
        for (unsigned i = 0; i < discs; i++)
            start[i] = (uint8_t)random_below(&random, 3);
        memset(goal, (int)random_below(&random, 3), discs);
        struct hanoi_frame_stewart_plan *plan = hanoi_frame_stewart_plan_new(&task);
        uint64_t expected = classical_distance(start, discs, goal[0]);
        assert_int_equal(mpz_cmp_ui(hanoi_frame_stewart_plan_moves(plan), expected), 0);
        hanoi_frame_stewart_plan_free(plan);
    }
}

/* States made of runs: neighbouring discs are together, as in the middle of a game. */
static void random_runs(struct random *random, uint8_t *at, unsigned discs, unsigned pegs) {
    for (unsigned i = 0; i < discs; i++)
        at[i] =
            (uint8_t)(i > 0 && random_below(random, 4) ? at[i - 1] : random_below(random, pegs));
}

static void test_medium_states(void **state) {
    uint8_t start[14], goal[14];
    struct random random;
    uint64_t moves = 0;
    (void)state;

    print_message("seed 13\n");
    random_seed(&random, 13);
    for (unsigned round = 0; round < 1000; round++) {
        unsigned discs = 6 + (unsigned)random_below(&random, 9);
        unsigned pegs = 4 + (unsigned)random_below(&random, 9);
        struct hanoi_frame_stewart_task task = {discs, pegs, start, goal};
        random_runs(&random, start, discs, pegs);
        random_runs(&random, goal, discs, pegs);
        moves += check_task(&task, round % 20 == 0);
    }
    print_message("1000 paths, %lu moves replayed\n", (unsigned long)moves);
}

/* ---- many discs ---- */

/* Plays 300 moves from where the path was opened: that must lead to where it is opened 300 moves
 * later. */
static void check_window(struct hanoi_frame_stewart_plan *plan,
                         const struct hanoi_frame_stewart_task *task, mpz_srcptr skip) {
    enum { window = 300 };
    mpz_t later;
    mpz_init(later);
    mpz_add_ui(later, skip, window);

    struct hanoi_path *early = hanoi_frame_stewart_path_open(plan, skip);
    struct hanoi_path *late = hanoi_frame_stewart_path_open(plan, later);
    uint8_t *at = malloc(task->discs);
    assert_non_null(early);
    assert_non_null(late);
    memcpy(at, hanoi_frame_stewart_path_pegs(early), task->discs);
    for (unsigned i = 0; i < window; i++) {
        struct hanoi_move move;
        assert_true(early->next(early, &move));
        assert_true(is_legal(at, task->discs, task->pegs, move));
        at[move.disc] = move.to;
    }
    assert_memory_equal(at, hanoi_frame_stewart_path_pegs(late), task->discs);
    early->free(early);
    late->free(late);
    free(at);
    mpz_clear(later);
}

/* The last 300 moves must end on the goal. */
static void check_end(struct hanoi_frame_stewart_plan *plan,
                      const struct hanoi_frame_stewart_task *task) {
    struct hanoi_move move;
    unsigned moves = 0;
    mpz_t skip;

    mpz_init(skip);
    mpz_sub_ui(skip, hanoi_frame_stewart_plan_moves(plan), 300);
    struct hanoi_path *path = hanoi_frame_stewart_path_open(plan, skip);
    while (path->next(path, &move))
        moves++;
    assert_int_equal(moves, 300);
    assert_memory_equal(hanoi_frame_stewart_path_pegs(path), task->goal, task->discs);
    path->free(path);
    mpz_clear(skip);
}

static void check_large(const struct hanoi_frame_stewart_task *task, gmp_randstate_t places) {
    struct hanoi_frame_stewart_plan *plan = hanoi_frame_stewart_plan_new(task);
    mpz_t skip, room;

    assert_non_null(plan);
    mpz_inits(skip, room, NULL);
    mpz_sub_ui(room, hanoi_frame_stewart_plan_moves(plan), 300);
    for (unsigned i = 0; i < 5; i++) {
        if (i > 0)
            mpz_urandomm(skip, places, room);
        check_window(plan, task, skip);
    }
    check_end(plan, task);
    hanoi_frame_stewart_plan_free(plan);
    mpz_clears(skip, room, NULL);
}

static void test_many_discs(void **state) {
    static const unsigned sizes[][2] = {{64, 4},   {64, 5},   {200, 3},   {200, 7},
                                        {1000, 4}, {4096, 3}, {4096, 64}, {4096, 4}};
    uint8_t *start = calloc(HANOI_FRAME_STEWART_MAX_DISCS, 1);
    uint8_t *goal = malloc(HANOI_FRAME_STEWART_MAX_DISCS);
    gmp_randstate_t places;
    struct random random;
    (void)state;

    print_message("seed 14\n");
    random_seed(&random, 14);
    gmp_randinit_mt(places);
    gmp_randseed_ui(places, 14);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned discs = sizes[i][0], pegs = sizes[i][1];
        struct hanoi_frame_stewart_task task = {discs, pegs, start, goal};
        memset(start, 0, discs);
        memset(goal, (int)pegs - 1, discs);
        check_large(&task, places);
        for (unsigned disc = 0; disc < discs; disc++)
            start[disc] = (uint8_t)random_below(&random, pegs);
        random_runs(&random, goal, discs, pegs);
        check_large(&task, places);
    }
    gmp_randclear(places);
    free(start);
    free(goal);
}

/* ---- the edges of the interface ---- */

static bool proven(unsigned pegs, const char *start, const char *goal) {
    uint8_t from[8], to[8];
    unsigned discs = (unsigned)strlen(start);
    struct hanoi_frame_stewart_task task = {discs, pegs, from, to};

    for (unsigned i = 0; i < discs; i++) {
        from[i] = (uint8_t)(start[i] - '0');
        to[i] = (uint8_t)(goal[i] - '0');
    }
    return hanoi_frame_stewart_is_proven(&task);
}

static void test_what_is_proven(void **state) {
    (void)state;
    assert_true(proven(3, "0000", "2222"));
    assert_true(proven(4, "1111", "0000"));
    assert_true(proven(4, "1113", "0003"));
    assert_true(proven(4, "1103", "0003")); /* two discs agree */
    assert_false(proven(4, "1013", "0003"));
    assert_true(proven(5, "1043", "1043"));
    assert_false(proven(5, "0000", "2222"));
    assert_false(proven(4, "0001", "2222"));
    assert_false(proven(4, "2222", "0001"));
    assert_false(proven(3, "110", "001"));
}

static void check_fault(const struct hanoi_frame_stewart_task *task) {
    assert_null(hanoi_frame_stewart_plan_new(task));
}

static void test_faults(void **state) {
    static uint8_t at[HANOI_FRAME_STEWART_MAX_DISCS + 1];
    static const uint8_t wrong[] = {0, 4};
    (void)state;

    check_fault(&(struct hanoi_frame_stewart_task){0, 4, at, at});
    check_fault(&(struct hanoi_frame_stewart_task){HANOI_FRAME_STEWART_MAX_DISCS + 1, 4, at, at});
    check_fault(&(struct hanoi_frame_stewart_task){2, 2, at, at});
    check_fault(&(struct hanoi_frame_stewart_task){2, 65, at, at});
    check_fault(&(struct hanoi_frame_stewart_task){2, 4, wrong, at});
    check_fault(&(struct hanoi_frame_stewart_task){2, 4, at, wrong});
    struct hanoi_frame_stewart_task good = {2, 5, at, wrong};
    check_task(&good, false);
}

static void test_path_outlives_plan(void **state) {
    static const uint8_t start[] = {0, 0, 0, 0, 0}, goal[] = {3, 3, 3, 3, 3};
    struct hanoi_frame_stewart_task task = {5, 4, start, goal};
    struct hanoi_frame_stewart_plan *plan = hanoi_frame_stewart_plan_new(&task);
    struct hanoi_path *path = open_at(plan, 0);
    struct hanoi_move move;
    unsigned moves = 0;
    mpz_t negative;
    (void)state;

    mpz_init_set_si(negative, -1);
    assert_null(hanoi_frame_stewart_path_open(plan, negative));
    mpz_clear(negative);
    hanoi_frame_stewart_plan_free(plan);
    hanoi_frame_stewart_plan_free(NULL);
    while (path->next(path, &move))
        moves++;
    assert_int_equal(moves, 13);
    path->free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_lengths),
        cmocka_unit_test(test_lengths_by_recurrence),
        cmocka_unit_test(test_full_pegs),
        cmocka_unit_test(test_full_pegs_are_shortest),
        cmocka_unit_test(test_all_small_pairs),
        cmocka_unit_test(test_random_starts),
        cmocka_unit_test(test_three_pegs_to_full_peg),
        cmocka_unit_test(test_medium_states),
        cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_what_is_proven),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_path_outlives_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
