/* Repairs, compared with brute force over all pictures of a small board: which are the only
 * solution of their clues, which are solved by lines alone, and how many cells away the nearest
 * such picture is. It shares no code with the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/generate/repair.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"

enum { FAR = 255, MOST_CELLS = 20 };

/* ---- all pictures of a board ---- */

/* A picture is a number: cell i, row by row, is digit i in base colours + 1. */
struct board {
    unsigned width, height, colours, cells;
    uint32_t pictures;
    uint64_t *key;     /* the clues of each picture */
    bool *good;        /* which pictures are good */
    uint8_t *distance; /* to the nearest good one, in changed cells */
};

static void cells_of(const struct board *board, uint32_t number, uint8_t *cells) {
    for (unsigned i = 0; i < board->cells; i++, number /= board->colours + 1)
        cells[i] = (uint8_t)(number % (board->colours + 1));
}

static uint32_t number_of(const struct board *board, const uint8_t *cells) {
    uint32_t number = 0;
    for (unsigned i = board->cells; i-- > 0;)
        number = number * (board->colours + 1) + cells[i];
    return number;
}

/* The runs of a line pushed to its beginning: equal for two lines exactly if their clues are. */
static uint64_t pushed(const struct board *board, const uint8_t *cells, unsigned length,
                       unsigned stride) {
    uint8_t line[MOST_CELLS] = {0};
    unsigned at = 0;
    for (unsigned i = 0; i < length; i++) {
        uint8_t colour = cells[i * stride];
        bool begins = colour && (i == 0 || cells[(i - 1) * stride] != colour);
        at += begins && at > 0 && line[at - 1] == colour;
        if (colour)
            line[at++] = colour;
    }
    uint64_t key = 0;
    for (unsigned i = 0; i < length; i++)
        key = key * (board->colours + 1) + line[i];
    return key;
}

static uint64_t power(unsigned base, unsigned exponent) {
    return exponent ? base * power(base, exponent - 1) : 1;
}

static uint64_t key_of(const struct board *board, const uint8_t *cells) {
    uint64_t key = 0;
    for (unsigned row = 0; row < board->height; row++)
        key = key * power(board->colours + 1, board->width) +
              pushed(board, cells + row * board->width, board->width, 1);
    for (unsigned column = 0; column < board->width; column++)
        key = key * power(board->colours + 1, board->height) +
              pushed(board, cells + column, board->height, board->width);
    return key;
}

