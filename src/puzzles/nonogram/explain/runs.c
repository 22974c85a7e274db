/* Filled stretches and the clues that they can be a piece of. Which clues can be where is taken
 * from the places that the known cells leave to each clue; that is more than what is true at times,
 * never less, so what holds for all of them holds. */
#include <stdlib.h>

#include "puzzles/nonogram/explain/techniques.h"

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

static bool each_stretch(const struct nonogram_view *view, enum nonogram_rule rule, visitor *visit,
                         struct nonogram_deduction *found) {
    struct nonogram_places places;
    struct stretch stretch, before = {.any = false};
    unsigned at = 0;
    nonogram_deduction_begin(view, rule, found);
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
    return each_stretch(view, NONOGRAM_RULE_RUN_ENDS, visit_end, found);
}

static bool open_to(const struct nonogram_view *view, unsigned cell, uint8_t colour) {
    return view->cells[cell] == NONOGRAM_UNKNOWN || view->cells[cell] == colour;
}

/* With a wall to its left, a run of at least `shortest` cells reaches so far to the right; and the
 * other way round. */
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
    return each_stretch(view, NONOGRAM_RULE_GROW, visit_grow, found);
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
    return each_stretch(view, NONOGRAM_RULE_JOIN, visit_join, found);
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
    return each_stretch(view, NONOGRAM_RULE_SEPARATE, visit_separate, found);
}
