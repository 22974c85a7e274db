/* The rules of play. They are the judge: the session plays every move through here, whoever
 * proposes it, and never looks into a position itself. */
#include "puzzles/template/model/position.h"

#include <stdlib.h>

#include "base/mem.h"

static struct position *copy(const struct position *position) {
    return mem_copy(position, sizeof *position);
}

static void release(struct position *position) {
    free(position);
}

static bool move(struct position *position, const char *move, struct buf *why) {
    int cell = template_find(position, move);
    if (cell < 0) {
        buf_add(why, "there is no such lamp; they are named A1 to ");
        template_name(position, template_cells(position) - 1, why);
        return false;
    }
    position->lit ^= template_reach(position, cell);
    return true;
}

/* Every lamp may be pressed at any time. */
static void moves(const struct position *position, size_t limit, struct record *moves) {
    struct buf name = {0};
    for (int cell = 0; cell < template_cells(position) && (size_t)cell < limit; cell++) {
        buf_clear(&name);
        template_name(position, cell, &name);
        record_add(moves, buf_text(&name), 0);
    }
    buf_free(&name);
}

static bool solved(const struct position *position) {
    return position->lit == 0;
}

const struct puzzle_rules template_rules = {
    .copy = copy,
    .free = release,
    .move = move,
    .moves = moves,
    .solved = solved,
};
