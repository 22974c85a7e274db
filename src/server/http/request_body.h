/* What is asked for in the body of a request: fields by their names and types, and options. A field
 * of the wrong type, or one that nobody asks for, is a problem that names it. */
#ifndef SERVER_HTTP_REQUEST_BODY_H
#define SERVER_HTTP_REQUEST_BODY_H

#include "base/option.h"
#include "puzzles/interface/puzzle.h"
#include "server/http/response.h"

/* A body that is being read. Zero-initialise it with .body and .reply; once bad, it stays so. */
struct request_body {
    const json_t *json; /* an object, or NULL: nothing was given */
    struct response *response;
    bool bad; /* the reply has the problem */
    unsigned seen;
};

/* The field, or NULL (or the number without) if it is not there. Texts have at most limit bytes. */
const char *body_text(struct request_body *body, const char *name, size_t limit);
int64_t body_number(struct request_body *body, const char *name, int64_t low, int64_t high,
                    int64_t without);
/* A boolean; false if it is not there. */
bool body_flag(struct request_body *body, const char *name);
/* A list of texts of at most most items and limit bytes each, as the JSON array; NULL: not there.
 */
const json_t *body_texts(struct request_body *body, const char *name, size_t most, size_t limit);
const json_t *body_object(struct request_body *body, const char *name);
/* After all fields were asked for: returns false with a problem if one is bad, or there are others.
 */
bool body_valid(struct request_body *body);
/* A problem with a field. Returns false. */
bool body_refuse(struct request_body *body, const char *name, const char *what);

/* Whether an option may be set by a client: not if it names a file of the server. */
bool body_option_allowed(const struct option_spec *spec, unsigned capability);
/* An empty set, whose messages call the puzzle's options by their labels. Never NULL. */
struct options *body_options_new(const struct puzzle *puzzle);
/* Options of a puzzle for a capability, from an object (NULL: none). Searches run on one thread.
 * Returns NULL with a problem; else the caller frees them. Whether those for CAN_GENERATE go
 * together is left to the caller (body_options_fit). */
struct options *body_options(const struct puzzle *puzzle, unsigned capability, const json_t *object,
                             struct response *response);
/* Checks options that were set one by one: do they go together, and with the puzzle and the
 * capability? Returns false with a problem. */
bool body_options_fit(const struct options *options, const struct puzzle *puzzle,
                      unsigned capability, struct response *response);
/* Sets one, given as a text. Returns false with a problem. */
bool body_option_set(struct options *options, const struct puzzle *puzzle, unsigned capability,
                     const char *name, const char *value, struct response *response);

#endif
