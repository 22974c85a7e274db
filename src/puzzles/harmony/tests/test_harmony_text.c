/* Harmony texts: what is read, what is written, what is refused and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>

#include "base/file.h"
#include "puzzles/harmony/model/position.h"
#include "tests/support/puzzle_texts.h"

static struct position *read_text(const char *text, struct record *moves, qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    return text_parse(&harmony_text, &source, moves, error);
}

static char *written(const struct position *position, const struct record *moves, int format) {
    struct buf out = {0};
    assert_true(harmony_text.print(position, moves, &harmony_text.formats[format], &out, NULL));
    return buf_take(&out);
}

static struct position *read_good(const char *text, struct record *moves) {
    qd_error error = {0};
    struct position *position = read_text(text, moves, &error);
    if (!position)
        fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return position;
}

static void expect_same_board(const struct position *a, const struct position *b) {
    assert_memory_equal(&a->board, &b->board, sizeof a->board);
    for (unsigned row = 0; row < a->board.rows; row++)
        assert_string_equal(a->name[row], b->name[row]);
}

#define SIZE_2 "ROWS 2\nCOLS 2\n"

/* The same board five times. */
static const char *const same[] = {
    SIZE_2 "BOARD\nRED A1 1 B2 2\nBLUE A2 1 B1 0\nMOVES\nA1-A2\n",
    SIZE_2 "COLORS\nRED 0\nBLUE 1\nTARGETS RED BLUE\nTILES\nA1 0 1\nA2 1 1\nB1 1 0\nB2 0 2\n"
           "MOVES\nA1-A2\n",
    "# a comment\r\n\r\ncols 2 # two\r\nrows 2\r\nMoves a2-a1\r\nboard RED b2 2 a1 1\r\n"
    "\tBLUE\tb1\t0\ta2\t01  #A1\r\n",
    "\xef\xbb\xbfRows 2\nCols 2\nColors RED 7 BLUE 3\nTargets\nred\nBlue\n"
    "Tiles B2 7 2 B1 3 0\nA2 3 1 A1 7 1\nMOVES A1-A2",
    SIZE_2 "COLORS\nBLUE 0\nRED 1\nTARGETS RED BLUE\nTILES\nA1 1 1\nA2 0 1\nB1 0 0\nB2 1 2\n"
           "MOVES\na1-A2\n",
};

static void both_formats_say_the_same(void **state) {
    (void)state;
    struct record none = {0};
    struct position *first = read_good(same[0], &none);
    record_free(&none);
    const struct harmony_board *board = &first->board;
    assert_int_equal(board->colour[harmony_cell(0, 1)], 1);
    assert_int_equal(board->moves[harmony_cell(1, 1)], 2);
    assert_int_equal(harmony_swaps_left(board), 2);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        struct record moves = {0};
        struct position *position = read_good(same[i], &moves);
        expect_same_board(first, position);
        assert_int_equal(moves.count, 1);
        char *text = written(position, &moves, 0);
        assert_string_equal(text, "ROWS 2\nCOLS 2\n\nBOARD\nRED   A1 1  B2 2\nBLUE  A2 1  B1 0\n"
                                  "\nMOVES\nA1-A2\n");
        free(text);
        record_free(&moves);
        harmony_rules.free(position);
    }
    harmony_rules.free(first);
}

static void numbers_and_targets_survive(void **state) {
    (void)state;
    struct record moves = {0};
    struct position *position = read_good(same[4], &moves);
    char *text = written(position, &moves, 1);
    assert_string_equal(text,
                        "ROWS 2\nCOLS 2\n\nCOLORS\nBLUE 0\nRED 1\n\nTARGETS RED BLUE\n\nTILES\n"
                        "A1 1 1\nA2 0 1\nB1 0 0\nB2 1 2\n\nMOVES\nA1-A2\n");
    free(text);
    record_free(&moves);
    harmony_rules.free(position);
}

struct refused_text {
    const char *text;
    int line, column;
    const char *part; /* of the message */
};

#define COLOURS_2 SIZE_2 "COLORS\nRED 0\nBLUE 1\n"
#define TARGETS_2 COLOURS_2 "TARGETS RED BLUE\n"

