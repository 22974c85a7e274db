/* Hints in words. */
#include "puzzles/nonogram/explain/sentences.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

void nonogram_say_line(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line) {
    bool row = line < puzzle->height;
    buf_printf(out, "%c%u", row ? 'R' : 'C', (row ? line : line - puzzle->height) + 1);
}

const char *nonogram_say_value(const struct nonogram_puzzle *puzzle, uint8_t value) {
    if (value == NONOGRAM_EMPTY)
        return "empty";
    return nonogram_black_and_white(puzzle) ? "filled" : puzzle->palette[value].name;
}

void nonogram_say_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                        const struct nonogram_line *line, unsigned first, unsigned count) {
    bool plain = nonogram_black_and_white(puzzle);
    for (unsigned i = first; i < first + count; i++) {
        buf_printf(out, "%s%u", i == first ? "" : plain ? " " : ", ", line->clues[i].length);
        if (!plain)
            buf_printf(out, " %s", puzzle->palette[line->clues[i].colour].name);
    }
}

static void say_line_name(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line,
                          bool capital) {
    bool row = line < puzzle->height;
    buf_printf(out, "%s %u",
               row       ? (capital ? "Row" : "row")
               : capital ? "Column"
                         : "column",
               (row ? line : line - puzzle->height) + 1);
}

void nonogram_say_line_and_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                                 unsigned line, bool capital) {
    const struct nonogram_line *clues = nonogram_line_at(puzzle, line);
    say_line_name(out, puzzle, line, capital);
    if (clues->count == 0)
        return;
    buf_add(out, " (");
    nonogram_say_clues(out, puzzle, clues, 0, clues->count);
    buf_char(out, ')');
}

/* ---- cells of a line ---- */

const char *nonogram_unit(const struct nonogram_puzzle *puzzle, unsigned line) {
    return line < puzzle->height ? "column" : "row";
}

/* "column 3" or "columns 3-5", from 0 and both included. */
void nonogram_say_range(struct nonogram_speech *speech, unsigned from, unsigned to) {
    assert(from <= to && to < speech->view.length);
    buf_printf(speech->out, "%s%s %u", nonogram_unit(speech->puzzle, speech->line),
               from == to ? "" : "s", from + 1);
    if (from != to)
        buf_printf(speech->out, "-%u", to + 1);
}

/* "columns 3-4, 6 and 9": the cells that have the value. Returns how many. */
static unsigned say_cells(struct buf *out, const char *unit, const uint8_t *values, unsigned length,
                          uint8_t value) {
    unsigned cells = 0, ranges = 0, said = 0;
    for (unsigned i = 0; i < length; i++) {
        cells += values[i] == value;
        ranges += values[i] == value && (i == 0 || values[i - 1] != value);
    }
    buf_printf(out, "%s%s ", unit, cells == 1 ? "" : "s");
    for (unsigned i = 0; i < length; i++) {
        unsigned from = i;
        if (values[i] != value)
            continue;
        while (i + 1 < length && values[i + 1] == value)
            i++;
        buf_printf(out, "%s%u", said == 0 ? "" : said + 1 == ranges ? " and " : ", ", from + 1);
        if (i != from)
            buf_printf(out, "-%u", i + 1);
        said++;
    }
    return cells;
}

unsigned nonogram_say_cells(struct nonogram_speech *speech, const uint8_t *values, uint8_t value) {
    return say_cells(speech->out, nonogram_unit(speech->puzzle, speech->line), values,
                     speech->view.length, value);
}

