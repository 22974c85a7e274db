/* Hints in words: where to look, what follows, why. */
#include "puzzles/nonogram/explain/sentences.h"

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

void nonogram_say_line_and_clues(struct buf *out, const struct nonogram_puzzle *puzzle,
                                 unsigned line) {
    const struct nonogram_line *clues = nonogram_line_at(puzzle, line);
    nonogram_say_line(out, puzzle, line);
    if (clues->count == 0) {
        buf_add(out, " (no clues)");
        return;
    }
    buf_add(out, " (");
    nonogram_say_clues(out, puzzle, clues, 0, clues->count);
    buf_char(out, ')');
}

/* ---- cells of a line ---- */

/* Along what the words go. */
struct speech {
    struct buf *out;
    const struct nonogram_puzzle *puzzle;
    unsigned line;
    struct nonogram_view view;
};

static const char *unit(const struct nonogram_puzzle *puzzle, unsigned line) {
    return line < puzzle->height ? "column" : "row";
}

/* "column 3" or "columns 3-5", from 0 and both included. */
static void say_range(struct speech *speech, unsigned from, unsigned to) {
    buf_printf(speech->out, "%s%s %u", unit(speech->puzzle, speech->line), from == to ? "" : "s",
               from + 1);
    if (from != to)
        buf_printf(speech->out, "-%u", to + 1);
}

