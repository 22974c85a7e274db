/* The board as a JSON object, for front ends that draw it themselves. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/hanoi/model/position.h"

static json_t *stacks_of(const struct hanoi_board *board) {
    uint16_t *stack = mem_new(board->discs, sizeof *stack);
    json_t *stacks = json_array();
    for (unsigned peg = 0; peg < board->pegs; peg++) {
        json_t *discs = json_array();
        unsigned count = hanoi_board_stack(board, peg, stack);
        for (unsigned i = 0; i < count; i++)
            json_array_append_new(discs, json_integer(stack[i] + 1));
        json_array_append_new(stacks, discs);
    }
    free(stack);
    return stacks;
}

static json_t *labels_of(const struct position *position) {
    json_t *labels = json_array();
    for (unsigned disc = 0; disc < position->board.discs; disc++)
        json_array_append_new(labels, json_integer(position->setup->label[disc]));
    return labels;
}

static json_t *arcs_of(const struct position *position) {
    json_t *arcs = json_array();
    for (unsigned from = 0; from < position->board.pegs; from++)
        for (unsigned to = 0; to < position->board.pegs; to++)
            if (position->setup->arcs[from] >> to & 1)
                json_array_append_new(arcs, json_sprintf("%u>%u", from, to));
    return arcs;
}

static json_t *view_board(const struct position *position, qd_control *control) {
    (void)control;
    json_t *object = json_object();
    json_object_set_new(object, "pegs", json_integer(position->board.pegs));
    json_object_set_new(object, "discs", json_integer(position->board.discs));
    json_object_set_new(object, "stacks", stacks_of(&position->board));
    json_object_set_new(object, "goal", stacks_of(&position->setup->goal));
    json_object_set_new(object, "labels", labels_of(position));
    json_object_set_new(object, "arcs", arcs_of(position));
    json_object_set_new(object, "complete", json_boolean(position->setup->complete));
    json_object_set_new(object, "regular", json_boolean(hanoi_board_regular(&position->board)));
    return object;
}

static void view_places(const struct position *position, const char *move, struct record *places) {
    (void)position;
    unsigned from, to;
    char name[16];
    if (!hanoi_move_read(move, &from, &to))
        return;
    snprintf(name, sizeof name, "%u", from);
    record_add(places, name, 0);
    snprintf(name, sizeof name, "%u", to);
    record_add(places, name, 0);
}

const struct puzzle_view hanoi_view = {.board = view_board, .places = view_places};
