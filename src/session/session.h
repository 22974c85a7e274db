/* A game in progress, of any puzzle: load, move, undo, redo, save. Knows puzzles only through their
 * interface. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "puzzles/interface/puzzle.h"

struct session;

/* The first move of a text's list that could not be played. */
struct session_fault {
    bool found;
    size_t number;             /* which move, from 1 */
    char move[MOVE_LIMIT + 1]; /* as it was written (cut to this length) */
    struct buf why;            /* a sentence, no full stop */
    qd_error error;            /* the same as an error with its place */
};

/* The message of the error for a text that no puzzle takes for its own; front ends add how to name
 * the puzzle. */
#define SESSION_UNKNOWN "cannot tell which puzzle this is"

/* The puzzle a text is meant for: the registered one that recognises it best. Hidden puzzles take
 * part only if nothing else fits. Returns NULL with an error. */
const struct puzzle *session_recognise(const struct source *source, qd_error *error);

/* Opens a text: a puzzle in any of its formats, or a saved game. as may be NULL: recognised. The
 * moves that the text lists are played. A move that cannot be played is an error; if fault is not
 * NULL, it is described there instead, and the session holds the moves before it. Returns NULL with
 * an error. */
struct session *session_open(const struct source *source, const struct puzzle *as,
                             struct session_fault *fault, qd_error *error);
void session_fault_free(struct session_fault *fault);

/* A new game from a start, which the session takes over. Never NULL. */
struct session *session_start_from(const struct puzzle *puzzle, struct position *start);
void session_free(struct session *session);

const struct puzzle *session_puzzle(const struct session *session);
/* Where the game began, and where it is now. Valid until the next change. */
const struct position *session_start(const struct session *session);
const struct position *session_position(const struct session *session);
/* The moves from the start to the position. */
const struct record *session_moves(const struct session *session);
bool session_solved(const struct session *session);

/* Plays a move and forgets what was undone. Returns false and says why if it is not legal. */
bool session_move(struct session *session, const char *move, struct buf *why);
/* Takes the last move back. Returns false if there is none. */
bool session_undo(struct session *session);
/* Plays the move that was taken back last. Returns false if there is none. */
bool session_redo(struct session *session);
/* How many moves can be redone. */
size_t session_redo_count(const struct session *session);

/* Plays the game again from its start and asserts that every snapshot, the position and what can be
 * redone agree with that; for tests, and slow. */
void session_check(const struct session *session);

/* The game as text: the saved-game format (JSON), with everything that can be undone and redone. */
void session_print(const struct session *session, struct buf *out);
/* The same into a file; the older file stays whole whatever happens. Returns false with an error.
 */
bool session_save(const struct session *session, const char *path, qd_error *error);

#endif
