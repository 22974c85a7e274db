/* Which part of a board is seen on the screen. Knows no terminal. */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "puzzles/interface/terminal/player.h"

/* Lines from top to bottom, or characters from left to right. The head and the foot of the canvas
 * stay where they are, what is between them can be moved. */
struct play_axis {
    int room; /* of the screen */
    int size; /* of the canvas */
    int head; /* how many of the screen's first ones stay */
    int foot; /* how many of its last ones stay */
    int skip; /* how many of the canvas's first ones lie before the head: it was too large */
    int at;   /* how far what is between is moved; less than 0: the head moves too, to show those */
};

struct play_view {
    struct play_axis lines, characters;
};

/* Fits the view to a screen of that many rows and columns and a canvas of that many characters a
 * line. It moves no further than it must to stay on the canvas. */
void play_view_fit(struct play_view *view, int rows, int columns, int characters,
                   const struct play_place *place);
/* Moves a view that fits so that the cursor is seen, with a little around it. */
void play_view_follow(struct play_view *view, const struct play_place *place);
/* What of the canvas is seen at that row and column of the screen, which lies within the room.
 * Returns false if that is nothing. */
bool play_view_find(const struct play_view *view, int row, int column, int *line, int *character);

#endif
