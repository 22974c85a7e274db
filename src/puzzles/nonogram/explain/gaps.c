/* Known empty cells cut a line into gaps, and every clue lies in one gap. Simple boxes look at
 * sizes alone, splitting also at the order of the clues and at what is filled. */
#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/sentences.h"

/* The cells between two known empty ones. */
struct gap {
    unsigned from, to; /* both included */
};

/* The next gap at or after *at, which moves past it. Returns false if there is none. */
static bool next_gap(const struct nonogram_view *view, unsigned *at, struct gap *gap) {
    while (*at < view->length && view->cells[*at] == NONOGRAM_EMPTY)
        ++*at;
    if (*at == view->length)
        return false;
    gap->from = *at;
    while (*at < view->length && view->cells[*at] != NONOGRAM_EMPTY)
        ++*at;
    gap->to = *at - 1;
    return true;
}

static unsigned size_of(struct gap gap) {
    assert(gap.from <= gap.to);
    return gap.to - gap.from + 1;
}

/* ---- simple boxes ---- */

static unsigned smallest_clue(const struct nonogram_line *line) {
    unsigned smallest = NONOGRAM_SIDE + 1;
    for (unsigned i = 0; i < line->count; i++)
        if (line->clues[i].length < smallest)
            smallest = line->clues[i].length;
    return smallest;
}

bool nonogram_find_small_gaps(const struct nonogram_view *view, struct nonogram_deduction *found) {
    unsigned smallest = smallest_clue(view->line), at = 0;
    struct gap gap;
    nonogram_deduction_begin(view, found);
    while (next_gap(view, &at, &gap))
        if (size_of(gap) < smallest)
            nonogram_deduce_all(view, found, gap.from, gap.to, NONOGRAM_EMPTY);
    return found->count > 0;
}

/* Each of these gaps is one stretch of new cells, since nothing in it is filled. */
void nonogram_say_small_gap(struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    const struct nonogram_line *line = speech->view.line;
    unsigned gaps = 0;
    for (unsigned i = 0; i < speech->view.length; i++)
        gaps += deduction->values[i] == NONOGRAM_EMPTY &&
                (i == 0 || deduction->values[i - 1] != NONOGRAM_EMPTY);
    buf_printf(speech->out, ": the gap%s at ", gaps == 1 ? "" : "s");
    nonogram_say_cells(speech, deduction->values, NONOGRAM_EMPTY);
    buf_printf(speech->out, " %s too small for ", gaps == 1 ? "is" : "are");
    if (line->count == 1)
        nonogram_say_clue(speech, 0);
    else
        buf_printf(speech->out, "every clue, even a %u", smallest_clue(line));
    buf_add(speech->out, gaps == 1 ? ", so it is empty" : ", so they are empty");
}

/* The only gap with room for a clue of that length. Returns false if there are more, or none. */
static bool only_gap(const struct nonogram_view *view, unsigned length, struct gap *only) {
    unsigned at = 0, count = 0;
    struct gap gap;
    while (next_gap(view, &at, &gap))
        if (size_of(gap) >= length) {
            *only = gap;
            count++;
        }
    return count == 1;
}

bool nonogram_find_only_gap(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    for (unsigned i = 0; i < view->line->count; i++) {
        const struct nonogram_clue *clue = &view->line->clues[i];
        struct gap gap;
        unsigned from, to;
        if (!only_gap(view, clue->length, &gap) ||
            !nonogram_find_overlap(clue->length, size_of(gap), &from, &to))
            continue;
        nonogram_deduce_all(view, found, gap.from + from, gap.from + to, clue->colour);
        found->clue = i;
        found->clues = 1;
        found->from = gap.from;
        found->to = gap.to;
        if (found->count)
            return true;
    }
    return false;
}

