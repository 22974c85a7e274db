/* Ratings and counts of solutions against the oracle and plain enumeration; new boards are as they
 * were asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "puzzles/harmony/explain/rate.h"
#include "puzzles/harmony/explain/rate_along.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/count.h"
#include "puzzles/harmony/tests/harmony_oracle.h"

static const struct size {
    unsigned rows, columns, swaps;
} sizes[] = {{2, 2, 6}, {2, 3, 7}, {3, 2, 7}, {2, 4, 6}, {3, 3, 6}, {4, 3, 5}, {4, 4, 4}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static void scramble(const struct size *size, struct random *random, qd_control *control,
                     struct harmony_board *board) {
    unsigned made;
    do {
        harmony_board_solve(board, size->rows, size->columns);
        made = harmony_scramble(board, size->swaps, true, random, control, NULL);
    } while (made < size->swaps);
}

/* ---- the share along a solution ---- */

struct tally {
    uint64_t legal, good;
    double luck, narrowest;
    unsigned narrowest_at;
};

static void tally_way(struct harmony_oracle *oracle, struct harmony_board board,
                      const struct harmony_answer *way, struct tally *tally) {
    *tally = (struct tally){.narrowest = 2};
    for (unsigned at = 0; at < way->count; at++) {
        struct harmony_swap legal[HARMONY_MOST_LEGAL];
        unsigned count = harmony_legal_swaps(&board, legal), good = 0;
        for (unsigned i = 0; i < count; i++) {
            struct harmony_board after = harmony_after(&board, legal[i]);
            good += harmony_oracle_solvable(oracle, &after);
        }
        tally->legal += count;
        tally->good += good;
        tally->luck += log2((double)count / good);
        if ((double)good / count < tally->narrowest - 1e-9) {
            tally->narrowest = (double)good / count;
            tally->narrowest_at = at + 1;
        }
        harmony_swap_play(&board, way->swaps[at]);
    }
}

static void compare(struct harmony_oracle *oracle, const struct harmony_board *board,
                    qd_control *control) {
    struct harmony_outlook outlook;
    struct harmony_rating rating = {0};
    struct tally tally;
    harmony_outlook_find(board, control, &outlook);
    assert_int_equal(outlook.status, QD_YES);
    harmony_rate_along(board, &outlook.way, control, &rating);
    tally_way(oracle, *board, &outlook.way, &tally);
    assert_int_equal(rating.unknown, 0);
    assert_int_equal(rating.legal, tally.legal);
    assert_int_equal(rating.good, tally.good);
    assert_true(fabs(rating.share - (double)tally.good / (double)tally.legal) < 1e-9);
    assert_true(fabs(rating.luck - tally.luck) < 1e-6);
    assert_int_equal(rating.narrowest, tally.narrowest_at);
    assert_true(fabs((double)rating.narrowest_good / rating.narrowest_legal - tally.narrowest) <
                1e-9);
    harmony_outlook_free(&outlook);
}

static void share_agrees_with_the_oracle(void **state) {
    (void)state;
    enum { EACH = 30, SEED = 4711 };
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, SEED);
    print_message("# seed %d\n", SEED);
    for (unsigned i = 0; i < SIZES; i++) {
        struct harmony_oracle *oracle =
            harmony_oracle_new(sizes[i].rows, sizes[i].columns, HARMONY_UP_TO_COLUMNS);
        for (unsigned n = 0; n < EACH; n++) {
            struct harmony_board board;
            scramble(&sizes[i], &random, control, &board);
            compare(oracle, &board, control);
        }
        harmony_oracle_free(oracle);
    }
    control_free(control);
}

static void ratings_repeat(void **state) {
    (void)state;
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, 8);
    for (unsigned n = 0; n < 10; n++) {
        struct harmony_board board;
        struct harmony_rating first, second;
        scramble(&(struct size){4, 4, 14}, &random, control, &board);
        assert_int_equal(harmony_rating_find(&board, control, &first), QD_YES);
        assert_int_equal(harmony_rating_find(&board, control, &second), QD_YES);
        assert_int_equal(first.nodes, second.nodes);
        assert_int_equal(first.good, second.good);
        assert_int_equal(first.unknown, second.unknown);
        assert_int_equal(first.difficulty, second.difficulty);
        assert_true(first.score == second.score);
        assert_int_equal(first.swaps, 14);
        assert_true(first.forced >= 1); /* the last swap always is */
    }
    control_free(control);
}

