/* Lamps and sets of lamps. */
#include "puzzles/template/model/position.h"

#include <string.h>

int template_cells(const struct position *position) {
    return position->rows * position->columns;
}

template_set template_reach(const struct position *position, int cell) {
    int column = cell % position->columns;
    template_set lamp = (template_set)1 << cell;
    template_set reach = lamp | lamp << position->columns | lamp >> position->columns;
    if (column > 0)
        reach |= lamp >> 1;
    if (column < position->columns - 1)
        reach |= lamp << 1;
    return reach & (((template_set)1 << template_cells(position)) - 1);
}

int template_size(template_set set) {
    return __builtin_popcountll(set);
}

int template_first(template_set set) {
    return __builtin_ctzll(set);
}

void template_name(const struct position *position, int cell, struct buf *out) {
    buf_char(out, (char)('A' + cell / position->columns));
    buf_char(out, (char)('1' + cell % position->columns));
}

int template_find(const struct position *position, const char *name) {
    if (strlen(name) != 2)
        return -1;
    int row = name[0] - 'A', column = name[1] - '1';
    if (row < 0 || row >= position->rows || column < 0 || column >= position->columns)
        return -1;
    return row * position->columns + column;
}
