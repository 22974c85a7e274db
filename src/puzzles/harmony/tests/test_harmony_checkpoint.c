/* Checkpoints of the classic search: a search that is cut into many pieces ends as one that is not,
 * with one thread state for state; they can be written while several threads run; what is damaged
 * or belongs to another search is refused and left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/checkpoint.h"
#include "puzzles/harmony/tests/harmony_samples.h"
#include "tests/support/temporary.h"

struct place {
    char folder[64], file[96];
};

static int make_place(void **state) {
    struct place *place = calloc(1, sizeof *place);
    *state = place;
    if (!temporary_folder(place->folder, sizeof place->folder, "checkpoint"))
        return -1;
    snprintf(place->file, sizeof place->file, "%s/file", place->folder);
    return 0;
}

static int remove_place(void **state) {
    struct place *place = *state;
    unlink(place->file);
    rmdir(place->folder);
    free(place);
    return 0;
}

static bool is_there(const char *path) {
    return access(path, F_OK) == 0;
}

static struct harmony_board scramble(unsigned side, unsigned swaps, uint64_t seed) {
    struct random random;
    struct harmony_board board;
    random_seed(&random, seed);
    harmony_board_solve(&board, side, side);
    qd_control *control = control_new(NULL);
    assert_int_equal(harmony_scramble(&board, swaps, false, &random, control, NULL), swaps);
    control_free(control);
    return board;
}

/* Eight swaps long and without a solution; none of the tests sees that from the start. variant: the
 * columns in another order. */
static struct harmony_board unsolvable(unsigned variant) {
    static const uint8_t colours[3][3] = {{0, 2, 2}, {1, 1, 2}, {0, 1, 0}};
    static const uint8_t moves[3][3] = {{0, 3, 2}, {1, 2, 2}, {2, 2, 2}};
    struct harmony_board board = {.rows = 3, .columns = 3};
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 3; column++) {
            unsigned cell = harmony_cell(row, (column + variant) % 3);
            board.colour[cell] = colours[row][column];
            board.moves[cell] = moves[row][column];
        }
    return board;
}

static qd_status solve_some(const struct harmony_board *board,
                            const struct harmony_classic_options *options, uint64_t nodes,
                            struct harmony_classic_result *result) {
    qd_limits limits = {.nodes = nodes};
    qd_control *control = control_new(&limits);
    qd_error error = {0};
    qd_status status = harmony_classic_solve(board, options, control, result, &error);
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        fail_msg("%s:%d:%d: %s", error.file, error.line, error.column, error.message);
    control_free(control);
    return status;
}

/* ---- searches in pieces ---- */

/* Searches `nodes` states at a time until there is a verdict; returns the number of pieces. */
static unsigned solve_in_pieces(const struct harmony_board *board,
                                const struct harmony_classic_options *options, uint64_t nodes,
                                qd_status expected, struct harmony_classic_result *result) {
    for (unsigned pieces = 1;; pieces++) {
        assert_int_equal(is_there(options->checkpoint), pieces > 1);
        qd_status status = solve_some(board, options, nodes, result);
        assert_int_equal(result->resumed, pieces > 1);
        if (status != QD_LIMIT) {
            assert_int_equal(status, expected);
            assert_false(is_there(options->checkpoint));
            return pieces;
        }
        assert_true(result->waiting > 0);
        harmony_classic_free(result);
    }
}

static void assert_same_counts(const struct harmony_classic_counts *one,
                               const struct harmony_classic_counts *other) {
    assert_int_equal(one->generated, other->generated);
    assert_int_equal(one->processed, other->processed);
    assert_int_equal(one->pruned, other->pruned);
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        assert_int_equal(one->tests.of[i].called, other->tests.of[i].called);
        assert_int_equal(one->tests.of[i].rejected, other->tests.of[i].rejected);
    }
}

