/* The techniques of the document that need no more than a look: validation, complete lines,
 * overlap, edges. */
#include "puzzles/nonogram/explain/techniques.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char *const technique_names[NONOGRAM_TECHNIQUES] = {
    [NONOGRAM_BY_FINISHED] = "finished",
    [NONOGRAM_BY_COMPLETE_LINE] = "complete_line",
    [NONOGRAM_BY_OVERLAP] = "overlap",
    [NONOGRAM_BY_EDGE] = "edge",
    [NONOGRAM_BY_SIMPLE_BOXES] = "simple_boxes",
    [NONOGRAM_BY_SPLIT] = "split",
    [NONOGRAM_BY_JOIN] = "join",
    [NONOGRAM_BY_FULL_LINE] = "full_line",
    [NONOGRAM_BY_ARRANGEMENTS] = "arrangements",
    [NONOGRAM_BY_NARROWING] = "narrowing",
    [NONOGRAM_BY_TWO_LINES] = "two_lines",
    [NONOGRAM_BY_WHAT_IF] = "what_if",
    [NONOGRAM_BY_SEARCH] = "search",
    [NONOGRAM_BY_CHOICE] = "choice",
};

static const struct {
    enum nonogram_technique technique;
    bool (*apply)(const struct nonogram_view *view, struct nonogram_deduction *found);
} rules[NONOGRAM_RULES] = {
    [NONOGRAM_RULE_FINISHED] = {NONOGRAM_BY_FINISHED, nonogram_finish_line},
    [NONOGRAM_RULE_COMPLETE] = {NONOGRAM_BY_COMPLETE_LINE, nonogram_complete_line},
    [NONOGRAM_RULE_OVERLAP] = {NONOGRAM_BY_OVERLAP, nonogram_find_overlaps},
    [NONOGRAM_RULE_LEFT_EDGE] = {NONOGRAM_BY_EDGE, nonogram_left_edge_deduction},
    [NONOGRAM_RULE_RIGHT_EDGE] = {NONOGRAM_BY_EDGE, nonogram_right_edge_deduction},
    [NONOGRAM_RULE_SMALL_GAP] = {NONOGRAM_BY_SIMPLE_BOXES, nonogram_find_small_gaps},
    [NONOGRAM_RULE_ONLY_GAP] = {NONOGRAM_BY_SIMPLE_BOXES, nonogram_find_only_gap},
    [NONOGRAM_RULE_FREE_PART] = {NONOGRAM_BY_SPLIT, nonogram_find_free_parts},
    [NONOGRAM_RULE_PART] = {NONOGRAM_BY_SPLIT, nonogram_split_line},
    [NONOGRAM_RULE_PART_DONE] = {NONOGRAM_BY_SPLIT, nonogram_finish_part},
    [NONOGRAM_RULE_RUN_ENDS] = {NONOGRAM_BY_JOIN, nonogram_end_run},
    [NONOGRAM_RULE_GROW] = {NONOGRAM_BY_JOIN, nonogram_grow_run},
    [NONOGRAM_RULE_JOIN] = {NONOGRAM_BY_JOIN, nonogram_join_runs},
    [NONOGRAM_RULE_SEPARATE] = {NONOGRAM_BY_JOIN, nonogram_separate_runs},
    [NONOGRAM_RULE_FULL_LINE] = {NONOGRAM_BY_FULL_LINE, nonogram_full_line},
    [NONOGRAM_RULE_ARRANGEMENTS] = {NONOGRAM_BY_ARRANGEMENTS, nonogram_all_arrangements},
};

const char *nonogram_technique_name(enum nonogram_technique technique) {
    return technique_names[technique];
}

enum nonogram_technique nonogram_rule_technique(enum nonogram_rule rule) {
    return rules[rule].technique;
}

bool nonogram_apply_rule(enum nonogram_rule rule, const struct nonogram_view *view,
                         struct nonogram_deduction *found) {
    return rules[rule].apply(view, found);
}

/* ---- what all techniques use ---- */

