/* The solve capability with --count and --unique against a count written apart. There, a solution
 * is a series of layers (Foata's normal form): a layer is a set of swaps that do not touch each
 * other, and each of them touches one of the layer before. Solutions that differ only in the order
 * of swaps that do not touch each other have the same layers. The solver walks the lexicographic
 * normal form instead, so that the two share nothing but the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/count.h"
#include "puzzles/harmony/solve/solve.h"
#include "puzzles/harmony/tests/harmony_oracle.h"
#include "puzzles/harmony/tests/harmony_samples.h"

/* ---- the count written apart ---- */

enum { LINES_PAIRS = 48 };

/* Cells of a small board as bits, row by row. */
struct layered {
    unsigned pairs, cells, columns;
    uint16_t pair[LINES_PAIRS];
    uint8_t first[LINES_PAIRS], second[LINES_PAIRS];
};

struct tiles {
    uint8_t colour[HARMONY_ORACLE_CELLS], moves[HARMONY_ORACLE_CELLS];
};

static struct layered layered_of(unsigned rows, unsigned columns) {
    struct layered shape = {.cells = rows * columns, .columns = columns};
    for (unsigned a = 0; a < shape.cells; a++)
        for (unsigned b = a + 1; b < shape.cells; b++)
            if (a / columns == b / columns || a % columns == b % columns) {
                assert_true(shape.pairs < LINES_PAIRS);
                shape.pair[shape.pairs] = (uint16_t)(1U << a | 1U << b);
                shape.first[shape.pairs] = (uint8_t)a;
                shape.second[shape.pairs++] = (uint8_t)b;
            }
    return shape;
}

static struct tiles tiles_of(const struct harmony_board *board) {
    struct tiles tiles = {{0}, {0}};
    unsigned at = 0;
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++, at++) {
            tiles.colour[at] = board->colour[harmony_cell(row, column)];
            tiles.moves[at] = board->moves[harmony_cell(row, column)];
        }
    return tiles;
}

/* Returns false if a tile can never come home; over says whether no moves are left. */
static bool alive(const struct layered *shape, const struct tiles *tiles, bool *over) {
    *over = true;
    for (unsigned cell = 0; cell < shape->cells; cell++) {
        if (tiles->moves[cell] > 0)
            *over = false;
        else if (tiles->colour[cell] != cell / shape->columns)
            return false;
    }
    return true;
}

static uint64_t count_layers(const struct layered *shape, const struct tiles *tiles,
                             unsigned before);

/* All ways to choose the rest of a layer among the pairs from number next on. */
static uint64_t fill_layer(const struct layered *shape, const struct tiles *tiles, unsigned before,
                           unsigned next, unsigned layer) {
    uint64_t count = 0;
    for (; next < shape->pairs; next++) {
        unsigned a = shape->first[next], b = shape->second[next];
        if ((shape->pair[next] & layer) != 0 || (shape->pair[next] & before) == 0 ||
            tiles->moves[a] == 0 || tiles->moves[b] == 0)
            continue;
        struct tiles after = *tiles;
        after.colour[a] = tiles->colour[b];
        after.colour[b] = tiles->colour[a];
        after.moves[a] = (uint8_t)(tiles->moves[b] - 1);
        after.moves[b] = (uint8_t)(tiles->moves[a] - 1);
        unsigned with = layer | shape->pair[next];
        count += fill_layer(shape, &after, before, next + 1, with);
        count += count_layers(shape, &after, with);
    }
    return count;
}

/* The solutions whose next layer touches the cells of the one before. */
static uint64_t count_layers(const struct layered *shape, const struct tiles *tiles,
                             unsigned before) {
    bool over;
    if (!alive(shape, tiles, &over))
        return 0;
    return over ? 1 : fill_layer(shape, tiles, before, 0, 0);
}

static uint64_t true_count(const struct layered *shape, const struct harmony_board *board) {
    struct tiles tiles = tiles_of(board);
    return count_layers(shape, &tiles, ~0U);
}

/* ---- the solver's answers ---- */

static const struct option_spec asked[] = {
    {.name = "count", .kind = OPTION_INT, .initial = "1", .low = 1, .high = 1000000},
    {.name = "unique", .kind = OPTION_FLAG},
    {.name = "threads", .kind = OPTION_INT, .low = 1, .high = 8},
    {0},
};

struct reply {
    qd_status status;
    struct answer answer;
};

static struct reply ask(const struct position *position, unsigned count, bool unique,
                        qd_control *control) {
    struct options *options = options_new(NULL);
    struct reply reply = {.status = QD_FAILURE};
    qd_error error = {0};
    char number[16];
    snprintf(number, sizeof number, "%u", count);
    assert_true(options_set(options, option_find(asked, "threads"), "1", &error));
    if (count > 0)
        assert_true(options_set(options, option_find(asked, "count"), number, &error));
    if (unique)
        assert_true(options_set(options, option_find(asked, "unique"), NULL, &error));
    reply.status = harmony_solve.solve(position, options, control, &reply.answer, &error);
    options_free(options);
    return reply;
}

