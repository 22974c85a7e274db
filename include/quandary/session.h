/* A game in progress: opened from a text, a file or a generator; played, shown, saved.
 *
 * A session is for one thread at a time. Different sessions may be used by different threads at
 * once. */
#ifndef QUANDARY_SESSION_H
#define QUANDARY_SESSION_H

#include <stdbool.h>

#include <quandary/control.h>
#include <quandary/options.h>
#include <quandary/puzzle.h>
#include <quandary/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_session qd_session;

/* Room for every move, with its NUL. */
#define QD_MOVE_SIZE 65

/* Opens a text: a puzzle in any of its formats, or a saved game. The text need not end with NUL and
 * is not needed afterwards. name is what errors call it, NULL for "<text>". puzzle names the puzzle
 * it is a text of, NULL to recognise that from the text. The moves that the text lists are played.
 * In some puzzles it takes a search to tell whether a move is legal: control limits that, NULL for
 * no limit.
 *
 * Returns NULL with an error (QD_BAD_INPUT) that points to the place if it is not a valid text or a
 * move in it cannot be played; also if it is larger than 64 MiB or there is no such puzzle. The
 * error has QD_LIMIT if the control ended it first. */
QD_API qd_session *qd_open_text(const char *text, size_t size, const char *name, const char *puzzle,
                                qd_control *control, qd_error *error);

/* The same from a file; "-" is standard input. "FILE#3" is the third puzzle of a file that holds
 * several. Returns NULL with an error as above, or one with QD_BAD_INPUT or QD_FAILURE if the file
 * cannot be read, or with QD_BAD_INPUT if it holds fewer, or holds several and the path
 * chooses none. */
QD_API qd_session *qd_open_file(const char *path, const char *puzzle, qd_control *control,
                                qd_error *error);

/* Makes a new instance, the same for the same seed and options. options and control may be NULL.
 * Returns NULL with an error: QD_BAD_INPUT if there is no such puzzle, it cannot be generated, or
 * the options cannot be combined, QD_LIMIT if the control ended it first, QD_FAILURE if the machine
 * failed. */
QD_API qd_session *qd_generate(const char *puzzle, const qd_options *options, uint64_t seed,
                               qd_control *control, qd_error *error);

/* Releases it. Answers and reports that came from it stay valid. */
QD_API void qd_session_free(qd_session *session);

/* What it is a game of. */
QD_API const qd_puzzle *qd_session_puzzle(const qd_session *session);

/* ---- Moves ---- */

/* Plays a move, and forgets what was taken back. Returns false with an error that says why: with
 * QD_BAD_INPUT if the move is not legal or not a move at all, with QD_LIMIT if the control (NULL:
 * no limit) ended before that was known. Nothing has changed then. */
QD_API bool qd_session_play(qd_session *session, const char *move, qd_control *control,
                            qd_error *error);

/* Takes the last move back. Returns false if there is none. */
QD_API bool qd_session_undo(qd_session *session);

/* Plays the move that was taken back last. Returns false if there is none. */
QD_API bool qd_session_redo(qd_session *session);

/* How many moves qd_session_redo can play. */
QD_API size_t qd_session_redo_count(const qd_session *session);

/* True if the present position is a solution. */
QD_API bool qd_session_solved(const qd_session *session);

/* A list of moves. */
typedef struct qd_moves qd_moves;

/* The moves that led from the start to the present position. Never NULL; it is a copy, for the
 * caller to free. */
QD_API qd_moves *qd_session_played(const qd_session *session);

/* Legal moves in the present position, at most limit of them; the caller frees the list. Returns
 * NULL with an error (QD_LIMIT) if the control (NULL: no limit) ended before all were found. */
QD_API qd_moves *qd_session_legal(const qd_session *session, size_t limit, qd_control *control,
                                  qd_error *error);

QD_API size_t qd_moves_count(const qd_moves *moves);

/* One of the moves: index from 0, NULL past the last. Valid as long as the list. */
QD_API const char *qd_moves_at(const qd_moves *moves, size_t index);

QD_API void qd_moves_free(qd_moves *moves);

/* ---- As text and as pictures ---- */

/* The present position in the puzzle's own format, as if it were the start of a game. Returns NULL
 * with an error if it cannot be written. */
QD_API char *qd_session_position(const qd_session *session, qd_error *error);

/* The start and the moves played, in a format of the puzzle; NULL is its own. Returns NULL with an
 * error (QD_BAD_INPUT) if there is no such format, it cannot hold this game, or it is no text (an
 * image). */
QD_API char *qd_session_convert(const qd_session *session, const char *format, qd_error *error);

/* The board as lines of characters, with ANSI colours if colour is true; the option "ascii" keeps
 * it to ASCII. options may be NULL. Returns NULL with an error (QD_BAD_INPUT) if the puzzle cannot
 * be shown. */
QD_API char *qd_session_board(const qd_session *session, const qd_options *options, bool colour,
                              qd_error *error);

/* The board as an SVG document. options may be NULL. Returns NULL with an error (QD_BAD_INPUT) if
 * the puzzle cannot be shown. */
QD_API char *qd_session_svg(const qd_session *session, const qd_options *options, qd_error *error);

/* The board as the bytes of a PNG file, for qd_free; *size becomes their number. scale is how many
 * pixels one unit of the SVG gets: 1 for the same size. options may be NULL. Returns NULL with an
 * error: QD_BAD_INPUT if the puzzle cannot be shown, scale is not above 0 or the picture would
 * become larger than 64 million pixels, QD_FAILURE if memory ran out. */
QD_API unsigned char *qd_session_png(const qd_session *session, const qd_options *options,
                                     double scale, size_t *size, qd_error *error);

/* ---- Saving ---- */

/* The whole game as text (JSON) with everything that can be undone and redone, for qd_open_text.
 * Never NULL. */
QD_API char *qd_session_game(const qd_session *session);

/* The same into a file, for qd_open_file. Returns false with an error (QD_FAILURE) if it cannot be
 * written. Whatever interrupts it, the file is the older one or the whole new one. */
QD_API bool qd_session_save(const qd_session *session, const char *path, qd_error *error);

#ifdef __cplusplus
}
#endif
#endif