void nonogram_deduction_begin(const struct nonogram_view *view, enum nonogram_rule rule,
                              struct nonogram_deduction *found) {
    found->rule = rule;
    found->clue = 0;
    found->clues = view->line->count;
    found->from = 0;
    found->to = view->length - 1;
    found->count = 0;
    memset(found->values, NONOGRAM_UNKNOWN, view->length);
}

void nonogram_deduce(const struct nonogram_view *view, struct nonogram_deduction *found,
                     unsigned cell, uint8_t value) {
    if (view->cells[cell] != NONOGRAM_UNKNOWN || found->values[cell] != NONOGRAM_UNKNOWN)
        return;
    found->values[cell] = value;
    found->count++;
}

void nonogram_deduce_all(const struct nonogram_view *view, struct nonogram_deduction *found,
                         unsigned from, unsigned to, uint8_t value) {
    for (unsigned cell = from; cell <= to; cell++)
        nonogram_deduce(view, found, cell, value);
}

unsigned nonogram_gap_before(const struct nonogram_line *line, unsigned clue) {
    return clue > 0 && line->clues[clue].colour == line->clues[clue - 1].colour;
}

/* ---- validation ---- */

bool nonogram_validate_line(const struct nonogram_view *view) {
    unsigned clue = 0, run = 0;
    for (unsigned i = 0; i < view->length; i++) {
        uint8_t colour = view->cells[i] == NONOGRAM_UNKNOWN ? NONOGRAM_EMPTY : view->cells[i];
        run++;
        if (i + 1 < view->length && view->cells[i + 1] == colour)
            continue;
        if (colour != NONOGRAM_EMPTY) {
            if (clue == view->line->count || view->line->clues[clue].length != run ||
                view->line->clues[clue].colour != colour)
                return false;
            clue++;
        }
        run = 0;
    }
    return clue == view->line->count;
}

bool nonogram_line_possible(const struct nonogram_view *view) {
    struct nonogram_places places;
    if (!nonogram_places_find(view, &places))
        return false;
    nonogram_places_free(&places);
    return true;
}

bool nonogram_check_clue_satisfied(const struct nonogram_view *view, unsigned clue) {
    struct nonogram_places places;
    if (!nonogram_places_find(view, &places))
        return false;
    const struct nonogram_clue *wanted = &view->line->clues[clue];
    bool satisfied = places.first[clue] == places.last[clue];
    for (unsigned i = 0; satisfied && i < wanted->length; i++)
        satisfied = view->cells[places.first[clue] + i] == wanted->colour;
    nonogram_places_free(&places);
    return satisfied;
}

/* ---- finished and complete lines ---- */

/* All coloured cells are there, since runs as long as the clues leave none over. */
bool nonogram_finish_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, NONOGRAM_RULE_FINISHED, found);
    if (!nonogram_validate_line(view))
        return false;
    nonogram_deduce_all(view, found, 0, view->length - 1, NONOGRAM_EMPTY);
    return found->count > 0;
}

bool nonogram_is_complete_line(const struct nonogram_line *line, unsigned length) {
    return line->count == 0 || nonogram_line_needs(line) == length;
}

bool nonogram_complete_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    nonogram_deduction_begin(view, NONOGRAM_RULE_COMPLETE, found);
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
    nonogram_deduction_begin(view, NONOGRAM_RULE_OVERLAP, found);
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

/* ---- edges ---- */

/* Steps over what is settled at the left: empty cells, and runs that are complete with a closed
 * end. *clue is the first clue not yet seen, the result the first cell that it could have. */
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

/* The last cell of the filled stretch that begins at a cell. */
static unsigned stretch_end(const struct nonogram_view *view, unsigned at) {
    unsigned end = at;
    while (end + 1 < view->length && view->cells[end + 1] == view->cells[at])
        end++;
    return end;
}

/* The first filled cell is closer to the edge than the clue is long. The clue cannot lie behind it
 * (it would be left over), so it covers it: it begins at the edge or between there and the cell. */
bool nonogram_left_edge_deduction(const struct nonogram_view *view,
                                  struct nonogram_deduction *found) {
    unsigned clue;
    nonogram_deduction_begin(view, NONOGRAM_RULE_LEFT_EDGE, found);
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
    found->rule = NONOGRAM_RULE_RIGHT_EDGE;
    free(line.clues);
    free(cells);
    return news;
}
