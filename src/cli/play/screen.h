/* The full screen: what it holds, and how it is painted. */
#ifndef CLI_PLAY_SCREEN_H
#define CLI_PLAY_SCREEN_H

/* Without its macros curses has only functions, whose short names (such as move) do not get in the
 * way. */
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include "base/draw/canvas.h"
#include "cli/play/play.h"
#include "cli/play/view.h"
#include "puzzles/interface/terminal/player.h"

enum {
    SCREEN_INKS = INK_BRIGHT_WHITE + 1,
    SCREEN_BOARD_ROW = 2,
    SCREEN_KEY_ROWS = 2 /* the puzzle's keys and the player's */
};

struct screen {
    struct job *job;
    struct play_input input;
    struct buf message;
    short pairs[SCREEN_INKS][SCREEN_INKS]; /* curses' colour pairs; 0: not defined yet */
    short pair_count;
    struct play_view view;
    struct play_view pressed; /* the view when a mouse button was pressed */
    bool follow;              /* scroll to the cursor */
    bool over;
    bool asked; /* the last key was q, and it warned about unsaved moves */
    bool drop;  /* q was repeated: discard the unsaved moves */
};

/* Paints everything: the title, the board, the message and the keys. */
void screen_paint(struct screen *screen);

#endif
