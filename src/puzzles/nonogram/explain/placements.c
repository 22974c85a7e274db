/* Where the clues of a line can be, by dynamic programming over clues and cells, and what follows
 * for the cells. Written apart from the solver's line kernel, and checked against it. */
#include "puzzles/nonogram/explain/techniques.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The tables of a line with count clues and length cells.
 * before[i][p]: the first i clues fit into the first p cells, which hold nothing else;
 * after[i][p]: the clues from i on fit into the cells from p on. */
struct tables {
    const struct nonogram_view *view;
    bool *before, *after;
    uint16_t *reach; /* [i * (length + 1) + p]: so many cells up to p may be clue i's colour */
};

static size_t at(const struct tables *tables, unsigned clue, unsigned cell) {
    return (size_t)clue * (tables->view->length + 1) + cell;
}

static bool may_be(const struct nonogram_view *view, unsigned cell, uint8_t value) {
    return view->cells[cell] == NONOGRAM_UNKNOWN || view->cells[cell] == value;
}

static bool may_lie(const struct tables *tables, unsigned clue, unsigned start) {
    unsigned length = tables->view->line->clues[clue].length;
    return start + length <= tables->view->length &&
           tables->reach[at(tables, clue, start + length)] >= length;
}

/* The clues before this one fit if it starts here. */
static bool fits_before(const struct tables *tables, unsigned clue, unsigned start) {
    if (!nonogram_gap_before(tables->view->line, clue))
        return tables->before[at(tables, clue, start)];
    return start > 0 && may_be(tables->view, start - 1, NONOGRAM_EMPTY) &&
           tables->before[at(tables, clue, start - 1)];
}

/* The clues behind this one fit if it ends before end. */
static bool fits_after(const struct tables *tables, unsigned clue, unsigned end) {
    const struct nonogram_view *view = tables->view;
    if (clue + 1 == view->line->count || !nonogram_gap_before(view->line, clue + 1))
        return tables->after[at(tables, clue + 1, end)];
    return end < view->length && may_be(view, end, NONOGRAM_EMPTY) &&
           tables->after[at(tables, clue + 1, end + 1)];
}

static void fill_reach(struct tables *tables) {
    const struct nonogram_view *view = tables->view;
    for (unsigned clue = 0; clue < view->line->count; clue++)
        for (unsigned cell = 0; cell < view->length; cell++)
            tables->reach[at(tables, clue, cell + 1)] =
                may_be(view, cell, view->line->clues[clue].colour)
                    ? (uint16_t)(tables->reach[at(tables, clue, cell)] + 1)
                    : 0;
}

static void fill_before(struct tables *tables) {
    const struct nonogram_view *view = tables->view;
    for (unsigned clues = 0; clues <= view->line->count; clues++)
        for (unsigned cell = 0; cell <= view->length; cell++) {
            unsigned length = clues ? view->line->clues[clues - 1].length : 0;
            bool fits = cell > 0 ? may_be(view, cell - 1, NONOGRAM_EMPTY) &&
                                       tables->before[at(tables, clues, cell - 1)]
                                 : clues == 0;
            tables->before[at(tables, clues, cell)] =
                fits || (clues && cell >= length && may_lie(tables, clues - 1, cell - length) &&
                         fits_before(tables, clues - 1, cell - length));
        }
}

static void fill_after(struct tables *tables) {
    const struct nonogram_view *view = tables->view;
    unsigned count = view->line->count;
    for (unsigned clue = count + 1; clue-- > 0;)
        for (unsigned cell = view->length + 1; cell-- > 0;) {
            bool fits = cell < view->length ? may_be(view, cell, NONOGRAM_EMPTY) &&
                                                  tables->after[at(tables, clue, cell + 1)]
                                            : clue == count;
            tables->after[at(tables, clue, cell)] =
                fits || (clue < count && may_lie(tables, clue, cell) &&
                         fits_after(tables, clue, cell + view->line->clues[clue].length));
        }
}

