/* What is answered: a status, and a JSON value or bytes. */
#ifndef SERVER_HTTP_RESPONSE_H
#define SERVER_HTTP_RESPONSE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"

/* Zero-initialise it; reply_free releases it. */
struct reply {
    int status;       /* of HTTP; 0: nothing was said yet */
    json_t *json;     /* the body, or NULL */
    struct buf body;  /* the body if there is no json */
    const char *type; /* of the body; NULL for JSON */
    char name[64];    /* of the file to save it as; "" for none */
    int retry;        /* seconds after which to try again; 0: nothing is said of that */
    bool streaming;   /* the connection was handed to the event streams */
};

/* Answers with a value, which is taken over. */
void reply_json(struct reply *reply, int status, json_t *value);
/* Answers with an error object, instead of whatever was to be answered. code is for programs. */
void reply_problem(struct reply *reply, int status, const char *code, const char *format, ...)
    QD_PRINTF(4, 5);
/* Adds a field to the error object. Takes the value over. */
void reply_detail(struct reply *reply, const char *name, json_t *value);
/* The failure of the machine: what it was is written to standard error, not told to the client. */
void reply_failure(struct reply *reply, const qd_error *error);
/* A limit was reached before it was known whether a move is legal. */
void reply_undecided(struct reply *reply);
/* A mistake in a text that was sent, or reply_undecided for QD_LIMIT. */
void reply_bad_text(struct reply *reply, const qd_error *error);

void reply_free(struct reply *reply);

#endif
