/* Harmony positions as text. */
#include <string.h>

#include "puzzles/harmony/format/format.h"

static void print_size(const struct position *start, struct buf *out) {
    buf_printf(out, "ROWS %u\nCOLS %u\n\n", start->board.rows, start->board.columns);
}

/* One in a line, each written in the one way: "A1-B1", whatever the player typed. */
static void print_moves(const struct position *start, const struct record *moves, struct buf *out) {
    struct buf why = {0};
    if (moves->count)
        buf_add(out, "\nMOVES\n");
    for (size_t i = 0; i < moves->count; i++) {
        struct harmony_swap swap;
        if (harmony_swap_read(&start->board, moves->moves[i].text, &swap, &why))
            harmony_swap_add(out, swap);
        else
            buf_add(out, moves->moves[i].text);
        buf_char(out, '\n');
    }
    buf_free(&why);
}

static int longest_name(const struct position *start) {
    size_t longest = 0;
    for (unsigned row = 0; row < start->board.rows; row++)
        if (strlen(start->name[row]) > longest)
            longest = strlen(start->name[row]);
    return (int)longest;
}

static void print_colour(const struct position *start, unsigned colour, struct buf *out) {
    const struct harmony_board *board = &start->board;
    buf_printf(out, "%-*s", longest_name(start), start->name[colour]);
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++) {
        bool on_board = harmony_row(cell) < board->rows && harmony_column(cell) < board->columns;
        if (!on_board || board->colour[cell] != colour)
            continue;
        buf_add(out, "  ");
        harmony_place_add(out, cell);
        buf_printf(out, " %u", board->moves[cell]);
    }
    buf_char(out, '\n');
}

void harmony_print_board(const struct position *start, const struct record *moves,
                         struct buf *out) {
    print_size(start, out);
    buf_add(out, "BOARD\n");
    for (unsigned row = 0; row < start->board.rows; row++)
        print_colour(start, row, out);
    print_moves(start, moves, out);
}

/* In the order of their numbers, which need not be that of the rows. */
static void print_colours(const struct position *start, struct buf *out) {
    buf_add(out, "COLORS\n");
    for (unsigned number = 0; number <= HARMONY_MAX_NUMBER; number++)
        for (unsigned row = 0; row < start->board.rows; row++)
            if (start->number[row] == number)
                buf_printf(out, "%s %u\n", start->name[row], number);
    buf_add(out, "\nTARGETS");
    for (unsigned row = 0; row < start->board.rows; row++)
        buf_printf(out, " %s", start->name[row]);
    buf_add(out, "\n\n");
}

void harmony_print_tiles(const struct position *start, const struct record *moves,
                         struct buf *out) {
    const struct harmony_board *board = &start->board;
    print_size(start, out);
    print_colours(start, out);
    buf_add(out, "TILES\n");
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            harmony_place_add(out, cell);
            buf_printf(out, " %u %u\n", start->number[board->colour[cell]], board->moves[cell]);
        }
    print_moves(start, moves, out);
}
