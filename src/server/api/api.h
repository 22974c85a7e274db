/* The API: its routes, which are the rows of routes.def, and their handlers. docs/openapi.json
 * describes what they do. */
#ifndef SERVER_API_API_H
#define SERVER_API_API_H

#include "server/games/app.h"
#include "server/jobs/jobs.h"

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

/* The handlers, one for each row: api_health(), api_puzzles(), ... */
#define ROUTE(method, path, access, body, handler) route_handler api_##handler;
#include "server/api/routes.def"
#undef ROUTE

/* Stores the game that a job has made, see jobs_new; context is the app. In create.c. */
json_t *api_made(void *context, const struct job_request *job, struct session *session,
                 qd_error *error);

#endif
