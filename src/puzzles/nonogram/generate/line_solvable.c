#include "puzzles/nonogram/generate/line_solvable.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/solver.h"

struct sweep {
    const struct nonogram_puzzle *puzzle;
    uint32_t *sets;                   /* the colours that each cell may have, row by row */
    bool *new_in_row, *new_in_column; /* a cell changed since the line was solved */
    uint32_t *line;
};

/* Solves one line; crossing lines in which a cell changed must be solved again. */
static void look(struct sweep *sweep, const struct nonogram_line *line, uint32_t *sets,
                 unsigned length, size_t stride, bool *crossing) {
    for (unsigned i = 0; i < length; i++)
        sweep->line[i] = sets[i * stride];
    if (!nonogram_line_solve(line, sweep->line, length))
        return; /* cannot happen in a puzzle with a solution; what is known stays */
    for (unsigned i = 0; i < length; i++) {
        if (sets[i * stride] != sweep->line[i])
            crossing[i] = true;
        sets[i * stride] = sweep->line[i];
    }
}

/* Returns whether there was anything to solve. */
static bool look_at_rows(struct sweep *sweep) {
    const struct nonogram_puzzle *puzzle = sweep->puzzle;
    bool any = false;
    for (unsigned row = 0; row < puzzle->height; row++) {
        if (!sweep->new_in_row[row])
            continue;
        sweep->new_in_row[row] = false;
        any = true;
        look(sweep, &puzzle->rows[row], sweep->sets + (size_t)row * puzzle->width, puzzle->width, 1,
             sweep->new_in_column);
    }
    return any;
}

static bool look_at_columns(struct sweep *sweep) {
    const struct nonogram_puzzle *puzzle = sweep->puzzle;
    bool any = false;
    for (unsigned column = 0; column < puzzle->width; column++) {
        if (!sweep->new_in_column[column])
            continue;
        sweep->new_in_column[column] = false;
        any = true;
        look(sweep, &puzzle->columns[column], sweep->sets + column, puzzle->height, puzzle->width,
             sweep->new_in_row);
    }
    return any;
}

static void begin(struct sweep *sweep, const struct nonogram_puzzle *puzzle) {
    unsigned longer = puzzle->width > puzzle->height ? puzzle->width : puzzle->height;
    size_t cells = (size_t)puzzle->width * puzzle->height;
    uint32_t all = (uint32_t)(((uint64_t)2 << puzzle->colours) - 1);
    *sweep = (struct sweep){.puzzle = puzzle,
                            .sets = mem_new(cells, sizeof *sweep->sets),
                            .new_in_row = mem_new(puzzle->height, sizeof(bool)),
                            .new_in_column = mem_new(puzzle->width, sizeof(bool)),
                            .line = mem_new(longer, sizeof *sweep->line)};
    for (size_t cell = 0; cell < cells; cell++)
        sweep->sets[cell] = all;
    memset(sweep->new_in_row, true, puzzle->height * sizeof(bool));
    memset(sweep->new_in_column, true, puzzle->width * sizeof(bool));
}

static void end(struct sweep *sweep) {
    free(sweep->sets);
    free(sweep->new_in_row);
    free(sweep->new_in_column);
    free(sweep->line);
}

static size_t read_cells(const struct sweep *sweep, uint8_t *cells) {
    size_t count = (size_t)sweep->puzzle->width * sweep->puzzle->height, unknown = 0;
    for (size_t cell = 0; cell < count; cell++) {
        uint32_t set = sweep->sets[cell];
        bool known = (set & (set - 1)) == 0;
        cells[cell] = known ? (uint8_t)__builtin_ctz(set) : NONOGRAM_UNKNOWN;
        unknown += !known;
    }
    return unknown;
}

size_t nonogram_lines_alone(const struct nonogram_puzzle *puzzle, uint8_t *cells) {
    struct sweep sweep;
    begin(&sweep, puzzle);
    for (bool again = true; again;) {
        again = look_at_rows(&sweep);
        again = look_at_columns(&sweep) || again;
    }
    size_t unknown = read_cells(&sweep, cells);
    end(&sweep);
    return unknown;
}