static void let_go(struct reply *reply) {
    harmony_solve.release(&reply->answer);
    buf_free(&reply->answer.text);
    json_decref(reply->answer.fields);
}

static int64_t field_number(const struct reply *reply, const char *name) {
    return json_integer_value(json_object_get(reply->answer.fields, name));
}

static bool field_is(const struct reply *reply, const char *name, bool value) {
    const json_t *field = json_object_get(reply->answer.fields, name);
    return value ? json_is_true(field) : json_is_false(field);
}

/* Every way is legal and ends solved, and no two are the same. */
static void check_ways(const struct position *position, const struct reply *reply) {
    const struct harmony_solution *solution = reply->answer.data;
    size_t size = solution->count * sizeof *solution->swaps;
    assert_int_equal(reply->answer.solutions, solution->ways);
    for (unsigned way = 0; way < solution->ways; way++) {
        const struct harmony_swap *swaps = solution->swaps + (size_t)way * solution->count;
        struct harmony_board board = position->board;
        for (unsigned i = 0; i < solution->count; i++) {
            assert_true(harmony_swap_legal(&board, swaps[i]));
            harmony_swap_play(&board, swaps[i]);
        }
        assert_true(harmony_solved(&board));
        if (way > 0 && solution->count > 0)
            assert_true(memcmp(swaps, swaps - solution->count, size) != 0);
    }
}

static void check_count(const struct position *position, uint64_t truth, unsigned count) {
    qd_control *control = control_new(NULL);
    struct reply reply = ask(position, count, false, control);
    if (truth == 0) {
        assert_int_equal(reply.status, QD_NO);
        assert_int_equal(reply.answer.verdict, QD_UNSOLVABLE);
    } else {
        assert_int_equal(reply.status, QD_YES);
        assert_int_equal(reply.answer.verdict, QD_SOLVED);
        assert_int_equal(field_number(&reply, "found"), truth < count ? truth : count);
        assert_true(count == 1 || field_is(&reply, "all_found", truth <= count));
        assert_true(count == 1 || field_is(&reply, "unique", truth == 1));
        check_ways(position, &reply);
    }
    let_go(&reply);
    control_free(control);
}

static void check_unique(const struct position *position, uint64_t truth) {
    qd_control *control = control_new(NULL);
    struct reply reply = ask(position, 0, true, control);
    assert_int_equal(reply.status, truth == 1 ? QD_YES : QD_NO);
    assert_int_equal(reply.answer.verdict, truth > 0 ? QD_SOLVED : QD_UNSOLVABLE);
    if (truth > 0) {
        assert_true(field_is(&reply, "unique", truth == 1));
        assert_int_equal(field_number(&reply, "found"), truth == 1 ? 1 : 2);
        check_ways(position, &reply);
    }
    let_go(&reply);
    control_free(control);
}

/* ---- every small board ---- */

struct census {
    struct layered shape;
    uint64_t boards, none, one, several, most;
};

static void judge(void *context, const struct harmony_board *board, unsigned copies) {
    struct census *census = context;
    struct position position = {.board = *board};
    uint64_t truth = true_count(&census->shape, board);
    (void)copies;
    census->boards++;
    *(truth == 0 ? &census->none : truth == 1 ? &census->one : &census->several) += 1;
    census->most = truth > census->most ? truth : census->most;
    check_unique(&position, truth);
    if (truth == 0)
        return;
    check_count(&position, truth, 100000);
    if (truth > 1)
        check_count(&position, truth, (unsigned)truth - 1);
    if (truth > 1)
        check_count(&position, truth, (unsigned)truth);
}

static void tell(const char *what, const struct census *census) {
    print_message("%s: %llu boards, %llu without a solution, %llu with one, %llu with more, up to "
                  "%llu\n",
                  what, (unsigned long long)census->boards, (unsigned long long)census->none,
                  (unsigned long long)census->one, (unsigned long long)census->several,
                  (unsigned long long)census->most);
    assert_true(census->none > 0 && census->one > 0 && census->several > 0);
}

static void every_small_board(void **state) {
    static const unsigned sizes[][3] = {{1, 3, 4}, {1, 4, 4}, {2, 2, 4}, {2, 3, 3},
                                        {3, 2, 3}, {2, 4, 2}, {3, 3, 2}};
    struct census all = {.boards = 0};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned rows = sizes[i][0], columns = sizes[i][1];
        all.shape = layered_of(rows, columns);
        for (unsigned swaps = 0; swaps <= sizes[i][2]; swaps++)
            harmony_each_board(rows, columns, swaps, HARMONY_UP_TO_ROWS_AND_COLUMNS, judge, &all);
    }
    tell("every", &all);
}

