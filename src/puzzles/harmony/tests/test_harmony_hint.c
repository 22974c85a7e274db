/* Hints, verdicts and their words against the oracle, on random games of small boards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/outlook.h"
#include "puzzles/harmony/tests/harmony_oracle.h"
#include "tests/support/puzzle_texts.h"

/* A game: a scramble, and random moves from it. */
struct played {
    struct position start, now;
    struct record moves;
};

static const struct size {
    unsigned rows, columns, swaps;
} sizes[] = {{2, 2, 8}, {2, 3, 8}, {3, 2, 8}, {2, 4, 6},
             {3, 3, 6}, {4, 2, 6}, {3, 4, 5}, {4, 4, 4}};

enum { SIZES = sizeof sizes / sizeof *sizes };

static void scramble(const struct size *size, struct random *random, qd_control *control,
                     struct position *position) {
    unsigned made;
    do {
        harmony_board_solve(&position->board, size->rows, size->columns);
        made = harmony_scramble(&position->board, size->swaps, true, random, control, NULL);
    } while (made < size->swaps);
    harmony_name_colours(position);
}

/* Plays random legal swaps, two in three of them such as keep the board alive where there is one,
 * so that games die at all stages or not at all. */
static void play(struct harmony_oracle *oracle, struct random *random, struct played *game) {
    unsigned length = (unsigned)random_below(random, harmony_swaps_left(&game->start.board) + 1);
    for (unsigned i = 0; i < length; i++) {
        struct harmony_swap legal[HARMONY_MOST_LEGAL];
        unsigned count = harmony_legal_swaps(&game->now.board, legal);
        if (count == 0)
            return;
        struct harmony_swap swap = legal[random_below(random, count)];
        for (unsigned tried = 0; tried < 50 && random_below(random, 3) > 0; tried++) {
            struct harmony_board after = harmony_after(&game->now.board, swap);
            if (harmony_oracle_solvable(oracle, &after))
                break;
            swap = legal[random_below(random, count)];
        }
        struct buf text = {0};
        harmony_swap_add(&text, swap);
        record_add(&game->moves, text.text, 0);
        buf_free(&text);
        harmony_swap_play(&game->now.board, swap);
    }
}

typedef void judge_game(const struct game *game, struct harmony_oracle *oracle, qd_control *control,
                        unsigned *alive);

static void play_games(unsigned each, uint64_t seed, judge_game *judge) {
    struct random random;
    qd_control *control = control_new(NULL);
    unsigned alive = 0;
    random_seed(&random, seed);
    for (unsigned i = 0; i < SIZES; i++) {
        struct harmony_oracle *oracle =
            harmony_oracle_new(sizes[i].rows, sizes[i].columns, HARMONY_UP_TO_COLUMNS);
        for (unsigned n = 0; n < each; n++) {
            struct played played = {0};
            scramble(&sizes[i], &random, control, &played.start);
            played.now = played.start;
            play(oracle, &random, &played);
            judge(&(struct game){&played.start, &played.moves, &played.now}, oracle, control,
                  &alive);
            record_free(&played.moves);
        }
        harmony_oracle_free(oracle);
    }
    print_message("# seed %llu: %u positions, %u alive\n", (unsigned long long)seed, each * SIZES,
                  alive);
    assert_in_range(alive, each * SIZES / 5, each * SIZES * 4 / 5);
    control_free(control);
}

/* The number of the fatal move by the oracle; 0 if the start is dead. The game must be dead. */
static size_t fatal_by_oracle(const struct game *game, struct harmony_oracle *oracle) {
    struct position position = *game->start;
    size_t number = 0;
    while (harmony_oracle_solvable(oracle, &position.board)) {
        struct refusal why = {0};
        assert_int_equal(
            harmony_rules.move(&position, game->moves->moves[number++].text, NULL, &why), QD_YES);
        refusal_free(&why);
    }
    return number;
}

