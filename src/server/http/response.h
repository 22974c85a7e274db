/* What a request is answered with: a status, and a JSON value, bytes or a stream. */
#ifndef SERVER_HTTP_RESPONSE_H
#define SERVER_HTTP_RESPONSE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/buf.h"
#include "server/http/mhd.h"

/* Zero-initialise it; response_send or response_free releases it. */
struct response {
    int status;                  /* 0: no answer yet */
    json_t *json;                /* the body, or NULL */
    struct buf body;             /* the body if there is no json */
    const char *type;            /* of the body; NULL for JSON */
    char name[64];               /* to save the body as; "" for none */
    int retry;                   /* the Retry-After header, in seconds; 0: none */
    char allow[32];              /* the Allow header; "": none */
    bool close;                  /* the connection is closed after it */
    struct MHD_Response *stream; /* an event stream instead of a body; NULL: none */
};

/* Answers with a value, which is taken over. */
void response_json(struct response *response, int status, json_t *value);
/* Answers with an Error object, instead of any answer so far. code is for programs. */
void response_problem(struct response *response, int status, const char *code, const char *format,
                      ...) QD_PRINTF(4, 5);
/* Adds a field to the Error object. Takes the value over. */
void response_detail(struct response *response, const char *name, json_t *value);
/* 405: the path exists, but not with this method, only with the allowed ones: "GET, HEAD". */
void response_wrong_method(struct response *response, const char *method, const char *allowed);
/* An internal error: its message goes to standard error, not to the client. */
void response_failure(struct response *response, const qd_error *error);
/* A limit was reached before it was known whether a move is legal. */
void response_undecided(struct response *response);
/* A mistake in a text that was sent; or response_undecided for QD_LIMIT. */
void response_bad_text(struct response *response, const qd_error *error);

void response_free(struct response *response);

/* Sends the response, with its headers, and frees it. */
enum MHD_Result response_send(struct response *response, const struct mhd *mhd,
                              struct MHD_Connection *connection);

/* Adds the headers that keep pages from elsewhere out; policy is the Content-Security-Policy. */
void response_protect(const struct mhd *mhd, struct MHD_Response *message, const char *policy);
/* Sends a message of libmicrohttpd and releases it. NULL closes the connection. */
enum MHD_Result response_queue(const struct mhd *mhd, struct MHD_Connection *connection, int status,
                               struct MHD_Response *message);

#endif
