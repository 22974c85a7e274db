/* Quandary: puzzles solved by search and by proof. This header brings in the whole library.
 *
 * What holds everywhere:
 * - Texts are UTF-8 and end with NUL. A text that is returned as `char *` belongs to the caller,
 * who gives it back with qd_free; one that is returned as `const char *` belongs to the library.
 * - A `qd_error *` may be NULL. Otherwise it is cleared when the call begins and filled in when the
 *   call fails.
 * - No other pointer may be NULL unless its comment says so. Functions that end in _free or _close
 *   take NULL and do nothing then.
 * - Threads: the library keeps no state of its own, so several threads may each use their own
 *   handles at once. One handle is for one thread at a time, with one exception: a qd_control may
 * be stopped and asked for its progress from any thread while a search runs on it.
 * - The searches report it when memory runs out, and so does a memory limit. For the small things
 *   beside them (texts, handles) the library does as its program does: it says "out of memory" on
 *   standard error and ends the process with status 4. */
#ifndef QUANDARY_QUANDARY_H
#define QUANDARY_QUANDARY_H

#include <quandary/answer.h>
#include <quandary/control.h>
#include <quandary/options.h>
#include <quandary/puzzle.h>
#include <quandary/session.h>
#include <quandary/types.h>

/* The version these headers belong to. */
#define QD_VERSION_MAJOR 0
#define QD_VERSION_MINOR 1
#define QD_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that is running, such as "1.2.3". */
QD_API const char *qd_version(void);

/* Writes an error for people: "FILE:LINE:COLUMN: message" and a newline, then, if the error points
 * into a text, the part of the line around the place and below it a caret. At most size bytes are
 * written, the last one a NUL; buffer may be NULL if size is 0. Returns the length of the whole
 * text without the NUL: it was cut if that is size or more. QD_ERROR_SIZE is always enough. */
QD_API size_t qd_error_text(const qd_error *error, char *buffer, size_t size);

/* Room for every text that qd_error_text can write. */
#define QD_ERROR_SIZE 1280

/* Gives back a text or a picture that the library returned. memory may be NULL. */
QD_API void qd_free(void *memory);

#ifdef __cplusplus
}
#endif
#endif
