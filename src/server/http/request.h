/* A request, as far as its handler needs to know it. */
#ifndef SERVER_HTTP_REQUEST_H
#define SERVER_HTTP_REQUEST_H

#include "server/http/response.h"

struct request {
    const char *parameter[2]; /* the segments of the path that stand for {} in its route */
    const char *token;        /* of the Authorization header; NULL: none */
    const json_t *body;       /* an object; NULL: no body */
    const struct mhd *mhd;
    struct MHD_Connection *connection;
};

/* A value of the query, as in ?since=3; NULL if it is not there. */
const char *request_query(const struct request *request, const char *name);
/* Calls see for each value of the query. */
void request_queries(const struct request *request,
                     void (*see)(void *context, const char *name, const char *value),
                     void *context);

/* A header of the request, or NULL. */
const char *request_header(const struct mhd *mhd, struct MHD_Connection *connection,
                           const char *name);
/* The token of the Authorization header; NULL if there is none, or it is of another kind. */
const char *request_token(const struct mhd *mhd, struct MHD_Connection *connection);
/* The body as an object, which the caller releases; NULL if it is empty, or with a problem. */
json_t *request_json(const struct mhd *mhd, struct MHD_Connection *connection,
                     const struct buf *body, struct response *response);

#endif
