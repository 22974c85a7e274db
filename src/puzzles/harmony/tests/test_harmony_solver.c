/* The default solver against two oracles that share nothing with it: the set of all solvable boards
 * of a size, found backwards from the solved one, and a plain memoised search forwards. With
 * QUANDARY_SLOW_TESTS set in the environment the sets are larger. */
#include "harmony_solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "random.h"
#include "thread.h"

static bool slow_tests(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- small boards as text: two characters a cell ---- */

enum { MOST_CELLS = 16, CODE = 2 * MOST_CELLS + 1 };

struct small {
    int rows, columns;
    char code[CODE]; /* colour and moves of each cell, both from 'a' */
};

static struct harmony_board to_board(const struct small *small) {
    struct harmony_board board = {.rows = (uint8_t)small->rows, .columns = (uint8_t)small->columns};
    for (int cell = 0; cell < small->rows * small->columns; cell++) {
        unsigned at =
            harmony_cell((unsigned)(cell / small->columns), (unsigned)(cell % small->columns));
        board.colour[at] = (uint8_t)(small->code[2 * cell] - 'a');
        board.moves[at] = (uint8_t)(small->code[2 * cell + 1] - 'a');
    }
    return board;
}

static struct small solved_small(int rows, int columns) {
    struct small small = {.rows = rows, .columns = columns};
    for (int cell = 0; cell < rows * columns; cell++) {
        small.code[2 * cell] = (char)('a' + cell / columns);
        small.code[2 * cell + 1] = 'a';
    }
    return small;
}

static bool in_line(const struct small *small, int a, int b) {
    return a / small->columns == b / small->columns || a % small->columns == b % small->columns;
}

/* Swaps two cells; their tiles gain so many moves. */
static void exchange(struct small *small, int a, int b, int gain) {
    char colour = small->code[2 * a], moves = small->code[2 * a + 1];
    small->code[2 * a] = small->code[2 * b];
    small->code[2 * a + 1] = (char)(small->code[2 * b + 1] + gain);
    small->code[2 * b] = colour;
    small->code[2 * b + 1] = (char)(moves + gain);
}

/* ---- sets of boards ---- */

struct set {
    char (*code)[CODE];
    char *value;
    size_t count, size;
};

static void set_init(struct set *set, size_t size) {
    set->size = size;
    set->count = 0;
    set->code = calloc(size, CODE);
    set->value = calloc(size, 1);
    assert_true(set->code != NULL && set->value != NULL);
}

static void set_free(struct set *set) {
    free(set->code);
    free(set->value);
}

static size_t set_place(const struct set *set, const char *code) {
    uint64_t hash = UINT64_C(1469598103934665603);
    for (const char *at = code; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
    size_t place = (size_t)(hash ^ hash >> 32) % set->size;
    while (set->code[place][0] != '\0' && strcmp(set->code[place], code) != 0)
        place = (place + 1) % set->size;
    return place;
}

static bool set_has(const struct set *set, const char *code) {
    return set->code[set_place(set, code)][0] != '\0';
}

static void set_put(struct set *set, const char *code, char value);

static void set_double(struct set *set) {
    struct set larger;
    set_init(&larger, 2 * set->size);
    for (size_t i = 0; i < set->size; i++)
        if (set->code[i][0] != '\0')
            set_put(&larger, set->code[i], set->value[i]);
    set_free(set);
    *set = larger;
}

static void set_put(struct set *set, const char *code, char value) {
    if (2 * set->count >= set->size)
        set_double(set);
    size_t place = set_place(set, code);
    set->count += set->code[place][0] == '\0';
    memcpy(set->code[place], code, strlen(code) + 1);
    set->value[place] = value;
}

/* ---- the solver under test ---- */

static qd_status solve(const struct small *small, struct harmony_solver_options options) {
    struct harmony_board board = to_board(small);
    qd_control *control = control_new(NULL);
    struct harmony_answer answer;
    options.table_bytes = 1 << 14;
    qd_status status = harmony_solver_solve(&board, &options, control, &answer);
    control_free(control);
    if (status == QD_YES) {
        assert_int_equal(answer.count, harmony_swaps_left(&board));
        for (unsigned i = 0; i < answer.count; i++) {
            assert_true(answer.swaps[i].a < answer.swaps[i].b);
            assert_true(harmony_swap_legal(&board, answer.swaps[i]));
            harmony_swap_play(&board, answer.swaps[i]);
        }
        assert_true(harmony_solved(&board));
    }
    harmony_answer_free(&answer);
    return status;
}

static void expect(const struct small *small, bool solvable,
                   struct harmony_solver_options options) {
    qd_status status = solve(small, options);
    if (status != (solvable ? QD_YES : QD_NO)) {
        fprintf(stderr, "%dx%d %s is %s, the solver says %d (without %x, threads %u)\n",
                small->rows, small->columns, small->code, solvable ? "solvable" : "unsolvable",
                status, options.without, options.threads);
        fail();
    }
}

/* The beam alone may find nothing, but it must not find what is not there, or prove anything. */
static void expect_beam(const struct small *small, bool solvable, uint64_t seed) {
    struct harmony_solver_options options = {.seed = seed, .without = HARMONY_PART_TREE};
    qd_status status = solve(small, options);
    if (status == QD_YES ? !solvable : status == QD_NO && solvable)
        fail();
}

/* Leaves out parts at random, the tree search apart. */
static unsigned some_parts(uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    return (unsigned)random_below(&random, 2 * HARMONY_PART_STEADY) & ~(unsigned)HARMONY_PART_TREE;
}

static void expect_all_ways(const struct small *small, bool solvable, uint64_t seed) {
    expect(small, solvable, (struct harmony_solver_options){.seed = seed});
    expect(small, solvable,
           (struct harmony_solver_options){.seed = seed, .without = HARMONY_PART_BEAM});
    expect(small, solvable,
           (struct harmony_solver_options){.seed = seed, .without = some_parts(seed)});
    expect(small, solvable,
           (struct harmony_solver_options){.seed = seed,
                                           .without = HARMONY_PART_RESTARTS | HARMONY_PART_BEAM});
    if (seed % 16 == 8)
        expect_beam(small, solvable, seed);
    if (seed % 16 == 0)
        expect(small, solvable,
               (struct harmony_solver_options){.seed = seed, .threads = 3, .alone = 1});
    if (seed % 16 == 4)
        expect(small, solvable,
               (struct harmony_solver_options){
                   .seed = seed, .threads = 3, .alone = 1, .without = HARMONY_PART_RESTARTS});
}

/* ---- all boards of a size ---- */

struct census {
    struct small small;
    struct set *solvable; /* by number of swaps */
    int swaps;
    unsigned long boards, yes;
};

/* All boards one swap further from solved. */
static void add_layer(struct small *small, const struct set *from, struct set *to) {
    int cells = small->rows * small->columns;
    for (size_t i = 0; i < from->size; i++)
        for (int a = 0; from->code[i][0] != '\0' && a < cells; a++)
            for (int b = a + 1; b < cells; b++)
                if (in_line(small, a, b)) {
                    memcpy(small->code, from->code[i], CODE);
                    exchange(small, a, b, 1);
                    set_put(to, small->code, 1);
                }
}

/* Columns may be permuted freely: only boards with sorted columns are looked at. */
static bool columns_sorted(const struct small *small) {
    for (int column = 1; column < small->columns; column++)
        for (int row = 0; row < small->rows; row++) {
            const char *right = &small->code[2 * (row * small->columns + column)];
            int order = memcmp(right - 2, right, 2);
            if (order > 0)
                return false;
            if (order < 0)
                break;
        }
    return true;
}

static void judge_board(struct census *census) {
    if (!columns_sorted(&census->small))
        return;
    bool solvable = set_has(&census->solvable[census->swaps], census->small.code);
    census->boards++;
    census->yes += solvable;
    expect(&census->small, solvable, (struct harmony_solver_options){0});
    if (census->boards % 256 == 0)
        expect_beam(&census->small, solvable, 0);
}

/* Fills the cells from here on in every way. */
static void fill_cells(struct census *census, int cell, int moves, int *left) {
    struct small *small = &census->small;
    if (cell == small->rows * small->columns) {
        if (moves == 0)
            judge_board(census);
        return;
    }
    for (int colour = 0; colour < small->rows; colour++) {
        if (left[colour] == 0)
            continue;
        left[colour]--;
        for (int own = 0; own <= moves; own++) {
            small->code[2 * cell] = (char)('a' + colour);
            small->code[2 * cell + 1] = (char)('a' + own);
            fill_cells(census, cell + 1, moves - own, left);
        }
        left[colour]++;
    }
}

static void all_boards(int rows, int columns, int most_swaps) {
    struct set solvable[16];
    struct census census = {.small = solved_small(rows, columns), .solvable = solvable};
    set_init(&solvable[0], 64);
    set_put(&solvable[0], census.small.code, 1);
    for (int swaps = 1; swaps <= most_swaps; swaps++) {
        set_init(&solvable[swaps], 1024);
        add_layer(&census.small, &solvable[swaps - 1], &solvable[swaps]);
    }
    double start = clock_wall();
    for (census.swaps = 0; census.swaps <= most_swaps; census.swaps++) {
        int left[MOST_CELLS];
        for (int colour = 0; colour < rows; colour++)
            left[colour] = columns;
        fill_cells(&census, 0, 2 * census.swaps, left);
        set_free(&solvable[census.swaps]);
    }
    print_message("%dx%d up to %d swaps: %lu boards, %lu solvable, %.1f s\n", rows, columns,
                  most_swaps, census.boards, census.yes, clock_wall() - start);
    assert_true(census.yes > 0 && census.yes < census.boards);
}

static void all_2x2(void **unused) {
    (void)unused;
    all_boards(2, 2, slow_tests() ? 12 : 10);
}

static void all_2x3(void **unused) {
    (void)unused;
    all_boards(2, 3, slow_tests() ? 8 : 6);
}

static void all_3x2(void **unused) {
    (void)unused;
    all_boards(3, 2, slow_tests() ? 8 : 6);
}

static void all_2x4(void **unused) {
    (void)unused;
    all_boards(2, 4, slow_tests() ? 6 : 4);
}

static void all_3x3(void **unused) {
    (void)unused;
    all_boards(3, 3, slow_tests() ? 5 : 4);
}

/* ---- random boards, nearly solvable ---- */

static bool forward(struct small *small, struct set *memo) {
    int cells = small->rows * small->columns, active = 0;
    for (int cell = 0; cell < cells; cell++) {
        bool moves_left = small->code[2 * cell + 1] != 'a';
        active += moves_left;
        if (!moves_left && small->code[2 * cell] != 'a' + cell / small->columns)
            return false;
    }
    if (active == 0)
        return true;
    size_t place = set_place(memo, small->code);
    if (memo->code[place][0] != '\0')
        return memo->value[place] == 1;
    bool solvable = false;
    for (int a = 0; a < cells && !solvable; a++)
        for (int b = a + 1; b < cells && !solvable; b++)
            if (in_line(small, a, b) && small->code[2 * a + 1] != 'a' &&
                small->code[2 * b + 1] != 'a') {
                struct small after = *small;
                exchange(&after, a, b, -1);
                solvable = forward(&after, memo);
            }
    set_put(memo, small->code, solvable);
    return solvable;
}

static struct small random_small(int rows, int columns, int swaps, struct random *random) {
    struct small small = solved_small(rows, columns);
    uint64_t cells = (uint64_t)(rows * columns);
    while (swaps > 0) {
        int a = (int)random_below(random, cells), b = (int)random_below(random, cells);
        if (a == b || !in_line(&small, a, b))
            continue;
        exchange(&small, a, b, 1);
        swaps--;
    }
    return small;
}

/* Exchanges the moves (part 1) or the colours (part 0) of two cells. */
static void disturb(struct small *small, int part, struct random *random) {
    uint64_t cells = (uint64_t)(small->rows * small->columns);
    char *a = &small->code[2 * random_below(random, cells) + (uint64_t)part];
    char *b = &small->code[2 * random_below(random, cells) + (uint64_t)part];
    char kept = *a;
    *a = *b;
    *b = kept;
}

static void near_boards(int rows, int columns, int swaps, int boards, uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    int yes = 0;
    double start = clock_wall();
    for (int i = 0; i < boards; i++) {
        struct small small = random_small(rows, columns, swaps, &random);
        disturb(&small, i % 2, &random);
        struct set memo;
        set_init(&memo, 256);
        bool solvable = forward(&small, &memo);
        set_free(&memo);
        yes += solvable;
        expect_all_ways(&small, solvable, (uint64_t)i);
    }
    print_message("%dx%d, %d swaps, seed %llu: %d boards, %d solvable, %.1f s\n", rows, columns,
                  swaps, (unsigned long long)seed, boards, yes, clock_wall() - start);
    assert_true(yes > 0 && yes < boards);
}

static void near_solvable(void **unused) {
    (void)unused;
    int times = slow_tests() ? 10 : 1;
    near_boards(2, 3, 9, 3000 * times, 11);
    near_boards(3, 2, 8, 3000 * times, 12);
    near_boards(3, 3, 6, 3000 * times, 13);
    near_boards(2, 5, 6, 2000 * times, 14);
    near_boards(4, 3, 6, 1000 * times, 15);
    near_boards(4, 4, 6, 1500 * times, 16);
    near_boards(3, 3, 8, 1500 * times, 17);
    near_boards(3, 4, 8, 500 * times, 18);
    near_boards(5, 3, 7, 500 * times, 19);
}

/* Boards with a solution that a well-known, wrong rule about stuck tiles takes for dead. Cells row
 * by row: colour from 'a', moves from 'a'. */
static void tiles_that_look_stuck(void **unused) {
    (void)unused;
    static const struct small cases[] = {
        {2, 3, "abacacbababf"}, {2, 3, "abacbebabaab"},     {2, 3, "aaabbcacbbba"},
        {3, 2, "aacbacbbcabc"}, {2, 4, "acacabbbbfbabaab"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect_all_ways(&cases[i], true, i);
}

/* ---- the shape of the calls ---- */

static struct harmony_board scrambled(unsigned side, unsigned swaps, uint64_t seed) {
    struct harmony_board board = {.rows = (uint8_t)side, .columns = (uint8_t)side};
    struct random random;
    random_seed(&random, seed);
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)harmony_row(cell);
    while (swaps > 0) {
        unsigned line = (unsigned)random_below(&random, side);
        unsigned a = (unsigned)random_below(&random, side);
        unsigned b = (a + 1 + (unsigned)random_below(&random, side - 1)) % side;
        bool across = random_below(&random, 2) == 0;
        a = across ? harmony_cell(line, a) : harmony_cell(a, line);
        b = across ? harmony_cell(line, b) : harmony_cell(b, line);
        board.moves[a] += 2; /* playing the swap takes one away */
        board.moves[b] += 2;
        harmony_swap_play(&board, (struct harmony_swap){(uint8_t)a, (uint8_t)b});
        swaps--;
    }
    return board;
}

static void large_boards(void **unused) {
    (void)unused;
    static const unsigned cases[][2] = {{6, 25}, {8, 40}, {9, 30}, {12, 50}, {16, 60}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct harmony_board board = scrambled(cases[i][0], cases[i][1], i);
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_YES);
        for (unsigned at = 0; at < answer.count; at++) {
            assert_true(harmony_swap_legal(&board, answer.swaps[at]));
            harmony_swap_play(&board, answer.swaps[at]);
        }
        assert_true(harmony_solved(&board));
        harmony_answer_free(&answer);
        control_free(control);
    }
}

static void same_seed_same_search(void **unused) {
    (void)unused;
    struct harmony_board board = scrambled(5, 45, 7);
    struct harmony_answer answer[2];
    for (int run = 0; run < 2; run++) {
        qd_control *control = control_new(NULL);
        struct harmony_solver_options options = {.seed = 5};
        assert_int_equal(harmony_solver_solve(&board, &options, control, &answer[run]), QD_YES);
        control_free(control);
    }
    assert_int_equal(answer[0].tree_nodes, answer[1].tree_nodes);
    assert_int_equal(answer[0].beam_nodes, answer[1].beam_nodes);
    assert_int_equal(answer[0].count, answer[1].count);
    assert_memory_equal(answer[0].swaps, answer[1].swaps,
                        answer[0].count * sizeof(struct harmony_swap));
    harmony_answer_free(&answer[0]);
    harmony_answer_free(&answer[1]);
}

/* A change of these numbers is a change of the search: measure before they are changed. */
static void pinned_node_counts(void **unused) {
    (void)unused;
    static const uint64_t pinned[][5] = {
        {4, 20, 1, 48, 0}, {5, 40, 2, 100, 1305}, {6, 40, 3, 43, 0}};
    for (size_t i = 0; i < sizeof(pinned) / sizeof(pinned[0]); i++) {
        struct harmony_board board =
            scrambled((unsigned)pinned[i][0], (unsigned)pinned[i][1], pinned[i][2]);
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_YES);
        assert_int_equal(answer.tree_nodes, pinned[i][3]);
        assert_int_equal(answer.beam_nodes, pinned[i][4]);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

/* A disturbed scramble without a solution, whose proof takes long enough for all to take part:
 * colour and moves of each tile. */
static struct harmony_board long_proof(void) {
    static const char *const rows[] = {"a1 a1 a0 c3 a0 f5", "b1 e1 b0 b0 b0 e1",
                                       "c0 c0 c0 a1 c3 a2", "e3 d0 d0 d2 d1 d0",
                                       "e0 b2 e0 d1 b2 e1", "f3 f2 f1 f2 c1 f0"};
    struct harmony_board board = {.rows = 6, .columns = 6};
    for (unsigned row = 0; row < 6; row++)
        for (unsigned column = 0; column < 6; column++) {
            board.colour[harmony_cell(row, column)] = (uint8_t)(rows[row][3 * column] - 'a');
            board.moves[harmony_cell(row, column)] = (uint8_t)(rows[row][3 * column + 1] - '0');
        }
    return board;
}

static void threads_prove_together(void **unused) {
    (void)unused;
    struct harmony_board board = long_proof();
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct harmony_solver_options options = {.threads = threads};
        options.without = threads == 4 ? HARMONY_PART_RESTARTS : 0; /* all share one tree */
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, &options, control, &answer), QD_NO);
        print_message("%u threads: %llu tree nodes, %llu beam nodes\n", threads,
                      (unsigned long long)answer.tree_nodes, (unsigned long long)answer.beam_nodes);
        assert_true(answer.tree_nodes > 10000);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

/* ---- stopping ---- */

struct stopper {
    qd_control *control;
    double stopped; /* when */
};

static void stop_soon(void *context) {
    struct stopper *stopper = context;
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    stopper->stopped = clock_wall();
    control_stop(stopper->control);
}

/* As Ctrl-C does, in the middle of a large search. */
static void a_stop_is_seen_at_once(void **unused) {
    (void)unused;
    struct harmony_board board = scrambled(12, 600, 3);
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct stopper stopper = {.control = control_new(NULL)};
        struct harmony_solver_options options = {.threads = threads, .alone = 1};
        struct harmony_answer answer;
        struct thread thread;
        assert_true(thread_start(&thread, stop_soon, &stopper));
        assert_int_equal(harmony_solver_solve(&board, &options, stopper.control, &answer),
                         QD_LIMIT);
        thread_join(&thread);
        double seconds = clock_wall() - stopper.stopped;
        print_message("%u threads: stopped after %.3f s\n", threads, seconds);
        assert_true(seconds < 0.5); /* 0.1 s, and room for a busy machine */
        harmony_answer_free(&answer);
        control_free(stopper.control);
    }
}

static void broken_boards_are_refused(void **unused) {
    (void)unused;
    struct small small = {.rows = 2, .columns = 2, .code = "aaaabaaa"};
    assert_int_equal(solve(&small, (struct harmony_solver_options){0}), QD_NO);
    strcpy(small.code, "abaababa"); /* three moves in all */
    small.code[3] = 'c';
    assert_int_equal(solve(&small, (struct harmony_solver_options){0}), QD_NO);
    small = solved_small(2, 2);
    assert_int_equal(solve(&small, (struct harmony_solver_options){0}), QD_YES);
}

/* A board that no search finishes soon: a long scramble with two tiles' moves exchanged. */
static struct harmony_board hard_board(void) {
    struct harmony_board board = scrambled(9, 200, 3);
    unsigned a = harmony_cell(0, 0), b = harmony_cell(1, 1);
    uint8_t moves = board.moves[a];
    board.moves[a] = board.moves[b];
    board.moves[b] = moves;
    return board;
}

static void limits_end_the_search(void **unused) {
    (void)unused;
    struct harmony_board board = hard_board();
    qd_limits limits[] = {{.seconds = 0.2}, {.nodes = 2000}, {.bytes = 1 << 16}};
    for (int i = 0; i < 3; i++) {
        qd_control *control = control_new(&limits[i]);
        struct harmony_answer answer;
        double start = clock_wall();
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_LIMIT);
        if (i == 0)
            assert_true(clock_wall() - start < 0.5); /* 0.1 s, and room for a busy machine */
        assert_null(answer.swaps);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_2x2),
        cmocka_unit_test(all_2x3),
        cmocka_unit_test(all_3x2),
        cmocka_unit_test(all_2x4),
        cmocka_unit_test(all_3x3),
        cmocka_unit_test(near_solvable),
        cmocka_unit_test(tiles_that_look_stuck),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(same_seed_same_search),
        cmocka_unit_test(pinned_node_counts),
        cmocka_unit_test(threads_prove_together),
        cmocka_unit_test(a_stop_is_seen_at_once),
        cmocka_unit_test(broken_boards_are_refused),
        cmocka_unit_test(limits_end_the_search),
    };
    return cmocka_run_group_tests_name("harmony_solver", tests, NULL, NULL);
}