static const struct refused_text refusals[] = {
    {"", 1, 1, "ROWS and the number of them are missing"},
    {"ROWS 2\n", 2, 1, "COLS and the number of them are missing"},
    {SIZE_2, 3, 1, "BOARD or TILES"},
    {"ROWS\nCOLS 2\n", 1, 5, "ROWS needs a number from 1 to 16"},
    {"ROWS 17\nCOLS 2\n", 1, 6, "expected the number of rows, from 1 to 16"},
    {"ROWS 2\nCOLS 17\n", 2, 6, "expected the number of columns, from 1 to 16"},
    {"ROWS 0\nCOLS 2\n", 1, 6, "expected the number of rows, from 1 to 16"},
    {"ROWS -1\nCOLS 2\n", 1, 6, "expected the number of rows, from 1 to 16"},
    {"ROWS 99999999999999999999\n", 1, 6, "expected the number of rows, from 1 to 16"},
    {"ROWS 2 3\n", 1, 8, "nothing may follow the number"},
    {"ROWS 2\nROWS 2\n", 2, 1, "there is already a ROWS"},
    {"ROWS 2\n3\n", 2, 1, "expected a keyword"},
    {"ROWS 2\nBOARD\n", 2, 1, "ROWS and COLS must come before BOARD"},
    {"hello\n", 1, 1, "expected a keyword"},
    {SIZE_2 "BOARD\nRED A1 1 A2 1\nBLUE B1 0 B2 0\nTILES\n", 6, 1, "not both"},
    {TARGETS_2 "BOARD\n", 7, 1, "not both"},
    {SIZE_2 "TILES\n", 3, 1, "COLORS must come before TILES"},
    {SIZE_2 "TARGETS RED\n", 3, 1, "COLORS must come before TARGETS"},
    {SIZE_2 "BOARD\nRED A1 1 A2 1\n", 3, 1, "1 colour for 2 rows"},
    {SIZE_2 "BOARD\nRED A1 0\nBLUE A2 0\nGREEN B1 0\n", 6, 1, "more colours than rows"},
    {SIZE_2 "BOARD\nRED A1 0\nred A2 0\n", 5, 1, "the colour red is listed already"},
    {SIZE_2 "BOARD\n1RED A1 0\n", 4, 1, "not a colour's name"},
    {SIZE_2 "BOARD\nR\xc3\xa9"
            "D A1 0\n",
     4, 1, "not a colour's name"},
    {SIZE_2 "BOARD\nABCDEFGHIJKLMNOPQRSTU A1 0\n", 4, 1, "not a colour's name"},
    {SIZE_2 "COLORS RED 0 Moves 1\n", 3, 14, "not a colour's name"},
    {SIZE_2 "BOARD\nRED A1 1 A3 1\n", 4, 10, "there is no such place; a board of 2 x 2"},
    {SIZE_2 "BOARD\nRED A1 1 C1 1\n", 4, 10, "rows A to B and columns 1 to 2"},
    {SIZE_2 "BOARD\nRED A1 1 A0 1\n", 4, 10, "expected a place"},
    {SIZE_2 "BOARD\nRED A1 1 A01 1\n", 4, 10, "expected a place"},
    {SIZE_2 "BOARD\nRED A1 1 2 1\n", 4, 10, "expected a place"},
    {SIZE_2 "BOARD\nRED A1 1 A1 1\n", 4, 10, "there is already a tile at A1"},
    {SIZE_2 "BOARD\nRED A1 1\nBLUE a1 1\n", 5, 6, "there is already a tile at A1"},
    {SIZE_2 "BOARD\nRED A1\n", 4, 7, "expected the moves"},
    {SIZE_2 "BOARD\nRED A1 256\n", 4, 8, "tile has left, from 0 to 255"},
    {SIZE_2 "BOARD\nRED A1 -1\n", 4, 8, "tile has left, from 0 to 255"},
    {SIZE_2 "BOARD\nRED A1 x\n", 4, 8, "tile has left, from 0 to 255"},
    {SIZE_2 "BOARD\nRED A1 1 A2 1\nBLUE B1 2\n", 3, 1, "there is no tile at B2"},
    {SIZE_2 "BOARD\nRED A1 1\nBLUE B1 1\n", 3, 1, "2 places have no tile; the first of them is A2"},
    {SIZE_2 "BOARD\nRED A1 1 A2 1 B1 0\nBLUE B2 0\n", 3, 1,
     "must have 2 tiles to fill its row; the counts are RED 3, BLUE 1"},
    {SIZE_2 "BOARD\nRED A1 1 A2 1\nBLUE B1 0 B2 1\n", 3, 1, "add up to 3, an odd number"},
    {COLOURS_2 "TILES\nA1 0 1\nA2 0 1\nB1 1 0\nB2 1 0\n", 11, 1, "TARGETS is missing"},
    {SIZE_2 "COLORS\nRED\n", 4, 4, "expected the colour's number"},
    {SIZE_2 "COLORS\nRED 256\n", 4, 5, "from 0 to 255"},
    {SIZE_2 "COLORS\nRED 0\nBLUE 0\n", 5, 6, "RED has the number 0 already"},
    {SIZE_2 "COLORS\nRED 0\nRED 1\n", 5, 1, "the colour RED is listed already"},
    {COLOURS_2 "TARGETS RED GREEN\n", 6, 13, "unknown colour; COLORS has RED 0, BLUE 1"},
    {COLOURS_2 "TARGETS RED RED\n", 6, 13, "RED is the target of row A already"},
    {COLOURS_2 "TARGETS RED\nTILES\nA1 0 1\nA2 0 1\nB1 1 0\nB2 1 0\n", 6, 1,
     "TARGETS names 1 colour for 2 rows"},
    {SIZE_2 "COLORS RED 0\nTARGETS RED\nTILES\n", 3, 1, "1 colour for 2 rows"},
    {TARGETS_2 "TILES\nA1 2 1\n", 8, 4, "unknown colour; COLORS has RED 0, BLUE 1"},
    {TARGETS_2 "TILES\nA1 RED 1\n", 8, 4, "unknown colour"},
    {TARGETS_2 "TILES\nA1\n", 8, 3, "expected the number of the tile's colour"},
    {TARGETS_2 "TILES\nA1 0\n", 8, 5, "expected the moves"},
    {TARGETS_2 "TILES\nA1 0 256\n", 8, 6, "tile has left, from 0 to 255"},
    {TARGETS_2 "TILES\nA1 0 1\nA1 1 1\n", 9, 1, "there is already a tile at A1"},
    {TARGETS_2 "TILES\nA1 0 1\nA2 0 1\nB1 0 1\nB2 1 1\n", 7, 1, "the counts are RED 3, BLUE 1"},
    {TARGETS_2 "TILES\nA1 0 1\nA2 0 1\nB1 1 1\nB2 1 2\n", 7, 1, "add up to 5, an odd number"},
    {SIZE_2 "MOVES\n12345678901234567890123456789012345678901234567890123456789012345\n", 4, 1,
     "not a swap"},
};