static int by_value(const void *a, const void *b) {
    uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static void find_unique(struct board *board) {
    uint64_t *sorted = mem_copy(board->key, board->pictures * sizeof *sorted);
    qsort(sorted, board->pictures, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < board->pictures; i++) {
        uint64_t *at = bsearch(&board->key[i], sorted, board->pictures, sizeof *sorted, by_value);
        bool before = at > sorted && at[-1] == *at;
        bool behind = at + 1 < sorted + board->pictures && at[1] == *at;
        board->good[i] = !before && !behind;
    }
    free(sorted);
}

/* Breadth first from all good pictures at once. */
static void find_distances(struct board *board) {
    uint32_t *queue = mem_new(board->pictures, sizeof *queue), head = 0, tail = 0;
    for (uint32_t i = 0; i < board->pictures; i++) {
        board->distance[i] = board->good[i] ? 0 : FAR;
        if (board->good[i])
            queue[tail++] = i;
    }
    while (head < tail) {
        uint32_t number = queue[head++];
        uint8_t cells[MOST_CELLS] = {0};
        cells_of(board, number, cells);
        for (unsigned i = 0; i < board->cells; i++) {
            uint8_t value = cells[i];
            for (cells[i] = 0; cells[i] <= board->colours; cells[i]++) {
                uint32_t next = number_of(board, cells);
                if (board->distance[next] != FAR)
                    continue;
                board->distance[next] = (uint8_t)(board->distance[number] + 1);
                queue[tail++] = next;
            }
            cells[i] = value;
        }
    }
    free(queue);
}

static void board_begin(struct board *board, unsigned width, unsigned height, unsigned colours) {
    *board = (struct board){
        .width = width, .height = height, .colours = colours, .cells = width * height};
    board->pictures = (uint32_t)power(colours + 1, board->cells);
    board->key = mem_new(board->pictures, sizeof *board->key);
    board->good = mem_new(board->pictures, sizeof *board->good);
    board->distance = mem_new(board->pictures, 1);
    for (uint32_t i = 0; i < board->pictures; i++) {
        uint8_t cells[MOST_CELLS] = {0};
        cells_of(board, i, cells);
        board->key[i] = key_of(board, cells);
    }
}

static void board_end(struct board *board) {
    free(board->key);
    free(board->good);
    free(board->distance);
}

/* ---- lines alone, by trying all lines ---- */

/* sets[i] has a bit for each value that cell i may have. Returns whether a value was removed. */
static bool try_all_lines(const struct board *board, uint64_t key, uint8_t *sets, unsigned length,
                          unsigned stride) {
    uint8_t possible[MOST_CELLS] = {0};
    for (uint64_t number = 0; number < power(board->colours + 1, length); number++) {
        uint8_t cells[MOST_CELLS] = {0};
        uint64_t rest = number;
        bool fits = true;
        for (unsigned i = 0; i < length; i++, rest /= board->colours + 1) {
            cells[i] = (uint8_t)(rest % (board->colours + 1));
            fits = fits && (sets[i * stride] >> cells[i] & 1);
        }
        if (!fits || pushed(board, cells, length, 1) != key)
            continue;
        for (unsigned i = 0; i < length; i++)
            possible[i] |= (uint8_t)(1 << cells[i]);
    }
    bool changed = false;
    for (unsigned i = 0; i < length; i++) {
        changed = changed || sets[i * stride] != possible[i];
        sets[i * stride] = possible[i];
    }
    return changed;
}

static bool solved_by_lines(const struct board *board, const uint8_t *cells) {
    uint8_t sets[MOST_CELLS];
    memset(sets, (2 << board->colours) - 1, sizeof sets);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned row = 0; row < board->height; row++) {
            const uint8_t *line = cells + row * board->width;
            changed |= try_all_lines(board, pushed(board, line, board->width, 1),
                                     sets + row * board->width, board->width, 1);
        }
        for (unsigned column = 0; column < board->width; column++)
            changed |=
                try_all_lines(board, pushed(board, cells + column, board->height, board->width),
                              sets + column, board->height, board->width);
    }
    for (unsigned i = 0; i < board->cells; i++)
        if (sets[i] & (sets[i] - 1))
            return false;
    return true;
}

/* Lines alone can only find the only solution. */
static void find_solved_by_lines(struct board *board) {
    find_unique(board);
    for (uint32_t i = 0; i < board->pictures; i++) {
        uint8_t cells[MOST_CELLS] = {0};
        cells_of(board, i, cells);
        board->good[i] = board->good[i] && solved_by_lines(board, cells);
    }
}

/* ---- repairs ---- */

static qd_status repair(const struct board *board, uint8_t *cells,
                        const struct nonogram_repair_settings *settings,
                        struct nonogram_repair *result) {
    qd_control *control = control_new(NULL);
    qd_status status = nonogram_repair_picture(board->width, board->height, board->colours, cells,
                                               settings, control, result);
    control_free(control);
    return status;
}

/* What the repair lists is what it changed. */
static void check_changes(const struct board *board, const uint8_t *before, const uint8_t *after,
                          const struct nonogram_repair *result) {
    unsigned differ = 0;
    for (unsigned i = 0; i < board->cells; i++)
        differ += before[i] != after[i];
    assert_int_equal(differ, result->count);
    for (unsigned i = 0; i < result->count; i++) {
        const struct nonogram_change *change = &result->changes[i];
        assert_int_equal(before[change->cell], change->from);
        assert_int_equal(after[change->cell], change->to);
        assert_true(i == 0 || result->changes[i - 1].cell < change->cell);
    }
}

static void check_fewest(const struct board *board, uint32_t number, bool lines) {
    uint8_t before[MOST_CELLS] = {0}, after[MOST_CELLS];
    struct nonogram_repair_settings settings = {
        .lines = lines, .most = board->cells, .effort = 1000000, .seed = number};
    struct nonogram_repair result;
    cells_of(board, number, before);
    memcpy(after, before, sizeof after);
    assert_int_equal(repair(board, after, &settings, &result), QD_YES);
    check_changes(board, before, after, &result);
    assert_true(board->good[number_of(board, after)]);
    assert_int_equal(result.count, board->distance[number]);
    assert_int_equal(result.at_least, result.count);
    assert_true(result.fewest);
    nonogram_repair_free(&result);
}

