/* Invalidity tests and forced moves against the oracle, on every small board: what is called sound
 * must never reject a board that has a solution. QUANDARY_SLOW_TESTS=1 takes the larger sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/harmony/solve/classic/forced.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/classic/stuck.h"
#include "puzzles/harmony/tests/harmony_oracle.h"

static bool is_slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- counting ---- */

/* Boards up to the order of their columns. */
struct tally {
    uint64_t boards, solvable;
    uint64_t wrong[HARMONY_INVALID_TESTS]; /* solvable boards rejected, for each test */
    uint64_t right[HARMONY_INVALID_TESTS]; /* others rejected */
    uint64_t first[HARMONY_INVALID_TESTS]; /* those that no sound test before it rejects */
    uint64_t wrong_v2[4];              /* solvable boards that v2 rejects, by harmony_stuck_kind */
    uint64_t dropped, wrongly_dropped; /* swaps that the last-move filter drops */
    uint64_t horizontal, wrong_horizontal;
    uint64_t vertical, wrong_vertical;
};

/* Where one run of checks stands. Only one of oracle and layers need be there. */
struct run {
    struct tally tally;
    struct harmony_oracle *oracle;
    struct harmony_layers *layers;
    uint64_t disagreements; /* boards on which oracle and layers differ */
};

static void add_tally(struct tally *to, const struct tally *from) {
    uint64_t *sum = (uint64_t *)to;
    const uint64_t *more = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += more[i];
}

static void count_v2_kinds(struct tally *tally, const struct harmony_board *board,
                           unsigned copies) {
    bool seen[4] = {false};
    for (unsigned row = 0; row < board->rows; row++) {
        struct harmony_stuck stuck = harmony_stuck_look(board, row);
        if (stuck.kind != HARMONY_STUCK_NOT && stuck.odd)
            seen[stuck.kind] = true;
    }
    for (unsigned kind = 0; kind < 4; kind++)
        tally->wrong_v2[kind] += seen[kind] ? copies : 0;
}

static void count_rejections(struct tally *tally, const struct harmony_board *board,
                             unsigned copies, bool solvable) {
    bool by_sound = false;
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        const struct harmony_invalid_test *test = harmony_invalid_at(i);
        if (!test->is_invalid(board))
            continue;
        *(solvable ? &tally->wrong[i] : &tally->right[i]) += copies;
        tally->first[i] += test->sound && !by_sound && !solvable ? copies : 0;
        by_sound |= test->sound;
    }
}

/* ---- forced moves, by their definitions ---- */

static bool row_is_even_ones(const struct harmony_board *board, unsigned row) {
    unsigned ones = 0;
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned cell = harmony_cell(row, column);
        if (board->colour[cell] != row || board->moves[cell] > 1)
            return false;
        ones += board->moves[cell];
    }
    return ones % 2 == 0;
}

static bool is_perfect_horizontal(const struct harmony_board *board, struct harmony_swap swap) {
    unsigned row = harmony_row(swap.a);
    return row == harmony_row(swap.b) && row_is_even_ones(board, row);
}

static bool is_perfect_vertical(const struct harmony_board *board, struct harmony_swap swap) {
    return harmony_column(swap.a) == harmony_column(swap.b) && board->moves[swap.a] == 1 &&
           board->moves[swap.b] == 1 && board->colour[swap.a] == harmony_row(swap.b) &&
           board->colour[swap.b] == harmony_row(swap.a);
}

static bool still_solvable(struct run *run, const struct harmony_board *board,
                           struct harmony_swap swap) {
    struct harmony_board after = *board;
    harmony_swap_play(&after, swap);
    return run->oracle != NULL ? harmony_oracle_solvable(run->oracle, &after)
                               : harmony_layers_has(run->layers, &after);
}

