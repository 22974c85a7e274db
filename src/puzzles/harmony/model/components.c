#include "puzzles/harmony/model/components.h"

#include <assert.h>
#include <string.h>

enum { LINES = 2 * HARMONY_SIDE };

/* Lines are rows, then columns; a cell joins its two lines. */
struct lines {
    uint8_t parent[LINES];
    uint8_t number[LINES]; /* of the component, for a line that stands for one; LINES if not yet */
};

static unsigned root_of(struct lines *lines, unsigned line) {
    while (lines->parent[line] != line) {
        lines->parent[line] = lines->parent[lines->parent[line]];
        line = lines->parent[line];
    }
    return line;
}

static void join_lines(const struct harmony_board *board, struct lines *lines) {
    for (unsigned line = 0; line < LINES; line++) {
        lines->parent[line] = (uint8_t)line;
        lines->number[line] = LINES;
    }
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (board->moves[harmony_cell(row, column)] > 0)
                lines->parent[root_of(lines, HARMONY_SIDE + column)] = (uint8_t)root_of(lines, row);
}

/* The number of the row's component, a new one if it has none. */
static unsigned number_of(struct lines *lines, unsigned row,
                          struct harmony_components *components) {
    uint8_t *number = &lines->number[root_of(lines, row)];
    if (*number == LINES)
        *number = (uint8_t)components->count++;
    assert(components->count <= HARMONY_SIDE && *number < components->count);
    return *number;
}

static void add_row(const struct harmony_board *board, unsigned row, struct lines *lines,
                    struct harmony_components *components) {
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned moves = board->moves[harmony_cell(row, column)];
        if (moves == 0)
            continue;
        unsigned number = number_of(lines, row, components);
        assert(root_of(lines, row) == root_of(lines, HARMONY_SIDE + column));
        components->of_row[row] = (uint8_t)number;
        components->sum[number] += moves;
        if (moves > components->largest[number])
            components->largest[number] = moves;
    }
}

void harmony_components_find(const struct harmony_board *board,
                             struct harmony_components *components) {
    struct lines lines;
    memset(components, 0, sizeof *components);
    join_lines(board, &lines);
    for (unsigned row = 0; row < board->rows; row++)
        add_row(board, row, &lines, components);
}
