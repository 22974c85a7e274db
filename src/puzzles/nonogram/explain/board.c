#include "puzzles/nonogram/explain/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum known { NOT_KNOWN, NO, YES };

/* What is cached about a line. */
struct kept {
    uint8_t complete, possible;    /* enum known */
    uint8_t tried[NONOGRAM_RULES]; /* enum known: whether the rule finds something */
    struct nonogram_deduction deductions[NONOGRAM_RULES];
};

struct nonogram_board {
    const struct nonogram_puzzle *puzzle;
    uint8_t *by_row, *by_column; /* the same cells twice, so that every line is contiguous */
    unsigned lines;
    struct kept *kept;
    size_t unknown;
    uint64_t looks;
};

/* ---- the board ---- */

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

struct nonogram_board *nonogram_board_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells) {
    struct nonogram_board *board = MEM_NEW(struct nonogram_board);
    board->puzzle = puzzle;
    board->lines = nonogram_line_count(puzzle);
    board->kept = mem_new(board->lines, sizeof *board->kept);
    board->unknown = cell_count(puzzle);
    board->by_row = mem_new(board->unknown, 1);
    board->by_column = mem_new(board->unknown, 1);
    memset(board->by_row, NONOGRAM_UNKNOWN, board->unknown);
    memset(board->by_column, NONOGRAM_UNKNOWN, board->unknown);
    for (unsigned row = 0; cells && row < puzzle->height; row++)
        for (unsigned column = 0; column < puzzle->width; column++)
            nonogram_board_set(board, row, column, cells[(size_t)row * puzzle->width + column]);
    return board;
}

static void forget(struct kept *kept) {
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        free(kept->deductions[rule].values);
    memset(kept, 0, sizeof *kept);
}

void nonogram_board_free(struct nonogram_board *board) {
    if (!board)
        return;
    for (unsigned line = 0; line < board->lines; line++)
        forget(&board->kept[line]);
    free(board->kept);
    free(board->by_row);
    free(board->by_column);
    free(board);
}

void nonogram_board_set(struct nonogram_board *board, unsigned row, unsigned column,
                        uint8_t value) {
    const struct nonogram_puzzle *puzzle = board->puzzle;
    assert(row < puzzle->height && column < puzzle->width);
    assert(value <= puzzle->colours || value == NONOGRAM_UNKNOWN);
    uint8_t *cell = &board->by_row[(size_t)row * puzzle->width + column];
    if (*cell == value)
        return;
    board->unknown += value == NONOGRAM_UNKNOWN;
    board->unknown -= *cell == NONOGRAM_UNKNOWN;
    *cell = value;
    board->by_column[(size_t)column * puzzle->height + row] = value;
    forget(&board->kept[row]);
    forget(&board->kept[puzzle->height + column]);
}

const uint8_t *nonogram_board_cells(const struct nonogram_board *board) {
    return board->by_row;
}

const struct nonogram_puzzle *nonogram_board_puzzle(const struct nonogram_board *board) {
    return board->puzzle;
}

size_t nonogram_board_unknown(const struct nonogram_board *board) {
    return board->unknown;
}

uint64_t nonogram_board_looks(const struct nonogram_board *board) {
    return board->looks;
}

struct nonogram_view nonogram_board_view(const struct nonogram_board *board, unsigned line) {
    const struct nonogram_puzzle *puzzle = board->puzzle;
    assert(line < board->lines);
    struct nonogram_view view = {.line = nonogram_line_at(puzzle, line)};
    if (line < puzzle->height) {
        view.cells = board->by_row + (size_t)line * puzzle->width;
        view.length = puzzle->width;
    } else {
        view.cells = board->by_column + (size_t)(line - puzzle->height) * puzzle->height;
        view.length = puzzle->height;
    }
    return view;
}

/* ---- what is kept ---- */

static bool keep(struct nonogram_board *board, unsigned line, uint8_t *known,
                 bool (*ask)(const struct nonogram_view *view)) {
    if (*known == NOT_KNOWN) {
        struct nonogram_view view = nonogram_board_view(board, line);
        *known = ask(&view) ? YES : NO;
        board->looks++;
    }
    return *known == YES;
}

bool nonogram_is_line_complete(struct nonogram_board *board, unsigned line) {
    return keep(board, line, &board->kept[line].complete, nonogram_validate_line);
}

bool nonogram_is_line_possible(struct nonogram_board *board, unsigned line) {
    return keep(board, line, &board->kept[line].possible, nonogram_line_possible);
}

static bool find(struct nonogram_board *board, unsigned line, enum nonogram_rule rule,
                 struct nonogram_deduction *found) {
    struct nonogram_view view = nonogram_board_view(board, line);
    board->looks++;
    if (!memchr(view.cells, NONOGRAM_UNKNOWN, view.length))
        return false;
    found->values = mem_new(view.length, 1);
    if (nonogram_apply_rule(rule, &view, found))
        return true;
    free(found->values);
    found->values = NULL;
    return false;
}

const struct nonogram_deduction *nonogram_rule_in_line(struct nonogram_board *board, unsigned line,
                                                       enum nonogram_rule rule) {
    assert(line < board->lines && rule < NONOGRAM_RULES);
    struct kept *kept = &board->kept[line];
    if (kept->tried[rule] == NOT_KNOWN)
        kept->tried[rule] = find(board, line, rule, &kept->deductions[rule]) ? YES : NO;
    return kept->tried[rule] == YES ? &kept->deductions[rule] : NULL;
}

/* ---- the queue ---- */

/* The queue while it is filled: hints of priority 0, then rule by rule. With `one` set, it ends
 * after the first. */
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

static void fill(struct nonogram_board *board, struct filling *filling) {
    for (unsigned line = 0; line < board->lines && !full(filling); line++)
        if (!nonogram_is_line_possible(board, line))
            enqueue(filling, (struct nonogram_queued){.priority = 0, .line = line});
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        for (unsigned line = 0; line < board->lines && !full(filling); line++) {
            const struct nonogram_deduction *found = nonogram_is_line_possible(board, line)
                                                         ? nonogram_rule_in_line(board, line, rule)
                                                         : NULL;
            if (found)
                enqueue(filling, (struct nonogram_queued){
                                     .priority = 1 + (unsigned)nonogram_rule_at(rule)->technique,
                                     .line = line,
                                     .deduction = found});
        }
}

size_t nonogram_generate_all_hints(struct nonogram_board *board, struct nonogram_queued **queue) {
    struct filling filling = {.one = false};
    fill(board, &filling);
    *queue = filling.queue;
    return filling.count;
}

bool nonogram_first_hint(struct nonogram_board *board, struct nonogram_queued *first) {
    struct filling filling = {.one = true};
    fill(board, &filling);
    if (filling.count)
        *first = filling.queue[0];
    free(filling.queue);
    return filling.count > 0;
}

/* The last rule finds everything that any other finds. */
unsigned nonogram_hint_lines(struct nonogram_board *board) {
    unsigned count = 0;
    for (unsigned line = 0; line < board->lines; line++)
        count += nonogram_rule_in_line(board, line, NONOGRAM_RULE_ARRANGEMENTS) != NULL;
    return count;
}