/* What the board offers: bit 0 a horizontal, bit 1 a vertical perfect swap. */
static unsigned count_swap(struct run *run, const struct harmony_board *board, unsigned copies,
                           struct harmony_swap swap) {
    struct tally *tally = &run->tally;
    bool horizontal = is_perfect_horizontal(board, swap);
    bool vertical = is_perfect_vertical(board, swap);
    bool dropped = !harmony_last_move_fits(board, swap);
    if (!horizontal && !vertical && !dropped)
        return 0;
    bool solvable = still_solvable(run, board, swap);
    tally->dropped += dropped ? copies : 0;
    tally->wrongly_dropped += dropped && solvable ? copies : 0;
    tally->horizontal += horizontal ? copies : 0;
    tally->wrong_horizontal += horizontal && !solvable ? copies : 0;
    tally->vertical += vertical ? copies : 0;
    tally->wrong_vertical += vertical && !solvable ? copies : 0;
    return (unsigned)horizontal | (unsigned)vertical << 1;
}

/* Every perfect swap is tried, not only the one that is found first: so the order of rows and
 * columns does not matter. */
static void count_swaps(struct run *run, const struct harmony_board *board, unsigned copies) {
    struct harmony_swap swap;
    unsigned offered = 0;
    for (unsigned a = 0; a < HARMONY_SIDE * board->rows; a++)
        for (unsigned b = a + 1; b < HARMONY_SIDE * board->rows; b++) {
            swap = (struct harmony_swap){(uint8_t)a, (uint8_t)b};
            if (board->moves[a] > 0 && board->moves[b] > 0 && harmony_swap_legal(board, swap))
                offered |= count_swap(run, board, copies, swap);
        }
    assert_int_equal(harmony_forced_horizontal(board, &swap), offered & 1);
    assert_true((offered & 1) == 0 ||
                (harmony_swap_legal(board, swap) && is_perfect_horizontal(board, swap)));
    assert_int_equal(harmony_forced_vertical(board, &swap), offered >> 1);
    assert_true((offered & 2) == 0 || is_perfect_vertical(board, swap));
    assert_int_equal(harmony_forced_any(board, &swap), offered != 0);
}

/* ---- sets of boards ---- */

static void count_solvable(void *context, const struct harmony_board *board, unsigned copies) {
    struct run *run = context;
    run->tally.boards += copies;
    run->tally.solvable += copies;
    count_rejections(&run->tally, board, copies, true);
    count_v2_kinds(&run->tally, board, copies);
    count_swaps(run, board, copies);
}

static void count_board(void *context, const struct harmony_board *board, unsigned copies) {
    struct run *run = context;
    bool solvable = harmony_oracle_solvable(run->oracle, board);
    run->disagreements += solvable != harmony_layers_has(run->layers, board);
    if (solvable) {
        count_solvable(run, board, copies);
        return;
    }
    run->tally.boards += copies;
    count_rejections(&run->tally, board, copies, false);
}

static void count_copies(void *context, const struct harmony_board *board, unsigned copies) {
    (void)board;
    *(uint64_t *)context += copies;
}

struct board_set {
    unsigned rows, columns;
    unsigned swaps, slow_swaps;
    uint64_t boards, solvable; /* how many there are up to that number of swaps */
};

static unsigned most_swaps(const struct board_set *set) {
    return is_slow() ? set->slow_swaps : set->swaps;
}

static void report_set(const struct board_set *set, const char *what, const struct run *run) {
    print_message("%s %ux%u up to %u swaps: %llu boards, %llu solvable\n", what, set->rows,
                  set->columns, most_swaps(set), (unsigned long long)run->tally.boards,
                  (unsigned long long)run->tally.solvable);
    if (most_swaps(set) == set->swaps) {
        assert_int_equal(run->tally.boards, set->boards);
        assert_int_equal(run->tally.solvable, set->solvable);
    }
}