bool nonogram_has_value(const uint8_t *values, unsigned length, uint8_t value) {
    for (unsigned i = 0; i < length; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* The colours in order, then the empty cells. */
void nonogram_say_values(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line,
                         const uint8_t *values) {
    unsigned length = line < puzzle->height ? puzzle->width : puzzle->height;
    unsigned groups = 0, said = 0;
    for (unsigned value = 0; value <= puzzle->colours; value++)
        groups += nonogram_has_value(values, length, (uint8_t)value);
    for (unsigned turn = 1; turn <= puzzle->colours + 1; turn++) {
        uint8_t value = (uint8_t)(turn <= puzzle->colours ? turn : NONOGRAM_EMPTY);
        if (!nonogram_has_value(values, length, value))
            continue;
        buf_add(out, said == 0 ? "" : said + 1 == groups ? " and " : ", ");
        unsigned cells = say_cells(out, nonogram_unit(puzzle, line), values, length, value);
        buf_printf(out, " %s %s", cells == 1 ? "is" : "are", nonogram_say_value(puzzle, value));
        said++;
    }
}

void nonogram_say_result(struct nonogram_speech *speech,
                         const struct nonogram_deduction *deduction) {
    nonogram_say_values(speech->out, speech->puzzle, speech->line, deduction->values);
}

/* ---- clues ---- */

/* "second", "12th". */
static void say_ordinal(struct buf *out, unsigned number) {
    static const char *const words[] = {"first", "second",  "third",  "fourth", "fifth",
                                        "sixth", "seventh", "eighth", "ninth",  "tenth"};
    static const char *const endings[] = {"th", "st", "nd", "rd"};
    bool teen = number / 10 % 10 == 1;
    if (number >= 1 && number <= sizeof words / sizeof *words)
        buf_add(out, words[number - 1]);
    else
        buf_printf(out, "%u%s", number, endings[teen || number % 10 > 3 ? 0 : number % 10]);
}

void nonogram_say_clue(struct nonogram_speech *speech, unsigned clue) {
    const struct nonogram_clue *clues = speech->view.line->clues;
    unsigned alike = 0, number = 0;
    assert(clue < speech->view.line->count);
    for (unsigned i = 0; i < speech->view.line->count; i++) {
        alike += clues[i].length == clues[clue].length && clues[i].colour == clues[clue].colour;
        number = i == clue ? alike : number;
    }
    buf_add(speech->out, "the ");
    if (alike > 1) {
        say_ordinal(speech->out, number);
        buf_char(speech->out, ' ');
    }
    if (!nonogram_black_and_white(speech->puzzle))
        buf_printf(speech->out, "%s ", speech->puzzle->palette[clues[clue].colour].name);
    buf_printf(speech->out, "%u", clues[clue].length);
}

void nonogram_say_some_clues(struct nonogram_speech *speech, unsigned first, unsigned count) {
    assert(count > 0 && first + count <= speech->view.line->count);
    if (count == 1) {
        nonogram_say_clue(speech, first);
    } else if (count == speech->view.line->count) {
        buf_add(speech->out, count == 2 ? "both clues" : "all its clues");
    } else {
        buf_add(speech->out, "the ");
        say_ordinal(speech->out, first + 1);
        buf_add(speech->out, count == 2 ? " and " : " to ");
        say_ordinal(speech->out, first + count);
        buf_add(speech->out, " clues (");
        nonogram_say_clues(speech->out, speech->puzzle, speech->view.line, first, count);
        buf_char(speech->out, ')');
    }
}

void nonogram_say_slack(struct nonogram_speech *speech, unsigned slack) {
    if (slack < 2)
        buf_add(speech->out, slack == 0 ? "no slack" : "one cell of slack");
    else
        buf_printf(speech->out, "%u cells of slack", slack);
}

bool nonogram_any_new(const struct nonogram_deduction *deduction, unsigned from, unsigned to) {
    for (unsigned i = from; i <= to; i++)
        if (deduction->values[i] != NONOGRAM_UNKNOWN)
            return true;
    return false;
}

/* Whether the clue covers something new between its first and its last place. */
static bool covers_new(const struct nonogram_speech *speech,
                       const struct nonogram_deduction *deduction, unsigned clue, unsigned first,
                       unsigned last) {
    unsigned end = first + speech->view.line->clues[clue].length;
    return last < end && nonogram_any_new(deduction, last, end - 1);
}

unsigned nonogram_say_covers(struct nonogram_speech *speech,
                             const struct nonogram_deduction *deduction, const unsigned *first,
                             const unsigned *last) {
    const struct nonogram_line *line = speech->view.line;
    unsigned count = 0, said = 0;
    for (unsigned i = 0; i < line->count; i++)
        count += covers_new(speech, deduction, i, first[i], last[i]);
    for (unsigned i = 0; i < line->count; i++) {
        if (!covers_new(speech, deduction, i, first[i], last[i]))
            continue;
        buf_add(speech->out, said == 0 ? "" : said + 1 == count ? " and " : ", ");
        nonogram_say_clue(speech, i);
        buf_add(speech->out, " covers ");
        nonogram_say_range(speech, last[i], first[i] + line->clues[i].length - 1);
        said++;
    }
    return count;
}

void nonogram_say_deduction(struct buf *out, const struct nonogram_board *board, unsigned line,
                            const struct nonogram_deduction *deduction) {
    struct nonogram_speech speech = {.out = out,
                                     .puzzle = nonogram_board_puzzle(board),
                                     .line = line,
                                     .view = nonogram_board_view(board, line)};
    nonogram_say_line_and_clues(out, speech.puzzle, line, true);
    nonogram_rule_at(deduction->rule)->say(&speech, deduction);
    buf_char(out, '.');
}
