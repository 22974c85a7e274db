#include "puzzles/nonogram/explain/working_board.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum known { NOT_KNOWN, NO, YES };

/* What is kept about a line. */
struct kept {
    uint8_t complete, possible;    /* enum known */
    uint8_t tried[NONOGRAM_RULES]; /* enum known: whether the rule finds something */
    struct nonogram_deduction deductions[NONOGRAM_RULES];
};

struct nonogram_notebook {
    const struct nonogram_puzzle *puzzle;
    uint8_t *by_row, *by_column; /* the same cells twice, so that each line is in one piece */
    unsigned lines;
    struct kept *kept;
    size_t unknown;
    uint64_t looks;
};

/* ---- lines of a puzzle ---- */

unsigned nonogram_line_count(const struct nonogram_puzzle *puzzle) {
    return puzzle->height + puzzle->width;
}

const struct nonogram_line *nonogram_line_at(const struct nonogram_puzzle *puzzle, unsigned line) {
    return line < puzzle->height ? &puzzle->rows[line] : &puzzle->columns[line - puzzle->height];
}

void nonogram_line_cell(const struct nonogram_puzzle *puzzle, unsigned line, unsigned index,
                        unsigned *row, unsigned *column) {
    *row = line < puzzle->height ? line : index;
    *column = line < puzzle->height ? index : line - puzzle->height;
}

/* ---- the notebook ---- */

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

struct nonogram_notebook *nonogram_notebook_new(const struct nonogram_puzzle *puzzle,
                                                const uint8_t *cells) {
    struct nonogram_notebook *notebook = MEM_NEW(struct nonogram_notebook);
    notebook->puzzle = puzzle;
    notebook->lines = nonogram_line_count(puzzle);
    notebook->kept = mem_new(notebook->lines, sizeof *notebook->kept);
    notebook->unknown = cell_count(puzzle);
    notebook->by_row = mem_new(notebook->unknown, 1);
    notebook->by_column = mem_new(notebook->unknown, 1);
    memset(notebook->by_row, NONOGRAM_UNKNOWN, notebook->unknown);
    memset(notebook->by_column, NONOGRAM_UNKNOWN, notebook->unknown);
    for (unsigned row = 0; cells && row < puzzle->height; row++)
        for (unsigned column = 0; column < puzzle->width; column++)
            nonogram_notebook_set(notebook, row, column,
                                  cells[(size_t)row * puzzle->width + column]);
    return notebook;
}

static void forget(struct kept *kept) {
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        free(kept->deductions[rule].values);
    memset(kept, 0, sizeof *kept);
}

void nonogram_notebook_free(struct nonogram_notebook *notebook) {
    if (!notebook)
        return;
    for (unsigned line = 0; line < notebook->lines; line++)
        forget(&notebook->kept[line]);
    free(notebook->kept);
    free(notebook->by_row);
    free(notebook->by_column);
    free(notebook);
}

void nonogram_notebook_set(struct nonogram_notebook *notebook, unsigned row, unsigned column,
                           uint8_t value) {
    const struct nonogram_puzzle *puzzle = notebook->puzzle;
    uint8_t *cell = &notebook->by_row[(size_t)row * puzzle->width + column];
    if (*cell == value)
        return;
    notebook->unknown += value == NONOGRAM_UNKNOWN;
    notebook->unknown -= *cell == NONOGRAM_UNKNOWN;
    *cell = value;
    notebook->by_column[(size_t)column * puzzle->height + row] = value;
    forget(&notebook->kept[row]);
    forget(&notebook->kept[puzzle->height + column]);
}

const uint8_t *nonogram_notebook_cells(const struct nonogram_notebook *notebook) {
    return notebook->by_row;
}

const struct nonogram_puzzle *nonogram_notebook_puzzle(const struct nonogram_notebook *notebook) {
    return notebook->puzzle;
}

size_t nonogram_notebook_unknown(const struct nonogram_notebook *notebook) {
    return notebook->unknown;
}

uint64_t nonogram_notebook_looks(const struct nonogram_notebook *notebook) {
    return notebook->looks;
}

