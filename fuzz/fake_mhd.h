/* A pretended libmicrohttpd for the fuzzer of the server: requests go straight to the callbacks
 * that http.c has given, on the caller's thread, and nothing is sent over a network. The queues of
 * jobs and the source of randomness are pretended too, so that an input does the same each time. */
#ifndef FAKE_MHD_H
#define FAKE_MHD_H

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
/* Starts with the same randomness each time. */
void fake_begin(void);
/* Sends a request to the server that was started last. */
void fake_ask(const struct fake_request *request, struct fake_answer *answer);
void fake_answer_free(struct fake_answer *answer);
/* Appends what a stream has to say. Returns false if it has ended. */
bool fake_stream_read(struct MHD_Response *stream, struct buf *out);
void fake_stream_end(struct MHD_Response *stream);

/* fake_thread_pool.c */

/* Runs the first task that waits in any pool. Returns false if none does. */
bool fake_thread_pools_run(void);

#endif
