/* What the files of the library share: the structs behind the handles, and how a call begins. */
#ifndef LIBRARY_LIBRARY_H
#define LIBRARY_LIBRARY_H

#include <quandary/quandary.h>

#include "session/session.h"

struct qd_session {
    struct session *game;
    struct finding made; /* what the generator says of it */
};

struct qd_moves {
    struct record record;
};

struct qd_options {
    const struct puzzle *puzzle; /* NULL: any */
    struct options *values;
};

/* The handle of a puzzle and back; puzzle may be NULL. */
const qd_puzzle *puzzle_handle(const struct puzzle *puzzle);
const struct puzzle *puzzle_behind(const qd_puzzle *handle);

/* The puzzle of that name. Returns NULL with an error (QD_BAD_INPUT) that suggests the nearest
 * name. */
const struct puzzle *puzzle_named(const char *name, qd_error *error);

/* Clears the caller's error and returns it, or own if the caller wants none: what lies below never
 * sees NULL. */
qd_error *error_begin(qd_error *given, qd_error *own);

/* Messages name options in quotes, as qd_options_set takes them. */
extern const struct option_spelling library_spelling;

/* What a call works with: the caller's things, or plain ones where the caller gave none. */
struct call {
    const struct options *options;
    qd_control *control;
    qd_error *error;
    struct options *own_options;
    qd_control *own_control;
    qd_error own_error;
};

/* Fills in the call; call_end releases what it made. Returns false with an error, and nothing to
 * release, if the options are for another puzzle, or one of them is not for this capability. */
bool call_begin(struct call *call, const struct puzzle *puzzle, unsigned capability,
                enum board_use board, const qd_options *options, qd_control *control,
                qd_error *error);
void call_end(struct call *call);

/* The object on one line, "{}" for NULL; the caller frees it. */
char *json_line_of(const json_t *fields);

#endif