static void check_pieces(const struct place *place, const struct harmony_board *board,
                         const struct harmony_classic_options *options, qd_status expected,
                         bool same_counts) {
    struct harmony_classic_options cut = *options;
    struct harmony_classic_result whole, pieces;
    cut.checkpoint = place->file;
    assert_int_equal(solve_some(board, options, 0, &whole), expected);
    uint64_t piece = whole.counts.processed / 7 + 1;
    unsigned count = solve_in_pieces(board, &cut, piece, expected, &pieces);
    /* Several threads may come upon a solution early. */
    assert_true(!same_counts || count > 3);
    if (same_counts)
        assert_same_counts(&whole.counts, &pieces.counts);
    if (same_counts && expected == QD_YES)
        assert_memory_equal(whole.swaps, pieces.swaps, whole.count * sizeof *whole.swaps);
    harmony_classic_free(&whole);
    harmony_classic_free(&pieces);
}

/* With one thread the pieces make the very same search. */
static void pieces_are_the_whole(void **state) {
    struct harmony_board yes = scramble(4, 14, 31), no = unsolvable(0);
    for (unsigned cache = 0; cache <= 8; cache += 4) {
        struct harmony_classic_options options = harmony_with_tests("default", 1);
        options.cache_threshold = cache;
        check_pieces(*state, &yes, &options, QD_YES, true);
        options = harmony_with_tests("none", 1);
        options.cache_threshold = cache;
        check_pieces(*state, &no, &options, QD_NO, true);
    }
}

/* A proof looks at every state once, on any number of threads and in any number of pieces. */
static void pieces_with_threads(void **state) {
    struct harmony_board yes = scramble(4, 14, 31), no = unsolvable(0);
    for (int threads = 2; threads <= 3; threads++) {
        struct harmony_classic_options options = harmony_with_tests("default", threads);
        check_pieces(*state, &yes, &options, QD_YES, false);
        options = harmony_with_tests("none", threads);
        check_pieces(*state, &no, &options, QD_NO, true);
    }
}

/* The number of threads and the report interval may change on the way. */
static void other_hands_go_on(void **state) {
    const struct place *place = *state;
    struct harmony_board no = unsolvable(0);
    struct harmony_classic_options options = harmony_with_tests("none", 1);
    struct harmony_classic_result whole, rest;
    assert_int_equal(solve_some(&no, &options, 0, &whole), QD_NO);
    options.checkpoint = place->file;
    uint64_t piece = whole.counts.processed / 3 + 1;
    assert_int_equal(solve_some(&no, &options, piece, &rest), QD_LIMIT);
    options.threads = 4;
    options.report_interval = 0.001;
    assert_int_equal(solve_some(&no, &options, piece, &rest), QD_LIMIT);
    options.threads = 1;
    assert_int_equal(solve_some(&no, &options, 0, &rest), QD_NO);
    assert_same_counts(&whole.counts, &rest.counts);
}

/* No memory for the queues: what was made is not lost. */
static void short_of_memory(void **state) {
    const struct place *place = *state;
    struct harmony_board no = unsolvable(0);
    struct harmony_classic_options options = harmony_with_tests("none", 1);
    struct harmony_classic_result whole, rest;
    assert_int_equal(solve_some(&no, &options, 0, &whole), QD_NO);
    options.checkpoint = place->file;
    qd_limits limits = {.bytes = 100000};
    qd_control *control = control_new(&limits);
    assert_int_equal(harmony_classic_solve(&no, &options, control, &rest, NULL), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_BYTES);
    control_free(control);
    assert_true(rest.counts.processed > 0 && rest.waiting > 0);
    assert_int_equal(solve_some(&no, &options, 0, &rest), QD_NO);
    assert_same_counts(&whole.counts, &rest.counts);
}

/* Written over and over while the threads run, and taken from the middle of that: every file that
 * ever stands there must do. */
