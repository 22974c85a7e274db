/* Moves as text: P<n><row letter><column>T<type><orientation>, as seen from the edge of player n,
 * who looks at the board with row A nearest. Two more kinds of moves belong to records: "P2T3" says
 * that player 2 drew a tile of type 3, "P2-resign" resigns. */
#ifndef PUZZLES_FLOWS_MODEL_BOARD_NOTATION_H
#define PUZZLES_FLOWS_MODEL_BOARD_NOTATION_H

#include "puzzles/flows/model/board/setup.h"

enum flows_move_kind { FLOWS_LAY, FLOWS_DRAW, FLOWS_RESIGN };

struct flows_move {
    uint8_t kind;   /* enum flows_move_kind */
    uint8_t player; /* from 0, in turn order */
    uint8_t hex;    /* FLOWS_LAY */
    uint8_t tile;   /* FLOWS_LAY: how it lies; FLOWS_DRAW: flows_tile(type, 0) */
};

/* Appends the name of a hex as seen from an edge: "D4". */
void flows_hex_name(const struct flows_grid *grid, unsigned edge, unsigned hex, struct buf *out);
/* Reads a name at the start of the text and moves *text behind it. Returns the hex, or FLOWS_NONE
 * if the board has no hex of that name, or there is no name; *text then stands where it stood. */
unsigned flows_hex_find(const struct flows_grid *grid, unsigned edge, const char **text);
/* How a tile of that rotation is turned as seen from an edge: N, NE, SE, S, SW or NW. */
const char *flows_orientation(unsigned edge, unsigned rotation);
/* A tile as seen from an edge: "2SE". */
struct flows_tile_name {
    char text[4];
};
struct flows_tile_name flows_tile_name(unsigned edge, unsigned tile);

/* Appends a move in its canonical form: of the rotations that look the same, the least. */
void flows_move_add(const struct flows_setup *setup, struct flows_move move, struct buf *out);
/* Reads a move, letters in any case. Returns false and says why (a clause, no full stop) if it is
 * none of this game; whether the rules allow it now is not looked at. The tile is canonical. */
bool flows_move_read(const struct flows_setup *setup, const char *text, struct flows_move *move,
                     struct buf *why);

#endif
