/* The simplest techniques: finished lines, complete lines, overlap, edges. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/sentences.h"

/* ---- finished and complete lines ---- */

/* If the runs are the clues, no other cell is filled. */
bool nonogram_finish_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    if (!nonogram_validate_line(view))
        return false;
    nonogram_deduce_all(view, found, 0, view->length - 1, NONOGRAM_EMPTY);
    return found->count > 0;
}

bool nonogram_is_complete_line(const struct nonogram_line *line, unsigned length) {
    return line->count == 0 || nonogram_line_needs(line) == length;
}

bool nonogram_complete_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    if (!nonogram_is_complete_line(view->line, view->length))
        return false;
    unsigned at = 0;
    for (unsigned i = 0; i < view->line->count; i++) {
        const struct nonogram_clue *clue = &view->line->clues[i];
        if (nonogram_gap_before(view->line, i))
            nonogram_deduce(view, found, at++, NONOGRAM_EMPTY);
        nonogram_deduce_all(view, found, at, at + clue->length - 1, clue->colour);
        at += clue->length;
    }
    if (at < view->length)
        nonogram_deduce_all(view, found, at, view->length - 1, NONOGRAM_EMPTY);
    return found->count > 0;
}

void nonogram_say_finished(struct nonogram_speech *speech,
                           const struct nonogram_deduction *deduction) {
    unsigned clues = speech->view.line->count;
    if (clues == 0) {
        buf_add(speech->out, " has no clues, so ");
        nonogram_say_result(speech, deduction);
        return;
    }
    buf_add(speech->out, " already has ");
    if (clues == 1)
        buf_printf(speech->out, "its %u", speech->view.line->clues[0].length);
    else
        buf_add(speech->out, "all its clues");
    buf_add(speech->out, ", so the rest of it is empty: ");
    nonogram_say_cells(speech, deduction->values, NONOGRAM_EMPTY);
}

/* "with the gaps, its clues take 4 + 1 + 1". */
static void say_sum(struct nonogram_speech *speech) {
    const struct nonogram_line *line = speech->view.line;
    bool gaps = false;
    for (unsigned i = 0; i < line->count; i++)
        gaps = gaps || nonogram_gap_before(line, i);
    buf_printf(speech->out, "%sits clues take ", gaps ? "with the gaps, " : "");
    for (unsigned i = 0; i < line->count; i++)
        buf_printf(speech->out, "%s%s%u", i ? " + " : "",
                   nonogram_gap_before(line, i) ? "1 + " : "", line->clues[i].length);
}

void nonogram_say_complete(struct nonogram_speech *speech,
                           const struct nonogram_deduction *deduction) {
    if (speech->view.line->count == 1) {
        buf_printf(speech->out, " is just as long as its %u, so ",
                   speech->view.line->clues[0].length);
    } else {
        buf_add(speech->out, " has no slack: ");
        say_sum(speech);
        buf_printf(speech->out, " = %u cells. So ", speech->view.length);
    }
    nonogram_say_result(speech, deduction);
}

/* ---- overlap ---- */

bool nonogram_find_overlap(unsigned clue, unsigned length, unsigned *from, unsigned *to) {
    if (clue > length || 2 * clue <= length)
        return false;
    *from = length - clue;
    *to = clue - 1;
    return true;
}

bool nonogram_find_overlaps(const struct nonogram_view *view, struct nonogram_deduction *found) {
    unsigned needs = nonogram_line_needs(view->line);
    nonogram_deduction_begin(view, found);
    if (needs > view->length)
        return false;
    unsigned slack = view->length - needs, at = 0;
    for (unsigned i = 0; i < view->line->count; i++) {
        const struct nonogram_clue *clue = &view->line->clues[i];
        at += nonogram_gap_before(view->line, i);
        if (clue->length > slack)
            nonogram_deduce_all(view, found, at + slack, at + clue->length - 1, clue->colour);
        at += clue->length;
    }
    return found->count > 0;
}

void nonogram_say_overlap(struct nonogram_speech *speech,
                          const struct nonogram_deduction *deduction) {
    const struct nonogram_line *line = speech->view.line;
    unsigned slack = speech->view.length - nonogram_line_needs(line), at = 0;
    unsigned *first = mem_new(line->count, sizeof *first);
    unsigned *last = mem_new(line->count, sizeof *last);
    for (unsigned i = 0; i < line->count; i++) {
        at += nonogram_gap_before(line, i);
        first[i] = at;
        last[i] = at + slack;
        at += line->clues[i].length;
    }
    buf_add(speech->out, slack == 1 ? " has only " : " has ");
    nonogram_say_slack(speech, slack);
    buf_printf(speech->out, ". However you place %s, ", line->count == 1 ? "it" : "them");
    nonogram_say_covers(speech, deduction, first, last);
    free(first);
    free(last);
}

/* ---- edges ---- */

/* Skips what is settled on the left: empty cells, and complete runs whose end is known. *clue
 * becomes the next clue; returns the first cell that it could have. */
static unsigned skip_settled(const struct nonogram_view *view, unsigned *clue) {
    unsigned at = 0;
    *clue = 0;
    for (;;) {
        while (at < view->length && view->cells[at] == NONOGRAM_EMPTY)
            at++;
        if (*clue == view->line->count || at == view->length)
            return at;
        const struct nonogram_clue *next = &view->line->clues[*clue];
        unsigned end = at;
        while (end < view->length && view->cells[end] == next->colour)
            end++;
        bool closed = end == view->length || view->cells[end] != NONOGRAM_UNKNOWN;
        if (end - at != next->length || !closed)
            return at;
        at = end;
        ++*clue;
    }
}

