/* The part of a board that fits on the screen. Independent of any terminal. */
#ifndef CLI_PLAY_VIEW_H
#define CLI_PLAY_VIEW_H

#include "puzzles/interface/terminal/player.h"

/* The lines from top to bottom, or the characters from left to right. The head and the foot of the
 * canvas are fixed, the part between them scrolls. */
struct play_axis {
    int room; /* of the screen */
    int size; /* of the canvas */
    int head; /* fixed ones at the start of the screen */
    int foot; /* fixed ones at its end */
    int skip; /* ones at the start of the canvas that are hidden because the head is too large */
    int at; /* how far the middle is scrolled; below 0 the head scrolls too, to show the hidden ones
             */
};

struct play_view {
    struct play_axis lines, characters;
};

/* Fits the view to a screen of that many rows and columns and a canvas with that many characters
 * per line. Scrolls only as far as needed to stay on the canvas. */
void play_view_fit(struct play_view *view, int rows, int columns, int characters,
                   const struct play_place *place);
/* Scrolls a fitted view so that the cursor is visible, with some margin. */
void play_view_follow(struct play_view *view, const struct play_place *place);
/* Finds the line and character of the canvas at that row and column of the screen. Returns false if
 * there is nothing. */
bool play_view_find(const struct play_view *view, int row, int column, int *line, int *character);

#endif
