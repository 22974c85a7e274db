/* A part of the search, and its text: another process that has the same board can search it. */
#ifndef PUZZLES_TEMPLATE_SOLVE_SUBPROBLEM_H
#define PUZZLES_TEMPLATE_SOLVE_SUBPROBLEM_H

#include "puzzles/template/model/position.h"

/* Every lamp before `cell` is decided. */
struct template_subproblem {
    template_set lit; /* after what was pressed */
    template_set pressed;
    int cell;
};

/* The whole search. */
static inline struct template_subproblem template_whole(const struct position *position) {
    return (struct template_subproblem){.lit = position->lit};
}

/* The part in which the next lamp is pressed, or is not. */
static inline struct template_subproblem template_child(const struct position *position,
                                                        const struct template_subproblem *parent,
                                                        bool press) {
    struct template_subproblem child = *parent;
    child.cell++;
    if (press) {
        child.lit ^= template_reach(position, parent->cell);
        child.pressed |= (template_set)1 << parent->cell;
    }
    return child;
}

/* Appends a character for each lamp that is decided, in the order of reading: '#' if it is pressed,
 * '.' if not. */
static inline void template_subproblem_print(const struct template_subproblem *subproblem,
                                             struct buf *out) {
    for (int cell = 0; cell < subproblem->cell; cell++)
        buf_char(out, subproblem->pressed >> cell & 1 ? '#' : '.');
}

/* Reads it back. Returns false if the text is not a subproblem of this board. */
static inline bool template_subproblem_read(const struct position *position, const char *text,
                                            struct template_subproblem *subproblem) {
    *subproblem = template_whole(position);
    for (; *text == '#' || *text == '.'; text++) {
        if (subproblem->cell == template_cells(position))
            return false;
        *subproblem = template_child(position, subproblem, *text == '#');
    }
    return *text == '\0';
}

#endif
