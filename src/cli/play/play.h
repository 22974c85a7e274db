/* Playing in the terminal: what line mode and full screen share. */
#ifndef CLI_PLAY_PLAY_H
#define CLI_PLAY_PLAY_H

#include "cli/run/job.h"

/* Both play the job's session until the player quits. Return QD_YES, or QD_FAILURE if the game
 * could not be saved at the end. */
qd_status play_line(struct job *job);
#ifdef HAVE_NCURSES
/* Sets *started to false, and does nothing, if the terminal cannot show a full screen. */
qd_status play_screen(struct job *job, bool *started);
#endif

/* Each appends its message, in lines that end with a newline. */

/* The next step. */
void play_hint(struct job *job, struct buf *out);
/* Whether there is a solution, and its moves, or the first ones if there are many. */
void play_solve(struct job *job, struct buf *out);
/* The result of a check of the game so far. */
void play_check(struct job *job, struct buf *out);
/* The same in one paragraph, and within a few seconds unless --time is given. */
void play_check_soon(struct job *job, struct buf *out);
/* Plays the move, saves the game to the file of --save, tells if it is solved, and lets the
 * program's opponents answer. Returns false and tells why if the move is not legal. */
bool play_move(struct job *job, const char *move, struct buf *out);
/* Plays for the program's own players (--opponent) until it is a person's turn; tells the moves. */
void play_opponents(struct job *job, struct buf *out);
/* Undoes or redoes up to count moves, and those of the program between them; tells if there were
 * not enough. */
void play_undo(struct job *job, long count, struct buf *out);
void play_redo(struct job *job, long count, struct buf *out);
/* True if quitting now would lose moves: they are not saved, and the game is not over. */
bool play_unsaved(const struct job *job);
/* Saves such a game to a new file in the current folder and tells its name. Returns false and tells
 * why if it cannot. */
bool play_save_unsaved(struct job *job, struct buf *out);
/* Makes Ctrl-C, SIGTERM and SIGHUP interrupt the reading of a key or a line, and the first two also
 * a search. They do not end the program, so that the game can be saved. */
void play_catch_signals(struct job *job);
/* Saves the game to the file; NULL: the file of --save. Returns false and tells why if it cannot be
 * written. */
bool play_save(struct job *job, const char *path, struct buf *out);
/* The same for the file of --save; silent if there is none, and on success. */
bool play_autosave(struct job *job, struct buf *out);

#endif