static void written_while_it_runs(void **state) {
    const struct place *place = *state;
    struct harmony_board large = scramble(5, 40, 3);
    struct harmony_classic_options options = harmony_with_tests("seed_v1", 3);
    struct harmony_classic_result result;
    options.checkpoint = place->file;
    options.report_interval = 0.002;
    qd_limits limits = {.seconds = 0.25};
    qd_control *control = control_new(&limits);
    assert_int_equal(harmony_classic_solve(&large, &options, control, &result, NULL), QD_LIMIT);
    control_free(control);
    struct source source;
    struct harmony_checkpoint checkpoint;
    assert_true(file_read(place->file, &source, NULL));
    assert_true(harmony_checkpoint_read(&source, &large, &options, &checkpoint, NULL));
    assert_int_equal(checkpoint.states, result.waiting);
    assert_int_equal(checkpoint.counts.generated, result.counts.generated);
    harmony_checkpoint_free(&checkpoint);
    file_close(&source);
}

/* ---- single states ---- */

/* A checkpoint with one of the waiting states of another one, as it would be sent elsewhere. */
static void write_state(const struct place *place, const struct harmony_board *board,
                        const struct harmony_classic_options *options,
                        const struct harmony_swap *swaps, unsigned depth) {
    struct harmony_classic_counts none = {0};
    struct buf text = {0};
    harmony_checkpoint_begin(&text, board, options, &none, 1);
    harmony_checkpoint_add(&text, swaps, depth);
    harmony_checkpoint_end(&text);
    assert_true(file_replace(place->file, text.text, text.size, NULL));
    buf_free(&text);
}

/* Cuts a search short and searches each state that waits by itself. Returns false if it ended
 * before. */
static bool check_states(const struct place *place, const struct harmony_board *board,
                         const struct harmony_classic_options *options, qd_status expected) {
    struct harmony_classic_options cut = *options;
    struct harmony_classic_result result;
    struct harmony_checkpoint waiting;
    struct source source;
    bool found = false;
    cut.checkpoint = place->file;
    qd_status status = solve_some(board, &cut, 300, &result);
    harmony_classic_free(&result);
    if (status != QD_LIMIT)
        return false;
    assert_true(file_read(place->file, &source, NULL));
    assert_true(harmony_checkpoint_read(&source, board, &cut, &waiting, NULL));
    file_close(&source);
    const struct harmony_swap *swaps = waiting.swaps;
    for (size_t i = 0; i < waiting.states; swaps += waiting.depth[i++]) {
        write_state(place, board, &cut, swaps, waiting.depth[i]);
        status = solve_some(board, &cut, 0, &result);
        assert_true(status == QD_YES || status == QD_NO);
        assert_true(status == QD_NO ||
                    memcmp(result.swaps, swaps, waiting.depth[i] * sizeof *swaps) == 0);
        found = found || status == QD_YES;
        harmony_classic_free(&result);
    }
    assert_int_equal(found, expected == QD_YES);
    harmony_checkpoint_free(&waiting);
    return true;
}

static void states_lead_to_the_verdict_of_the_whole(void **state) {
    struct harmony_board no = unsolvable(0);
    struct harmony_classic_options options = harmony_with_tests("none", 1);
    assert_true(check_states(*state, &no, &options, QD_NO));
    unsigned checked = 0;
    for (uint64_t seed = 31; seed < 61; seed++) {
        struct harmony_board yes = scramble(3, 10, seed);
        checked += check_states(*state, &yes, &options, QD_YES);
    }
    assert_true(checked >= 5);
}

/* ---- what is refused ---- */

static void assert_refused(const struct harmony_board *board,
                           const struct harmony_classic_options *options, qd_status status,
                           int line, const char *message) {
    struct harmony_classic_result result;
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    assert_int_equal(harmony_classic_solve(board, options, control, &result, &error), status);
    assert_int_equal(error.status, status);
    assert_string_equal(error.file, options->checkpoint);
    assert_int_equal(error.line, line);
    if (!strstr(error.message, message))
        fail_msg("'%s' instead of '%s'", error.message, message);
    assert_int_equal(result.counts.generated, 0);
    control_free(control);
}

