/* The table of techniques, and what their finders share. */
#include "puzzles/nonogram/explain/techniques.h"

#include <assert.h>
#include <string.h>

static const struct nonogram_technique_row techniques[] = {
#define TECHNIQUE(id, text, lowest, base, each, how)                                               \
    {.name = (text),                                                                               \
     .level = NONOGRAM_LEVEL_##lowest,                                                             \
     .points = (base),                                                                             \
     .points_a_line = (each),                                                                      \
     how},
#define LINE(technique, rule, finder, sentence)
#define BOARD(finder, sentence) .find = (finder), .say = (sentence)
#include "puzzles/nonogram/explain/techniques.def"
#undef TECHNIQUE
#undef LINE
#undef BOARD
};

static const struct nonogram_rule_row rules[] = {
#define TECHNIQUE(id, name, level, points, points_a_line, how) how
#define LINE(technique, rule, finder, sentence)                {NONOGRAM_BY_##technique, finder, sentence},
#define BOARD(finder, sentence)
#include "puzzles/nonogram/explain/techniques.def"
#undef TECHNIQUE
#undef LINE
#undef BOARD
};

const struct nonogram_technique_row *nonogram_technique_at(enum nonogram_technique technique) {
    assert(technique < NONOGRAM_TECHNIQUES);
    return &techniques[technique];
}

const struct nonogram_rule_row *nonogram_rule_at(enum nonogram_rule rule) {
    assert(rule < NONOGRAM_RULES);
    return &rules[rule];
}

bool nonogram_apply_rule(enum nonogram_rule rule, const struct nonogram_view *view,
                         struct nonogram_deduction *found) {
    found->rule = rule;
    return rules[rule].find(view, found);
}

/* ---- deductions ---- */

void nonogram_deduction_begin(const struct nonogram_view *view, struct nonogram_deduction *found) {
    found->clue = 0;
    found->clues = view->line->count;
    found->from = 0;
    found->to = view->length - 1;
    found->count = 0;
    memset(found->values, NONOGRAM_UNKNOWN, view->length);
}

void nonogram_deduce(const struct nonogram_view *view, struct nonogram_deduction *found,
                     unsigned cell, uint8_t value) {
    assert(cell < view->length && value != NONOGRAM_UNKNOWN);
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
    assert(clue < line->count);
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