/* Every board with a solution of some more swaps. */
static void every_solvable_board(void **state) {
    static const unsigned sizes[][3] = {{1, 4, 5}, {2, 2, 6}, {2, 3, 5}, {3, 2, 5},
                                        {2, 4, 4}, {3, 3, 4}, {4, 3, 3}};
    struct census all = {.none = 1};
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unsigned rows = sizes[i][0], columns = sizes[i][1], most = sizes[i][2];
        struct harmony_layers *layers =
            harmony_layers_new(rows, columns, most, HARMONY_UP_TO_ROWS_AND_COLUMNS);
        all.shape = layered_of(rows, columns);
        for (unsigned swaps = 0; swaps <= most; swaps++)
            harmony_layers_each(layers, swaps, judge, &all);
        harmony_layers_free(layers);
    }
    tell("solvable", &all);
}

/* Scrambles with more swaps, some of them with the moves of two tiles exchanged. */
static void larger_boards(void **state) {
    static const unsigned sizes[][3] = {{2, 3, 6}, {3, 3, 6}, {2, 4, 6}, {4, 3, 6}, {4, 4, 6}};
    enum { EACH = 12, SEED = 815 };
    struct census all = {.boards = 0};
    struct random random;
    qd_control *control = control_new(NULL);
    (void)state;
    print_message("# seed %d\n", SEED);
    random_seed(&random, SEED);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        all.shape = layered_of(sizes[i][0], sizes[i][1]);
        for (unsigned n = 0; n < EACH; n++) {
            struct harmony_board board;
            harmony_board_solve(&board, sizes[i][0], sizes[i][1]);
            harmony_scramble(&board, sizes[i][2], n % 2 == 0, &random, control, NULL);
            if (n % 3 == 2)
                harmony_disturb(&board);
            judge(&all, &board, 1);
        }
    }
    control_free(control);
    tell("larger", &all);
}

/* ---- limits ---- */

static struct position scrambled(unsigned side, unsigned swaps, uint64_t seed) {
    struct position position = {0};
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, seed);
    harmony_board_solve(&position.board, side, side);
    harmony_scramble(&position.board, swaps, true, &random, control, NULL);
    control_free(control);
    return position;
}

/* With every number of states: what was found is true, and what is not known is not guessed. */
static void a_limit_is_never_a_guess(void **state) {
    struct position position;
    struct layered shape = layered_of(3, 3);
    uint64_t truth = 0;
    unsigned unknown = 0, some = 0, all = 0;
    (void)state;
    for (uint64_t seed = 1; truth < 5; seed++) {
        position = scrambled(3, 6, seed);
        truth = true_count(&shape, &position.board);
    }
    for (uint64_t nodes = 1; all == 0; nodes++) {
        qd_control *control = control_new(&(qd_limits){.nodes = nodes});
        struct reply reply = ask(&position, 100000, false, control);
        assert_true(reply.answer.verdict != QD_UNSOLVABLE);
        uint64_t found = (uint64_t)field_number(&reply, "found");
        assert_true(found <= truth);
        if (reply.status == QD_YES)
            assert_true(found == truth && field_is(&reply, "all_found", true));
        else
            assert_int_equal(reply.status, QD_LIMIT);
        unknown += reply.answer.verdict == QD_UNKNOWN;
        some += reply.status == QD_LIMIT && found > 1;
        all += reply.status == QD_YES;
        let_go(&reply);
        reply = ask(&position, 0, true, control);
        assert_true(reply.status == QD_LIMIT || reply.status == QD_NO);
        assert_true((reply.status == QD_LIMIT) == (reply.answer.verdict == QD_UNKNOWN));
        let_go(&reply);
        control_free(control);
    }
    assert_true(some > 0);
    print_message("%u unknown, %u with some of the solutions\n", unknown, some);
}

static void little_memory_is_a_limit(void **state) {
    struct position position = scrambled(4, 12, 3);
    qd_control *control = control_new(&(qd_limits){.bytes = 10000});
    struct reply reply = ask(&position, 0, true, control);
    (void)state;
    assert_int_equal(reply.status, QD_LIMIT);
    assert_int_equal(reply.answer.verdict, QD_UNKNOWN);
    let_go(&reply);
    control_free(control);
}

static void a_stop_ends_the_count(void **state) {
    struct position position = scrambled(4, 12, 3);
    qd_control *control = control_new(NULL);
    (void)state;
    control_stop(control);
    struct reply reply = ask(&position, 5, false, control);
    assert_int_equal(reply.status, QD_LIMIT);
    let_go(&reply);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_board),
        cmocka_unit_test(every_solvable_board),
        cmocka_unit_test(larger_boards),
        cmocka_unit_test(a_limit_is_never_a_guess),
        cmocka_unit_test(little_memory_is_a_limit),
        cmocka_unit_test(a_stop_ends_the_count),
    };
    return cmocka_run_group_tests_name("harmony_ways", tests, NULL, NULL);
}
