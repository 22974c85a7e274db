/* Where the clues of a line can be, by dynamic programming over clues and cells, and what follows
 * for the cells. Shares nothing with the solver's line kernel; tests compare the two. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/sentences.h"

/* The tables of a line with count clues and length cells. before[i][p]: the first i clues, and
 * nothing else, fit into the first p cells; after[i][p]: the clues from i on fit into the cells
 * from p on. */
struct tables {
    const struct nonogram_view *view;
    bool *before, *after;
    uint16_t
        *reach; /* [i * (length + 1) + p]: how many cells just before p may have clue i's colour */
};

static size_t at(const struct tables *tables, unsigned clue, unsigned cell) {
    assert(clue <= tables->view->line->count && cell <= tables->view->length);
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

/* The clues after this one fit if it ends before end. */
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

/* Marks the cells of every place of the clue, each cell once. */
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
        for (unsigned clue = 0; clue < view->line->count; clue++) {
            find_clue(&tables, clue, places);
            assert(places->first[clue] <= places->last[clue]);
        }
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
    unsigned reached = 0; /* the first cell after all places so far */
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
    nonogram_deduction_begin(view, found);
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

/* ", and no clue can reach columns 1 and 5, so they are empty" */
static void say_unreached(struct nonogram_speech *speech,
                          const struct nonogram_deduction *deduction, bool first) {
    bool one = speech->view.line->count == 1;
    buf_add(speech->out, first ? "" : ", and ");
    if (one && first)
        nonogram_say_clue(speech, 0);
    else
        buf_add(speech->out, one ? "it" : "no clue");
    buf_add(speech->out, one ? " cannot reach " : " can reach ");
    unsigned cells = nonogram_say_cells(speech, deduction->values, NONOGRAM_EMPTY);
    buf_add(speech->out, cells == 1 ? ", so it is empty" : ", so they are empty");
}

void nonogram_say_full_line(struct nonogram_speech *speech,
                            const struct nonogram_deduction *deduction) {
    const struct nonogram_view *view = &speech->view;
    struct nonogram_places places;
    unsigned covers = 0;
    buf_add(speech->out, ": given the known cells, ");
    if (nonogram_places_find(view, &places)) {
        covers = nonogram_say_covers(speech, deduction, places.first, places.last);
        nonogram_places_free(&places);
    }
    if (covers)
        buf_add(speech->out, covers == 1 ? " wherever it goes" : " wherever they go");
    if (nonogram_has_value(deduction->values, view->length, NONOGRAM_EMPTY))
        say_unreached(speech, deduction, covers == 0);
}

bool nonogram_all_arrangements(const struct nonogram_view *view, struct nonogram_deduction *found) {
    struct nonogram_places places;
    nonogram_deduction_begin(view, found);
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

void nonogram_say_arrangements(struct nonogram_speech *speech,
                               const struct nonogram_deduction *deduction) {
    uint64_t count = nonogram_count_arrangements(&speech->view);
    if (count == 1)
        buf_add(speech->out, ": there is only one way left to place its clues, so ");
    else if (count == 2)
        buf_add(speech->out, ": in both ways that are left to place its clues, ");
    else if (count < 1000000)
        buf_printf(speech->out, ": in every one of the %llu ways to place its clues, ",
                   (unsigned long long)count);
    else
        buf_add(speech->out, ": in every one of a million ways or more to place its clues, ");
    nonogram_say_result(speech, deduction);
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

/* The state of generate(). */
struct listing {
    const struct tables *tables;
    uint8_t *current;
    uint8_t *list;
    size_t count, room, most;
};

/* Places the clues from `clue` on in the cells from `from` on. Thanks to the tables there are no
 * dead ends. */
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
