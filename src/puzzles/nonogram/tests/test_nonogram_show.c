/* Boards as characters and as drawings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/view/layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const flag[] = {"rrr.", "bb.g", "b.gg", "b...", NULL};

static void expect_shown(const struct position *position, const char *const *pairs,
                         const char *expected) {
    char *text = nonogram_shown(position, pairs, NULL);
    assert_string_equal(text, expected);
    free(text);
}

static const char *const plain[] = {"ascii", NULL, NULL};

static void boards_are_shown(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    nonogram_set_cells(position, (const char *const[]){"...#...", "?..##..", "...????", "??.#???",
                                                       "#######", "???????"});
    expect_shown(position, plain,
                 "           2  1\n"
                 "   1 2 2 6 2  2 1\n"
                 " +----------+----+\n"
                 "1| . . .## .| . .|\n"
                 "2|   . .####| . .|\n"
                 "3| . . .    |    |\n"
                 "1|     .##  |    |\n"
                 "7|##########|####| 5\n"
                 " +----------+----+\n"
                 "5|          |    |\n"
                 " +----------+----+\n"
                 "           5\n");
    nonogram_set_cells(position, boat); /* solved: no marks */
    expect_shown(position, NULL,
                 "           2  1\n"
                 "   1 2 2 6 2  2 1\n"
                 " ┌──────────┬────┐\n"
                 "1│      ██  │    │\n"
                 "2│      ████│    │\n"
                 "3│      ████│██  │\n"
                 "1│      ██  │    │\n"
                 "7│██████████│████│ 5\n"
                 " ├──────────┼────┤\n"
                 "5│  ████████│██  │\n"
                 " └──────────┴────┘\n"
                 "           5\n");
    nonogram_rules.free(position);
}

static void colours_are_letters(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    nonogram_set_cells(position, (const char *const[]){"rr??", "bb.?", "????", "b???"});
    expect_shown(position, plain,
                 "       1r 1r 1r\n"
                 "       3b 1b 1g 2g\n"
                 "     +------------+\n"
                 "   3r|rrrrrr      |\n"
                 "2b 1g|bbbbbb  .   |\n"
                 "1b 2g|            |\n"
                 "   1b|bbb         |\n"
                 "     +------------+\n"
                 " r  red   g  green   b  blue\n");
    nonogram_rules.free(position);
}

/* Both clues of the first column are done, so they are dim, and nothing else of it is. */
static void done_clues_are_dim(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    struct options *options = nonogram_show_options(plain);
    struct canvas *canvas = canvas_new();
    nonogram_set_cells(position, (const char *const[]){"r???", "b???", "b???", "b???"});
    nonogram_render.text(position, options, canvas);
    struct nonogram_layout layout = nonogram_layout_make(
        position->puzzle, nonogram_part_around(position->puzzle, 0, 0, NONOGRAM_SIDE), true, 0, 0);
    int end = nonogram_layout_column(&layout, 0) + layout.cell;
    for (int line = layout.top - 2; line < layout.top; line++) {
        assert_true(canvas_cell(canvas, line, end - 1)->style.dim);
        assert_int_equal(canvas_cell(canvas, line, end - 1)->style.back, INK_DEFAULT);
        assert_false(canvas_cell(canvas, line, end - 1 + layout.cell)->style.dim);
    }
    const struct cell *red = canvas_cell(canvas, nonogram_layout_row(&layout, 0), end - 1);
    assert_int_equal(red->style.back, INK_RED);
    assert_string_equal(red->text, "r");
    canvas_free(canvas);
    options_free(options);
    nonogram_rules.free(position);
}

static void parts_are_shown(void **state) {
    (void)state;
    static const char *const corner[] = {"ascii", NULL,   "row", "7", "column",
                                         "12",    "span", "3",   NULL};
    struct position *position = nonogram_chessboard(12, 8, 2);
    position->cells[6 * 12 + 10] = 1;
    expect_shown(position, corner,
                 "       2  2 2\n"
                 "       2  2 2\n"
                 "     +--+----+\n"
                 "2 2 2|  |    |\n"
                 "2 2 2|  |##  |\n"
                 "2 2 2|  |    |\n"
                 "     +--+----+\n"
                 "      10\n");
    nonogram_rules.free(position);
}

