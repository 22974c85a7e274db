/* The ring planner against a breadth-first search that shares nothing with it. The test writes a
 * board as one row of text, tower after tower, bottom to top, with a wall between towers: "32||1"
 * has the two larger of three rings on tower 0 and the smallest on tower 2. */
#include "puzzles/hanoi/core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 2520, ROW = 8, SAMPLED_PAIRS = 2000 };

/* ---- boards as rows ---- */

struct oracle {
    int rings;
    int count;
    char row[MOST_ROWS][ROW];    /* all boards, sorted */
    int16_t next[MOST_ROWS][4];  /* the boards one move away, -1 after the last */
    int16_t distance[MOST_ROWS]; /* from the source searched last, -1 if out of reach */
};

/* Appends all rows that begin with the given text and use up the rest of the characters. */
static void add_rows(struct oracle *oracle, char *row, int filled, unsigned used, int walls) {
    if (filled == oracle->rings + 2) {
        row[filled] = '\0';
        memcpy(oracle->row[oracle->count++], row, (size_t)filled + 1);
        return;
    }
    for (int ring = 1; ring <= oracle->rings; ring++) {
        if ((used >> ring & 1) == 0) {
            row[filled] = (char)('0' + ring);
            add_rows(oracle, row, filled + 1, used | 1U << ring, walls);
        }
    }
    if (walls < 2) {
        row[filled] = '|'; /* sorts after the digits */
        add_rows(oracle, row, filled + 1, used, walls + 1);
    }
}

static int compare_rows(const void *a, const void *b) {
    return strcmp(a, b);
}

static int find_row(const struct oracle *oracle, const char *row) {
    const char *found =
        bsearch(row, oracle->row, (size_t)oracle->count, sizeof oracle->row[0], compare_rows);
    assert_non_null(found);
    return (int)((found - oracle->row[0]) / ROW);
}

/* Where a tower ends in a row: the index after its last ring. */
static int tower_end(const char *row, int tower) {
    int at = 0;
    for (; row[at] != '\0'; at++)
        if (row[at] == '|' && tower-- == 0)
            break;
    return at;
}

/* The top ring of a tower as a character; a wall or the end of text counts as none ('~'). */
static char top_of_row(const char *row, int tower) {
    int end = tower_end(row, tower);
    return end == 0 || row[end - 1] == '|' ? '~' : row[end - 1];
}

/* Moves a ring in a row by cutting it out and pasting it in. Returns false if that is illegal. */
static bool move_in_row(const char *row, int from, int to, char after[ROW]) {
    char ring = top_of_row(row, from);
    if (from == to || ring == '~' || ring > top_of_row(row, to))
        return false;
    int cut = tower_end(row, from) - 1;
    memcpy(after, row, ROW);
    memmove(after + cut, after + cut + 1, (size_t)(ROW - cut - 1));
    int paste = tower_end(after, to);
    memmove(after + paste + 1, after + paste, (size_t)(ROW - paste - 1));
    after[paste] = ring;
    return true;
}

static void link_row(struct oracle *oracle, int index) {
    int count = 0;
    for (int pair = 0; pair < 9; pair++) {
        char after[ROW];
        if (move_in_row(oracle->row[index], pair / 3, pair % 3, after))
            oracle->next[index][count++] = (int16_t)find_row(oracle, after);
    }
    oracle->next[index][count] = -1;
}

static struct oracle *make_oracle(int rings) {
    char row[ROW];
    struct oracle *oracle = calloc(1, sizeof *oracle);
    assert_non_null(oracle);
    oracle->rings = rings;
    add_rows(oracle, row, 0, 0, 0);
    for (int i = 0; i < oracle->count; i++)
        link_row(oracle, i);
    return oracle;
}

static void search_rows(struct oracle *oracle, int source) {
    int16_t queue[MOST_ROWS];
    int rear = 0;
    memset(oracle->distance, 0xFF, sizeof oracle->distance);
    oracle->distance[source] = 0;
    queue[rear++] = (int16_t)source;
    for (int front = 0; front < rear; front++) {
        for (const int16_t *next = oracle->next[queue[front]]; *next >= 0; next++) {
            if (oracle->distance[*next] < 0) {
                oracle->distance[*next] = (int16_t)(oracle->distance[queue[front]] + 1);
                queue[rear++] = *next;
            }
        }
    }
}

static bool row_is_regular(const char *row) {
    for (; row[1] != '\0'; row++)
        if (row[0] != '|' && row[1] != '|' && row[0] < row[1])
            return false;
    return true;
}