static struct tables tables_of(const struct nonogram_view *view) {
    struct tables tables = {.view = view};
    size_t size = (size_t)(view->line->count + 1) * (view->length + 1);
    tables.before = mem_new(size, sizeof *tables.before);
    tables.after = mem_new(size, sizeof *tables.after);
    tables.reach = mem_new(size, sizeof *tables.reach);
    fill_reach(&tables);
    fill_before(&tables);
    fill_after(&tables);
    return tables;
}

static void tables_free(struct tables *tables) {
    free(tables->before);
    free(tables->after);
    free(tables->reach);
}

/* Marks the cells of every place the clue can have; overlapping places are marked once. */
static void find_clue(const struct tables *tables, unsigned clue, struct nonogram_places *places) {
    const struct nonogram_clue *it = &tables->view->line->clues[clue];
    unsigned marked = 0;
    places->first[clue] = tables->view->length;
    for (unsigned start = 0; start + it->length <= tables->view->length; start++) {
        if (!may_lie(tables, clue, start) || !fits_before(tables, clue, start) ||
            !fits_after(tables, clue, start + it->length))
            continue;
        if (places->first[clue] == tables->view->length)
            places->first[clue] = start;
        places->last[clue] = start;
        for (unsigned cell = start > marked ? start : marked; cell < start + it->length; cell++)
            places->possible[cell] |= UINT32_C(1) << it->colour;
        marked = start + it->length;
    }
}

static bool may_stay_empty(const struct tables *tables, unsigned cell) {
    if (!may_be(tables->view, cell, NONOGRAM_EMPTY))
        return false;
    for (unsigned clues = 0; clues <= tables->view->line->count; clues++)
        if (tables->before[at(tables, clues, cell)] && tables->after[at(tables, clues, cell + 1)])
            return true;
    return false;
}

bool nonogram_places_find(const struct nonogram_view *view, struct nonogram_places *places) {
    struct tables tables = tables_of(view);
    bool possible = tables.after[0];
    if (possible) {
        places->first = mem_new(view->line->count + 1, sizeof *places->first);
        places->last = mem_new(view->line->count + 1, sizeof *places->last);
        places->possible = mem_new(view->length, sizeof *places->possible);
        for (unsigned clue = 0; clue < view->line->count; clue++)
            find_clue(&tables, clue, places);
        for (unsigned cell = 0; cell < view->length; cell++)
            places->possible[cell] |= may_stay_empty(&tables, cell);
    }
    tables_free(&tables);
    return possible;
}

void nonogram_places_free(struct nonogram_places *places) {
    free(places->first);
    free(places->last);
    free(places->possible);
}

/* ---- the whole line ---- */

static void deduce_unreached(const struct nonogram_view *view, const struct nonogram_places *places,
                             struct nonogram_deduction *found) {
    unsigned reached = 0; /* the first cell behind all places so far */
    for (unsigned i = 0; i <= view->line->count; i++) {
        unsigned first = i < view->line->count ? places->first[i] : view->length;
        if (first > reached)
            nonogram_deduce_all(view, found, reached, first - 1, NONOGRAM_EMPTY);
        if (i < view->line->count)
            reached = places->last[i] + view->line->clues[i].length;
    }
}

bool nonogram_full_line(const struct nonogram_view *view, struct nonogram_deduction *found) {
    struct nonogram_places places;
    nonogram_deduction_begin(view, NONOGRAM_RULE_FULL_LINE, found);
    if (!nonogram_places_find(view, &places))
        return false;
    for (unsigned i = 0; i < view->line->count; i++) {
        const struct nonogram_clue *clue = &view->line->clues[i];
        if (places.last[i] < places.first[i] + clue->length)
            nonogram_deduce_all(view, found, places.last[i], places.first[i] + clue->length - 1,
                                clue->colour);
    }
    deduce_unreached(view, &places, found);
    nonogram_places_free(&places);
    return found->count > 0;
}

bool nonogram_all_arrangements(const struct nonogram_view *view, struct nonogram_deduction *found) {
    struct nonogram_places places;
    nonogram_deduction_begin(view, NONOGRAM_RULE_ARRANGEMENTS, found);
    if (!nonogram_places_find(view, &places))
        return false;
    for (unsigned cell = 0; cell < view->length; cell++) {
        uint32_t possible = places.possible[cell];
        if ((possible & (possible - 1)) == 0)
            nonogram_deduce(view, found, cell, (uint8_t)__builtin_ctz(possible));
    }
    nonogram_places_free(&places);
    return found->count > 0;
}

