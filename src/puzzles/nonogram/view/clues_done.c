/* Which clues of a line are done, judged by all arrangements that fit its cells. (Section 5.3 of
 * the algorithms document matches groups to clues by counting, which is wrong while an earlier
 * group is still missing.) */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/view/layout.h"

/* A line and its clues, read in one direction. */
struct view {
    unsigned length, count;
    const uint8_t *cells;
    const struct nonogram_clue *clues;
};

static bool can_be(uint8_t cell, uint8_t colour) {
    return cell == NONOGRAM_UNKNOWN || cell == colour;
}

/* True if the clues before number `at` fit when its run begins at start: fit[i * (length + 1) + p]
 * says whether the first i clues fit the first p cells. */
static bool may_begin(const struct view *view, const bool *fit, unsigned at, unsigned start) {
    assert(at < view->count && start <= view->length);
    const bool *before = fit + (size_t)at * (view->length + 1);
    if (at == 0 || view->clues[at].colour != view->clues[at - 1].colour)
        return before[start];
    return start > 0 && can_be(view->cells[start - 1], NONOGRAM_EMPTY) && before[start - 1];
}

/* The row of the table for one more clue. */
static void fit_clue(const struct view *view, bool *fit, unsigned at) {
    const struct nonogram_clue *clue = &view->clues[at];
    bool *now = fit + (size_t)(at + 1) * (view->length + 1);
    unsigned run = 0;
    for (unsigned end = 1; end <= view->length; end++) {
        run = can_be(view->cells[end - 1], clue->colour) ? run + 1 : 0;
        now[end] = (now[end - 1] && can_be(view->cells[end - 1], NONOGRAM_EMPTY)) ||
                   (run >= clue->length && may_begin(view, fit, at, end - clue->length));
    }
}

/* The caller frees the table. */
static bool *fit_all(const struct view *view) {
    bool *fit = mem_new((size_t)(view->count + 1) * (view->length + 1), sizeof *fit);
    fit[0] = true;
    for (unsigned end = 1; end <= view->length; end++)
        fit[end] = fit[end - 1] && can_be(view->cells[end - 1], NONOGRAM_EMPTY);
    for (unsigned at = 0; at < view->count; at++)
        fit_clue(view, fit, at);
    return fit;
}

static bool run_fits(const struct view *view, unsigned start, const struct nonogram_clue *clue,
                     bool filled) {
    for (unsigned i = start; i < start + clue->length; i++)
        if (filled ? view->cells[i] != clue->colour : !can_be(view->cells[i], clue->colour))
            return false;
    return true;
}

/* A line in both directions, with the tables. */
struct both {
    struct view there, back;
    bool *fit_there, *fit_back;
};

static bool has_one_place(const struct both *both, unsigned at) {
    const struct view *view = &both->there;
    const struct nonogram_clue *clue = &view->clues[at];
    unsigned places = 0, place = 0;
    for (unsigned start = 0; start + clue->length <= view->length && places < 2; start++)
        if (may_begin(view, both->fit_there, at, start) &&
            may_begin(&both->back, both->fit_back, view->count - 1 - at,
                      view->length - start - clue->length) &&
            run_fits(view, start, clue, false)) {
            places++;
            place = start;
        }
    return places == 1 && run_fits(view, place, clue, true);
}

static bool any_filled(const uint8_t *cells, size_t stride, unsigned length) {
    for (unsigned i = 0; i < length; i++)
        if (cells[i * stride] != NONOGRAM_EMPTY && cells[i * stride] != NONOGRAM_UNKNOWN)
            return true;
    return false;
}

/* The cells lie stride apart, as for nonogram_generate_clues. */
static void find_done(const struct nonogram_line *line, const uint8_t *cells, size_t stride,
                      unsigned length, bool *done) {
    memset(done, 0, line->count * sizeof *done);
    if (!any_filled(cells, stride, length)) /* saves much work on large boards */
        return;
    uint8_t *there = mem_new(2 * (size_t)length + 1, 1), *back = there + length;
    struct nonogram_clue *clues = mem_new(line->count + 1, sizeof *clues);
    for (unsigned i = 0; i < length; i++)
        there[i] = back[length - 1 - i] = cells[i * stride];
    for (unsigned i = 0; i < line->count; i++)
        clues[line->count - 1 - i] = line->clues[i];
    struct both both = {.there = {length, line->count, there, line->clues},
                        .back = {length, line->count, back, clues}};
    both.fit_there = fit_all(&both.there);
    both.fit_back = fit_all(&both.back);
    for (unsigned at = 0; at < line->count; at++)
        done[at] = has_one_place(&both, at);
    free(both.fit_there);
    free(both.fit_back);
    free(clues);
    free(there);
}

bool *nonogram_row_done(const struct position *position, unsigned row) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    bool *done = mem_new(puzzle->rows[row].count + 1, sizeof *done);
    find_done(&puzzle->rows[row], position->cells + (size_t)row * puzzle->width, 1, puzzle->width,
              done);
    return done;
}

bool *nonogram_column_done(const struct position *position, unsigned column) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    bool *done = mem_new(puzzle->columns[column].count + 1, sizeof *done);
    find_done(&puzzle->columns[column], position->cells + column, puzzle->width, puzzle->height,
              done);
    return done;
}
