/* Moves and their reasons, when it is solved, clues that are done, pictures, the player's keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/random.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/view/layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const flag[] = {"rrr.", "bb.g", "b.gg", "b...", NULL};
static const char *const diagonal[] = {"#.", ".#", NULL};

/* ---- rules ---- */

static void reasons_are_given(void **state) {
    (void)state;
    static const char none[] = "not a move; expected a cell and what it holds, such as R3C7=#";
    static const char value[] = "a cell holds '#', '.' (empty) or '?' (unknown)";
    static const struct {
        const char *move, *why;
    } refused[] = {
        {"", none},
        {"R1C1", none},
        {"R1", none},
        {"C1R1=#", none},
        {"R0C1=#", none},
        {"R01C1=#", none},
        {"R1C=#", none},
        {" R1C1=#", none},
        {"R1C99999=#", none},
        {"R1C1 =#", none},
        {"R1C1=", value},
        {"R1C1=x", value},
        {"R1C1=##", value},
        {"R1C1=# ", value},
        {"R1C1=r", value},
        {"R7C1=#", "there is no cell R7C1; the cells are R1C1 to R6C7"},
        {"R1C8=x", "there is no cell R1C8; the cells are R1C1 to R6C7"},
    };
    struct position *position = nonogram_from_picture(boat),
                    *before = nonogram_rules.copy(position);
    for (size_t i = 0; i < COUNT(refused); i++) {
        struct buf why = {0};
        assert_false(nonogram_rules.move(position, refused[i].move, &why));
        assert_string_equal(buf_text(&why), refused[i].why);
        assert_memory_equal(position->cells, before->cells, 42);
        buf_free(&why);
    }
    nonogram_rules.free(before);
    nonogram_rules.free(position);
}

static void moves_set_cells(void **state) {
    (void)state;
    static const struct {
        const char *move;
        unsigned cell;
        uint8_t value;
    } played[] = {{"R1C1=r", 0, 1},
                  {"r4c4=b", 15, 3},
                  {"R2C3=.", 6, NONOGRAM_EMPTY},
                  {"R1C1=?", 0, NONOGRAM_UNKNOWN},
                  {"R2C3=.", 6, NONOGRAM_EMPTY}}; /* again: legal */
    struct position *position = nonogram_from_picture(flag), *other = nonogram_rules.copy(position);
    struct buf why = {0};
    for (size_t i = 0; i < COUNT(played); i++) {
        assert_true(nonogram_rules.move(position, played[i].move, &why));
        assert_int_equal(position->cells[played[i].cell], played[i].value);
    }
    assert_ptr_equal(position->puzzle, other->puzzle);
    for (unsigned cell = 0; cell < 16; cell++)
        assert_int_equal(other->cells[cell], NONOGRAM_UNKNOWN);
    nonogram_rules.free(position); /* the copy must do without */
    assert_true(nonogram_rules.move(other, "R1C1=g", &why));
    assert_false(nonogram_rules.move(other, "R1C1=#", &why));
    assert_string_equal(buf_text(&why), "a cell holds 'r', 'g', 'b', '.' (empty) or '?' (unknown)");
    buf_free(&why);
    nonogram_rules.free(other);
}

static void changes_are_listed(void **state) {
    (void)state;
    static const char *const listed[] = {"R1C1=.", "R1C1=?", "R1C2=#", "R1C2=?",
                                         "R2C1=#", "R2C1=.", "R2C2=#", "R2C2=."};
    struct position *position = nonogram_from_picture(diagonal);
    struct record moves = {0};
    nonogram_set_cells(position, (const char *const[]){"#.", "??"});
    nonogram_rules.moves(position, SIZE_MAX, &moves);
    assert_int_equal(moves.count, COUNT(listed));
    for (size_t i = 0; i < moves.count; i++)
        assert_string_equal(moves.moves[i].text, listed[i]);
    nonogram_rules.moves(position, 3, &moves);
    assert_int_equal(moves.count, COUNT(listed) + 3);
    record_free(&moves);
    nonogram_rules.free(position);
}