static void bad_texts_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refused_text *refusal = &refusals[i];
        struct record moves = {0};
        qd_error error = {0};
        struct position *position = read_text(refusal->text, &moves, &error);
        if (position)
            fail_msg("accepted: %s", refusal->text);
        if (error.line != refusal->line || error.column != refusal->column ||
            !strstr(error.message, refusal->part))
            fail_msg("%d:%d: %s\ninstead of %d:%d: %s\n%s", error.line, error.column, error.message,
                     refusal->line, refusal->column, refusal->part, refusal->text);
        record_free(&moves);
    }
}

/* The largest board, names as long as they may be, all counts wrong: the message holds them all. */
static void all_counts_are_said(void **state) {
    (void)state;
    struct buf text = {0};
    buf_add(&text, "ROWS 16\nCOLS 16\nBOARD\n");
    for (unsigned row = 0; row < 16; row++) {
        buf_printf(&text, "ABCDEFGHIJKLMNOPQRS%c", (char)('A' + row));
        for (unsigned column = row == 15; column < 16; column++)
            buf_printf(&text, " %c%u 255", (char)('A' + row), column + 1);
        if (row == 0)
            buf_add(&text, " P1 255");
        buf_char(&text, '\n');
    }
    struct record moves = {0};
    qd_error error = {0};
    assert_null(read_text(text.text, &moves, &error));
    assert_non_null(strstr(error.message, "ABCDEFGHIJKLMNOPQRSA 17, ABCDEFGHIJKLMNOPQRSB 16"));
    assert_non_null(strstr(error.message, "ABCDEFGHIJKLMNOPQRSP 15"));
    buf_free(&text);
}