/* "columns 3-4, 6 and 9": the cells that have the value. Returns how many. */
static unsigned say_cells(struct buf *out, const char *word, const uint8_t *values, unsigned length,
                          uint8_t value) {
    unsigned cells = 0, ranges = 0, said = 0;
    for (unsigned i = 0; i < length; i++) {
        cells += values[i] == value;
        ranges += values[i] == value && (i == 0 || values[i - 1] != value);
    }
    buf_printf(out, "%s%s ", word, cells == 1 ? "" : "s");
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

static bool has_value(const uint8_t *values, unsigned length, uint8_t value) {
    for (unsigned i = 0; i < length; i++)
        if (values[i] == value)
            return true;
    return false;
}

/* The colours in their order, the empty cells last. */
void nonogram_say_values(struct buf *out, const struct nonogram_puzzle *puzzle, unsigned line,
                         const uint8_t *values) {
    unsigned length = line < puzzle->height ? puzzle->width : puzzle->height;
    unsigned groups = 0, said = 0;
    for (unsigned value = 0; value <= puzzle->colours; value++)
        groups += has_value(values, length, (uint8_t)value);
    for (unsigned turn = 1; turn <= puzzle->colours + 1; turn++) {
        uint8_t value = (uint8_t)(turn <= puzzle->colours ? turn : NONOGRAM_EMPTY);
        if (!has_value(values, length, value))
            continue;
        buf_add(out, said == 0 ? "" : said + 1 == groups ? " and " : ", ");
        unsigned cells = say_cells(out, unit(puzzle, line), values, length, value);
        buf_printf(out, " %s %s", cells == 1 ? "is" : "are", nonogram_say_value(puzzle, value));
        said++;
    }
}

static void say_result(struct speech *speech, const struct nonogram_deduction *deduction) {
    nonogram_say_values(speech->out, speech->puzzle, speech->line, deduction->values);
}

/* "clue 4", "clues 4 1". */
static void say_some_clues(struct speech *speech, unsigned first, unsigned count) {
    buf_add(speech->out, count == 1 ? "clue " : "clues ");
    nonogram_say_clues(speech->out, speech->puzzle, speech->view.line, first, count);
}

/* The clue with its number if the line has another like it: "clue 4", "clue 1 (the 2nd of 3)". */
static void say_clue(struct speech *speech, unsigned clue) {
    const struct nonogram_line *line = speech->view.line;
    unsigned alike = 0, number = 0;
    for (unsigned i = 0; i < line->count; i++) {
        alike += line->clues[i].length == line->clues[clue].length &&
                 line->clues[i].colour == line->clues[clue].colour;
        number = i == clue ? alike : number;
    }
    say_some_clues(speech, clue, 1);
    if (alike > 1)
        buf_printf(speech->out, " (the %u%s of %u)", number,
                   number % 10 == 1 && number != 11   ? "st"
                   : number % 10 == 2 && number != 12 ? "nd"
                   : number % 10 == 3 && number != 13 ? "rd"
                                                      : "th",
                   alike);
}

static const char *cells_word(unsigned count) {
    return count == 1 ? "cell" : "cells";
}

/* ---- a sentence for each rule; the line and its clues are said already ---- */

typedef void speaker(struct speech *speech, const struct nonogram_deduction *deduction);

static void say_finished(struct speech *speech, const struct nonogram_deduction *deduction) {
    buf_add(speech->out, speech->view.line->count == 0
                             ? "there is nothing to fill, so "
                             : "all its runs are there, so the rest stays empty: ");
    say_result(speech, deduction);
}

/* "4 + 1 + 1": the runs and the gaps between them. */
static void say_sum(struct speech *speech) {
    const struct nonogram_line *line = speech->view.line;
    for (unsigned i = 0; i < line->count; i++)
        buf_printf(speech->out, "%s%s%u", i ? " + " : "",
                   nonogram_gap_before(line, i) ? "1 + " : "", line->clues[i].length);
}

static void say_complete(struct speech *speech, const struct nonogram_deduction *deduction) {
    unsigned length = speech->view.length;
    if (speech->view.line->count == 1) {
        buf_add(speech->out, "the clue is as long as the line, so ");
    } else {
        buf_add(speech->out, "the runs and the gaps between them need ");
        say_sum(speech);
        buf_printf(speech->out,
                   " = %u %s, and that is all there are. There is only one way: ", length,
                   cells_word(length));
    }
    say_result(speech, deduction);
}

static bool any_new(const struct nonogram_deduction *deduction, unsigned from, unsigned to) {
    for (unsigned i = from; i <= to; i++)
        if (deduction->values[i] != NONOGRAM_UNKNOWN)
            return true;
    return false;
}

/* "clue 4 covers columns 3-4 both ways, and clue 3 columns 8-9" for the clues that give news. The
 * clues lie in the cells from..to and can move by slack. */
static void say_overlaps(struct speech *speech, const struct nonogram_deduction *deduction,
                         unsigned first, unsigned count, unsigned slack) {
    unsigned at = deduction->from, said = 0;
    for (unsigned i = first; i < first + count; i++) {
        unsigned length = speech->view.line->clues[i].length;
        at += i > first ? nonogram_gap_before(speech->view.line, i) : 0;
        if (length > slack && any_new(deduction, at + slack, at + length - 1)) {
            buf_add(speech->out, said++ ? ", " : "");
            say_clue(speech, i);
            buf_add(speech->out, said == 1 ? " covers " : " ");
            say_range(speech, at + slack, at + length - 1);
            buf_add(speech->out, said == 1 ? " both ways" : "");
        }
        at += length;
    }
}

static void say_overlap(struct speech *speech, const struct nonogram_deduction *deduction) {
    bool one = speech->view.line->count == 1;
    unsigned slack = speech->view.length - nonogram_line_needs(speech->view.line);
    buf_printf(speech->out, "push %s to one end, then to the other: %s by %u %s only. Therefore ",
               one ? "the clue" : "all clues", one ? "it moves" : "they move", slack,
               cells_word(slack));
    say_overlaps(speech, deduction, 0, speech->view.line->count, slack);
    buf_add(speech->out, ": ");
    say_result(speech, deduction);
}

/* Where one looks from, and as far as where nothing is open there. */
static void say_side(struct speech *speech, unsigned edge, bool left) {
    bool row = speech->line < speech->puzzle->height;
    const char *side = row ? (left ? "left" : "right") : left ? "top" : "bottom";
    if (edge == (left ? 0 : speech->view.length - 1))
        buf_printf(speech->out, "look from the %s edge. The next clue there, ", side);
    else
        buf_printf(speech->out,
                   "look from the %s, where all as far as %s %u is settled. The next clue, ", side,
                   unit(speech->puzzle, speech->line), left ? edge : edge + 2);
}

static void say_edge(struct speech *speech, const struct nonogram_deduction *deduction, bool left) {
    unsigned edge = left ? deduction->from : deduction->to;
    unsigned filled = left ? deduction->to : deduction->from;
    const struct nonogram_clue *clue = &speech->view.line->clues[deduction->clue];
    const char *word = unit(speech->puzzle, speech->line);
    say_side(speech, edge, left);
    nonogram_say_clues(speech->out, speech->puzzle, speech->view.line, deduction->clue, 1);
    buf_printf(speech->out, ", must cover the %s cell in %s %u",
               nonogram_say_value(speech->puzzle, clue->colour), word, filled + 1);
    if (edge == filled)
        buf_add(speech->out, " and begins right there");
    else if (has_value(deduction->values, speech->view.length, clue->colour))
        buf_printf(speech->out, ", so it reaches to %s %u at least", word,
                   left ? edge + clue->length : edge + 2 - clue->length);
    if (edge != filled && has_value(deduction->values, speech->view.length, NONOGRAM_EMPTY))
        buf_printf(speech->out, ", and is too short to reach %s %u as well", word, edge + 1);
    buf_add(speech->out, ": ");
    say_result(speech, deduction);
}

static void say_left_edge(struct speech *speech, const struct nonogram_deduction *deduction) {
    say_edge(speech, deduction, true);
}

static void say_right_edge(struct speech *speech, const struct nonogram_deduction *deduction) {
    say_edge(speech, deduction, false);
}

static void say_small_gap(struct speech *speech, const struct nonogram_deduction *deduction) {
    const struct nonogram_line *line = speech->view.line;
    unsigned shortest = line->clues[0].length;
    for (unsigned i = 1; i < line->count; i++)
        shortest = line->clues[i].length < shortest ? line->clues[i].length : shortest;
    buf_printf(speech->out,
               "between known empty cells there is less room than the %s, %u, needs. So ",
               line->count == 1 ? "clue" : "shortest clue", shortest);
    say_result(speech, deduction);
}

static void say_only_gap(struct speech *speech, const struct nonogram_deduction *deduction) {
    unsigned slack =
        deduction->to - deduction->from + 1 - speech->view.line->clues[deduction->clue].length;
    say_clue(speech, deduction->clue);
    buf_add(speech->out, " has room in one place only, ");
    say_range(speech, deduction->from, deduction->to);
    if (slack)
        buf_printf(speech->out, ", and can move by %u %s there", slack, cells_word(slack));
    buf_add(speech->out, ". So ");
    say_result(speech, deduction);
}

static void say_free_part(struct speech *speech, const struct nonogram_deduction *deduction) {
    buf_add(speech->out, "empty cells cut off ");
    say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, ". Taken in their order, and with what is filled, all clues short enough "
                         "for that belong elsewhere: ");
    say_result(speech, deduction);
}