struct nonogram_view nonogram_notebook_view(const struct nonogram_notebook *notebook,
                                            unsigned line) {
    const struct nonogram_puzzle *puzzle = notebook->puzzle;
    struct nonogram_view view = {.line = nonogram_line_at(puzzle, line)};
    if (line < puzzle->height) {
        view.cells = notebook->by_row + (size_t)line * puzzle->width;
        view.length = puzzle->width;
    } else {
        view.cells = notebook->by_column + (size_t)(line - puzzle->height) * puzzle->height;
        view.length = puzzle->height;
    }
    return view;
}

/* ---- what is kept ---- */

static bool keep(struct nonogram_notebook *notebook, unsigned line, uint8_t *known,
                 bool (*ask)(const struct nonogram_view *view)) {
    if (*known == NOT_KNOWN) {
        struct nonogram_view view = nonogram_notebook_view(notebook, line);
        *known = ask(&view) ? YES : NO;
        notebook->looks++;
    }
    return *known == YES;
}

bool nonogram_is_line_complete(struct nonogram_notebook *notebook, unsigned line) {
    return keep(notebook, line, &notebook->kept[line].complete, nonogram_validate_line);
}

bool nonogram_is_line_possible(struct nonogram_notebook *notebook, unsigned line) {
    return keep(notebook, line, &notebook->kept[line].possible, nonogram_line_possible);
}

static bool find(struct nonogram_notebook *notebook, unsigned line, enum nonogram_rule rule,
                 struct nonogram_deduction *found) {
    struct nonogram_view view = nonogram_notebook_view(notebook, line);
    notebook->looks++;
    if (!memchr(view.cells, NONOGRAM_UNKNOWN, view.length))
        return false;
    found->values = mem_new(view.length, 1);
    if (nonogram_apply_rule(rule, &view, found))
        return true;
    free(found->values);
    found->values = NULL;
    return false;
}

const struct nonogram_deduction *nonogram_rule_in_line(struct nonogram_notebook *notebook,
                                                       unsigned line, enum nonogram_rule rule) {
    struct kept *kept = &notebook->kept[line];
    if (kept->tried[rule] == NOT_KNOWN)
        kept->tried[rule] = find(notebook, line, rule, &kept->deductions[rule]) ? YES : NO;
    return kept->tried[rule] == YES ? &kept->deductions[rule] : NULL;
}

/* ---- the queue ---- */

/* Hints of priority 0, then rule by rule; ends behind the first if queue is not to grow. */
struct filling {
    struct nonogram_queued *queue;
    size_t count, room;
    bool one;
};

static void enqueue(struct filling *filling, struct nonogram_queued item) {
    filling->queue =
        mem_grow(filling->queue, filling->count, &filling->room, sizeof *filling->queue);
    filling->queue[filling->count++] = item;
}

static bool full(const struct filling *filling) {
    return filling->one && filling->count > 0;
}

static void fill(struct nonogram_notebook *notebook, struct filling *filling) {
    for (unsigned line = 0; line < notebook->lines && !full(filling); line++)
        if (!nonogram_is_line_possible(notebook, line))
            enqueue(filling, (struct nonogram_queued){.priority = 0, .line = line});
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        for (unsigned line = 0; line < notebook->lines && !full(filling); line++) {
            const struct nonogram_deduction *found =
                nonogram_is_line_possible(notebook, line)
                    ? nonogram_rule_in_line(notebook, line, rule)
                    : NULL;
            if (found)
                enqueue(filling, (struct nonogram_queued){
                                     .priority = 1 + (unsigned)nonogram_rule_technique(rule),
                                     .line = line,
                                     .deduction = found});
        }
}

size_t nonogram_generate_all_hints(struct nonogram_notebook *notebook,
                                   struct nonogram_queued **queue) {
    struct filling filling = {.one = false};
    fill(notebook, &filling);
    *queue = filling.queue;
    return filling.count;
}

bool nonogram_first_hint(struct nonogram_notebook *notebook, struct nonogram_queued *first) {
    struct filling filling = {.one = true};
    fill(notebook, &filling);
    if (filling.count)
        *first = filling.queue[0];
    free(filling.queue);
    return filling.count > 0;
}

/* The last rule finds whatever another one finds. */
unsigned nonogram_hint_lines(struct nonogram_notebook *notebook) {
    unsigned count = 0;
    for (unsigned line = 0; line < notebook->lines; line++)
        count += nonogram_rule_in_line(notebook, line, NONOGRAM_RULE_ARRANGEMENTS) != NULL;
    return count;
}