static json_int_t field(const json_t *fields, const char *name) {
    const json_t *value = json_object_get(fields, name);
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void expect_fatal(const struct game *game, struct harmony_oracle *oracle,
                         const json_t *fields) {
    const char *by = json_string_value(json_object_get(fields, "dead_by"));
    const char *explanation = json_string_value(json_object_get(fields, "explanation"));
    assert_non_null(by);
    assert_non_null(explanation);
    if (strcmp(by, "search") != 0)
        assert_null(strstr(explanation, by));
    if (game->moves->count == 0)
        return;
    size_t fatal = fatal_by_oracle(game, oracle);
    assert_int_equal(field(fields, "fatal_number"), fatal);
    assert_true(fatal > 0); /* scrambles have a solution */
    assert_int_equal(field(fields, "undo"), game->moves->count - fatal + 1);
    assert_string_equal(json_string_value(json_object_get(fields, "fatal_move")),
                        game->moves->moves[fatal - 1].text);
}

/* True if this is the only legal swap that keeps the board alive. */
static bool is_only(const struct game *game, struct harmony_oracle *oracle) {
    struct harmony_swap legal[HARMONY_MOST_LEGAL];
    unsigned count = harmony_legal_swaps(&game->position->board, legal), good = 0;
    for (unsigned i = 0; i < count; i++) {
        struct harmony_board after = harmony_after(&game->position->board, legal[i]);
        good += harmony_oracle_solvable(oracle, &after);
    }
    return good == 1;
}

static void expect_good(const struct game *game, struct harmony_oracle *oracle,
                        const struct hint *hint) {
    struct position after = *game->position;
    struct refusal why = {0};
    assert_int_equal(hint->moves.count, 1);
    assert_int_equal(harmony_rules.move(&after, hint->moves.moves[0].text, NULL, &why), QD_YES);
    assert_true(harmony_oracle_solvable(oracle, &after.board));
    assert_true(json_is_string(json_object_get(hint->fields, "reason")));
    assert_int_equal(field(hint->fields, "remaining"), harmony_swaps_left(&after.board));
    const json_t *only = json_object_get(hint->fields, "only");
    assert_true(json_is_boolean(only)); /* nothing stays undecided on boards as small as these */
    assert_int_equal(json_is_true(only), is_only(game, oracle));
    refusal_free(&why);
}

static void judge_hint(const struct game *game, struct harmony_oracle *oracle, qd_control *control,
                       unsigned *alive) {
    struct hint hint = {0};
    qd_error error = {0};
    bool solvable = harmony_oracle_solvable(oracle, &game->position->board);
    qd_status status = harmony_hint.hint(game, NULL, control, &hint, &error);
    assert_true(hint.text.size > 0 && hint.text.text[hint.text.size - 1] == '\n');
    *alive += solvable;
    if (harmony_solved(&game->position->board))
        assert_int_equal(status, QD_NO);
    else if (solvable) {
        assert_int_equal(status, QD_YES);
        expect_good(game, oracle, &hint);
    } else {
        assert_int_equal(status, QD_NO);
        expect_fatal(game, oracle, hint.fields);
    }
    hint_free(&hint);
}

static void judge_check(const struct game *game, struct harmony_oracle *oracle, qd_control *control,
                        unsigned *alive) {
    struct finding finding = {0};
    qd_error error = {0};
    bool solvable = harmony_oracle_solvable(oracle, &game->position->board);
    qd_status status = harmony_check.check(game, NULL, control, &finding, &error);
    *alive += solvable;
    assert_int_equal(status, solvable ? QD_YES : QD_NO);
    assert_int_equal(json_is_true(json_object_get(finding.fields, "solvable")), solvable);
    if (!solvable)
        expect_fatal(game, oracle, finding.fields);
    finding_free(&finding);
}

static void hints_keep_the_verdict(void **state) {
    (void)state;
    play_games(100, 20261116, judge_hint); /* 800 positions */
}

static void checks_name_the_fatal_move(void **state) {
    (void)state;
    play_games(60, 97, judge_check);
}

/* ---- words for every test ---- */

static void shuffle(struct random *random, struct harmony_board *board) {
    unsigned cells = (unsigned)board->rows * board->columns;
    for (unsigned i = cells; i-- > 1;) {
        unsigned j = (unsigned)random_below(random, i + 1);
        unsigned a = harmony_cell(i / board->columns, i % board->columns);
        unsigned b = harmony_cell(j / board->columns, j % board->columns);
        uint8_t colour = board->colour[a];
        board->colour[a] = board->colour[b];
        board->colour[b] = colour;
    }
}

/* Few moves, many of them 0, and often most tiles at home: boards that the tests are about. */
static void make_odd_board(struct random *random, struct position *position) {
    struct harmony_board *board = &position->board;
    unsigned rest = (unsigned)random_below(random, 4), most = 1 + (unsigned)random_below(random, 4);
    harmony_board_solve(board, 2 + (unsigned)random_below(random, 3),
                        1 + (unsigned)random_below(random, 4));
    if (random_below(random, 2))
        shuffle(random, board);
    unsigned cells = (unsigned)board->rows * board->columns;
    for (unsigned i = 0; i < cells; i++)
        board->moves[harmony_cell(i / board->columns, i % board->columns)] =
            (uint8_t)(random_below(random, 4) < rest ? 0 : random_below(random, most + 1));
    for (unsigned i = 0; random_below(random, 3) && i < 2; i++) {
        unsigned column = (unsigned)random_below(random, board->columns);
        unsigned row = (unsigned)random_below(random, board->rows - 1u);
        uint8_t *colour = board->colour;
        uint8_t upper = colour[harmony_cell(row, column)];
        colour[harmony_cell(row, column)] = colour[harmony_cell(row + 1, column)];
        colour[harmony_cell(row + 1, column)] = upper;
    }
    harmony_name_colours(position);
}

/* A test has words for a board exactly if it rejects it. */
static void every_test_has_words(void **state) {
    (void)state;
    enum { BOARDS = 100000, SEED = 11 };
    unsigned rejected[HARMONY_INVALID_TESTS] = {0};
    struct random random;
    random_seed(&random, SEED);
    print_message("# seed %d\n", SEED);
    for (unsigned n = 0; n < BOARDS; n++) {
        struct position position = {0};
        make_odd_board(&random, &position);
        for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
            const struct harmony_invalid_test *test = harmony_invalid_at(i);
            struct buf words = {0};
            bool said = harmony_invalid_name(&position, test, &words);
            bool rejects = test->sound && test->is_invalid(&position.board);
            if (said != rejects)
                fail_msg("board %u: %s %s, but its words say otherwise", n, test->name,
                         rejects ? "rejects" : "does not reject");
            assert_true(said ? words.text[words.size - 1] == '.' : words.size == 0);
            rejected[i] += rejects;
            buf_free(&words);
        }
    }
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        if (harmony_invalid_at(i)->sound && rejected[i] < 20)
            fail_msg("%s: seen only %u times", harmony_invalid_at(i)->name, rejected[i]);
}

