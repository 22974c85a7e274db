/* Hanoi positions as text. */
#include <string.h>

#include "puzzles/hanoi/format/format.h"

static void print_board(const struct hanoi_setup *setup, const struct hanoi_board *board,
                        struct buf *out) {
    uint16_t stack[HANOI_MAX_DISCS];
    bool begun = false;
    for (unsigned peg = 0; peg < board->pegs; peg++) {
        unsigned height = hanoi_board_stack(board, peg, stack);
        buf_add(out, peg == 0 ? "" : begun ? " |" : "|");
        begun = begun || peg > 0 || height > 0;
        for (unsigned i = 0; i < height; i++)
            buf_printf(out, "%s%u", peg || i ? " " : "", (unsigned)setup->label[stack[i]]);
    }
    buf_char(out, '\n');
}

static void print_rings(const struct position *start, struct buf *out) {
    buf_add(out, "rings:");
    for (unsigned disc = 0; disc < start->board.discs; disc++)
        buf_printf(out, " %u", (unsigned)start->setup->label[disc]);
    buf_char(out, '\n');
}

static void print_arcs(const struct position *start, struct buf *out) {
    buf_add(out, "variant: arcs");
    for (unsigned from = 0; from < start->board.pegs; from++)
        for (unsigned to = 0; to < start->board.pegs; to++)
            if (start->setup->arcs[from] >> to & 1)
                buf_printf(out, " %u>%u", from, to);
    buf_char(out, '\n');
}

static void print_disc_costs(const struct position *start, struct buf *out) {
    const struct hanoi_setup *setup = start->setup;
    for (unsigned disc = 0; setup->disc_cost && disc < start->board.discs; disc++)
        for (unsigned from = 0; from < HANOI_GRAPH_PEGS; from++)
            for (unsigned to = 0; to < HANOI_GRAPH_PEGS; to++)
                if (setup->disc_cost[disc][from][to])
                    buf_printf(out, " %u>%u@%u=%u", from, to, (unsigned)setup->label[disc],
                               (unsigned)setup->disc_cost[disc][from][to]);
}

static void print_costs(const struct position *start, struct buf *out) {
    buf_add(out, "costs:");
    for (unsigned from = 0; from < HANOI_GRAPH_PEGS; from++)
        for (unsigned to = 0; to < HANOI_GRAPH_PEGS; to++)
            if (start->setup->cost[from][to] > 1)
                buf_printf(out, " %u>%u=%u", from, to, (unsigned)start->setup->cost[from][to]);
    print_disc_costs(start, out);
    buf_char(out, '\n');
}

static void print_moves(const struct record *moves, struct buf *out) {
    enum { MOVES_PER_LINE = 20 };
    for (size_t i = 0; i < moves->count; i++) {
        buf_add(out, i % MOVES_PER_LINE ? " " : i ? "\nmoves: " : "moves: ");
        buf_add(out, moves->moves[i].text);
    }
    if (moves->count)
        buf_char(out, '\n');
}

bool hanoi_print_own(const struct position *start, const struct record *moves, struct buf *out) {
    const struct hanoi_setup *setup = start->setup;
    if (start->board.pegs == 1)
        buf_add(out, "state: "); /* without a bar, discs alone are not recognised */
    print_board(setup, &start->board, out);
    if (setup->labels == HANOI_LABEL_WEIGHTS)
        print_rings(start, out);
    if (setup->goal_given) {
        buf_add(out, "goal: ");
        print_board(setup, &setup->goal, out);
    }
    if (!setup->complete)
        print_arcs(start, out);
    if (setup->costly)
        print_costs(start, out);
    print_moves(moves, out);
    return true;
}

bool hanoi_print_array(const struct position *start, const struct record *moves, struct buf *out,
                       qd_error *error) {
    const struct hanoi_board *board = &start->board;
    const struct hanoi_setup *setup = start->setup;
    bool plain = board->pegs == HANOI_GRAPH_PEGS && setup->labels == HANOI_LABEL_RINGS &&
                 setup->complete && !setup->costly && hanoi_board_perfect_peg(&setup->goal) == 0 &&
                 moves->count == 0;
    if (!plain)
        return error_set(error, QD_BAD_INPUT,
                         "the format array holds only three pegs with rings of 30, 60 and 110, "
                         "the goal on peg 0, and no moves");
    for (unsigned peg = 0; peg < board->pegs; peg++) {
        uint16_t stack[HANOI_MAX_DISCS];
        unsigned height = hanoi_board_stack(board, peg, stack);
        buf_add(out, peg ? ", {" : "{{");
        for (unsigned i = 0; i < HANOI_RINGS; i++)
            buf_printf(out, "%s%u", i ? ", " : "",
                       i < height ? (unsigned)setup->label[stack[i]] : 0);
        buf_char(out, '}');
    }
    buf_add(out, "}\n");
    return true;
}
