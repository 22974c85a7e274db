#include "puzzles/flows/tests/flows_positions.h"

#include "puzzles/flows/model/legality/legal.h"

unsigned random_empty_hex(const struct flows_board *board, struct random *random) {
    unsigned hex;
    do
        hex = (unsigned)random_below(random, board->grid->hexes);
    while (!flows_is_empty(board, hex));
    return hex;
}

static unsigned random_tile(const struct flows_board *board, bool fair, struct random *random) {
    unsigned tile;
    do
        tile = (unsigned)random_below(random, 24);
    while (fair && board->left[flows_tile_type(tile)] == 0);
    return tile;
}

void random_board(struct flows_board *board, unsigned radius, unsigned axes, unsigned empty,
                  bool fair, struct random *random) {
    flows_board_start(board, radius, axes);
    while (flows_set_count(&board->empty) > empty) {
        unsigned hex = random_empty_hex(board, random);
        flows_place(board, hex, random_tile(board, fair, random));
    }
}

void random_legal_board(struct flows_board *board, unsigned radius, unsigned axes, unsigned empty,
                        struct random *random) {
    flows_board_start(board, radius, axes);
    for (unsigned tries = 0; tries < 200 && flows_set_count(&board->empty) > empty; tries++) {
        unsigned hex = random_empty_hex(board, random);
        flows_place(board, hex, random_tile(board, true, random));
        if (flows_has_distinct_potential_paths(board, false, NULL) != QD_YES)
            flows_remove(board, hex);
    }
}

void board_from_text(struct flows_board *board, unsigned radius, unsigned axes, const char *text) {
    flows_board_start(board, radius, axes);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (text[hex] != '.')
            flows_place(board, hex, (unsigned)(text[hex] - 'A'));
}

const char *board_to_text(const struct flows_board *board, char *text) {
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        text[hex] = (char)(flows_is_empty(board, hex) ? '.' : 'A' + board->tile[hex]);
    text[board->grid->hexes] = '\0';
    return text;
}
