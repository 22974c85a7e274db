#include "puzzles/harmony/explain/sentences.h"

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/outlook.h"

/* At most this many losing swaps are explained one by one. */
enum { EXPLAINED = 3 };

/* "B3 (RED)". */
static void add_tile(struct buf *out, const struct position *position, unsigned cell) {
    harmony_place_add(out, cell);
    buf_printf(out, " (%s)", position->name[position->board.colour[cell]]);
}

static void add_moves_left(struct buf *out, unsigned moves) {
    if (moves == 0)
        buf_add(out, "with no moves left");
    else
        buf_printf(out, "with %u move%s left", moves, harmony_plural(moves));
}

void harmony_say_row_pairs_off(const struct position *position, unsigned row, struct buf *out) {
    buf_printf(
        out,
        "Row %c is full of its own colour, %s, and no tile in it has more than one move left. "
        "They can only pair off, in any order.",
        harmony_row_letter(row), position->name[row]);
}

void harmony_say_pair(const struct position *position, struct harmony_swap swap, struct buf *out) {
    add_tile(out, position, swap.a);
    buf_add(out, " and ");
    add_tile(out, position, swap.b);
    buf_add(out, " have one move left each, and each is at home where the other stands: they need "
                 "each other.");
}

void harmony_say_last_move(const struct position *position, unsigned cell, struct buf *out) {
    unsigned home = position->board.colour[cell];
    add_tile(out, position, cell);
    buf_printf(out, " has one move left and must go home to row %c: ", harmony_row_letter(home));
    harmony_place_add(out, harmony_cell(home, harmony_column(cell)));
    buf_add(out, " is the only place for that.");
}

void harmony_say_last_in_row(const struct position *position, unsigned cell, unsigned partner,
                             struct buf *out) {
    add_tile(out, position, cell);
    buf_printf(out, " is at home with one move left and must spend it in row %c: only ",
               harmony_row_letter(harmony_row(cell)));
    harmony_place_add(out, partner);
    buf_add(out, " has moves left there.");
}

void harmony_say_one_partner(const struct position *position, unsigned cell, unsigned partner,
                             struct buf *out) {
    add_tile(out, position, cell);
    buf_add(out, " can only swap with ");
    harmony_place_add(out, partner);
    buf_add(out, ": no other tile of its row and column has moves left.");
}

/* The tile's other legal swaps. Returns how many. */
static unsigned other_swaps(const struct harmony_board *board, unsigned cell,
                            struct harmony_swap swap, struct harmony_swap *others) {
    struct harmony_swap *legal = mem_new(HARMONY_MOST_LEGAL, sizeof *legal);
    unsigned count = 0, all = harmony_legal_swaps(board, legal);
    for (unsigned i = 0; i < all; i++)
        if ((legal[i].a == cell || legal[i].b == cell) &&
            (legal[i].a != swap.a || legal[i].b != swap.b))
            others[count++] = legal[i];
    free(legal);
    return count;
}

static void say_loss(const struct position *position, struct harmony_swap swap, struct buf *out) {
    struct position after = *position;
    harmony_swap_play(&after.board, swap);
    const struct harmony_invalid_test *test = harmony_invalid_death(&after.board);
    buf_add(out, " After ");
    harmony_swap_add(out, swap);
    buf_add(out, ": ");
    if (test)
        harmony_invalid_explain(&after, test, out);
}

void harmony_say_others_lose(const struct position *position, unsigned cell,
                             struct harmony_swap swap, struct buf *out) {
    struct harmony_swap others[2 * HARMONY_SIDE];
    unsigned count = other_swaps(&position->board, cell, swap, others);
    unsigned explained = count <= EXPLAINED ? count : EXPLAINED - 1;
    buf_add(out, "Every other swap of ");
    add_tile(out, position, cell);
    buf_add(out, " would lose at once.");
    for (unsigned i = 0; i < explained; i++)
        say_loss(position, others[i], out);
    if (explained < count)
        buf_printf(out, " The other %u are as bad.", count - explained);
}

static bool gets_home(const struct harmony_board *board, unsigned from, unsigned to) {
    return board->colour[from] != harmony_row(from) && board->colour[from] == harmony_row(to);
}

static void say_arrival(const struct position *position, unsigned cell, struct buf *out) {
    add_tile(out, position, cell);
    buf_printf(out, " home to row %c, ", harmony_row_letter(position->board.colour[cell]));
    add_moves_left(out, position->board.moves[cell] - 1u);
}

static void say_step(const struct position *position, unsigned from, unsigned to, struct buf *out) {
    add_tile(out, position, from);
    buf_add(out, " to ");
    harmony_place_add(out, to);
    buf_char(out, ' ');
    add_moves_left(out, position->board.moves[from] - 1u);
}

void harmony_say_effect(const struct position *position, struct harmony_swap swap,
                        struct buf *out) {
    bool first = gets_home(&position->board, swap.a, swap.b);
    bool second = gets_home(&position->board, swap.b, swap.a);
    buf_add(out, first || second ? "It brings " : "It takes ");
    if (first)
        say_arrival(position, swap.a, out);
    if (first && second)
        buf_add(out, ", and ");
    if (second)
        say_arrival(position, swap.b, out);
    if (!first && !second) {
        say_step(position, swap.a, swap.b, out);
        buf_add(out, " and ");
        say_step(position, swap.b, swap.a, out);
    }
    buf_char(out, '.');
}
