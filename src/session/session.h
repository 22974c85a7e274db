/* A game in progress, of any puzzle: load, move, undo, redo, save. Knows puzzles only through their
 * interface. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "puzzles/interface/puzzle.h"

struct session;

/* The first move of a text's list that is not legal. */
struct session_fault {
    bool found;
    size_t number;             /* which move, from 1 */
    char move[MOVE_LIMIT + 1]; /* as it was written (cut to this length) */
    struct refusal refusal;    /* why */
    qd_error error;            /* the same as an error with its place */
};

/* The error message for a text that no puzzle recognises; front ends add how to name the puzzle. */
#define SESSION_UNKNOWN "cannot tell which puzzle this is"

/* What a text was recognised as. */
struct recognised {
    bool saved;                         /* a saved game, which names its puzzle itself */
    const struct puzzle *puzzle;        /* NULL: only a saved game knows */
    const struct puzzle_format *format; /* NULL: none of the puzzle's, or a saved game */
};

/* Recognises a text: the puzzle it is meant for (as, unless that is NULL: the registered one that
 * is surest) and its format. Hidden puzzles take part only if nothing else fits. Returns false with
 * an error if no puzzle recognises it. */
bool session_recognise(const struct source *source, const struct puzzle *as,
                       struct recognised *recognised, qd_error *error);

/* Opens a text: a puzzle in any of its formats, or a saved game. as may be NULL: recognised. The
 * moves that the text lists are played. A move that is not legal is an error; if fault is not NULL,
 * it is described there instead, and the session holds the moves before it. control (NULL: no
 * limit) limits what it takes to tell. Returns NULL with an error: QD_LIMIT if the control ended
 * first. */
struct session *session_open(const struct source *source, const struct puzzle *as,
                             qd_control *control, struct session_fault *fault, qd_error *error);
/* The same for a text that was recognised before, or a part of it. */
struct session *session_open_as(const struct source *source, const struct recognised *recognised,
                                qd_control *control, struct session_fault *fault, qd_error *error);
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

/* Plays a move and forgets what was undone. As puzzle_rules.move; refusal may be NULL. */
qd_status session_move(struct session *session, const char *move, qd_control *control,
                       struct refusal *refusal);
/* Takes the last move back, for which some moves before it are played again. QD_NO: there is none.
 * QD_LIMIT: the control (NULL: no limit) ended first, and nothing has changed. */
qd_status session_undo(struct session *session, qd_control *control);
/* Takes the last `count` moves back at once, which is as fast as taking back one. QD_NO: there are
 * fewer, and nothing has changed. QD_LIMIT as session_undo. */
qd_status session_rewind(struct session *session, size_t count, qd_control *control);
/* Plays the move that was taken back last. QD_NO and QD_LIMIT as session_undo. */
qd_status session_redo(struct session *session, qd_control *control);
/* Makes the session one of the same start in which these moves were played and those taken back
 * (the last one is the next to redo), which were all legal at their time. Only what is not common
 * with the moves up to now is played. QD_NO: a move was not legal. QD_NO and QD_LIMIT leave the
 * session somewhere in between. */
qd_status session_become(struct session *session, const struct record *played,
                         const struct record *undone, qd_control *control);
/* The moves that were taken back; the last one is the next to redo. */
const struct record *session_undone(const struct session *session);
/* How many moves can be redone. */
size_t session_redo_count(const struct session *session);
/* About how many bytes the session takes, what its puzzle shares between positions counted once. */
size_t session_bytes(const struct session *session);

/* Plays the game again from its start and asserts that every snapshot, the position and what can be
 * redone agree with that; for tests, and slow. */
void session_check(const struct session *session);

/* The game as text: the saved-game format (JSON), with everything that can be undone and redone. */
void session_print(const struct session *session, struct buf *out);
/* The same into a file; the older file stays whole whatever happens. Returns false with an error.
 */
bool session_save(const struct session *session, const char *path, qd_error *error);

#endif