/* ---- counting and listing arrangements ---- */

static uint64_t add(uint64_t a, uint64_t b) {
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t count_after(const struct tables *tables, const uint64_t *ways, unsigned clue,
                            unsigned end) {
    const struct nonogram_view *view = tables->view;
    if (!fits_after(tables, clue, end))
        return 0;
    bool gap = clue + 1 < view->line->count && nonogram_gap_before(view->line, clue + 1);
    return ways[at(tables, clue + 1, end + gap)];
}

uint64_t nonogram_count_arrangements(const struct nonogram_view *view) {
    struct tables tables = tables_of(view);
    unsigned count = view->line->count;
    uint64_t *ways = mem_new((size_t)(count + 1) * (view->length + 1), sizeof *ways);
    for (unsigned clue = count + 1; clue-- > 0;)
        for (unsigned cell = view->length + 1; cell-- > 0;) {
            uint64_t sum = cell == view->length && clue == count;
            if (cell < view->length && may_be(view, cell, NONOGRAM_EMPTY))
                sum = add(sum, ways[at(&tables, clue, cell + 1)]);
            if (clue < count && may_lie(&tables, clue, cell))
                sum = add(sum,
                          count_after(&tables, ways, clue, cell + view->line->clues[clue].length));
            ways[at(&tables, clue, cell)] = sum;
        }
    uint64_t sum = ways[0];
    free(ways);
    tables_free(&tables);
    return sum;
}

uint64_t nonogram_arrangements_of(const struct nonogram_line *line, unsigned length) {
    uint8_t *cells = mem_new(length, 1);
    memset(cells, NONOGRAM_UNKNOWN, length);
    struct nonogram_view view = {.line = line, .cells = cells, .length = length};
    uint64_t count = nonogram_count_arrangements(&view);
    free(cells);
    return count;
}

/* What generate() works on. */
struct listing {
    const struct tables *tables;
    uint8_t *current;
    uint8_t *list;
    size_t count, room, most;
};

/* Places the clues from this one on in the cells from this one on. The tables leave no dead end. */
static void generate(struct listing *listing, unsigned clue, unsigned from) {
    const struct nonogram_view *view = listing->tables->view;
    if (clue == view->line->count) {
        listing->list = mem_grow(listing->list, listing->count, &listing->room, view->length);
        memcpy(listing->list + listing->count++ * view->length, listing->current, view->length);
        return;
    }
    const struct nonogram_clue *it = &view->line->clues[clue];
    for (unsigned start = from; start + it->length <= view->length; start++) {
        unsigned end = start + it->length;
        if (may_lie(listing->tables, clue, start) && fits_after(listing->tables, clue, end)) {
            memset(listing->current + start, it->colour, it->length);
            bool gap = clue + 1 < view->line->count && nonogram_gap_before(view->line, clue + 1);
            generate(listing, clue + 1, end + gap);
            memset(listing->current + start, NONOGRAM_EMPTY, it->length);
        }
        if (listing->count == listing->most || !may_be(view, start, NONOGRAM_EMPTY))
            return;
    }
}

size_t nonogram_generate_all_arrangements(const struct nonogram_view *view, size_t most,
                                          uint8_t **arrangements) {
    struct tables tables = tables_of(view);
    struct listing listing = {.tables = &tables, .most = most};
    listing.current = mem_new(view->length, 1);
    if (tables.after[0] && most > 0)
        generate(&listing, 0, 0);
    free(listing.current);
    tables_free(&tables);
    *arrangements = listing.list;
    return listing.count;
}

void nonogram_find_common_cells(const uint8_t *arrangements, size_t count, unsigned length,
                                uint8_t *common) {
    memset(common, NONOGRAM_UNKNOWN, length);
    for (unsigned cell = 0; count && cell < length; cell++) {
        size_t same = 1;
        while (same < count && arrangements[same * length + cell] == arrangements[cell])
            same++;
        if (same == count)
            common[cell] = arrangements[cell];
    }
}