/* The engine's game for a row. */
static hanoi_game game_of(const char *row) {
    hanoi_game game;
    memset(&game, 0, sizeof game);
    game.num_rings = (int)strlen(row) - 2;
    int tower = 0;
    int place = 0;
    for (; *row != '\0'; row++) {
        if (*row == '|') {
            tower++;
            place = 0;
        } else {
            game.towers[tower][place++] = ring_weights[MAX_RINGS - game.num_rings + *row - '1'];
        }
    }
    return game;
}

/* Solves, replays the moves on a copy and returns their number, or -1 if there is no solution. */
static int solved_length(hanoi_workspace *workspace, const hanoi_game *from, const hanoi_game *to) {
    history_stack history;
    hanoi_game game = *from;
    hanoi_game goal;
    hanoi_status status = optimal_solve(workspace, from, to, &history);
    if (status == HANOI_NO_SOLUTION) {
        assert_int_equal(history_length(&history), 0);
        return -1;
    }
    assert_int_equal(status, HANOI_OK);
    for (int i = 0; i < history_length(&history); i++)
        assert_int_equal(hanoi_execute_move(&game, history.moves[i]), HANOI_OK);
    assert_int_equal(hanoi_reset_goal(&goal, from->num_rings, 0), HANOI_OK);
    assert_true(states_are_equal(&game, to != NULL ? to : &goal));
    return history_length(&history);
}

static int power_of_3(int exponent) {
    return exponent == 0 ? 1 : 3 * power_of_3(exponent - 1);
}

/* ---- helper functions of the original firmware's solver document ---- */

static void find_top_of_state_finds_top(void **unused) {
    (void)unused;
    int tower[MAX_RINGS] = {0};
    assert_int_equal(find_top_of_state(tower), -1);
    for (int height = 1; height <= MAX_RINGS; height++) {
        tower[height - 1] = ring_weights[MAX_RINGS - height];
        assert_int_equal(find_top_of_state(tower), height - 1);
    }
}

static void states_are_equal_sees_every_place(void **unused) {
    (void)unused;
    hanoi_game a;
    assert_int_equal(hanoi_init_game(&a, MAX_RINGS), HANOI_OK);
    for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
        hanoi_game b = a;
        assert_true(states_are_equal(&a, &b));
        b.towers[i / MAX_RINGS][i % MAX_RINGS]++;
        assert_false(states_are_equal(&a, &b));
    }
    hanoi_game b = a;
    b.num_rings--;
    assert_false(states_are_equal(&a, &b));
}

/* Bugs 4 and 5 of the original: room for one entry only, and loops over rings instead of towers. */
static void get_moves_gives_all_moves(void **unused) {
    (void)unused;
    int most = 0;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        struct oracle *oracle = make_oracle(rings);
        for (int i = 0; i < oracle->count; i++) {
            Queue_Entry entries[HANOI_MOVES_PER_STATE];
            int found = 0;
            int expected = 0;
            hanoi_game game = game_of(oracle->row[i]);
            assert_int_equal(get_moves(&game, entries, &found), HANOI_OK);
            for (; oracle->next[i][expected] >= 0; expected++) {
                hanoi_game after = game_of(oracle->row[oracle->next[i][expected]]);
                hanoi_game entry;
                assert_true(expected < found);
                assert_int_equal(hanoi_state_from_number(entries[expected].state, &entry),
                                 HANOI_OK);
                assert_true(states_are_equal(&after, &entry));
                assert_int_equal(entries[expected].parent, HANOI_NO_PARENT);
            }
            assert_int_equal(found, expected);
            most = found > most ? found : most;
        }
        free(oracle);
    }
    assert_int_equal(most, MAX_RINGS == 1 ? 2 : 3);
}

/* ---- the six solver cases of the original firmware's solver document ---- */

/* Bug 3 of the original: the goal was looked for in the wrong place, and so missed at the start. */
static void tc1_initial_state_needs_no_move(void **unused) {
    (void)unused;
    hanoi_game game;
    hanoi_workspace workspace;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        assert_int_equal(solved_length(&workspace, &game, NULL), 0);
    }
}

#if MAX_RINGS >= 3
static int length_to_reset(const char *row) {
    hanoi_workspace workspace;
    hanoi_game game = game_of(row);
    return solved_length(&workspace, &game, NULL);
}

