/* The rig's planner against a breadth-first search over all stackings, written apart from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/random.h"
#include "rig/executor/executor.h"
#include "tests/support/slow.h"

enum { MOST = 20160, TEXT = 10 }; /* (n + 2)! / 2 stackings of 6 rings */

/* A board as text: "21|0|" and so on. The oracle works on texts only. */
struct oracle {
    int rings, count;
    char board[MOST][TEXT];
    int next[MOST][9]; /* the boards one move away, by 3 * from + to; -1 if that is illegal */
    int distance[MOST];
};

static void add_boards(struct oracle *oracle, char *text, int length, unsigned used, int walls) {
    if (length == oracle->rings + 2) {
        text[length] = '\0';
        memcpy(oracle->board[oracle->count++], text, TEXT);
        return;
    }
    for (int ring = 0; ring < oracle->rings; ring++) {
        if ((used >> ring & 1) == 0) {
            text[length] = (char)('0' + ring);
            add_boards(oracle, text, length + 1, used | 1U << ring, walls);
        }
    }
    if (walls < 2) {
        text[length] = '|';
        add_boards(oracle, text, length + 1, used, walls + 1);
    }
}

static int compare(const void *a, const void *b) {
    return strcmp(a, b);
}

static int number_of(const struct oracle *oracle, const char *text) {
    const char *found = bsearch(text, oracle->board, (size_t)oracle->count, TEXT, compare);
    assert_non_null(found);
    return (int)((found - oracle->board[0]) / TEXT);
}

/* Moves the top ring; false if that is not legal. */
static bool move_text(const char *text, int from, int to, char after[TEXT]) {
    char tower[3][TEXT] = {"", "", ""};
    size_t used[3] = {0, 0, 0};
    int t = 0;
    for (; *text != '\0'; text++) {
        if (*text == '|')
            t++;
        else
            tower[t][used[t]++] = *text;
    }
    size_t height = used[from];
    size_t other = used[to];
    if (from == to || height == 0 || (other > 0 && tower[to][other - 1] < tower[from][height - 1]))
        return false;
    tower[to][other] = tower[from][height - 1];
    tower[from][height - 1] = '\0';
    memset(after, 0, TEXT);
    snprintf(after, TEXT, "%.7s|%.7s|%.7s", tower[0], tower[1], tower[2]);
    return true;
}

static void link_boards(struct oracle *oracle) {
    for (int i = 0; i < oracle->count; i++) {
        for (int move = 0; move < 9; move++) {
            char after[TEXT];
            bool legal = move_text(oracle->board[i], move / 3, move % 3, after);
            oracle->next[i][move] = legal ? number_of(oracle, after) : -1;
        }
    }
}

/* Distances to the goal: the graph is searched backwards, by trying all forward moves layer by
 * layer. */
static void measure(struct oracle *oracle, int goal) {
    char text[TEXT] = {0};
    for (int t = 0, length = 0; t < 3; t++) {
        for (int ring = oracle->rings - 1; t == goal && ring >= 0; ring--)
            text[length++] = (char)('0' + ring);
        if (t < 2)
            text[length++] = '|';
    }
    for (int i = 0; i < oracle->count; i++)
        oracle->distance[i] = -1;
    oracle->distance[number_of(oracle, text)] = 0;
    bool changed = true;
    for (int layer = 0; changed; layer++) {
        changed = false;
        for (int i = 0; i < oracle->count; i++) {
            for (int move = 0; move < 9 && oracle->distance[i] < 0; move++) {
                int next = oracle->next[i][move];
                if (next >= 0 && oracle->distance[next] == layer) {
                    oracle->distance[i] = layer + 1;
                    changed = true;
                }
            }
        }
    }
}

static void read_board(const char *text, struct rig_board *board) {
    *board = (struct rig_board){.held = RIG_NO_RING};
    for (int t = 0; *text != '\0'; text++) {
        if (*text == '|')
            t++;
        else
            board->ring[t][board->count[t]++] = (int8_t)(*text - '0');
    }
}

/* The plan has the right length, and its first move leads one step nearer. */
static void check(const struct oracle *oracle, int number, int goal, qd_control *control) {
    struct rig_board board;
    struct rig_plan plan;
    char after[TEXT];
    read_board(oracle->board[number], &board);
    assert_true(rig_plan(oracle->rings, &board, goal, control, &plan));
    assert_int_equal(plan.moves, oracle->distance[number]);
    if (plan.moves == 0)
        return;
    assert_true(move_text(oracle->board[number], plan.from, plan.to, after));
    assert_int_equal(oracle->distance[number_of(oracle, after)], plan.moves - 1);
}