/* A random board of any size; its colours numbered out of order. */
static struct position *random_position(struct random *random, qd_control *control) {
    struct position *position = calloc(1, sizeof *position);
    unsigned rows = 2 + (unsigned)random_below(random, 15);
    unsigned columns = 1 + (unsigned)random_below(random, 16);
    harmony_board_solve(&position->board, rows, columns);
    harmony_name_colours(position);
    harmony_scramble(&position->board, (unsigned)random_below(random, 400), random_below(random, 2),
                     random, control, NULL);
    for (unsigned row = 0; row < rows; row++)
        position->number[row] = (uint8_t)(random_below(random, 15) * 17 + row);
    return position;
}

static void random_boards_come_back(void **state) {
    (void)state;
    enum { BOARDS = 500, SEED = 20240317 };
    print_message("# seed %d\n", SEED);
    struct random random;
    struct record none = {0};
    qd_control *control = control_new(NULL);
    random_seed(&random, SEED);
    for (int i = 0; i < BOARDS; i++) {
        struct position *position = random_position(&random, control);
        for (int format = 0; format < 2; format++) {
            char *text = written(position, &none, format);
            struct position *again = read_good(text, &none);
            expect_same_board(position, again);
            if (format == 1)
                assert_memory_equal(position->number, again->number, position->board.rows);
            char *text_again = written(again, &none, format);
            assert_string_equal(text, text_again);
            free(text_again);
            free(text);
            harmony_rules.free(again);
        }
        harmony_rules.free(position);
    }
    control_free(control);
}

static int score(const char *text) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    return text_sureness(&harmony_text, &source);
}

static void texts_are_recognised(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_true(score(same[i]) >= 80);
    assert_true(score("rows 3\ncols x\nBORAD\n") > 0);
    assert_int_equal(score("rows\n1 2\n3\n"), 0);
    assert_int_equal(score("MOVES\nA1-A2\n"), 0);
    assert_int_equal(score("3 2 1 | |\n"), 0);
    assert_int_equal(score(""), 0);
}

/* Reads a file of other people's boards and plays the moves that it lists. */
static void read_corpus_file(const char *path, bool broken) {
    qd_error error = {0};
    struct source source = {0};
    struct record moves = {0};
    assert_true(file_read(path, &source, &error));
    struct position *position = text_parse(&harmony_text, &source, &moves, &error);
    if (broken) {
        assert_null(position);
        assert_non_null(strstr(error.message, "DARK_GREEN 6, GREEN 8, LIGHT_GREEN 5, LIGHT_BLUE 8, "
                                              "BLUE 3, PURPLE 6"));
    } else if (!position) {
        fail_msg("%s:%d:%d: %s", path, error.line, error.column, error.message);
    }
    struct refusal why = {0};
    for (size_t i = 0; position && i < moves.count; i++)
        if (!harmony_rules.move(position, moves.moves[i].text, NULL, &why) == QD_YES)
            fail_msg("%s: %s: %s", path, moves.moves[i].text, why.text.text);
    harmony_rules.free(position);
    record_free(&moves);
    refusal_free(&why);
    file_close(&source);
}

/* Boards that do not come with the program are read if QUANDARY_CORPUS says where they are. */
static void corpus_is_read(void **state) {
    (void)state;
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct buf path = {0};
    buf_printf(&path, "%s/harmony", corpus ? corpus : "");
    DIR *folder = corpus ? opendir(path.text) : NULL;
    buf_free(&path);
    if (!folder)
        skip();
    unsigned files = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".txt"))
            continue;
        buf_clear(&path);
        buf_printf(&path, "%s/harmony/%s", corpus, entry->d_name);
        read_corpus_file(path.text, strcmp(entry->d_name, "puzzle_404.txt") == 0);
        files++;
    }
    closedir(folder);
    buf_free(&path);
    print_message("# %u files\n", files);
    assert_true(files > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_formats_say_the_same),
        cmocka_unit_test(numbers_and_targets_survive),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(all_counts_are_said),
        cmocka_unit_test(random_boards_come_back),
        cmocka_unit_test(texts_are_recognised),
        cmocka_unit_test(corpus_is_read),
    };
    return cmocka_run_group_tests_name("harmony_text", tests, NULL, NULL);
}
