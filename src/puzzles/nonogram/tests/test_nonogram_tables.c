/* The tables of techniques and of formats: whole, in order, and the same as in their documents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "puzzles/nonogram/explain/rate.h"
#include "puzzles/nonogram/model/position.h"

/* ---- documents ---- */

static void document_read(const char *name, struct buf *text) {
    struct buf path = {0};
    struct source source;
    qd_error error = {0};
    buf_printf(&path, "%s/%s", NONOGRAM_DOCUMENTS, name);
    if (!file_read(buf_text(&path), &source, &error))
        fail_msg("%s: %s", buf_text(&path), error.message);
    buf_bytes(text, source.data, source.size);
    file_close(&source);
    buf_free(&path);
}

/* The name in backquotes at the beginning of a row of a Markdown table. Returns false if the line
 * is not such a row. */
static bool row_name(const char *line, char *name, size_t size) {
    if (strncmp(line, "| `", 3) != 0)
        return false;
    size_t length = strcspn(line + 3, "`");
    assert_true(length < size);
    memcpy(name, line + 3, length);
    name[length] = '\0';
    return true;
}

/* The cell number n (from 0) of a row of a Markdown table, without blanks around it. */
static char *table_cell(const char *row, unsigned n, char *cell, size_t size) {
    for (unsigned i = 0; i <= n; i++)
        row = strchr(row, '|') + 1;
    row += strspn(row, " ");
    size_t length = strcspn(row, "|\n");
    while (length && row[length - 1] == ' ')
        length--;
    assert_true(length < size);
    memcpy(cell, row, length);
    cell[length] = '\0';
    return cell;
}

static const char *next_line(const char *line) {
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

static const char *line_with(const char *text, const char *beginning) {
    while (*text && strncmp(text, beginning, strlen(beginning)) != 0)
        text = next_line(text);
    if (!*text)
        fail_msg("no line begins with \"%s\"", beginning);
    return text;
}

/* ---- techniques ---- */

static void every_technique_can_be_found_and_told(void **state) {
    (void)state;
    unsigned rules[NONOGRAM_TECHNIQUES] = {0};
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++) {
        const struct nonogram_rule_row *row = nonogram_rule_at(rule);
        assert_true(row->find && row->say);
        assert_true(rule == 0 || row->technique >= nonogram_rule_at(rule - 1)->technique);
        rules[row->technique]++;
    }
    for (unsigned technique = 0; technique < NONOGRAM_TECHNIQUES; technique++) {
        const struct nonogram_technique_row *row = nonogram_technique_at(technique);
        assert_true(!row->find == !row->say);
        assert_true(row->find ? rules[technique] == 0 : rules[technique] > 0);
    }
}

/* Lines are tried first, so a technique of the board above one of a line would come too late. */
static void lines_come_before_the_board(void **state) {
    (void)state;
    for (unsigned technique = 1; technique < NONOGRAM_TECHNIQUES; technique++)
        assert_true(nonogram_technique_at(technique)->find ||
                    !nonogram_technique_at(technique - 1)->find);
    assert_int_equal(nonogram_rule_at(NONOGRAM_RULES - 1)->technique, NONOGRAM_BY_ARRANGEMENTS);
}

static void harder_techniques_come_later(void **state) {
    (void)state;
    for (unsigned technique = 1; technique < NONOGRAM_TECHNIQUES; technique++)
        assert_true(nonogram_score(technique, 0, 0) >= nonogram_score(technique - 1, 0, 0));
    for (unsigned technique = 0; technique < NONOGRAM_TECHNIQUES; technique++)
        assert_int_equal(nonogram_level_of(nonogram_score(technique, 0, 0)),
                         nonogram_technique_at(technique)->level);
}

/* A row for each, with its level and its points; the choice has none, since no rated puzzle needs
 * it. Below the list a section for each. */