static void tc2_scattered_rings_find_back(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("3|2|1"), 2);
    assert_int_equal(length_to_reset("1|2|3"), 5);
    assert_int_equal(length_to_reset("2|31|"), 6);
}

static void tc3_one_move_away(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("32|1|"), 1);
    assert_int_equal(length_to_reset("|1|"), 1);
}

/* Bug 2 of the original: the search began with an empty queue and found nothing. */
static void tc4_all_on_tower_2_needs_seven(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("||321"), 7);
}

static void tc5_two_rings_at_start(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("21||"), 0);
}

static void tc6_single_ring_on_tower_2(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("||1"), 1);
}

/* The original firmware took an inverted tower for a solved one. */
static void inverted_tower_is_not_solved(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("123||"), 7);
    assert_int_equal(length_to_reset("12||"), 4);
    assert_int_equal(length_to_reset("||123"), 3);
}
#endif

/* ---- every state to every state ---- */

static void compare_pair(hanoi_workspace *workspace, const struct oracle *oracle, int from,
                         int to) {
    hanoi_game start = game_of(oracle->row[from]);
    hanoi_game goal = game_of(oracle->row[to]);
    int length = solved_length(workspace, &start, &goal);
    if (length != oracle->distance[to]) {
        fail_msg("%s to %s: %d moves, search %d", oracle->row[from], oracle->row[to], length,
                 oracle->distance[to]);
    }
}

/* All pairs up to 3 rings, which are all 60 stackings and among them all 27 regular states. */
static void every_state_to_every_state(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    for (int rings = 1; rings <= MAX_RINGS && rings <= 3; rings++) {
        struct oracle *oracle = make_oracle(rings);
        for (int from = 0; from < oracle->count; from++) {
            search_rows(oracle, from);
            for (int to = 0; to < oracle->count; to++)
                compare_pair(&workspace, oracle, from, to);
        }
        free(oracle);
    }
}

/* Larger games: from everywhere to one of the three full towers, and pairs strewn evenly. */
#if MAX_RINGS > 3
static void many_rings_to_full_towers(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int from = 0; from < oracle->count; from++) {
        char goal[2 * ROW];
        int tower = from % NUM_TOWERS;
        snprintf(goal, sizeof goal, "%.*s%s%.*s", tower, "||", &"54321"[5 - MAX_RINGS], 2 - tower,
                 "||");
        search_rows(oracle, from);
        compare_pair(&workspace, oracle, from, find_row(oracle, goal));
    }
    free(oracle);
}

static void many_rings_sampled_pairs(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int i = 0; i < SAMPLED_PAIRS; i++) {
        int from = i * 7919 % oracle->count;
        search_rows(oracle, from);
        compare_pair(&workspace, oracle, from, i * 104729 % oracle->count);
    }
    free(oracle);
}
#endif

/* The original firmware's solver document speaks of 120 states for 3 rings; there are 60, and 27
 * regular ones. */
static void states_are_counted_and_numbered(void **unused) {
    (void)unused;
    bool seen[HANOI_STATE_NUMBERS] = {false};
    int stackings = 1;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        int regular = 0;
        struct oracle *oracle = make_oracle(rings);
        stackings *= rings + 2;
        assert_int_equal(oracle->count, stackings);
        for (int i = 0; i < oracle->count; i++) {
            uint16_t number = 0;
            hanoi_game back;
            hanoi_fault fault;
            hanoi_game game = game_of(oracle->row[i]);
            assert_int_equal(hanoi_state_check(&game, &fault), HANOI_OK);
            assert_true(fault.kind == HANOI_FAULT_NONE && fault.tower == -1 && fault.weight == 0);
            assert_int_equal(hanoi_state_number(&game, &number), HANOI_OK);
            assert_true(number < HANOI_STATE_NUMBERS && !seen[number]);
            seen[number] = true;
            assert_int_equal(hanoi_state_from_number(number, &back), HANOI_OK);
            assert_true(states_are_equal(&game, &back));
            assert_int_equal(hanoi_is_regular(&game), row_is_regular(oracle->row[i]));
            regular += hanoi_is_regular(&game);
        }
        assert_int_equal(regular, power_of_3(rings));
        free(oracle);
    }
    assert_int_equal(stackings, HANOI_STACKINGS);
    for (int number = 0; number < HANOI_STATE_NUMBERS; number++)
        assert_true(seen[number]);
    hanoi_game none;
    assert_int_equal(hanoi_state_from_number(HANOI_STATE_NUMBERS, &none), HANOI_INVALID_STATE);
}

