/* A puzzle in the terminal's full-screen player: keys, mouse, cursor. Only the views of the puzzles
 * and the player know this. */
#ifndef PUZZLES_INTERFACE_TERMINAL_PLAYER_H
#define PUZZLES_INTERFACE_TERMINAL_PLAYER_H

#include "base/draw/canvas.h"
#include "base/option.h"

struct position;

/* Keys of the full-screen player, beyond the characters themselves. The player keeps these for
 * itself, and no puzzle ever sees them: u r h k s : ? q, and Ctrl with a letter. */
enum play_key {
    PLAY_DELETE = 127, /* backspace too */
    PLAY_UP = 256,
    PLAY_DOWN,
    PLAY_LEFT,
    PLAY_RIGHT,
    PLAY_ENTER
};

/* Buttons of the mouse. */
enum play_button { PLAY_LET_GO = 0, PLAY_BUTTON_LEFT = 1, PLAY_BUTTON_RIGHT = 3 };

/* Where the player's cursor is and what is picked up; the puzzle gives it its meaning. All zero at
 * the start. */
struct play_input {
    int row, column;
    int held;    /* 0: nothing */
    int pressed; /* where a button of the mouse is being held down; 0: nowhere. A key clears it */
};

/* Where the cursor is on the canvas, and what stays in sight of a board that is larger than the
 * screen. Before the puzzle is asked, bottom and end are the number of lines of the canvas, and all
 * else is 0. */
struct play_place {
    int row, column, width; /* the cursor: where it begins, and how many characters it covers */
    int top, left;          /* how many lines and characters at the edges stay, such as clues */
    int bottom, end;        /* so do the lines from bottom to end; the canvas is empty from there */
};

struct puzzle_terminal {
    const char *help; /* the keys, in one line */
    /* Takes a key. Returns true with a move, legal or not, when one is complete. */
    bool (*key)(const struct position *position, struct play_input *input, int key,
                struct buf *move);
    /* Takes a button that was pressed, or let go, at a line and a character of the canvas, as mark
     * left it, or beside all that is on it. What mark shows where must not change between a press
     * and the letting go. Returns true with a move, legal or not, or several with blanks between
     * them. NULL: no mouse. */
    bool (*point)(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button, struct buf *move);
    /* Marks the cursor and what is picked up on the board drawn by render.text. */
    void (*mark)(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas);
    /* Tells where mark puts the cursor. NULL: a large board is moved by hand only. */
    void (*place)(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place);
};

#endif