static void harder_is_never_called_easier(void **state) {
    (void)state;
    for (double luck = 0; luck < 200; luck += 0.5)
        for (uint64_t nodes = 0; nodes < 1000000; nodes = 3 * nodes + 1) {
            double score = harmony_score(luck, nodes);
            assert_true(harmony_score(luck + 0.5, nodes) > score);
            assert_true(harmony_score(luck, nodes + 1) > score);
            assert_true(harmony_difficulty_of(score + 0.5) >= harmony_difficulty_of(score));
        }
    assert_int_equal(harmony_difficulty_of(0), HARMONY_EASY);
    assert_int_equal(harmony_difficulty_of(1000), HARMONY_EXPERT);
}

static void dead_and_stopped_are_not_rated(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct harmony_board board;
    struct harmony_rating rating;
    harmony_board_solve(&board, 2, 2);
    assert_int_equal(harmony_rating_find(&board, control, &rating), QD_YES);
    assert_int_equal(rating.difficulty, HARMONY_EASY);
    assert_int_equal(rating.narrowest, 0);
    board.moves[harmony_cell(0, 0)] = 1;
    board.moves[harmony_cell(1, 1)] = 1;
    assert_int_equal(harmony_rating_find(&board, control, &rating), QD_NO);
    struct random random;
    random_seed(&random, 1);
    scramble(&(struct size){4, 4, 12}, &random, control, &board);
    control_stop(control);
    assert_int_equal(harmony_rating_find(&board, control, &rating), QD_LIMIT);
    control_free(control);
}

/* ---- the number of solutions ---- */

enum { LONGEST = 8, MOST_WAYS = 100000 };

/* All solutions as they come, each brought into one form by sorting neighbours that commute until
 * nothing changes, and kept if that form is new. */
struct ways {
    struct harmony_swap (*seen)[LONGEST];
    size_t count;
    unsigned length;
    struct harmony_swap path[LONGEST];
};

static bool comes_before(struct harmony_swap one, struct harmony_swap other) {
    return one.a != other.a ? one.a < other.a : one.b < other.b;
}

/* The smallest order: of all swaps that can come next, the smallest, again and again. */
static void smallest_order(const struct harmony_swap *path, unsigned length,
                           struct harmony_swap *sorted) {
    bool used[LONGEST] = {false};
    for (unsigned place = 0; place < length; place++) {
        unsigned best = length;
        for (unsigned i = 0; i < length; i++) {
            bool free_to_go = !used[i];
            for (unsigned j = 0; j < i; j++)
                free_to_go &= used[j] || harmony_swaps_apart(path[j], path[i]);
            if (free_to_go && (best == length || comes_before(path[i], path[best])))
                best = i;
        }
        sorted[place] = path[best];
        used[best] = true;
    }
}

static void keep_way(struct ways *ways) {
    struct harmony_swap sorted[LONGEST] = {{0, 0}};
    smallest_order(ways->path, ways->length, sorted);
    for (size_t i = 0; i < ways->count; i++)
        if (memcmp(ways->seen[i], sorted, sizeof sorted) == 0)
            return;
    assert_true(ways->count < MOST_WAYS);
    memcpy(ways->seen[ways->count++], sorted, sizeof sorted);
}

static void walk_all(struct harmony_oracle *oracle, struct harmony_board board, struct ways *ways,
                     unsigned depth) {
    struct harmony_swap legal[HARMONY_MOST_LEGAL];
    unsigned count = harmony_legal_swaps(&board, legal);
    if (harmony_solved(&board))
        keep_way(ways);
    for (unsigned i = 0; i < count; i++) {
        struct harmony_board after = harmony_after(&board, legal[i]);
        ways->path[depth] = legal[i];
        if (harmony_oracle_solvable(oracle, &after))
            walk_all(oracle, after, ways, depth + 1);
    }
}

static void compare_counts(struct harmony_oracle *oracle, const struct harmony_board *board,
                           qd_control *control) {
    struct ways ways = {.length = harmony_swaps_left(board)};
    uint64_t count;
    ways.seen = calloc(MOST_WAYS, sizeof *ways.seen);
    walk_all(oracle, *board, &ways, 0);
    assert_int_equal(harmony_ways_count(board, MOST_WAYS, control, &count), QD_YES);
    assert_int_equal(count, ways.count);
    assert_int_equal(harmony_ways_count(board, ways.count, control, &count), QD_YES);
    if (ways.count > 1)
        assert_int_equal(harmony_ways_count(board, ways.count - 1, control, &count), QD_NO);
    free(ways.seen);
}

