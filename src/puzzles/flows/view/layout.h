/* What the pictures share: where hexes lie on the canvas, the players' looks, and the ways that the
 * teams could take. */
#ifndef PUZZLES_FLOWS_VIEW_LAYOUT_H
#define PUZZLES_FLOWS_VIEW_LAYOUT_H

#include "puzzles/flows/model/position.h"

/* The size of a hex on the canvas, and from row to row. */
enum { FLOWS_HEX_WIDTH = 9, FLOWS_HEX_PITCH = 10, FLOWS_HEX_LINES = 3, FLOWS_TOP = 1 };

/* Where the first character of a hex is. */
int flows_canvas_row(const struct flows_grid *grid, unsigned hex);
int flows_canvas_column(const struct flows_grid *grid, unsigned hex);
/* Puts two characters at a port. */
void flows_put_port(const struct flows_grid *grid, unsigned hex, unsigned port, const char *text,
                    struct style style, struct canvas *canvas);
/* The letter of the line of a tile that a port belongs to: a, b or c. */
char flows_line_letter(unsigned tile, unsigned port);

/* A player's colour in a terminal (enum ink), and for shapes. Partners have shades of one colour.
 */
uint8_t flows_ink(const struct flows_setup *setup, unsigned player);
uint32_t flows_paint(const struct flows_setup *setup, unsigned player);
/* The player whose line it is; of two partners, the first. FLOWS_NONE: nobody's; the number of
 * players: several teams'. */
unsigned flows_owner(const struct flows_setup *setup, unsigned players);

/* A way for each team, from a filling that serves them all. */
struct flows_ways {
    bool found;  /* otherwise there is none */
    bool wanted; /* the options ask for them */
    struct flows_board filled;
    uint8_t team[FLOWS_MOST_HEXES][FLOWS_PORTS]; /* the player it is drawn for, from 1; 0: no way */
};

/* Finds the ways if the options ask for routes; otherwise found and wanted are false. */
void flows_find_ways(const struct flows_game *game, const struct options *options,
                     struct flows_ways *ways);

/* puzzles/flows/view/drawing.c: the board as shapes; never NULL, the caller frees it. */
struct drawing *flows_draw(const struct position *position, const struct options *options);

#endif