/* ---- limits ---- */

static struct position *read_text(const char *text, struct record *moves) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    qd_error error = {0};
    struct position *position = text_parse(&harmony_text, &source, moves, &error);
    assert_non_null(position);
    return position;
}

/* A control that has ended already: nothing is claimed. */
static void limits_claim_nothing(void **state) {
    (void)state;
    struct record none = {0};
    struct position position;
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, 1);
    scramble(&(struct size){4, 4, 12}, &random, control, &position);
    struct game game = {&position, &none, &position};
    struct hint hint = {0};
    struct finding check = {0};
    qd_error error = {0};
    control_stop(control);
    assert_int_equal(harmony_hint.hint(&game, NULL, control, &hint, &error), QD_LIMIT);
    assert_int_equal(hint.moves.count, 0);
    assert_int_equal(harmony_check.check(&game, NULL, control, &check, &error), QD_LIMIT);
    assert_true(json_is_null(json_object_get(check.fields, "solvable")));
    hint_free(&hint);
    finding_free(&check);
    control_free(control);
}

/* A test shows that it is dead, but whether it was dead before takes a search that is not allowed:
 * only what the tests see is reported. */
static void fatal_move_under_limits(void **state) {
    (void)state;
    struct record moves = {0};
    struct position *start = read_text("ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 0 B3 1\n"
                                       "BLUE A3 1 B1 2 B2 0\nMOVES\nA1-B1\nA1-A3\n",
                                       &moves);
    struct position *now = harmony_rules.copy(start);
    struct refusal why = {0};
    for (size_t i = 0; i < moves.count; i++)
        assert_int_equal(harmony_rules.move(now, moves.moves[i].text, NULL, &why), QD_YES);
    struct game game = {start, &moves, now};
    struct harmony_fatal fatal;
    qd_control *control = control_new(NULL);
    harmony_fatal_find(&game, 1000, control, &fatal);
    assert_int_equal(fatal.status, QD_YES);
    assert_int_equal(fatal.number, 2);
    control_stop(control);
    harmony_fatal_find(&game, 1000, control, &fatal);
    assert_int_equal(fatal.status, QD_LIMIT);
    assert_int_equal(fatal.low, 0);
    assert_int_equal(fatal.high, 2);
    control_free(control);
    harmony_rules.free(now);
    harmony_rules.free(start);
    record_free(&moves);
    refusal_free(&why);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_keep_the_verdict),  cmocka_unit_test(checks_name_the_fatal_move),
        cmocka_unit_test(every_test_has_words),    cmocka_unit_test(limits_claim_nothing),
        cmocka_unit_test(fatal_move_under_limits),
    };
    return cmocka_run_group_tests_name("harmony_hint", tests, NULL, NULL);
}