static void say_part(struct speech *speech, const struct nonogram_deduction *deduction) {
    struct nonogram_line own = {.count = deduction->clues,
                                .clues = &speech->view.line->clues[deduction->clue]};
    unsigned slack = deduction->to - deduction->from + 1 - nonogram_line_needs(&own);
    buf_add(speech->out, "empty cells split it, and ");
    if (deduction->clues == 1)
        say_clue(speech, deduction->clue);
    else
        say_some_clues(speech, deduction->clue, deduction->clues);
    buf_add(speech->out, " can only be in ");
    say_range(speech, deduction->from, deduction->to);
    if (slack)
        buf_printf(speech->out, ", with %u %s to move. Either way ", slack, cells_word(slack));
    else
        buf_add(speech->out, ", with no room to move: ");
    say_result(speech, deduction);
}

static void say_part_done(struct speech *speech, const struct nonogram_deduction *deduction) {
    buf_add(speech->out, "only ");
    say_some_clues(speech, deduction->clue, deduction->clues);
    buf_add(speech->out, " can be in ");
    say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, ", and all of that is filled already. So ");
    say_result(speech, deduction);
}

static void say_run_ends(struct speech *speech, const struct nonogram_deduction *deduction) {
    unsigned length = deduction->to - deduction->from + 1;
    buf_printf(speech->out, "the run in ");
    say_range(speech, deduction->from, deduction->to);
    buf_printf(speech->out,
               " has %u %s, and no clue that can be here is longer, so it ends: ", length,
               cells_word(length));
    say_result(speech, deduction);
}

/* The length of the shortest of the clues that the deduction is about, in one colour. */
static unsigned shortest_of(const struct speech *speech,
                            const struct nonogram_deduction *deduction) {
    const struct nonogram_clue *clues = &speech->view.line->clues[deduction->clue];
    unsigned shortest = clues[0].length;
    for (unsigned i = 1; i < deduction->clues; i++)
        if (clues[i].colour == clues[0].colour && clues[i].length < shortest)
            shortest = clues[i].length;
    return shortest;
}

static void say_grow(struct speech *speech, const struct nonogram_deduction *deduction) {
    if (deduction->clues == 1) {
        buf_add(speech->out, "the run in ");
        say_range(speech, deduction->from, deduction->to);
        buf_add(speech->out, " is part of ");
        say_clue(speech, deduction->clue);
    } else {
        buf_add(speech->out, "whichever of clues ");
        nonogram_say_clues(speech->out, speech->puzzle, speech->view.line, deduction->clue,
                           deduction->clues);
        buf_add(speech->out, " the run in ");
        say_range(speech, deduction->from, deduction->to);
        buf_printf(speech->out, " belongs to, it has at least %u cells",
                   shortest_of(speech, deduction));
    }
    buf_add(speech->out, ", and a wall close by makes it grow to the other side: ");
    say_result(speech, deduction);
}