/* With too few changes allowed, that is proven, and nothing changes. */
static void check_too_few(const struct board *board, uint32_t number, bool lines) {
    uint8_t before[MOST_CELLS] = {0}, after[MOST_CELLS];
    struct nonogram_repair_settings settings = {
        .lines = lines, .most = board->distance[number] - 1u, .effort = 1000000};
    struct nonogram_repair result;
    cells_of(board, number, before);
    memcpy(after, before, sizeof after);
    assert_int_equal(repair(board, after, &settings, &result), QD_NO);
    assert_int_equal(result.count, 0);
    assert_int_equal(result.at_least, board->distance[number]);
    assert_memory_equal(before, after, board->cells);
    nonogram_repair_free(&result);
}

/* Pictures that are the farthest from any good one: many independent faults. */
static unsigned check_farthest(const struct board *board, bool lines) {
    unsigned most = 0, checked = 0;
    for (uint32_t i = 0; i < board->pictures; i++)
        most = board->distance[i] > most ? board->distance[i] : most;
    for (uint32_t i = 0; i < board->pictures && checked < 20; i++)
        if (board->distance[i] == most) {
            check_fewest(board, i, lines);
            checked++;
        }
    return most;
}

static void check_board(const struct board *board, bool lines, unsigned samples, uint64_t seed) {
    struct random random;
    unsigned repaired = 0, deepest = check_farthest(board, lines);
    random_seed(&random, seed);
    for (unsigned i = 0; i < samples; i++) {
        uint32_t number = (uint32_t)random_below(&random, board->pictures);
        check_fewest(board, number, lines);
        if (board->distance[number] > 0)
            check_too_few(board, number, lines);
        repaired += board->distance[number] > 0;
    }
    print_message("%u x %u, %u colours%s, seed %llu: %u of %u repaired, up to %u changes\n",
                  board->width, board->height, board->colours, lines ? ", by lines" : "",
                  (unsigned long long)seed, repaired, samples, deepest);
    assert_true(repaired > 0);
}

static void fewest_changes_for_one_solution(void **state) {
    static const unsigned sizes[][4] = {{2, 2, 1, 16},  {3, 3, 1, 500}, {4, 4, 1, 400},
                                        {5, 3, 1, 300}, {2, 7, 1, 300}, {3, 5, 1, 300},
                                        {3, 3, 2, 500}, {4, 2, 3, 300}};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct board board;
        board_begin(&board, sizes[i][0], sizes[i][1], sizes[i][2]);
        find_unique(&board);
        find_distances(&board);
        check_board(&board, false, sizes[i][3], 11 + i);
        board_end(&board);
    }
}

static void fewest_changes_for_lines_alone(void **state) {
    static const unsigned sizes[][4] = {
        {3, 3, 1, 500}, {4, 4, 1, 500}, {5, 3, 1, 300}, {3, 3, 2, 200}};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct board board;
        board_begin(&board, sizes[i][0], sizes[i][1], sizes[i][2]);
        find_solved_by_lines(&board);
        find_distances(&board);
        check_board(&board, true, sizes[i][3], 31 + i);
        board_end(&board);
    }
}

/* ---- with symmetry ---- */

static unsigned difference(const struct board *board, uint32_t a, uint32_t b) {
    unsigned count = 0;
    for (unsigned i = 0; i < board->cells; i++, a /= board->colours + 1, b /= board->colours + 1)
        count += a % (board->colours + 1) != b % (board->colours + 1);
    return count;
}

static uint32_t *list_symmetric(const struct board *board, enum nonogram_symmetry symmetry,
                                unsigned *count) {
    uint32_t *list = mem_new(board->pictures, sizeof *list);
    *count = 0;
    for (uint32_t i = 0; i < board->pictures; i++) {
        uint8_t cells[MOST_CELLS] = {0};
        cells_of(board, i, cells);
        if (nonogram_picture_symmetric(symmetry, board->width, board->height, cells))
            list[(*count)++] = i;
    }
    return list;
}