static void filled_cells_decide(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(diagonal);
    assert_false(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"#?", "?#"});
    assert_true(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){".#", "#?"}); /* the other solution */
    assert_true(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"#?", "?."});
    assert_false(nonogram_rules.solved(position));
    nonogram_set_cells(position, (const char *const[]){"##", "?#"});
    assert_false(nonogram_rules.solved(position));
    nonogram_rules.free(position);
    struct position *empty = nonogram_from_picture((const char *const[]){"...", NULL});
    assert_true(nonogram_rules.solved(empty)); /* nothing is to be filled */
    nonogram_rules.free(empty);
}

/* ---- clues that are done ---- */

enum { LONGEST = 9, HUES = 2 };

/* By trying all cells of a line: the place of each clue, if it is the same in all arrangements that
 * fit. */
struct places {
    unsigned arrangements;
    int start[LONGEST];
    bool same[LONGEST];
};

static void take_arrangement(const uint8_t *cells, unsigned length, struct places *places) {
    unsigned run = 0;
    for (unsigned i = 0; i < length; i++) {
        if (!cells[i] || (i > 0 && cells[i] == cells[i - 1]))
            continue;
        if (places->arrangements == 0) {
            places->start[run] = (int)i;
            places->same[run] = true;
        }
        places->same[run] = places->same[run] && places->start[run] == (int)i;
        run++;
    }
    places->arrangements++;
}

static bool has_clues(const uint8_t *cells, unsigned length, const struct nonogram_line *line) {
    unsigned run = 0;
    for (unsigned i = 0; i < length;) {
        unsigned end = i;
        while (end < length && cells[end] == cells[i])
            end++;
        if (cells[i]) {
            if (run == line->count || line->clues[run].colour != cells[i] ||
                line->clues[run].length != end - i)
                return false;
            run++;
        }
        i = end;
    }
    return run == line->count;
}

static void try_all(const struct nonogram_line *line, const uint8_t *known, uint8_t *cells,
                    unsigned at, unsigned length, struct places *places) {
    if (at == length) {
        if (has_clues(cells, length, line))
            take_arrangement(cells, length, places);
        return;
    }
    for (uint8_t value = 0; value <= HUES; value++)
        if (known[at] == NONOGRAM_UNKNOWN || known[at] == value) {
            cells[at] = value;
            try_all(line, known, cells, at + 1, length, places);
        }
}

static bool expected_done(const struct places *places, const struct nonogram_line *line,
                          const uint8_t *known, unsigned clue) {
    if (places->arrangements == 0 || !places->same[clue])
        return false;
    for (unsigned i = 0; i < line->clues[clue].length; i++)
        if (known[(unsigned)places->start[clue] + i] != line->clues[clue].colour)
            return false;
    return true;
}

/* Some cells of a picture are known; now and then one of them is wrong. Returns how many clues are
 * done. */
static unsigned try_line(struct random *random) {
    unsigned length = 1 + (unsigned)random_below(random, LONGEST), done_count = 0;
    uint8_t known[LONGEST], cells[LONGEST];
    struct nonogram_line line = {0};
    for (unsigned i = 0; i < LONGEST; i++)
        known[i] = (uint8_t)random_below(random, HUES + 1);
    nonogram_generate_clues(known, length, 1, &line);
    for (unsigned i = 0; i < LONGEST; i++)
        if (random_below(random, 3) == 0)
            known[i] = NONOGRAM_UNKNOWN;
    if (random_below(random, 20) == 0)
        known[random_below(random, length)] = (uint8_t)random_below(random, HUES + 1);
    struct places places = {0};
    try_all(&line, known, cells, 0, length, &places);
    bool done[LONGEST];
    nonogram_clues_done(&line, known, 1, length, done);
    for (unsigned i = 0; i < line.count; i++) {
        assert_int_equal(done[i], expected_done(&places, &line, known, i));
        done_count += done[i];
    }
    free(line.clues);
    return done_count;
}