/* Limitation of the original: a history of 20 moves. The bound must hold and be reached. */
static void longest_solution_is_as_stated(void **unused) {
    (void)unused;
    int longest = 0;
    int from_worst = 0;
    int to_worst = 0;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int from = 0; from < oracle->count; from++) {
        search_rows(oracle, from);
        for (int to = 0; to < oracle->count; to++) {
            if (oracle->distance[to] > longest) {
                longest = oracle->distance[to];
                from_worst = from;
                to_worst = to;
            }
        }
    }
    hanoi_workspace workspace;
    hanoi_game start = game_of(oracle->row[from_worst]);
    hanoi_game goal = game_of(oracle->row[to_worst]);
    assert_int_equal(longest, HANOI_LONGEST_SOLUTION);
    assert_int_equal(solved_length(&workspace, &start, &goal), longest);
    free(oracle);
}

/* ---- regressions: goals ---- */

/* Bug 9 of the original: the order of the goal. With fewer rings it is made of the largest. */
static void goal_has_largest_rings_in_order(void **unused) {
    (void)unused;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        for (int tower = 0; tower < NUM_TOWERS; tower++) {
            hanoi_game goal;
            memset(&goal, 0x5A, sizeof goal);
            assert_int_equal(hanoi_reset_goal(&goal, rings, tower), HANOI_OK);
            for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
                int place = i % MAX_RINGS;
                bool filled = i / MAX_RINGS == tower && place < rings;
                assert_int_equal(goal.towers[i / MAX_RINGS][place],
                                 filled ? ring_weights[MAX_RINGS - 1 - place] : 0);
            }
            assert_int_equal(goal.num_rings, rings);
        }
    }
}

static void goals_that_cannot_be_are_refused(void **unused) {
    (void)unused;
    hanoi_game goal = {.num_rings = 77};
    assert_int_equal(hanoi_reset_goal(&goal, 0, 0), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, MAX_RINGS + 1, 0), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, 1, -1), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, 1, NUM_TOWERS), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_init_game(&goal, 0), HANOI_INVALID_STATE);
    assert_int_equal(goal.num_rings, 77);
    hanoi_workspace workspace;
    history_stack history;
    hanoi_game game = game_of("1||");
    goal = game;
    goal.towers[1][0] = goal.towers[0][0];
    assert_int_equal(optimal_solve(&workspace, &game, &goal, &history), HANOI_INVALID_GOAL);
    assert_int_equal(history_length(&history), 0);
#if MAX_RINGS > 1
    goal = game_of("21||");
    assert_int_equal(optimal_solve(&workspace, &game, &goal, &history), HANOI_INVALID_GOAL);
#endif
}

/* Limitation of the original: tower 0 was the only goal. */
static void forward_to_tower_2(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_game game;
    hanoi_game goal;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        assert_int_equal(hanoi_reset_goal(&goal, rings, 2), HANOI_OK);
        assert_int_equal(solved_length(&workspace, &game, &goal), (1 << rings) - 1);
    }
}

#if MAX_RINGS == 3
static void weights_of_the_original_rig(void **unused) {
    (void)unused;
    hanoi_game goal;
    assert_int_equal(hanoi_reset_goal(&goal, 3, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 60 && goal.towers[0][2] == 30);
    assert_int_equal(hanoi_reset_goal(&goal, 2, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 60 && goal.towers[0][2] == 0);
    assert_int_equal(hanoi_reset_goal(&goal, 1, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 0 && goal.towers[0][2] == 0);
}
#endif

/* ---- regressions: states that cannot be ---- */

static void expect_fault(const hanoi_game *game, hanoi_fault_kind kind, int tower, int place,
                         int weight) {
    hanoi_fault fault;
    hanoi_workspace workspace;
    history_stack history;
    uint16_t number;
    int count = 7;
    Queue_Entry entries[HANOI_MOVES_PER_STATE];
    hanoi_game copy = *game;
    assert_int_equal(hanoi_state_check(game, &fault), HANOI_INVALID_STATE);
    assert_int_equal(fault.kind, kind);
    assert_int_equal(fault.tower, tower);
    assert_int_equal(fault.place, place);
    assert_int_equal(fault.weight, weight);
    assert_int_equal(optimal_solve(&workspace, game, NULL, &history), HANOI_INVALID_STATE);
    assert_int_equal(history_length(&history), 0);
    assert_int_equal(hanoi_state_number(game, &number), HANOI_INVALID_STATE);
    assert_int_equal(get_moves(game, entries, &count), HANOI_INVALID_STATE);
    assert_int_equal(count, 0);
    assert_int_equal(hanoi_execute_move(&copy, (move_tuple){0, 1}), HANOI_INVALID_STATE);
    assert_memory_equal(&copy, game, sizeof copy);
}

static void unknown_weights_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.towers[0][0]--;
    expect_fault(&game, HANOI_FAULT_UNKNOWN_WEIGHT, 0, 0, game.towers[0][0]);
    game = game_of("||1");
    game.towers[2][0] = -game.towers[2][0];
    expect_fault(&game, HANOI_FAULT_UNKNOWN_WEIGHT, 2, 0, game.towers[2][0]);
}

/* The original ran over its queue when a ring was there twice. */
static void duplicate_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    game.towers[1][0] = ring_weights[MAX_RINGS - 1];
    expect_fault(&game, HANOI_FAULT_DUPLICATE_RING, 1, 0, ring_weights[MAX_RINGS - 1]);
}

/* The original reported a reset as complete when a ring had gone. */
static void missing_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        game.towers[0][rings - 1] = 0;
        expect_fault(&game, HANOI_FAULT_MISSING_RING, -1, -1, ring_weights[MAX_RINGS - rings]);
    }
}

