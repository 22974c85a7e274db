/* A pretended libmicrohttpd for tests and the fuzzer: requests go straight to the callbacks that
 * dispatch.c has given, on the caller's thread, and nothing is sent over a network. */
#ifndef SERVER_TESTS_FAKE_MHD_H
#define SERVER_TESTS_FAKE_MHD_H

#include "base/buf.h"
#include "server/http/mhd.h"

struct fake_request {
    const char *method;
    const char *target; /* path and query, as it is sent */
    const char *token;  /* NULL: none */
    const char *body;   /* NULL: none */
};

struct fake_answer {
    unsigned status; /* 0: the connection was closed without one */
    char path[256];  /* that was asked for, unescaped */
    struct buf body, headers;
    struct MHD_Response *stream; /* of events, which is still open; NULL: none */
};

void fake_mhd_fill(struct mhd *mhd);

/* Sends a request to the server that was started last. */
void fake_ask(const struct fake_request *request, struct fake_answer *answer);
void fake_answer_free(struct fake_answer *answer);

/* Appends what a stream has to say. Returns false if it has ended. */
bool fake_stream_read(struct MHD_Response *stream, struct buf *out);
void fake_stream_end(struct MHD_Response *stream);

/* A connection without a request, for streams alone. */
struct MHD_Connection *fake_connection_new(void);
void fake_connection_free(struct MHD_Connection *connection);
bool fake_connection_is_suspended(const struct MHD_Connection *connection);

#endif