static void parts_lie_on_the_board(void **state) {
    (void)state;
    enum { ROUNDS = 2000, SEED = 7 };
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        struct nonogram_puzzle puzzle = {.width = 1 + (unsigned)random_below(&random, 30),
                                         .height = 1 + (unsigned)random_below(&random, 30)};
        unsigned row = (unsigned)random_below(&random, 40);
        unsigned column = (unsigned)random_below(&random, 40);
        unsigned span = 1 + (unsigned)random_below(&random, 40);
        struct nonogram_part part = nonogram_part_around(&puzzle, row, column, span);
        assert_true(part.rows > 0 && part.rows <= span);
        assert_true(part.row + part.rows <= puzzle.height);
        assert_true(part.column + part.columns <= puzzle.width);
        assert_true(row >= puzzle.height || (row >= part.row && row < part.row + part.rows));
        assert_true(column >= puzzle.width ||
                    (column >= part.column && column < part.column + part.columns));
    }
}

/* Every character stands for 2 x 4 cells. */
static void large_boards_become_an_overview(void **state) {
    (void)state;
    struct position *position = nonogram_chessboard(110, 150, 4);
    memcpy(position->cells, position->puzzle->goal, 110 * 150);
    position->cells[0] = 1; /* not quite solved */
    char *text = nonogram_shown(position, plain, NULL);
    assert_memory_equal(text, ". ##  ##  ##", 12);
    assert_non_null(strstr(text, "\n##  ##  ##  "));
    assert_non_null(strstr(text, "\n150 rows, 110 columns: too many for their clues; <row N> "
                                 "<column N> shows a part\n"));
    free(text);
    text = nonogram_shown(position, NULL, NULL);
    assert_non_null(strstr(text, "██  ██"));
    free(text);
    nonogram_rules.free(position);
}

static char *drawn(const struct position *position, const char *const *pairs) {
    struct options *options = nonogram_show_options(pairs);
    struct drawing *drawing = nonogram_render.draw(position, options);
    struct buf svg = {0};
    drawing_svg(drawing, &svg);
    drawing_free(drawing);
    options_free(options);
    return buf_take(&svg);
}

static void every_cell_is_drawn_once(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    nonogram_set_cells(position, (const char *const[]){"...#...", "???????", "???????", "???????",
                                                       "???????", "???????"});
    char *svg = drawn(position, NULL);
    assert_int_equal(nonogram_occurrences(svg, "data-cell="), 42);
    assert_int_equal(nonogram_occurrences(svg, "data-cell=\"R6C7\""), 1);
    assert_int_equal(nonogram_occurrences(svg, "<path"), 6); /* crosses */
    assert_non_null(strstr(svg, "6 rows, 7 columns; row 1: 1; row 2: 2; row 3: 3;"));
    free(svg);
    nonogram_set_cells(position, boat);
    svg = drawn(position, NULL);
    assert_int_equal(nonogram_occurrences(svg, "<path"), 0); /* solved */
    free(svg);
    nonogram_rules.free(position);
}

static void pages_have_the_size_of_paper(void **state) {
    (void)state;
    static const struct {
        unsigned width, height;
        const char *paper, *size;
    } pages[] = {{10, 10, "a4", "viewBox=\"0 0 794 1123\""},
                 {60, 20, "a4", "viewBox=\"0 0 1123 794\""},
                 {10, 10, "letter", "viewBox=\"0 0 816 1056\""},
                 {60, 20, "letter", "viewBox=\"0 0 1056 816\""},
                 {500, 400, "a4", "viewBox=\"0 0 1123 794\""}};
    for (size_t i = 0; i < COUNT(pages); i++) {
        struct position *position = nonogram_chessboard(pages[i].width, pages[i].height, 3);
        char *svg = drawn(position, (const char *const[]){"print", pages[i].paper, NULL});
        if (!strstr(svg, pages[i].size))
            fail_msg("page %zu: %.200s", i, svg);
        free(svg);
        nonogram_rules.free(position);
    }
}

static void the_largest_board_can_be_drawn(void **state) {
    (void)state;
    struct position *position = nonogram_chessboard(NONOGRAM_SIDE, NONOGRAM_SIDE, 1);
    char *svg = drawn(position, NULL);
    double width = 0, height = 0;
    const char *box = strstr(svg, "viewBox=\"0 0 ");
    assert_non_null(box);
    assert_int_equal(sscanf(box, "viewBox=\"0 0 %lf %lf\"", &width, &height), 2);
    assert_true(width * height <= DRAWING_PIXELS); /* a PNG of it is possible */
    assert_true(width > 3 * NONOGRAM_SIDE);
    free(svg);
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_are_shown),
        cmocka_unit_test(colours_are_letters),
        cmocka_unit_test(done_clues_are_dim),
        cmocka_unit_test(parts_are_shown),
        cmocka_unit_test(parts_lie_on_the_board),
        cmocka_unit_test(large_boards_become_an_overview),
        cmocka_unit_test(every_cell_is_drawn_once),
        cmocka_unit_test(pages_have_the_size_of_paper),
        cmocka_unit_test(the_largest_board_can_be_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