/* The fewest cells that lead from a symmetric picture to a good symmetric one. */
static unsigned nearest(const struct board *board, const uint32_t *list, unsigned count,
                        uint32_t from) {
    unsigned least = FAR;
    for (unsigned i = 0; i < count; i++)
        if (board->good[list[i]] && difference(board, from, list[i]) < least)
            least = difference(board, from, list[i]);
    return least;
}

/* Returns how many needed a repair. */
static unsigned check_symmetry(const struct board *board, enum nonogram_symmetry symmetry) {
    unsigned count, repaired = 0;
    uint32_t *list = list_symmetric(board, symmetry, &count);
    for (unsigned i = 0; i < count; i += 1 + count / 150) {
        uint8_t before[MOST_CELLS] = {0}, after[MOST_CELLS];
        struct nonogram_repair_settings settings = {
            .symmetry = symmetry, .most = board->cells, .effort = 1000000, .seed = i};
        struct nonogram_repair result;
        cells_of(board, list[i], before);
        memcpy(after, before, sizeof after);
        assert_int_equal(repair(board, after, &settings, &result), QD_YES);
        check_changes(board, before, after, &result);
        assert_true(board->good[number_of(board, after)]);
        assert_true(nonogram_picture_symmetric(symmetry, board->width, board->height, after));
        assert_int_equal(result.count, nearest(board, list, count, list[i]));
        assert_true(result.fewest);
        repaired += result.count > 0;
        nonogram_repair_free(&result);
    }
    free(list);
    return repaired;
}

static void fewest_changes_keep_the_symmetry(void **state) {
    static const unsigned sizes[][2] = {{4, 4}, {5, 3}, {3, 5}, {4, 3}};
    unsigned repaired = 0;
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct board board;
        board_begin(&board, sizes[i][0], sizes[i][1], 1);
        find_unique(&board);
        for (unsigned symmetry = 1; symmetry <= NONOGRAM_SYMMETRY_ROTATION; symmetry++)
            repaired += check_symmetry(&board, (enum nonogram_symmetry)symmetry);
        board_end(&board);
    }
    print_message("%u symmetric pictures repaired\n", repaired);
    assert_true(repaired > 0);
}

/* ---- what is not proven is not claimed; limits ---- */

static void without_effort_nothing_is_proven(void **state) {
    struct board board;
    unsigned claimed = 0, open = 0;
    (void)state;
    board_begin(&board, 4, 4, 1);
    find_unique(&board);
    find_distances(&board);
    for (uint32_t number = 0; number < board.pictures; number += 7) {
        uint8_t cells[MOST_CELLS] = {0};
        struct nonogram_repair_settings settings = {.most = board.cells, .seed = number};
        struct nonogram_repair result;
        cells_of(&board, number, cells);
        assert_int_equal(repair(&board, cells, &settings, &result), QD_YES);
        assert_true(board.good[number_of(&board, cells)]);
        assert_true(result.count >= board.distance[number]);
        assert_true(result.at_least <= board.distance[number]);
        if (result.fewest)
            assert_int_equal(result.count, board.distance[number]);
        claimed += result.fewest && result.count > 0;
        open += !result.fewest;
        nonogram_repair_free(&result);
    }
    assert_true(claimed > 0); /* one change is the fewest unless none is needed */
    assert_true(open > 0);
    board_end(&board);
}

static void a_stopped_repair_changes_nothing(void **state) {
    uint8_t cells[400], before[400];
    struct random random;
    struct nonogram_repair_settings settings = {.most = 400, .effort = 1000};
    struct nonogram_repair result;
    qd_control *control = control_new(NULL);
    (void)state;
    random_seed(&random, 5);
    for (unsigned i = 0; i < 400; i++)
        cells[i] = before[i] = (uint8_t)random_below(&random, 2);
    control_stop(control);
    assert_int_equal(nonogram_repair_picture(20, 20, 1, cells, &settings, control, &result),
                     QD_LIMIT);
    assert_int_equal(result.count, 0);
    assert_memory_equal(cells, before, sizeof cells);
    nonogram_repair_free(&result);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fewest_changes_for_one_solution),
        cmocka_unit_test(fewest_changes_for_lines_alone),
        cmocka_unit_test(fewest_changes_keep_the_symmetry),
        cmocka_unit_test(without_effort_nothing_is_proven),
        cmocka_unit_test(a_stopped_repair_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
