/* The handlers of the routes in routes.def. docs/openapi.json describes what they do. */
#ifndef SERVER_API_API_H
#define SERVER_API_API_H

#include "server/games/app.h"
#include "server/jobs/jobs.h"

/* One function for each row: api_health(), api_puzzles(), ... */
#define ROUTE(method, path, access, body, handler)                                                 \
    void api_##handler(struct app *app, const struct request *request, struct response *response);
#include "server/api/routes.def"
#undef ROUTE

/* Stores the game that a job has made, see jobs_new; context is the app. In create.c. */
json_t *api_made(void *context, const struct job_request *job, struct session *session,
                 qd_error *error);

#endif