static void ring_counts_out_of_range_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.num_rings = 0;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
    game.num_rings = MAX_RINGS + 1;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
    game.num_rings = -1;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
}

#if MAX_RINGS > 1
static void ghost_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.towers[0][1] = game.towers[0][0];
    game.towers[0][0] = 0;
    expect_fault(&game, HANOI_FAULT_GHOST_RING, 0, 1, game.towers[0][1]);
}

/* The original took two rings other than the largest and reset them to a goal of other rings. */
static void small_rings_in_a_small_game_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, 1), HANOI_OK);
    game.towers[0][0] = ring_weights[0];
    expect_fault(&game, HANOI_FAULT_SPARE_RING, 0, 0, ring_weights[0]);
}
#endif

#if MAX_RINGS <= 3
static bool valid_by_counting(const hanoi_game *game) {
    int seen[MAX_RINGS] = {0};
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        bool gap = false;
        for (int place = 0; place < MAX_RINGS; place++) {
            for (int ring = 0; ring < MAX_RINGS; ring++)
                seen[ring] += game->towers[tower][place] == ring_weights[ring];
            if (gap && game->towers[tower][place] != 0)
                return false;
            gap = game->towers[tower][place] == 0;
        }
    }
    for (int ring = 0; ring < MAX_RINGS; ring++)
        if (seen[ring] != (ring >= MAX_RINGS - game->num_rings))
            return false;
    return true;
}

/* Every filling of the places with known weights: exactly the stackings pass, and solving ends. */
static void every_filling_is_judged_right(void **unused) {
    (void)unused;
    int fillings = 1;
    int valid = 0;
    hanoi_workspace workspace;
    for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++)
        fillings *= MAX_RINGS + 1;
    for (int filling = 0; filling < fillings * MAX_RINGS; filling++) {
        int rest = filling / MAX_RINGS;
        history_stack history;
        hanoi_game game = {.num_rings = 1 + filling % MAX_RINGS};
        for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
            int ring = rest % (MAX_RINGS + 1);
            game.towers[i / MAX_RINGS][i % MAX_RINGS] = ring == 0 ? 0 : ring_weights[ring - 1];
            rest /= MAX_RINGS + 1;
        }
        bool expected = valid_by_counting(&game);
        hanoi_status status = optimal_solve(&workspace, &game, NULL, &history);
        assert_int_equal(status, expected ? HANOI_OK : HANOI_INVALID_STATE);
        assert_int_equal(hanoi_state_check(&game, NULL), status);
        valid += expected;
    }
    assert_int_equal(valid, HANOI_STATE_NUMBERS);
}
#endif

/* ---- regressions: moves, memory ---- */

/* Ghost rings: in the original, solving failed after any move, because of the weight it left. */
static void solving_works_after_every_move(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    for (int from = 0; from < NUM_TOWERS; from++) {
        for (int to = 0; to < NUM_TOWERS; to++) {
            hanoi_game after = game;
            move_tuple move = {(uint8_t)from, (uint8_t)to};
            if (hanoi_execute_move(&after, move) == HANOI_OK) {
                assert_int_equal(find_top_of_state(after.towers[from]), MAX_RINGS - 2);
                assert_int_equal(solved_length(&workspace, &after, NULL), 1);
            }
        }
    }
}