static void print_tally(const struct tally *tally) {
    print_message("%llu boards, %llu solvable\n", (unsigned long long)tally->boards,
                  (unsigned long long)tally->solvable);
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        print_message("%-22s rejects %9llu rightly, %9llu of them first, %9llu wrongly\n",
                      harmony_invalid_at(i)->name, (unsigned long long)tally->right[i],
                      (unsigned long long)tally->first[i], (unsigned long long)tally->wrong[i]);
    print_message("v2 wrongly: all in row %llu, correct column %llu, other column %llu\n",
                  (unsigned long long)tally->wrong_v2[HARMONY_STUCK_ALL_IN_ROW],
                  (unsigned long long)tally->wrong_v2[HARMONY_STUCK_CORRECT_COLUMN],
                  (unsigned long long)tally->wrong_v2[HARMONY_STUCK_OTHER_COLUMN]);
    print_message("horizontal %llu, vertical %llu perfect swaps, %llu last moves dropped; "
                  "wrongly %llu, %llu, %llu\n",
                  (unsigned long long)tally->horizontal, (unsigned long long)tally->vertical,
                  (unsigned long long)tally->dropped, (unsigned long long)tally->wrong_horizontal,
                  (unsigned long long)tally->wrong_vertical,
                  (unsigned long long)tally->wrongly_dropped);
}

/* Every rule that is called sound made no mistake. */
static void assert_sound(const struct tally *tally) {
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        if (harmony_invalid_at(i)->sound)
            assert_int_equal(tally->wrong[i], 0);
        else
            assert_true(tally->wrong[i] > 0);
    assert_true(tally->horizontal > 0 && tally->vertical > 0 && tally->dropped > 0);
    assert_int_equal(tally->wrong_horizontal, 0);
    assert_int_equal(tally->wrong_vertical, 0);
    assert_int_equal(tally->wrongly_dropped, 0);
}

static void check_every_board(const struct board_set *set, struct tally *total) {
    enum harmony_symmetry symmetry = HARMONY_UP_TO_ROWS_AND_COLUMNS;
    struct run run = {
        .oracle = harmony_oracle_new(set->rows, set->columns, symmetry),
        .layers = harmony_layers_new(set->rows, set->columns, most_swaps(set), symmetry),
    };
    uint64_t backwards = 0;
    for (unsigned swaps = 0; swaps <= most_swaps(set); swaps++) {
        harmony_each_board(set->rows, set->columns, swaps, symmetry, count_board, &run);
        harmony_layers_each(run.layers, swaps, count_copies, &backwards);
    }
    report_set(set, "every", &run);
    assert_int_equal(run.disagreements, 0);
    assert_int_equal(backwards, run.tally.solvable);
    add_tally(total, &run.tally);
    harmony_oracle_free(run.oracle);
    harmony_layers_free(run.layers);
}

/* How many boards of the usual sets each test rejects rightly, and how many of these no sound test
 * before it does, in the order of the table. A test that becomes weaker is seen here. */
static const struct {
    const char *test;
    uint64_t right, first;
} strengths[] = {
    {"wrong_row_zero_moves", 5105632, 5105632},
    {"blocked_swap", 3014594, 56466},
    {"shared_landing", 249495, 5397},
    {"lonely_last_move", 961474, 13290},
    {"isolated_tile", 1119436, 4100},
    {"no_way_home", 1340272, 4368},
    {"stuck_tile", 48168, 0},
    {"stuck_tiles_v1", 51634, 508},
    {"stuck_tiles", 171910, 19005},
    {"stuck_tiles_foreign", 189537, 1524},
    {"stuck_tiles_v2", 291363, 0},
    {"component_sum", 761380, 8},
    {"component_largest", 1662140, 14964},
    {"component_colours", 4529106, 0},
    /* a new test goes here */
};

static void assert_as_strong_as_ever(const struct tally *tally) {
    assert_int_equal(sizeof strengths / sizeof strengths[0], HARMONY_INVALID_TESTS);
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        assert_string_equal(strengths[i].test, harmony_invalid_at(i)->name);
        assert_int_equal(tally->right[i], strengths[i].right);
        assert_int_equal(tally->first[i], strengths[i].first);
    }
}

/* What a sound test must not reject are boards with a solution: of these the next check has more.
 */
static void sound_on_every_small_board(void **unused) {
    static const struct board_set sets[] = {
        {2, 2, 10, 15, 17424, 1841}, {2, 3, 8, 12, 145206, 31189}, {3, 2, 6, 9, 499212, 20958},
        {2, 4, 5, 8, 88134, 3201},   {3, 3, 4, 5, 4604250, 3844},
    };
    struct tally total = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        check_every_board(&sets[i], &total);
    print_tally(&total);
    assert_sound(&total);
    if (!is_slow())
        assert_as_strong_as_ever(&total);
}