void nonogram_say_only_gap(struct nonogram_speech *speech,
                           const struct nonogram_deduction *deduction) {
    unsigned slack =
        deduction->to - deduction->from + 1 - speech->view.line->clues[deduction->clue].length;
    buf_add(speech->out, ": ");
    nonogram_say_clue(speech, deduction->clue);
    buf_add(speech->out, " fits only in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, ", with ");
    nonogram_say_slack(speech, slack);
    buf_add(speech->out, ", so ");
    nonogram_say_result(speech, deduction);
}

bool nonogram_find_simple_boxes(const struct nonogram_view *view,
                                struct nonogram_deduction *found) {
    return nonogram_find_small_gaps(view, found) || nonogram_find_only_gap(view, found);
}

/* ---- splitting ---- */

/* A gap, and which clues can and must be in it. From one clue to the next, neither the first nor
 * the last gap within reach moves back, so those that must be here are consecutive. */
struct part {
    struct gap gap;
    bool reachable;       /* some clue can be here */
    bool shared;          /* some clue can be here or elsewhere */
    unsigned clue, clues; /* those that must be here */
};

static void sort_clues(const struct nonogram_view *view, const struct nonogram_places *places,
                       struct part *part) {
    part->reachable = part->shared = false;
    part->clues = 0;
    assert(part->gap.to < view->length);
    for (unsigned i = 0; i < view->line->count; i++) {
        unsigned length = view->line->clues[i].length;
        unsigned first = places->first[i], last = places->last[i];
        if (length > size_of(part->gap) || first > part->gap.to || last < part->gap.from)
            continue;
        part->reachable = true;
        if (first < part->gap.from || last > part->gap.to) {
            part->shared = true;
        } else {
            if (part->clues++ == 0)
                part->clue = i;
            assert(part->clue + part->clues == i + 1); /* consecutive */
        }
    }
}

/* Calls visit for each part until it has found something. */
static bool each_part(const struct nonogram_view *view, struct nonogram_deduction *found,
                      void (*visit)(const struct nonogram_view *view, const struct part *part,
                                    struct nonogram_deduction *found)) {
    struct nonogram_places places;
    struct part part = {.clues = 0};
    unsigned at = 0;
    if (!nonogram_places_find(view, &places))
        return false;
    while (found->count == 0 && next_gap(view, &at, &part.gap)) {
        sort_clues(view, &places, &part);
        visit(view, &part, found);
    }
    nonogram_places_free(&places);
    return found->count > 0;
}

static void look_at(const struct part *part, struct nonogram_deduction *found) {
    found->from = part->gap.from;
    found->to = part->gap.to;
    found->clue = part->clue;
    found->clues = part->clues;
}

static void visit_free(const struct nonogram_view *view, const struct part *part,
                       struct nonogram_deduction *found) {
    if (part->reachable)
        return;
    nonogram_deduce_all(view, found, part->gap.from, part->gap.to, NONOGRAM_EMPTY);
    look_at(part, found);
}

bool nonogram_find_free_parts(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    return each_part(view, found, visit_free);
}

void nonogram_say_free_part(struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    bool one = speech->view.line->count == 1;
    buf_add(speech->out, ": empty cells cut off ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_printf(speech->out, ". Given %swhat is filled, ", one ? "" : "the order of the clues and ");
    if (one)
        nonogram_say_clue(speech, 0);
    buf_add(speech->out, one ? " cannot go there, so " : "none of them can go there, so ");
    nonogram_say_result(speech, deduction);
}

/* Overlap within the part. Other clues that may be here only leave less room. */
static void visit_part(const struct nonogram_view *view, const struct part *part,
                       struct nonogram_deduction *found) {
    if (part->clues == 0)
        return;
    struct nonogram_line own = {.count = part->clues, .clues = &view->line->clues[part->clue]};
    struct nonogram_view inside = {
        .line = &own, .cells = view->cells + part->gap.from, .length = size_of(part->gap)};
    uint8_t *values = found->values;
    found->values = mem_new(inside.length, 1);
    bool complete = !part->shared && nonogram_is_complete_line(&own, inside.length);
    bool news =
        complete ? nonogram_complete_line(&inside, found) : nonogram_find_overlaps(&inside, found);
    for (unsigned i = 0; news && i < inside.length; i++)
        values[part->gap.from + i] = found->values[i];
    free(found->values);
    found->values = values;
    look_at(part, found);
}

bool nonogram_split_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    return each_part(view, found, visit_part);
}

void nonogram_say_part(struct nonogram_speech *speech, const struct nonogram_deduction *deduction) {
    struct nonogram_line own = {.count = deduction->clues,
                                .clues = &speech->view.line->clues[deduction->clue]};
    unsigned slack = deduction->to - deduction->from + 1 - nonogram_line_needs(&own);
    buf_add(speech->out, ": ");
    nonogram_say_some_clues(speech, deduction->clue, deduction->clues);
    buf_add(speech->out, " can only go in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, ", with ");
    nonogram_say_slack(speech, slack);
    buf_add(speech->out, ", so ");
    nonogram_say_result(speech, deduction);
}

static void visit_done(const struct nonogram_view *view, const struct part *part,
                       struct nonogram_deduction *found) {
    if (part->shared || part->clues == 0)
        return;
    unsigned wanted = 0, filled = 0;
    for (unsigned i = 0; i < part->clues; i++)
        wanted += view->line->clues[part->clue + i].length;
    for (unsigned i = part->gap.from; i <= part->gap.to; i++)
        filled += view->cells[i] != NONOGRAM_UNKNOWN;
    if (filled != wanted)
        return;
    nonogram_deduce_all(view, found, part->gap.from, part->gap.to, NONOGRAM_EMPTY);
    look_at(part, found);
}

bool nonogram_finish_part(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, found);
    return each_part(view, found, visit_done);
}

void nonogram_say_part_done(struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    buf_add(speech->out, ": only ");
    nonogram_say_some_clues(speech, deduction->clue, deduction->clues);
    buf_add(speech->out, " can go in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_printf(speech->out, ", and %s already filled in, so ",
               deduction->clues == 1 ? "it is" : "they are");
    nonogram_say_result(speech, deduction);
}
