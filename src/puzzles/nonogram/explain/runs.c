/* Filled stretches and the clues they can be part of. Which clue can be where is taken from the
 * first and the last place of each clue; that allows more than is possible at times, never less, so
 * what holds for all of it is true. */
#include "puzzles/nonogram/explain/sentences.h"

#include <assert.h>

/* A maximal stretch of cells filled with one colour. */
struct stretch {
    unsigned from, to; /* both included */
    uint8_t colour;
    unsigned lowest, highest;   /* the numbers of the first and the last clue it can belong to */
    unsigned shortest, longest; /* their lengths */
    bool any;
};

static bool next_stretch(const struct nonogram_view *view, unsigned *at, struct stretch *stretch) {
    while (*at < view->length &&
           (view->cells[*at] == NONOGRAM_EMPTY || view->cells[*at] == NONOGRAM_UNKNOWN))
        ++*at;
    if (*at == view->length)
        return false;
    *stretch = (struct stretch){.from = *at, .colour = view->cells[*at]};
    while (*at < view->length && view->cells[*at] == stretch->colour)
        ++*at;
    stretch->to = *at - 1;
    return true;
}

static bool can_cover(const struct nonogram_view *view, const struct nonogram_places *places,
                      unsigned clue, unsigned from, unsigned to, uint8_t colour) {
    const struct nonogram_clue *it = &view->line->clues[clue];
    return it->colour == colour && it->length >= to - from + 1 && places->first[clue] <= from &&
           places->last[clue] + it->length - 1 >= to;
}

static void find_owners(const struct nonogram_view *view, const struct nonogram_places *places,
                        struct stretch *stretch) {
    stretch->any = false;
    stretch->longest = 0;
    stretch->shortest = NONOGRAM_SIDE + 1;
    for (unsigned i = 0; i < view->line->count; i++) {
        unsigned length = view->line->clues[i].length;
        if (!can_cover(view, places, i, stretch->from, stretch->to, stretch->colour))
            continue;
        if (!stretch->any)
            stretch->lowest = i;
        stretch->any = true;
        stretch->highest = i;
        stretch->longest = length > stretch->longest ? length : stretch->longest;
        stretch->shortest = length < stretch->shortest ? length : stretch->shortest;
    }
}

/* Called for each stretch that has owners; the one before it may be NULL. */
typedef void visitor(const struct nonogram_view *view, const struct nonogram_places *places,
                     const struct stretch *before, const struct stretch *stretch,
                     struct nonogram_deduction *found);

static bool each_stretch(const struct nonogram_view *view, visitor *visit,
                         struct nonogram_deduction *found) {
    struct nonogram_places places;
    struct stretch stretch, before = {.any = false};
    unsigned at = 0;
    nonogram_deduction_begin(view, found);
    if (!nonogram_places_find(view, &places))
        return false;
    while (found->count == 0 && next_stretch(view, &at, &stretch)) {
        find_owners(view, &places, &stretch);
        if (stretch.any)
            visit(view, &places, before.any ? &before : NULL, &stretch, found);
        before = stretch;
    }
    nonogram_places_free(&places);
    return found->count > 0;
}

static void look_at(const struct stretch *stretch, unsigned from, unsigned to,
                    struct nonogram_deduction *found) {
    assert(stretch->any && stretch->lowest <= stretch->highest);
    found->from = from;
    found->to = to;
    found->clue = stretch->lowest;
    found->clues = stretch->highest - stretch->lowest + 1;
}

/* The cell does not have the colour, so it is empty unless it can have another one. */
static void close_cell(const struct nonogram_view *view, const struct nonogram_places *places,
                       unsigned cell, uint8_t colour, struct nonogram_deduction *found) {
    for (unsigned i = 0; i < view->line->count; i++)
        if (view->line->clues[i].colour != colour &&
            can_cover(view, places, i, cell, cell, view->line->clues[i].colour))
            return;
    nonogram_deduce(view, found, cell, NONOGRAM_EMPTY);
}

static void visit_end(const struct nonogram_view *view, const struct nonogram_places *places,
                      const struct stretch *before, const struct stretch *stretch,
                      struct nonogram_deduction *found) {
    (void)before;
    if (stretch->longest != stretch->to - stretch->from + 1)
        return;
    if (stretch->from > 0)
        close_cell(view, places, stretch->from - 1, stretch->colour, found);
    if (stretch->to + 1 < view->length)
        close_cell(view, places, stretch->to + 1, stretch->colour, found);
    look_at(stretch, stretch->from, stretch->to, found);
}

bool nonogram_end_run(const struct nonogram_view *view, struct nonogram_deduction *found) {
    return each_stretch(view, visit_end, found);
}

void nonogram_say_run_ends(struct nonogram_speech *speech,
                           const struct nonogram_deduction *deduction) {
    unsigned length = deduction->to - deduction->from + 1;
    buf_add(speech->out, ": the run in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    if (deduction->clues == 1) {
        buf_add(speech->out, " is all of ");
        nonogram_say_clue(speech, deduction->clue);
        buf_add(speech->out, ", so it ends there: ");
    } else {
        buf_printf(speech->out,
                   " has %u %s, and no clue that can reach it is longer, so it ends there: ",
                   length, length == 1 ? "cell" : "cells");
    }
    nonogram_say_result(speech, deduction);
}