/* Bug 8 of the original: what was on the towers before showed through a new game. */
static void new_game_forgets_the_old_one(void **unused) {
    (void)unused;
    hanoi_game game;
    memset(&game, 0x5A, sizeof game);
    assert_int_equal(hanoi_init_game(&game, 1), HANOI_OK);
    assert_int_equal(hanoi_state_check(&game, NULL), HANOI_OK);
}

static void illegal_moves_change_nothing(void **unused) {
    (void)unused;
    const move_tuple wrong[] = {{0, 0}, {3, 0}, {0, 3}, {255, 255}, {1, 0}, {2, 1}};
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    hanoi_game before = game;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(hanoi_execute_move(&game, wrong[i]), HANOI_ILLEGAL_MOVE);
        assert_true(states_are_equal(&game, &before));
    }
#if MAX_RINGS > 1
    game = game_of("2|1|");
    assert_int_equal(hanoi_execute_move(&game, (move_tuple){0, 1}), HANOI_ILLEGAL_MOVE);
    assert_int_equal(hanoi_execute_move(&game, (move_tuple){1, 0}), HANOI_OK);
#endif
}

/* Nothing is allocated and nothing is left over: whatever is in the workspace, the answer is the
 * same, and the memory next to it stays untouched. */
static void workspace_content_does_not_matter(void **unused) {
    (void)unused;
    struct {
        uint8_t before[64];
        hanoi_workspace workspace;
        uint8_t after[64];
    } memory;
    history_stack first;
    hanoi_game game;
    assert_int_equal(hanoi_reset_goal(&game, MAX_RINGS, 2), HANOI_OK);
    for (int fill = 0; fill < 256; fill += 51) {
        history_stack history;
        memset(&memory, fill, sizeof memory);
        assert_int_equal(optimal_solve(&memory.workspace, &game, NULL, &history), HANOI_OK);
        first = fill == 0 ? history : first;
        assert_int_equal(history.top_idx, first.top_idx);
        assert_memory_equal(history.moves, first.moves,
                            (size_t)history_length(&history) * sizeof history.moves[0]);
        for (int i = 0; i < 64; i++) {
            assert_int_equal(memory.before[i], fill);
            assert_int_equal(memory.after[i], fill);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(find_top_of_state_finds_top),
        cmocka_unit_test(states_are_equal_sees_every_place),
        cmocka_unit_test(get_moves_gives_all_moves),
        cmocka_unit_test(tc1_initial_state_needs_no_move),
#if MAX_RINGS >= 3
        cmocka_unit_test(tc2_scattered_rings_find_back),
        cmocka_unit_test(tc3_one_move_away),
        cmocka_unit_test(tc4_all_on_tower_2_needs_seven),
        cmocka_unit_test(tc5_two_rings_at_start),
        cmocka_unit_test(tc6_single_ring_on_tower_2),
        cmocka_unit_test(inverted_tower_is_not_solved),
#endif
        cmocka_unit_test(every_state_to_every_state),
#if MAX_RINGS > 3
        cmocka_unit_test(many_rings_to_full_towers),
        cmocka_unit_test(many_rings_sampled_pairs),
#endif
        cmocka_unit_test(states_are_counted_and_numbered),
        cmocka_unit_test(longest_solution_is_as_stated),
        cmocka_unit_test(goal_has_largest_rings_in_order),
        cmocka_unit_test(goals_that_cannot_be_are_refused),
        cmocka_unit_test(forward_to_tower_2),
#if MAX_RINGS == 3
        cmocka_unit_test(weights_of_the_original_rig),
#endif
        cmocka_unit_test(unknown_weights_are_refused),
        cmocka_unit_test(duplicate_rings_are_refused),
        cmocka_unit_test(missing_rings_are_refused),
        cmocka_unit_test(ring_counts_out_of_range_are_refused),
#if MAX_RINGS > 1
        cmocka_unit_test(ghost_rings_are_refused),
        cmocka_unit_test(small_rings_in_a_small_game_are_refused),
#endif
#if MAX_RINGS <= 3
        cmocka_unit_test(every_filling_is_judged_right),
#endif
        cmocka_unit_test(solving_works_after_every_move),
        cmocka_unit_test(new_game_forgets_the_old_one),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(workspace_content_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
