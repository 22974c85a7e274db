/* The rules of play. They are the judge: the session plays every move through here, no matter who
 * proposes it, and never looks into a position itself. */
#include "puzzles/template/model/position.h"

#include <stdlib.h>

#include "base/mem.h"

static struct position *copy(const struct position *position) {
    return mem_copy(position, sizeof *position);
}

static size_t bytes(const struct position *position) {
    return sizeof *position;
}

static void release(struct position *position) {
    free(position);
}

/* Where it takes a search to tell whether a move is legal, the search spends its states on the
 * control, and the answer is QD_LIMIT if that ends first. */
static qd_status move(struct position *position, const char *move, qd_control *control,
                      struct refusal *refusal) {
    int cell = template_find(position, move);
    (void)control;
    if (cell < 0) {
        buf_add(&refusal->text, "there is no such lamp; they are named A1 to ");
        template_name(position, template_cells(position) - 1, &refusal->text);
        return QD_NO;
    }
    position->lit ^= template_reach(position, cell);
    return QD_YES;
}

/* Every lamp may be pressed at any time. */
static qd_status moves(const struct position *position, size_t limit, qd_control *control,
                       struct record *moves) {
    struct buf name = {0};
    (void)control;
    for (int cell = 0; cell < template_cells(position) && (size_t)cell < limit; cell++) {
        buf_clear(&name);
        template_name(position, cell, &name);
        record_add(moves, buf_text(&name), 0);
    }
    buf_free(&name);
    return QD_YES;
}

static bool solved(const struct position *position) {
    return position->lit == 0;
}

const struct puzzle_rules template_rules = {
    .copy = copy,
    .free = release,
    .bytes = bytes,
    .move = move,
    .moves = moves,
    .solved = solved,
};