static void solutions_are_counted(void **state) {
    (void)state;
    enum { EACH = 10, SEED = 1234 };
    static const struct size small[] = {{2, 2, 5}, {2, 3, 5}, {3, 2, 5}, {3, 3, 5}, {4, 4, 5}};
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, SEED);
    print_message("# seed %d\n", SEED);
    for (unsigned i = 0; i < sizeof small / sizeof *small; i++) {
        struct harmony_oracle *oracle =
            harmony_oracle_new(small[i].rows, small[i].columns, HARMONY_UP_TO_COLUMNS);
        for (unsigned n = 0; n < EACH; n++) {
            struct harmony_board board;
            scramble(&small[i], &random, control, &board);
            compare_counts(oracle, &board, control);
        }
        harmony_oracle_free(oracle);
    }
    control_free(control);
}

static void dead_boards_have_none(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct harmony_board board;
    uint64_t count;
    harmony_board_solve(&board, 2, 2);
    assert_int_equal(harmony_ways_count(&board, 5, control, &count), QD_YES);
    assert_int_equal(count, 1); /* to do nothing */
    board.moves[harmony_cell(0, 0)] = 1;
    board.moves[harmony_cell(1, 1)] = 1;
    assert_int_equal(harmony_ways_count(&board, 5, control, &count), QD_YES);
    assert_int_equal(count, 0);
    control_free(control);
}

/* ---- new boards ---- */

static struct options *asked_for(const char *difficulty, const char *solutions, const char *tries) {
    struct options *options = options_new(NULL);
    qd_error error = {0};
    if (difficulty)
        assert_true(
            options_set(options, option_find(harmony_options, "difficulty"), difficulty, &error));
    if (solutions)
        assert_true(
            options_set(options, option_find(harmony_options, "solutions"), solutions, &error));
    assert_true(options_set(options, option_find(harmony_options, "tries"), tries, &error));
    return options;
}

static void difficulty_is_as_asked(void **state) {
    (void)state;
    static const enum harmony_difficulty asked[] = {HARMONY_EASY, HARMONY_MEDIUM, HARMONY_HARD};
    qd_control *control = control_new(NULL);
    for (unsigned i = 0; i < 3; i++)
        for (uint64_t seed = 1; seed <= 3; seed++) {
            struct options *options = asked_for(harmony_difficulty_name(asked[i]), NULL, "2000");
            qd_error error = {0};
            struct harmony_rating rating;
            struct position *made = harmony_generate.generate(options, seed, control, NULL, &error);
            if (!made)
                fail_msg("%s", error.message);
            assert_int_equal(harmony_rating_find(&made->board, control, &rating), QD_YES);
            assert_int_equal(rating.difficulty, asked[i]);
            assert_int_equal(harmony_swaps_left(&made->board), 12);
            harmony_rules.free(made);
            options_free(options);
        }
    control_free(control);
}

static void solutions_are_as_asked(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct options *options = asked_for(NULL, "1", "2000");
        qd_error error = {0};
        uint64_t count;
        struct position *made = harmony_generate.generate(options, seed, control, NULL, &error);
        assert_non_null(made);
        assert_int_equal(harmony_ways_count(&made->board, 10, control, &count), QD_YES);
        assert_int_equal(count, 1);
        harmony_rules.free(made);
        options_free(options);
    }
    control_free(control);
}

static void what_is_not_found_is_said(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct options *options = asked_for("expert", NULL, "3");
    qd_error error = {0};
    assert_null(harmony_generate.generate(options, 1, control, NULL, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_non_null(strstr(error.message, "none of 3 boards of 4 x 4 with 12 swaps fits"));
    control_stop(control);
    assert_null(harmony_generate.generate(options, 1, control, NULL, &error));
    assert_int_equal(error.status, QD_LIMIT);
    options_free(options);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(share_agrees_with_the_oracle),
        cmocka_unit_test(ratings_repeat),
        cmocka_unit_test(harder_is_never_called_easier),
        cmocka_unit_test(dead_and_stopped_are_not_rated),
        cmocka_unit_test(solutions_are_counted),
        cmocka_unit_test(dead_boards_have_none),
        cmocka_unit_test(difficulty_is_as_asked),
        cmocka_unit_test(solutions_are_as_asked),
        cmocka_unit_test(what_is_not_found_is_said),
    };
    return cmocka_run_group_tests_name("harmony_rate", tests, NULL, NULL);
}
