/* Boards for the tests of Flows. */
#ifndef FLOWS_POSITIONS_H
#define FLOWS_POSITIONS_H

#include "base/random.h"
#include "puzzles/flows/model/board/board.h"

/* A random empty hex; there must be one. */
unsigned random_empty_hex(const struct flows_board *board, struct random *random);
/* A board with that many empty hexes, the others filled with random tiles; no type more often than
 * the game has it if fair. */
void random_board(struct flows_board *board, unsigned radius, unsigned axes, unsigned empty,
                  bool fair, struct random *random);
/* The same by random moves, each of which leaves all teams a way in the first reading, as far as
 * such moves are found. */
void random_legal_board(struct flows_board *board, unsigned radius, unsigned axes, unsigned empty,
                        struct random *random);
/* Reads a position code: a character for each hex, '.' or 'A' + tile. */
void board_from_text(struct flows_board *board, unsigned radius, unsigned axes, const char *text);
/* Writes it; text has room for FLOWS_MOST_HEXES + 1. Returns text. */
const char *board_to_text(const struct flows_board *board, char *text);

#endif
