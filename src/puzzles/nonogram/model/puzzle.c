#include "puzzles/nonogram/model/puzzle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct nonogram_puzzle *nonogram_puzzle_new(unsigned width, unsigned height) {
    assert(width <= NONOGRAM_SIDE && height <= NONOGRAM_SIDE);
    struct nonogram_puzzle *puzzle = MEM_NEW(struct nonogram_puzzle);
    atomic_init(&puzzle->owners, 1);
    puzzle->width = width;
    puzzle->height = height;
    puzzle->colours = 1;
    puzzle->palette[0] = (struct nonogram_colour){.name = "white", .letter = '.', .rgb = 0xFFFFFF};
    puzzle->palette[1] = (struct nonogram_colour){.name = "black", .letter = '#', .rgb = 0x000000};
    puzzle->rows = mem_new(height, sizeof *puzzle->rows);
    puzzle->columns = mem_new(width, sizeof *puzzle->columns);
    return puzzle;
}

/* Of a shared puzzle, only the number of owners changes. */
struct nonogram_puzzle *nonogram_puzzle_share(const struct nonogram_puzzle *puzzle) {
    union {
        const struct nonogram_puzzle *given;
        struct nonogram_puzzle *shared;
    } same = {.given = puzzle};
    atomic_fetch_add_explicit(&same.shared->owners, 1, memory_order_relaxed);
    return same.shared;
}

static void free_lines(struct nonogram_line *lines, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        free(lines[i].clues);
    free(lines);
}

void nonogram_about_free(struct nonogram_about *about) {
    free(about->title);
    free(about->author);
    free(about->copyright);
    free(about->license);
    free(about->catalogue);
    free(about->source);
    free(about->description);
    free(about->id);
}

void nonogram_puzzle_free(struct nonogram_puzzle *puzzle) {
    if (!puzzle || atomic_fetch_sub_explicit(&puzzle->owners, 1, memory_order_acq_rel) > 1)
        return;
    free_lines(puzzle->rows, puzzle->height);
    free_lines(puzzle->columns, puzzle->width);
    nonogram_about_free(&puzzle->about);
    free(puzzle->goal);
    free(puzzle);
}

bool nonogram_black_and_white(const struct nonogram_puzzle *puzzle) {
    return puzzle->colours == 1;
}

void nonogram_line_add(struct nonogram_line *line, unsigned length, unsigned colour) {
    assert(length >= 1 && length <= UINT16_MAX && colour >= 1 && colour <= NONOGRAM_COLOURS);
    /* Room for 4, 8, 16 ... clues. */
    if (line->count == 0 || (line->count >= 4 && (line->count & (line->count - 1)) == 0))
        line->clues = mem_resize(line->clues, line->count < 4 ? 4 : 2 * (size_t)line->count,
                                 sizeof *line->clues);
    line->clues[line->count++] =
        (struct nonogram_clue){.length = (uint16_t)length, .colour = (uint8_t)colour};
}

unsigned nonogram_line_needs(const struct nonogram_line *line) {
    unsigned cells = 0;
    for (unsigned i = 0; i < line->count; i++)
        cells +=
            line->clues[i].length + (i > 0 && line->clues[i].colour == line->clues[i - 1].colour);
    return cells;
}

unsigned nonogram_line_count(const struct nonogram_puzzle *puzzle) {
    return puzzle->height + puzzle->width;
}

const struct nonogram_line *nonogram_line_at(const struct nonogram_puzzle *puzzle, unsigned line) {
    assert(line < nonogram_line_count(puzzle));
    return line < puzzle->height ? &puzzle->rows[line] : &puzzle->columns[line - puzzle->height];
}

unsigned nonogram_line_length(const struct nonogram_puzzle *puzzle, unsigned line) {
    return line < puzzle->height ? puzzle->width : puzzle->height;
}

void nonogram_line_cell(const struct nonogram_puzzle *puzzle, unsigned line, unsigned index,
                        unsigned *row, unsigned *column) {
    assert(line < nonogram_line_count(puzzle) && index < nonogram_line_length(puzzle, line));
    *row = line < puzzle->height ? line : index;
    *column = line < puzzle->height ? index : line - puzzle->height;
}

static unsigned cells_of_colour(const struct nonogram_line *lines, unsigned count,
                                unsigned colour) {
    unsigned cells = 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned clue = 0; clue < lines[i].count; clue++)
            if (lines[i].clues[clue].colour == colour)
                cells += lines[i].clues[clue].length;
    return cells;
}

struct nonogram_sums nonogram_sums(const struct nonogram_puzzle *puzzle, unsigned colour) {
    assert(colour >= 1 && colour <= puzzle->colours);
    return (struct nonogram_sums){.rows = cells_of_colour(puzzle->rows, puzzle->height, colour),
                                  .columns =
                                      cells_of_colour(puzzle->columns, puzzle->width, colour)};
}

int nonogram_colour_find(const struct nonogram_puzzle *puzzle, char letter) {
    for (unsigned i = 0; i <= puzzle->colours; i++)
        if (puzzle->palette[i].letter == letter)
            return (int)i;
    return -1;
}

void nonogram_generate_clues(const uint8_t *cells, unsigned length, size_t stride,
                             struct nonogram_line *line) {
    unsigned run = 0;
    line->count = 0;
    for (unsigned i = 0; i < length; i++) {
        uint8_t colour = cells[i * stride];
        run++;
        if (i + 1 < length && cells[(i + 1) * stride] == colour)
            continue;
        if (colour != NONOGRAM_EMPTY)
            nonogram_line_add(line, run, colour);
        run = 0;
    }
}

void nonogram_generate_all_clues(struct nonogram_puzzle *puzzle, const uint8_t *picture) {
    for (unsigned row = 0; row < puzzle->height; row++)
        nonogram_generate_clues(picture + (size_t)row * puzzle->width, puzzle->width, 1,
                                &puzzle->rows[row]);
    for (unsigned column = 0; column < puzzle->width; column++)
        nonogram_generate_clues(picture + column, puzzle->height, puzzle->width,
                                &puzzle->columns[column]);
}

static bool line_fits(const struct nonogram_line *line, const uint8_t *cells, unsigned length,
                      size_t stride) {
    unsigned clue = 0;
    for (unsigned start = 0, end; start < length; start = end) {
        uint8_t colour = cells[start * stride];
        for (end = start + 1; end < length && cells[end * stride] == colour; end++)
            ;
        if (colour == NONOGRAM_EMPTY)
            continue;
        if (clue == line->count || line->clues[clue].colour != colour ||
            line->clues[clue].length != end - start)
            return false;
        clue++;
    }
    return clue == line->count;
}

static bool found(int *row, int *column, int bad_row, int bad_column) {
    if (row)
        *row = bad_row;
    if (column)
        *column = bad_column;
    return bad_row < 0 && bad_column < 0;
}

bool nonogram_picture_fits(const struct nonogram_puzzle *puzzle, const uint8_t *picture, int *row,
                           int *column) {
    for (unsigned i = 0; i < puzzle->height; i++)
        if (!line_fits(&puzzle->rows[i], picture + (size_t)i * puzzle->width, puzzle->width, 1))
            return found(row, column, (int)i, -1);
    for (unsigned i = 0; i < puzzle->width; i++)
        if (!line_fits(&puzzle->columns[i], picture + i, puzzle->height, puzzle->width))
            return found(row, column, -1, (int)i);
    return found(row, column, -1, -1);
}
