#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/model/position.h"

void hanoi_setup_all_arcs(struct hanoi_setup *setup, unsigned pegs) {
    uint64_t all = pegs < 64 ? (UINT64_C(1) << pegs) - 1 : UINT64_MAX;
    for (unsigned peg = 0; peg < pegs; peg++)
        setup->arcs[peg] = all & ~(UINT64_C(1) << peg);
    setup->complete = true;
    for (unsigned from = 0; from < HANOI_GRAPH_PEGS; from++)
        for (unsigned to = 0; to < HANOI_GRAPH_PEGS; to++)
            setup->cost[from][to] = from != to;
}

struct position *hanoi_position_new(void) {
    struct position *position = MEM_NEW(struct position);
    position->setup = MEM_NEW(struct hanoi_setup);
    atomic_init(&position->setup->holders, 1);
    return position;
}

static struct position *copy(const struct position *position) {
    struct position *made = mem_copy(position, sizeof *position);
    atomic_fetch_add(&made->setup->holders, 1);
    return made;
}

static size_t bytes(const struct position *position) {
    return sizeof *position;
}

static void release(struct position *position) {
    if (!position)
        return;
    if (atomic_fetch_sub(&position->setup->holders, 1) == 1) {
        free(position->setup->disc_cost);
        free(position->setup);
    }
    free(position);
}

/* Reads one or two digits and moves *text past them. */
static bool read_peg(const char **text, unsigned *peg) {
    const char *at = *text;
    *peg = 0;
    while (*at >= '0' && *at <= '9' && at - *text < 2)
        *peg = *peg * 10 + (unsigned)(*at++ - '0');
    bool digits = at != *text;
    *text = at;
    return digits;
}

bool hanoi_move_read(const char *text, unsigned *from, unsigned *to) {
    return read_peg(&text, from) && *text++ == '>' && read_peg(&text, to) && *text == '\0';
}

bool hanoi_move_legal(const struct position *position, unsigned from, unsigned to,
                      struct buf *why) {
    const struct hanoi_board *board = &position->board;
    const struct hanoi_setup *setup = position->setup;
    if (from >= board->pegs || to >= board->pegs) {
        buf_printf(why, "there is no peg %u; the pegs are 0 to %u", from >= board->pegs ? from : to,
                   board->pegs - 1u);
    } else if (from == to) {
        buf_printf(why, "a disc must move to another peg");
    } else if (!(setup->arcs[from] >> to & 1)) {
        buf_printf(why, "this variant allows no move from peg %u to peg %u", from, to);
    } else if (board->top[from] == HANOI_NONE) {
        buf_printf(why, "peg %u is empty", from);
    } else if (board->top[to] < board->top[from]) {
        buf_printf(why, "disc %u may not be placed on the smaller disc %u",
                   (unsigned)setup->label[board->top[from]],
                   (unsigned)setup->label[board->top[to]]);
    } else {
        return true;
    }
    return false;
}

static qd_status play_move(struct position *position, const char *text, qd_control *control,
                           struct refusal *refusal) {
    unsigned from, to;
    (void)control; /* nothing is searched for */
    if (!hanoi_move_read(text, &from, &to)) {
        buf_printf(&refusal->text, "not a move; expected two pegs, such as 0>2");
        return QD_NO;
    }
    if (!hanoi_move_legal(position, from, to, &refusal->text))
        return QD_NO;
    hanoi_board_move(&position->board, from, to);
    return QD_YES;
}

static qd_status list_moves(const struct position *position, size_t limit, qd_control *control,
                            struct record *moves) {
    (void)control;
    struct buf text = {0};
    struct buf why = {0};
    for (unsigned from = 0; from < position->board.pegs; from++) {
        for (unsigned to = 0; to < position->board.pegs && moves->count < limit; to++) {
            if (!hanoi_move_legal(position, from, to, &why))
                continue;
            buf_clear(&text);
            buf_printf(&text, "%u>%u", from, to);
            record_add(moves, text.text, 0);
        }
    }
    buf_free(&why);
    buf_free(&text);
    return QD_YES;
}

static bool solved(const struct position *position) {
    return hanoi_board_equal(&position->board, &position->setup->goal);
}

const struct puzzle_rules hanoi_rules = {
    .copy = copy,
    .free = release,
    .bytes = bytes,
    .move = play_move,
    .moves = list_moves,
    .solved = solved,
};