static void say_join(struct speech *speech, const struct nonogram_deduction *deduction) {
    buf_add(speech->out, "the filled cells at both ends of ");
    say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, " can only belong to the same ");
    say_clue(speech, deduction->clue);
    buf_add(speech->out, ", so what lies between them is filled too: ");
    say_result(speech, deduction);
}

static void say_separate(struct speech *speech, const struct nonogram_deduction *deduction) {
    unsigned length = deduction->to - deduction->from + 1;
    buf_printf(speech->out, "if the two runs in ");
    say_range(speech, deduction->from, deduction->to);
    buf_printf(speech->out,
               " met, they would be one of %u cells, but no clue that can be here is so "
               "long. They are separate: ",
               length);
    say_result(speech, deduction);
}

static void say_full_line(struct speech *speech, const struct nonogram_deduction *deduction) {
    const struct nonogram_view *view = &speech->view;
    struct nonogram_places places;
    unsigned said = 0;
    buf_printf(speech->out,
               "push %s to one end and then to the other, as far as the known cells "
               "allow. ",
               view->line->count == 1 ? "the clue" : "all clues");
    if (nonogram_places_find(view, &places)) {
        for (unsigned i = 0; i < view->line->count; i++) {
            unsigned end = places.first[i] + view->line->clues[i].length;
            if (places.last[i] >= end || !any_new(deduction, places.last[i], end - 1))
                continue;
            buf_add(speech->out, said++ ? ", " : "");
            say_clue(speech, i);
            buf_add(speech->out, said == 1 ? " covers " : " ");
            say_range(speech, places.last[i], end - 1);
            buf_add(speech->out, said == 1 ? " both ways" : "");
        }
        nonogram_places_free(&places);
    }
    if (has_value(deduction->values, view->length, NONOGRAM_EMPTY))
        buf_printf(speech->out, "%s some cells no clue can reach", said ? ", and" : "There are");
    buf_add(speech->out, ": ");
    say_result(speech, deduction);
}

static void say_arrangements(struct speech *speech, const struct nonogram_deduction *deduction) {
    uint64_t count = nonogram_count_arrangements(&speech->view);
    if (count == 1)
        buf_add(speech->out, "only one arrangement fits what is known, so ");
    else if (count < 1000000)
        buf_printf(speech->out, "of all arrangements, %llu fit what is known, and in each of them ",
                   (unsigned long long)count);
    else
        buf_add(speech->out, "in every one of the many arrangements that fit what is known, ");
    say_result(speech, deduction);
}

static speaker *const speakers[NONOGRAM_RULES] = {
    [NONOGRAM_RULE_FINISHED] = say_finished,
    [NONOGRAM_RULE_COMPLETE] = say_complete,
    [NONOGRAM_RULE_OVERLAP] = say_overlap,
    [NONOGRAM_RULE_LEFT_EDGE] = say_left_edge,
    [NONOGRAM_RULE_RIGHT_EDGE] = say_right_edge,
    [NONOGRAM_RULE_SMALL_GAP] = say_small_gap,
    [NONOGRAM_RULE_ONLY_GAP] = say_only_gap,
    [NONOGRAM_RULE_FREE_PART] = say_free_part,
    [NONOGRAM_RULE_PART] = say_part,
    [NONOGRAM_RULE_PART_DONE] = say_part_done,
    [NONOGRAM_RULE_RUN_ENDS] = say_run_ends,
    [NONOGRAM_RULE_GROW] = say_grow,
    [NONOGRAM_RULE_JOIN] = say_join,
    [NONOGRAM_RULE_SEPARATE] = say_separate,
    [NONOGRAM_RULE_FULL_LINE] = say_full_line,
    [NONOGRAM_RULE_ARRANGEMENTS] = say_arrangements,
};

void nonogram_say_deduction(struct buf *out, const struct nonogram_notebook *notebook,
                            unsigned line, const struct nonogram_deduction *deduction) {
    struct speech speech = {.out = out,
                            .puzzle = nonogram_notebook_puzzle(notebook),
                            .line = line,
                            .view = nonogram_notebook_view(notebook, line)};
    nonogram_say_line_and_clues(out, speech.puzzle, line);
    buf_add(out, ": ");
    speakers[deduction->rule](&speech, deduction);
    buf_char(out, '.');
}