static void check_solvable_boards(const struct board_set *set, struct tally *total) {
    struct run run = {.layers = harmony_layers_new(set->rows, set->columns, most_swaps(set),
                                                   HARMONY_UP_TO_ROWS_AND_COLUMNS)};
    for (unsigned swaps = 0; swaps <= most_swaps(set); swaps++)
        harmony_layers_each(run.layers, swaps, count_solvable, &run);
    report_set(set, "solvable", &run);
    add_tally(total, &run.tally);
    harmony_layers_free(run.layers);
}

static void sound_on_larger_solvable_boards(void **unused) {
    static const struct board_set sets[] = {
        {3, 2, 8, 9, 200721, 200721}, {2, 4, 6, 8, 14981, 14981}, {3, 3, 6, 9, 211567, 211567},
        {4, 4, 3, 6, 2223, 2223},     {2, 6, 5, 9, 4921, 4921},   {5, 2, 4, 7, 37671, 37671},
        {3, 4, 4, 7, 5957, 5957},     {4, 3, 4, 7, 22643, 22643},
    };
    struct tally total = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        check_solvable_boards(&sets[i], &total);
    print_tally(&total);
    assert_sound(&total);
}

/* ---- the order of rows and columns ---- */

static void random_order(struct random *random, unsigned count, uint8_t *order) {
    for (unsigned i = 0; i < count; i++) {
        unsigned at = (unsigned)random_below(random, i + 1);
        order[i] = order[at];
        order[at] = (uint8_t)i;
    }
}

/* A board that need not have a solution, with few moves so that tests have something to find. */
static void random_board(struct random *random, struct harmony_board *board) {
    memset(board, 0, sizeof *board);
    board->rows = (uint8_t)(2 + random_below(random, 4));
    board->columns = (uint8_t)(2 + random_below(random, 4));
    unsigned cells = (unsigned)board->rows * board->columns;
    uint8_t order[HARMONY_CELLS];
    random_order(random, cells, order);
    bool mixed = random_below(random, 2) == 0;
    for (unsigned i = 0; i < cells; i++) {
        unsigned cell = harmony_cell(i / board->columns, i % board->columns);
        board->colour[cell] = (uint8_t)((mixed ? order[i] : i) / board->columns);
        board->moves[cell] = (uint8_t)random_below(random, 3);
    }
}

static struct harmony_board random_reorder(struct random *random,
                                           const struct harmony_board *board) {
    uint8_t rows[HARMONY_SIDE], columns[HARMONY_SIDE];
    struct harmony_board result = *board;
    random_order(random, board->rows, rows);
    random_order(random, board->columns, columns);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned from = harmony_cell(row, column);
            unsigned to = harmony_cell(rows[row], columns[column]);
            result.colour[to] = rows[board->colour[from]];
            result.moves[to] = board->moves[from];
        }
    return result;
}

static void order_of_rows_and_columns_does_not_matter(void **unused) {
    enum { BOARDS = 20000, SEED = 20260110 };
    struct random random;
    unsigned rejected[HARMONY_INVALID_TESTS] = {0};
    (void)unused;
    print_message("seed %d\n", SEED);
    random_seed(&random, SEED);
    for (unsigned n = 0; n < BOARDS; n++) {
        struct harmony_board board;
        random_board(&random, &board);
        struct harmony_board other = random_reorder(&random, &board);
        for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
            bool invalid = harmony_invalid_at(i)->is_invalid(&board);
            assert_int_equal(harmony_invalid_at(i)->is_invalid(&other), invalid);
            rejected[i] += invalid;
        }
    }
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        assert_true(rejected[i] > 0 && rejected[i] < BOARDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_of_rows_and_columns_does_not_matter),
        cmocka_unit_test(sound_on_every_small_board),
        cmocka_unit_test(sound_on_larger_solvable_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