static void other_searches_are_refused(void **state) {
    const struct place *place = *state;
    struct harmony_board board = unsolvable(0), other = unsolvable(1);
    struct harmony_classic_options options = harmony_with_tests("default", 1), changed;
    struct harmony_classic_result result;
    options.checkpoint = place->file;
    assert_int_equal(solve_some(&board, &options, 500, &result), QD_LIMIT);
    struct source before, after;
    assert_true(file_read(place->file, &before, NULL));
    assert_refused(&other, &options, QD_BAD_INPUT, 3, "another board");
    other = scramble(4, 10, 6);
    assert_refused(&other, &options, QD_BAD_INPUT, 2, "another board");
    changed = options;
    changed.scope = HARMONY_SCOPE_BOARD;
    assert_refused(&board, &changed, QD_BAD_INPUT, 4,
                   "other options; expected 'options scope=board forced=both sort=none cache=4'");
    changed = options;
    changed.cache_threshold = 5;
    assert_refused(&board, &changed, QD_BAD_INPUT, 4, "other options");
    changed = harmony_with_tests("seed_v1", 1);
    changed.checkpoint = place->file;
    assert_refused(&board, &changed, QD_BAD_INPUT, 5, "other options");
    assert_true(file_read(place->file, &after, NULL));
    assert_int_equal(before.size, after.size);
    assert_memory_equal(before.data, after.data, before.size);
    file_close(&before);
    file_close(&after);
}

static void bad_places_are_refused(void **state) {
    const struct place *place = *state;
    struct harmony_board board = unsolvable(0);
    struct harmony_classic_options options = harmony_with_tests("default", 1);
    options.checkpoint = place->folder;
    assert_refused(&board, &options, QD_BAD_INPUT, 0, "cannot read the file");
    char nowhere[128];
    snprintf(nowhere, sizeof nowhere, "%s/no/file", place->folder);
    options.checkpoint = nowhere;
    assert_refused(&board, &options, QD_FAILURE, 0, "");
}

/* ---- the text ---- */

/* A 2x2 board: the swaps of one state, and the start. */
static struct harmony_board small_board(void) {
    struct harmony_board board = {.rows = 2, .columns = 2};
    for (unsigned row = 0; row < 2; row++)
        for (unsigned column = 0; column < 2; column++) {
            board.colour[harmony_cell(row, column)] = (uint8_t)(1 - row);
            board.moves[harmony_cell(row, column)] = 2;
        }
    return board;
}

static bool read_text(const char *text, qd_error *error) {
    struct harmony_board board = small_board();
    struct harmony_classic_options options = harmony_with_tests("blocked_swap", 1);
    struct harmony_checkpoint checkpoint;
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    bool good = harmony_checkpoint_read(&source, &board, &options, &checkpoint, error);
    if (good)
        harmony_checkpoint_free(&checkpoint);
    return good;
}

#define HEADING                                                                                    \
    "harmony-checkpoint 1\n"                                                                       \
    "board 2 2\n"                                                                                  \
    "tiles 1:2 1:2 0:2 0:2\n"                                                                      \
    "options scope=touched forced=both sort=none cache=4\n"                                        \
    "tests blocked_swap\n"

