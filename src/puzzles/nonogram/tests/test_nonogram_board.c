/* The board with its hints: caches that a change clears, and the queue by priority. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "puzzles/nonogram/explain/board.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"

static void caches_are_cleared_by_changes(void **state) {
    (void)state;
    static const char *const picture[] = {"###", ".##", "..#", NULL};
    struct position *position = nonogram_from_picture(picture);
    struct nonogram_board *board = nonogram_board_new(position->puzzle, NULL);
    assert_false(nonogram_is_line_complete(board, 0));
    uint64_t looks = nonogram_board_looks(board);
    assert_false(nonogram_is_line_complete(board, 0));
    assert_non_null(nonogram_rule_in_line(board, 0, NONOGRAM_RULE_COMPLETE));
    assert_null(nonogram_rule_in_line(board, 2, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_board_looks(board), looks + 2);
    assert_non_null(nonogram_rule_in_line(board, 0, NONOGRAM_RULE_COMPLETE));
    assert_null(nonogram_rule_in_line(board, 2, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_board_looks(board), looks + 2);
    /* A change in row 1 (from 0) does not touch row 0, and setting a cell to what it holds clears
     * nothing. */
    nonogram_board_set(board, 1, 0, NONOGRAM_EMPTY);
    nonogram_board_set(board, 0, 0, NONOGRAM_UNKNOWN);
    nonogram_rule_in_line(board, 0, NONOGRAM_RULE_COMPLETE);
    assert_int_equal(nonogram_board_looks(board), looks + 2);
    for (unsigned column = 0; column < 3; column++)
        nonogram_board_set(board, 0, column, 1);
    assert_true(nonogram_is_line_complete(board, 0));
    assert_null(nonogram_rule_in_line(board, 0, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_board_looks(board), looks + 4);
    assert_int_equal(nonogram_board_unknown(board), 5);
    nonogram_board_free(board);
    nonogram_rules.free(position);
}

static void queue_is_by_priority(void **state) {
    (void)state;
    static const char *const picture[] = {"####.", "###..", "#.#..", "##.##", ".....", NULL};
    struct position *position = nonogram_from_picture(picture);
    struct nonogram_board *board = nonogram_board_new(position->puzzle, NULL);
    struct nonogram_queued *queue, first;
    size_t count = nonogram_generate_all_hints(board, &queue);
    assert_true(count > 3);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(queue[i].deduction);
        assert_int_equal(queue[i].priority,
                         1 + (int)nonogram_rule_at(queue[i].deduction->rule)->technique);
        assert_true(i == 0 || queue[i - 1].priority <= queue[i].priority);
    }
    assert_true(nonogram_first_hint(board, &first));
    assert_int_equal(first.line, queue[0].line);
    assert_ptr_equal(first.deduction, queue[0].deduction);
    assert_int_equal(first.line, 4); /* row 5 has no clues */
    free(queue);
    /* A line that cannot be completed comes first, and gives no deductions. */
    nonogram_board_set(board, 4, 2, 1);
    assert_true(nonogram_first_hint(board, &first));
    assert_int_equal(first.priority, 0);
    assert_int_equal(first.line, 4);
    assert_null(first.deduction);
    nonogram_board_free(board);
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caches_are_cleared_by_changes),
        cmocka_unit_test(queue_is_by_priority),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