static void done_clues_agree_with_all_arrangements(void **state) {
    (void)state;
    enum { LINES = 4000, SEED = 20240417 };
    print_message("# seed %d\n", SEED);
    struct random random;
    random_seed(&random, SEED);
    unsigned done = 0;
    for (int i = 0; i < LINES; i++)
        done += try_line(&random);
    print_message("# %u clues done\n", done);
    assert_true(done > LINES / 4);
}

/* The second group is there, the first one is not: which clue is done cannot be told by counting
 * groups, as section 5.3 of the document does. */
static void a_group_alone_may_be_any_clue(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture((const char *const[]){"#.#..", NULL});
    nonogram_set_cells(position, (const char *const[]){"??#??"});
    bool *done = nonogram_row_done(position, 0);
    assert_false(done[0]);
    assert_false(done[1]);
    free(done);
    nonogram_set_cells(position, (const char *const[]){"??#.."});
    done = nonogram_row_done(position, 0);
    assert_false(done[0]);
    assert_true(done[1]);
    free(done);
    nonogram_rules.free(position);
}

/* ---- pictures ---- */

static struct options *options_of(const char *const *pairs) {
    static const struct option_spec ascii = {.name = "ascii", .kind = OPTION_FLAG};
    struct options *options = options_new();
    for (; pairs && *pairs; pairs += 2) {
        const struct option_spec *spec = option_find(nonogram_options, pairs[0]);
        assert_true(options_set(options, spec ? spec : &ascii, pairs[1], NULL));
    }
    return options;
}

static char *shown(const struct position *position, const char *const *pairs,
                   const struct play_input *input) {
    struct options *options = options_of(pairs);
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    nonogram_render.text(position, options, canvas);
    if (input)
        nonogram_play.mark(position, input, options, canvas);
    canvas_print(canvas, false, &out);
    canvas_free(canvas);
    options_free(options);
    return buf_take(&out);
}