static void compare_rings(int rings, int most) {
    struct oracle *oracle = calloc(1, sizeof *oracle);
    qd_control *control = control_new(NULL);
    struct random random;
    char text[TEXT] = {0};
    random_seed(&random, (uint64_t)rings);
    oracle->rings = rings;
    add_boards(oracle, text, 0, 0, 0);
    qsort(oracle->board, (size_t)oracle->count, TEXT, compare);
    link_boards(oracle);
    for (int goal = 0; goal < 3; goal++) {
        measure(oracle, goal);
        for (int i = 0; i < oracle->count && i < most; i++)
            check(oracle,
                  oracle->count <= most ? i : (int)random_below(&random, (uint64_t)oracle->count),
                  goal, control);
    }
    control_free(control);
    free(oracle);
}

static void up_to_three_rings_all_boards(void **state) {
    (void)state;
    for (int rings = 1; rings <= 3; rings++)
        compare_rings(rings, MOST);
}

static void four_and_five_rings_any_order(void **state) {
    (void)state;
    compare_rings(4, MOST);
    compare_rings(5, slow_tests() ? MOST : 300);
}

/* Plan by plan to the goal, one nearer with every move. Returns how many it took. */
static int64_t follow_plans(struct rig_board board, int goal) {
    struct rig_plan plan;
    qd_control *control = control_new(NULL);
    int moves = 0;
    assert_true(rig_plan(8, &board, goal, control, &plan));
    int64_t length = plan.moves;
    while (plan.moves > 0) {
        int8_t ring = board.ring[plan.from][--board.count[plan.from]];
        assert_true(board.count[plan.to] == 0 ||
                    board.ring[plan.to][board.count[plan.to] - 1] > ring);
        board.ring[plan.to][board.count[plan.to]++] = ring;
        int64_t left = plan.moves;
        assert_true(rig_plan(8, &board, goal, control, &plan));
        assert_int_equal(plan.moves, left - 1);
        moves++;
    }
    assert_int_equal(moves, length);
    assert_int_equal(board.count[goal], 8);
    for (int i = 1; i < 8; i++)
        assert_true(board.ring[goal][i] < board.ring[goal][i - 1]);
    control_free(control);
    return length;
}

static void eight_rings_upside_down(void **state) {
    (void)state;
    struct rig_board board = {
        .count = {8, 0, 0}, .ring = {{0, 1, 2, 3, 4, 5, 6, 7}}, .held = RIG_NO_RING};
    assert_true(follow_plans(board, 0) <= 5 * 64 - 1);
}

/* Their searches meet more than a thousand boards: the first room is too small for them. */
static void eight_rings_that_need_more_room(void **state) {
    (void)state;
    static const struct rig_board boards[] = {
        {.count = {4, 4, 0}, .ring = {{3, 7, 1, 5}, {2, 4, 0, 6}}, .held = RIG_NO_RING},
        {.count = {2, 5, 1}, .ring = {{0, 6}, {4, 7, 3, 5, 1}, {2}}, .held = RIG_NO_RING},
        {.count = {4, 4, 0}, .ring = {{0, 6, 2, 3}, {4, 7, 1, 5}}, .held = RIG_NO_RING}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        assert_true(follow_plans(boards[i], 0) > 20);
}

static void a_board_that_lacks_a_ring_has_no_plan(void **state) {
    (void)state;
    struct rig_board board = {
        .count = {1, 1, 0}, .ring = {{2}, {0}}, .held = 1, .hand = RIG_HAND_HOLDS};
    struct rig_plan plan;
    qd_control *control = control_new(NULL);
    assert_false(rig_plan(3, &board, 0, control, &plan));
    /* More rings than the core plans for: regular and not. */
    struct rig_board five = {
        .count = {2, 2, 0}, .ring = {{4, 2}, {3, 1}}, .held = 0, .hand = RIG_HAND_HOLDS};
    assert_false(rig_plan(5, &five, 0, control, &plan));
    five.ring[0][0] = 2;
    five.ring[0][1] = 4;
    assert_false(rig_plan(5, &five, 0, control, &plan));
    five.ring[0][1] = 0;
    five.held = 4;
    assert_false(rig_plan(5, &five, 0, control, &plan));
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_to_three_rings_all_boards),
        cmocka_unit_test(four_and_five_rings_any_order),
        cmocka_unit_test(eight_rings_upside_down),
        cmocka_unit_test(eight_rings_that_need_more_room),
        cmocka_unit_test(a_board_that_lacks_a_ring_has_no_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
