/* The table of routes: which handler answers which request. */
#ifndef SERVER_API_ROUTES_H
#define SERVER_API_ROUTES_H

#include "server/games/app.h"

/* Where the API begins. */
#define ROUTES_BASE "/api/v1"

enum { ROUTE_PARAMETERS = 2, ROUTE_SEGMENT = 63 /* characters */ };

/* The segments of a path that stand for the {} of its route. */
typedef char route_parameters[ROUTE_PARAMETERS][ROUTE_SEGMENT + 1];

typedef void route_handler(struct app *app, const struct request *request,
                           struct response *response);

/* A row of routes.def. */
struct route {
    const char *method;
    const char *path;
    bool needs_token;
    size_t body_limit; /* bytes; 0: it takes no body */
    route_handler *handle;
};

/* Finds the route for a path below ROUTES_BASE and copies its parameters. Returns NULL with a
 * problem: 404, or 405 if the path exists, but not with this method. HEAD is answered as GET. */
const struct route *route_find(const char *method, const char *path, route_parameters parameters,
                               struct response *response);

/* Row `number` of the table, from 0; NULL after the last. */
const struct route *route_at(size_t number);

#endif