static void expect_shown(const struct position *position, const char *const *pairs,
                         const char *expected) {
    char *text = shown(position, pairs, NULL);
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

/* Both clues of the first column are done, so their numbers are dim; so is nothing else of it. */
static void done_clues_are_dim(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    struct options *options = options_of(plain);
    struct canvas *canvas = canvas_new();
    nonogram_set_cells(position, (const char *const[]){"r???", "b???", "b???", "b???"});
    nonogram_render.text(position, options, canvas);
    struct nonogram_layout layout =
        nonogram_layout_make(position->puzzle, nonogram_part_whole(position->puzzle), true, 0, 0);
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
    char *text = shown(position, plain, NULL);
    assert_memory_equal(text, ". ##  ##  ##", 12);
    assert_non_null(strstr(text, "\n##  ##  ##  "));
    assert_non_null(strstr(text, "\n150 rows, 110 columns: too many for their clues; --row N "
                                 "--column N shows a part\n"));
    free(text);
    text = shown(position, NULL, NULL);
    assert_non_null(strstr(text, "██  ██"));
    free(text);
    nonogram_rules.free(position);
}

static char *drawn(const struct position *position, const char *const *pairs) {
    struct options *options = options_of(pairs);
    struct drawing *drawing = nonogram_render.draw(position, options);
    struct buf svg = {0};
    drawing_svg(drawing, &svg);
    drawing_free(drawing);
    options_free(options);
    return buf_take(&svg);
}

static size_t occurrences(const char *text, const char *part) {
    size_t count = 0;
    for (text = strstr(text, part); text; text = strstr(text + 1, part))
        count++;
    return count;
}

static void every_cell_is_drawn_once(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    nonogram_set_cells(position, (const char *const[]){"...#...", "???????", "???????", "???????",
                                                       "???????", "???????"});
    char *svg = drawn(position, NULL);
    assert_int_equal(occurrences(svg, "data-cell="), 42);
    assert_int_equal(occurrences(svg, "data-cell=\"R6C7\""), 1);
    assert_int_equal(occurrences(svg, "<path"), 6); /* crosses */
    assert_non_null(strstr(svg, "6 rows, 7 columns; row 1: 1; row 2: 2; row 3: 3;"));
    free(svg);
    nonogram_set_cells(position, boat);
    svg = drawn(position, NULL);
    assert_int_equal(occurrences(svg, "<path"), 0); /* solved */
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

/* ---- keys ---- */

/* Presses the keys; the last of them must give the move, the others none. NULL: no key does. */
static void expect_keys(const struct position *position, const int *keys, size_t count,
                        const char *expected) {
    struct play_input input = {0};
    struct buf move = {0};
    for (size_t i = 0; i < count; i++) {
        bool complete = nonogram_play.key(position, &input, keys[i], &move);
        assert_int_equal(complete, expected && i + 1 == count);
    }
    if (expected)
        assert_string_equal(buf_text(&move), expected);
    buf_free(&move);
}

#define EXPECT_KEYS(position, expected, ...)                                                       \
    expect_keys(position, (const int[]){__VA_ARGS__}, COUNT(((const int[]){__VA_ARGS__})), expected)

static void keys_set_cells(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    nonogram_set_cells(position, (const char *const[]){"#.?????", "???????", "???????", "???????",
                                                       "???????", "???????"});
    EXPECT_KEYS(position, "R1C1=?", ' '); /* the same again takes it back */
    EXPECT_KEYS(position, "R1C1=.", 'x');
    EXPECT_KEYS(position, "R1C1=?", 'c');
    EXPECT_KEYS(position, "R1C1=?", 127);
    EXPECT_KEYS(position, "R1C2=#", PLAY_RIGHT, PLAY_ENTER);
    EXPECT_KEYS(position, "R1C2=?", PLAY_RIGHT, 'x');
    EXPECT_KEYS(position, "R6C7=#", PLAY_UP, PLAY_LEFT, ' '); /* around the edges */
    EXPECT_KEYS(position, "R1C3=.", PLAY_RIGHT, PLAY_RIGHT, '.');
    EXPECT_KEYS(position, "R6C7=#", ']', ']', '}', '}', ' '); /* not around them */
    EXPECT_KEYS(position, "R1C2=#", ']', ']', '[', PLAY_UP, PLAY_DOWN, ' ');
    EXPECT_KEYS(position, NULL, PLAY_DOWN, 'c', 'z', '2', 'n', 'p', 27, 0, 255);
    EXPECT_KEYS(position, "R2C1=#", PLAY_DOWN, '2', 'n', ' '); /* there is only one colour */
    nonogram_rules.free(position);
}

static void keys_choose_colours(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    EXPECT_KEYS(position, "R1C1=r", ' ');
    EXPECT_KEYS(position, "R1C1=b", '3', ' ');
    EXPECT_KEYS(position, "R1C1=g", 'g', ' ');
    EXPECT_KEYS(position, "R1C1=g", 'n', ' ');
    EXPECT_KEYS(position, "R1C1=r", 'n', 'n', 'n', ' ');
    EXPECT_KEYS(position, "R1C1=b", 'p', ' ');
    EXPECT_KEYS(position, "R1C1=g", '2', '4', '0', 'y', ' '); /* no such colours */
    nonogram_rules.free(position);
}

static void the_cursor_is_marked(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    struct play_input input = {.row = 1, .column = 2, .held = 2};
    nonogram_set_cells(position, (const char *const[]){"rrr?", "????", "????", "????"});
    char *text = shown(position, plain, &input);
    assert_string_equal(text, "       1r 1r 1r\n"
                              "       3b 1b 1g 2g\n"
                              "     +------------+\n"
                              "   3r|rrrrrrrrr   |\n"
                              "2b 1g|      [ ]   |\n"
                              "1b 2g|            |\n"
                              "   1b|            |\n"
                              "     +------------+\n"
                              " r  red   g  green   b  blue\n"
                              "R2C3 unknown   filling with green\n"
                              "row 2: 2b 1g\n"
                              "column 3: (1r) 1g\n");
    free(text);
    input = (struct play_input){.row = 0, .column = 1};
    text = shown(position, NULL, &input);
    assert_non_null(strstr(text, "3̶r̶│rrr[r]rrr   │")); /* done: struck through */
    free(text);
    nonogram_rules.free(position);
}

/* Wherever the cursor goes on a large board, it is seen, with what is around it. */
static void the_cursor_is_seen_on_large_boards(void **state) {
    (void)state;
    enum { ROUNDS = 60, SEED = 11, WIDTH = 150, HEIGHT = 230 };
    struct position *position = nonogram_chessboard(WIDTH, HEIGHT, 7);
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        const char *const spans[] = {"ascii", NULL, i % 2 ? "span" : NULL, i % 4 == 1 ? "3" : "25",
                                     NULL};
        struct play_input input = {.row = (int)random_below(&random, HEIGHT),
                                   .column = (int)random_below(&random, WIDTH)};
        char where[64];
        snprintf(where, sizeof where, "\nR%dC%d unknown\n", input.row + 1, input.column + 1);
        char *text = shown(position, spans, &input);
        assert_int_equal(occurrences(text, "[]"), 1);
        assert_non_null(strstr(text, where));
        assert_null(strstr(text, "too many"));
        free(text);
    }
    nonogram_rules.free(position);
}

/* Column 61 has 30 clues; those near the cursor are shown, and dots where others are. */
static void clues_near_the_part_are_shown(void **state) {
    (void)state;
    enum { SIDE = 120 };
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(SIDE, SIDE);
    for (unsigned i = 0; i < 30; i++) {
        nonogram_line_add(&puzzle->columns[60], 1 + i % 9, 1);
        nonogram_line_add(&puzzle->rows[60], 10 + i, 1);
    }
    struct position *position = nonogram_position_new(puzzle);
    struct play_input input = {.row = 60, .column = 60};
    char *text = shown(position, plain, &input);
    static const char *const column[] = {"..", "4", "5", "6", "7", "8", "9"};
    struct buf expected = {0}; /* the others have none: 0 */
    for (size_t i = 0; i < COUNT(column); i++)
        buf_printf(&expected, "%49s\n", column[i]);
    buf_printf(&expected, "%49s", "0 0 0 0 0  0 0 0 0 0 ..");
    assert_memory_equal(text, expected.text, expected.size);
    buf_free(&expected);
    assert_non_null(strstr(text, "\n .. 22 23 24 25 26 27 ..|")); /* the middle one is 25 */
    free(text);
    input = (struct play_input){0};
    text = shown(position, plain, &input);
    assert_null(strstr(text, ".."));
    free(text);
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_given),
        cmocka_unit_test(moves_set_cells),
        cmocka_unit_test(changes_are_listed),
        cmocka_unit_test(filled_cells_decide),
        cmocka_unit_test(done_clues_agree_with_all_arrangements),
        cmocka_unit_test(a_group_alone_may_be_any_clue),
        cmocka_unit_test(boards_are_shown),
        cmocka_unit_test(colours_are_letters),
        cmocka_unit_test(done_clues_are_dim),
        cmocka_unit_test(parts_are_shown),
        cmocka_unit_test(parts_lie_on_the_board),
        cmocka_unit_test(large_boards_become_an_overview),
        cmocka_unit_test(every_cell_is_drawn_once),
        cmocka_unit_test(pages_have_the_size_of_paper),
        cmocka_unit_test(the_largest_board_can_be_drawn),
        cmocka_unit_test(keys_set_cells),
        cmocka_unit_test(keys_choose_colours),
        cmocka_unit_test(the_cursor_is_marked),
        cmocka_unit_test(the_cursor_is_seen_on_large_boards),
        cmocka_unit_test(clues_near_the_part_are_shown),
    };
    return cmocka_run_group_tests_name("nonogram_glue", tests, NULL, NULL);
}