/* The last cell of the filled stretch that begins here. */
static unsigned stretch_end(const struct nonogram_view *view, unsigned at) {
    unsigned end = at;
    while (end + 1 < view->length && view->cells[end + 1] == view->cells[at])
        end++;
    return end;
}

/* The first filled cell is closer to the edge than the clue is long. No clue comes before this one,
 * and there is no room for it before the cell, so it covers the cell: it begins at the edge or
 * between the edge and the cell. */
bool nonogram_left_edge_deduction(const struct nonogram_view *view,
                                  struct nonogram_deduction *found) {
    unsigned clue;
    nonogram_deduction_begin(view, found);
    unsigned edge = skip_settled(view, &clue), filled = edge;
    while (filled < view->length && view->cells[filled] == NONOGRAM_UNKNOWN)
        filled++;
    if (clue == view->line->count || filled == view->length)
        return false;
    const struct nonogram_clue *first = &view->line->clues[clue];
    unsigned behind = edge + first->length; /* the first cell that it need not reach */
    if (filled >= behind || behind > view->length || view->cells[filled] != first->colour)
        return false;
    nonogram_deduce_all(view, found, filled, behind - 1, first->colour);
    unsigned end = stretch_end(view, filled);
    if (end >= behind)
        nonogram_deduce_all(view, found, edge, end - first->length, NONOGRAM_EMPTY);
    bool other_may_touch =
        clue + 1 < view->line->count && !nonogram_gap_before(view->line, clue + 1);
    if (filled == edge && behind < view->length && !other_may_touch)
        nonogram_deduce(view, found, behind, NONOGRAM_EMPTY);
    found->clue = clue;
    found->clues = 1;
    found->from = edge;
    found->to = filled;
    return found->count > 0;
}

/* The line read from its end. */
static struct nonogram_view mirror(const struct nonogram_view *view, struct nonogram_line *line,
                                   uint8_t *cells) {
    for (unsigned i = 0; i < view->length; i++)
        cells[i] = view->cells[view->length - 1 - i];
    *line = (struct nonogram_line){
        .count = view->line->count,
        .clues = mem_new(view->line->count + 1, sizeof(struct nonogram_clue))};
    for (unsigned i = 0; i < line->count; i++)
        line->clues[i] = view->line->clues[line->count - 1 - i];
    return (struct nonogram_view){.line = line, .cells = cells, .length = view->length};
}

static void mirror_back(const struct nonogram_view *view, struct nonogram_deduction *found) {
    unsigned last = view->length - 1, from = found->from;
    for (unsigned i = 0; i < view->length / 2; i++) {
        uint8_t value = found->values[i];
        found->values[i] = found->values[last - i];
        found->values[last - i] = value;
    }
    found->from = last - found->to;
    found->to = last - from;
    found->clue = view->line->count - found->clue - found->clues;
}

bool nonogram_right_edge_deduction(const struct nonogram_view *view,
                                   struct nonogram_deduction *found) {
    struct nonogram_line line;
    uint8_t *cells = mem_new(view->length, 1);
    struct nonogram_view mirrored = mirror(view, &line, cells);
    bool news = nonogram_left_edge_deduction(&mirrored, found);
    if (news)
        mirror_back(view, found);
    free(line.clues);
    free(cells);
    return news;
}

/* From the edge, or from what is settled there: the filled cell is part of the clue. */
static void say_owner(struct nonogram_speech *speech, const struct nonogram_deduction *deduction,
                      unsigned edge, unsigned filled, bool left) {
    const char *unit = nonogram_unit(speech->puzzle, speech->line);
    bool row = speech->line < speech->puzzle->height;
    const char *side = row ? (left ? "left" : "right") : left ? "top" : "bottom";
    const char *beyond = row ? (left ? "left of" : "right of") : left ? "above" : "below";
    bool border = edge == (left ? 0 : speech->view.length - 1);
    if (!border)
        buf_printf(speech->out, ": everything %s %s %u is settled, so the filled cell in %s %u ",
                   beyond, unit, edge + 1, unit, filled + 1);
    else
        buf_printf(speech->out, ": the filled cell in %s %u ", unit, filled + 1);
    if (edge == filled)
        buf_add(speech->out, left ? "starts " : "ends ");
    else if (border)
        buf_printf(speech->out, "is so close to the %s edge that it must be part of ", side);
    else
        buf_add(speech->out, "must be part of ");
    nonogram_say_clue(speech, deduction->clue);
}

static void say_edge(struct nonogram_speech *speech, const struct nonogram_deduction *deduction,
                     bool left) {
    unsigned edge = left ? deduction->from : deduction->to;
    unsigned filled = left ? deduction->to : deduction->from;
    const struct nonogram_clue *clue = &speech->view.line->clues[deduction->clue];
    const char *unit = nonogram_unit(speech->puzzle, speech->line);
    say_owner(speech, deduction, edge, filled, left);
    if (edge == filled)
        buf_add(speech->out, ": ");
    else if (nonogram_has_value(deduction->values, speech->view.length, clue->colour))
        buf_printf(speech->out, ", which reaches at least to %s %u: ", unit,
                   left ? edge + clue->length : edge + 2 - clue->length);
    else
        buf_printf(speech->out, ", which is too short to reach %s %u: ", unit, edge + 1);
    nonogram_say_result(speech, deduction);
}

void nonogram_say_left_edge(struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    say_edge(speech, deduction, true);
}

void nonogram_say_right_edge(struct nonogram_speech *speech,
                             const struct nonogram_deduction *deduction) {
    say_edge(speech, deduction, false);
}
