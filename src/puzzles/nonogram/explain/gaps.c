/* Known empty cells cut a line into gaps. No run reaches over such a cell, so each clue lies in one
 * gap: simple boxes by the sizes alone, splitting by the order of the clues and what is filled. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/techniques.h"

bool nonogram_next_gap(const struct nonogram_view *view, unsigned *at, struct nonogram_gap *gap) {
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

static unsigned size_of(struct nonogram_gap gap) {
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
    struct nonogram_gap gap;
    nonogram_deduction_begin(view, NONOGRAM_RULE_SMALL_GAP, found);
    while (nonogram_next_gap(view, &at, &gap))
        if (size_of(gap) < smallest)
            nonogram_deduce_all(view, found, gap.from, gap.to, NONOGRAM_EMPTY);
    return found->count > 0;
}

/* The only gap with room for a clue of that length. Returns false if there are more, or none. */
static bool only_gap(const struct nonogram_view *view, unsigned length, struct nonogram_gap *only) {
    unsigned at = 0, count = 0;
    struct nonogram_gap gap;
    while (nonogram_next_gap(view, &at, &gap))
        if (size_of(gap) >= length) {
            *only = gap;
            count++;
        }
    return count == 1;
}

bool nonogram_find_only_gap(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, NONOGRAM_RULE_ONLY_GAP, found);
    for (unsigned i = 0; i < view->line->count; i++) {
        const struct nonogram_clue *clue = &view->line->clues[i];
        struct nonogram_gap gap;
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

bool nonogram_find_simple_boxes(const struct nonogram_view *view,
                                struct nonogram_deduction *found) {
    return nonogram_find_small_gaps(view, found) || nonogram_find_only_gap(view, found);
}

/* ---- splitting ---- */

/* A gap, and the clues that may be and that must be in it. Neither the first nor the last gap that
 * a clue can reach goes back from one clue to the next, so those that must be here follow each
 * other. */
struct part {
    struct nonogram_gap gap;
    bool reachable;       /* some clue can be here */
    bool shared;          /* some clue can be here or elsewhere */
    unsigned clue, clues; /* those that must be here */
};

static void sort_clues(const struct nonogram_view *view, const struct nonogram_places *places,
                       struct part *part) {
    part->reachable = part->shared = false;
    part->clues = 0;
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
    while (found->count == 0 && nonogram_next_gap(view, &at, &part.gap)) {
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
    nonogram_deduction_begin(view, NONOGRAM_RULE_FREE_PART, found);
    return each_part(view, found, visit_free);
}

/* Overlap in the part alone. Other clues that may be here too only take room from these. */
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
    found->rule = NONOGRAM_RULE_PART;
    look_at(part, found);
}

bool nonogram_split_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, NONOGRAM_RULE_PART, found);
    return each_part(view, found, visit_part);
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
    nonogram_deduction_begin(view, NONOGRAM_RULE_PART_DONE, found);
    return each_part(view, found, visit_done);
}