static bool open_to(const struct nonogram_view *view, unsigned cell, uint8_t colour) {
    return view->cells[cell] == NONOGRAM_UNKNOWN || view->cells[cell] == colour;
}

/* With a wall close to its left, a run of at least `shortest` cells must reach to the right, and
 * the other way round. */
static void visit_grow(const struct nonogram_view *view, const struct nonogram_places *places,
                       const struct stretch *before, const struct stretch *stretch,
                       struct nonogram_deduction *found) {
    unsigned low = stretch->from, high = stretch->to, shortest = stretch->shortest;
    (void)before;
    (void)places;
    while (low > 0 && open_to(view, low - 1, stretch->colour))
        low--;
    while (high + 1 < view->length && open_to(view, high + 1, stretch->colour))
        high++;
    if (high - low + 1 < shortest)
        return;
    if (low + shortest - 1 > stretch->to)
        nonogram_deduce_all(view, found, stretch->to, low + shortest - 1, stretch->colour);
    if (high + 1 - shortest < stretch->from)
        nonogram_deduce_all(view, found, high + 1 - shortest, stretch->from, stretch->colour);
    look_at(stretch, stretch->from, stretch->to, found);
}

bool nonogram_grow_run(const struct nonogram_view *view, struct nonogram_deduction *found) {
    return each_stretch(view, visit_grow, found);
}

/* The shortest clue, in the colour of the first, that the deduction is about. */
static unsigned shortest_of(const struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    const struct nonogram_clue *clues = &speech->view.line->clues[deduction->clue];
    unsigned shortest = clues[0].length;
    for (unsigned i = 1; i < deduction->clues; i++)
        if (clues[i].colour == clues[0].colour && clues[i].length < shortest)
            shortest = clues[i].length;
    return shortest;
}

/* The side of the run with too little room: the one it does not grow into. */
static const char *narrow_side(const struct nonogram_speech *speech,
                               const struct nonogram_deduction *deduction) {
    bool row = speech->line < speech->puzzle->height;
    bool before = deduction->from > 0 && nonogram_any_new(deduction, 0, deduction->from - 1);
    bool after = deduction->to + 1 < speech->view.length &&
                 nonogram_any_new(deduction, deduction->to + 1, speech->view.length - 1);
    if (before && after)
        return "on either side";
    return row ? (before ? "to its right" : "to its left") : before ? "below it" : "above it";
}

void nonogram_say_grow(struct nonogram_speech *speech, const struct nonogram_deduction *deduction) {
    bool one = deduction->clues == 1;
    buf_add(speech->out, one ? ": the run in " : ": no clue that can reach the run in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, one ? " is part of " : " is shorter than ");
    if (one)
        nonogram_say_clue(speech, deduction->clue);
    else
        buf_printf(speech->out, "%u", shortest_of(speech, deduction));
    buf_printf(speech->out, ", and there is not enough room %s, so ",
               narrow_side(speech, deduction));
    nonogram_say_result(speech, deduction);
}

static void visit_join(const struct nonogram_view *view, const struct nonogram_places *places,
                       const struct stretch *before, const struct stretch *stretch,
                       struct nonogram_deduction *found) {
    (void)places;
    if (!before || before->lowest != before->highest || stretch->lowest != stretch->highest ||
        before->lowest != stretch->lowest)
        return;
    nonogram_deduce_all(view, found, before->to, stretch->from, stretch->colour);
    look_at(stretch, before->from, stretch->to, found);
}

bool nonogram_join_runs(const struct nonogram_view *view, struct nonogram_deduction *found) {
    return each_stretch(view, visit_join, found);
}

void nonogram_say_join(struct nonogram_speech *speech, const struct nonogram_deduction *deduction) {
    buf_add(speech->out, ": the two runs in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_add(speech->out, " can only belong to ");
    nonogram_say_clue(speech, deduction->clue);
    buf_add(speech->out, ", so they join: ");
    nonogram_say_result(speech, deduction);
}

static void visit_separate(const struct nonogram_view *view, const struct nonogram_places *places,
                           const struct stretch *before, const struct stretch *stretch,
                           struct nonogram_deduction *found) {
    if (!before || before->colour != stretch->colour || before->to + 2 != stretch->from)
        return;
    for (unsigned i = 0; i < view->line->count; i++)
        if (can_cover(view, places, i, before->from, stretch->to, stretch->colour))
            return;
    close_cell(view, places, before->to + 1, stretch->colour, found);
    look_at(stretch, before->from, stretch->to, found);
}

bool nonogram_separate_runs(const struct nonogram_view *view, struct nonogram_deduction *found) {
    return each_stretch(view, visit_separate, found);
}

void nonogram_say_separate(struct nonogram_speech *speech,
                           const struct nonogram_deduction *deduction) {
    buf_add(speech->out, ": if the two runs in ");
    nonogram_say_range(speech, deduction->from, deduction->to);
    buf_printf(speech->out,
               " joined, they would make %u cells, and no clue that long fits here. So ",
               deduction->to - deduction->from + 1);
    nonogram_say_result(speech, deduction);
}