static void the_document_lists_the_techniques(void **state) {
    (void)state;
    struct buf text = {0};
    char name[40], cell[200];
    unsigned count = 0;
    document_read("nonogram-techniques.md", &text);
    const char *row = line_with(buf_text(&text), "| `");
    for (; row_name(row, name, sizeof name); row = next_line(row), count++) {
        assert_true(count < NONOGRAM_TECHNIQUES);
        assert_string_equal(name, nonogram_technique_at(count)->name);
        if (count == NONOGRAM_BY_CHOICE)
            continue;
        assert_string_equal(table_cell(row, 1, cell, sizeof cell),
                            nonogram_level_name(nonogram_technique_at(count)->level));
        assert_true(strtod(table_cell(row, 2, cell, sizeof cell), NULL) ==
                    nonogram_score(count, 0, 0));
    }
    assert_int_equal(count, NONOGRAM_TECHNIQUES);
    for (unsigned technique = 0; technique < NONOGRAM_TECHNIQUES; technique++) {
        struct buf heading = {0};
        buf_printf(&heading, "## %s\n", nonogram_technique_at(technique)->name);
        line_with(row, buf_text(&heading));
        buf_free(&heading);
    }
    buf_free(&text);
}

/* ---- formats ---- */

/* Whether the format can hold the position. */
static bool takes(const struct puzzle_format *format, const struct position *position) {
    struct record none = {0};
    struct buf out = {0};
    qd_error error = {0};
    bool done = nonogram_text.print(position, &none, format, &out, &error);
    assert_int_equal(done ? QD_YES : QD_BAD_INPUT, done ? QD_YES : error.status);
    buf_free(&out);
    return done;
}

/* Red and green side by side; with the solution known, so that pictures can be written. */
static struct position *two_colours(void) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(2, 1);
    const uint8_t picture[] = {1, 2};
    puzzle->colours = 2;
    puzzle->palette[1] = (struct nonogram_colour){.name = "red", .letter = 'r', .rgb = 0xFF0000};
    puzzle->palette[2] = (struct nonogram_colour){.name = "green", .letter = 'g', .rgb = 0x00FF00};
    nonogram_generate_all_clues(puzzle, picture);
    puzzle->goal = mem_copy(picture, sizeof picture);
    return nonogram_position_new(puzzle);
}

/* A square with one of its two cells filled in. */
static struct position *one_known_cell(void) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(2, 2);
    const uint8_t picture[] = {1, 0, 0, 1};
    nonogram_generate_all_clues(puzzle, picture);
    struct position *position = nonogram_position_new(puzzle);
    position->cells[0] = 1;
    return position;
}

/* Name, extension, and what each holds besides clues. */
static void the_document_lists_the_formats(void **state) {
    (void)state;
    struct position *coloured = two_colours(), *begun = one_known_cell();
    struct buf text = {0};
    char name[40], cell[200];
    document_read("nonogram-formats.md", &text);
    const char *row = line_with(buf_text(&text), "| `");
    const struct puzzle_format *format = nonogram_text.formats;
    for (; row_name(row, name, sizeof name); row = next_line(row), format++) {
        assert_non_null(format->name);
        assert_string_equal(name, format->name);
        assert_string_equal(table_cell(row, 1, cell, sizeof cell), format->extension);
        assert_int_equal(strcmp(table_cell(row, 3, cell, sizeof cell), "yes") == 0,
                         takes(format, coloured));
        assert_int_equal(strncmp(table_cell(row, 5, cell, sizeof cell), "yes", 3) == 0,
                         takes(format, begun));
    }
    assert_null(format->name);
    buf_free(&text);
    nonogram_rules.free(coloured);
    nonogram_rules.free(begun);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_technique_can_be_found_and_told),
        cmocka_unit_test(lines_come_before_the_board),
        cmocka_unit_test(harder_techniques_come_later),
        cmocka_unit_test(the_document_lists_the_techniques),
        cmocka_unit_test(the_document_lists_the_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
