/* Playing in the terminal: what the line mode and the full screen share. */
#ifndef CLI_PLAY_PLAY_H
#define CLI_PLAY_PLAY_H

#include "cli/run/job.h"

/* Both play the job's session until the player ends it. Return QD_YES, or QD_FAILURE if the game
 * could not be saved at the end. */
qd_status play_line(struct job *job);
#ifdef HAVE_NCURSES
/* False in *started if this terminal cannot do it; nothing has happened then. */
qd_status play_screen(struct job *job, bool *started);
#endif

/* Each appends what it has to say, in lines that end with a newline. */

/* The next step. */
void play_hint(struct job *job, struct buf *out);
/* How far it is to the end; the moves too if they are few. */
void play_solve(struct job *job, struct buf *out);
/* What check says about the game so far. */
void play_check(struct job *job, struct buf *out);
/* The same in one line and within a few seconds, unless --time says how long it may take. */
void play_check_soon(struct job *job, struct buf *out);
/* Takes the move, keeps the game in the file of --save, says if it is solved, and has the program's
 * opponents answer. Returns false, and says why, if the move is not legal. */
bool play_move(struct job *job, const char *move, struct buf *out);
/* Has the program move for the players that are its own (--opponent), until it is a person's turn;
 * says what it did. */
void play_opponents(struct job *job, struct buf *out);
/* Takes back or plays again up to count moves, and those of the program between them; says so if
 * there is nothing (left) to do. */
void play_undo(struct job *job, long count, struct buf *out);
void play_redo(struct job *job, long count, struct buf *out);
/* True if moves would be lost by leaving now: they are in no file, and the game is not over. */
bool play_unsaved(const struct job *job);
/* Keeps a game with such moves in a new file of the present folder, and says where. Returns false
 * and says why if it cannot. */
bool play_rescue(struct job *job, struct buf *out);
/* Makes Ctrl-C, SIGTERM and SIGHUP interrupt the reading of a key or a line, and the first two a
 * search, however often they come. They do not end the program, so the game can be kept. */
void play_catch_signals(struct job *job);
/* Writes the game to the file; NULL: the file of --save. Returns false and says why if it cannot be
 * written. */
bool play_save(struct job *job, const char *path, struct buf *out);
/* The same for the file of --save, without a word if there is none or all is well. */
bool play_keep(struct job *job, struct buf *out);

#endif