static void the_text_is_as_documented(void **state) {
    (void)state;
    struct harmony_board board = small_board();
    struct harmony_classic_options options = harmony_with_tests("blocked_swap", 1);
    struct harmony_classic_counts counts = {.generated = 12, .processed = 3, .pruned = 4};
    counts.tests.of[0] = (struct harmony_invalid_count){12, 4, 1, 99};
    struct harmony_swap swaps[] = {{0x00, 0x10}, {0x10, 0x11}};
    struct buf text = {0};
    harmony_checkpoint_begin(&text, &board, &options, &counts, 2);
    harmony_checkpoint_add(&text, NULL, 0);
    harmony_checkpoint_add(&text, swaps, 2);
    assert_string_equal(text.text,
                        HEADING "counts 12 3 4\ntest 12 4 1 99\nstates 2\n-\n00101011\n");
    harmony_checkpoint_end(&text);
    qd_error error = {0};
    assert_true(read_text(text.text, &error));
    /* Every cut and every changed byte is seen. */
    size_t size = text.size;
    for (size_t at = 0; at < size; at++) {
        char kept = text.text[at];
        text.text[at] = '\0';
        assert_false(read_text(text.text, &error));
        assert_true(error.line > 0 && error.status == QD_BAD_INPUT);
        text.text[at] = (char)(kept ^ 1);
        assert_false(read_text(text.text, &error));
        text.text[at] = kept;
    }
    buf_free(&text);
}

/* With a right checksum, so that it is the reader that refuses them. */
static void wrong_texts_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *rest;
        int line, column;
        const char *message;
    } wrong[] = {
        {"", 6, 1, "ends too early"},
        {"counts 1 2\ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 1 2 3 4\ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 01 2 3\ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts -1 2 3\ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 1  2 3\ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 1 2 3 \ntest 0 0 0 0\nstates 0\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 1 2 9999999999999999999\n", 6, 1, "expected 'counts' and 3 numbers"},
        {"counts 1 2 3\nstates 0\n", 7, 1, "expected 'test' and 4 numbers"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates\n", 8, 1, "expected 'states' and 1 number"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 9\n-\n", 8, 1, "more states than there are lines"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 2\n0010\n", 10, 1, "ends too early"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n-\n-\n", 10, 1, "more lines than states"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n\n-\n", 9, 1, "expected the swaps"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n0010001\n", 9, 5, "no legal swap"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n00100011\n", 9, 5, "no legal swap"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n1000\n", 9, 1, "no legal swap"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n0002\n", 9, 1, "no legal swap"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n000A\n", 9, 1, "no legal swap"},
        {"counts 1 2 3\ntest 0 0 0 0\nstates 1\n001000100010\n", 9, 9, "no legal swap"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct buf text = {0};
        qd_error error = {0};
        buf_printf(&text, "%s%s", HEADING, wrong[i].rest);
        harmony_checkpoint_end(&text);
        assert_false(read_text(text.text, &error));
        if (!strstr(error.message, wrong[i].message) || error.line != wrong[i].line ||
            error.column != wrong[i].column)
            fail_msg("%zu: %d:%d: %s", i, error.line, error.column, error.message);
        buf_free(&text);
    }
    qd_error error = {0};
    assert_false(read_text("", &error));
    assert_false(read_text("ROWS 2\nCOLS 2\n", &error));
    assert_non_null(strstr(error.message, "not a Harmony checkpoint"));
    assert_int_equal(error.line, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pieces_are_the_whole, make_place, remove_place),
        cmocka_unit_test_setup_teardown(pieces_with_threads, make_place, remove_place),
        cmocka_unit_test_setup_teardown(other_hands_go_on, make_place, remove_place),
        cmocka_unit_test_setup_teardown(short_of_memory, make_place, remove_place),
        cmocka_unit_test_setup_teardown(states_lead_to_the_verdict_of_the_whole, make_place,
                                        remove_place),
        cmocka_unit_test_setup_teardown(written_while_it_runs, make_place, remove_place),
        cmocka_unit_test_setup_teardown(other_searches_are_refused, make_place, remove_place),
        cmocka_unit_test_setup_teardown(bad_places_are_refused, make_place, remove_place),
        cmocka_unit_test(the_text_is_as_documented),
        cmocka_unit_test(wrong_texts_are_refused),
    };
    return cmocka_run_group_tests_name("harmony_checkpoint", tests, NULL, NULL);
}
