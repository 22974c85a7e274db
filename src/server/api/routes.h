/* Which handler answers which request. */
#ifndef SERVER_API_ROUTES_H
#define SERVER_API_ROUTES_H

#include "server/games/app.h"

enum route_who {
    ROUTE_ANYBODY, /* without a token too */
    ROUTE_SEATED   /* only with a token: without one it is 401 at once */
};

struct route {
    const char *method;
    const char *pattern; /* behind /api/v1; {} stands for one part of the path */
    enum route_who who;
    void (*handle)(struct app *app, const struct call *call, struct reply *reply);
};

/* Finds the route, and the parts of the path that stand for {}, which are copied to parts. Returns
 * NULL with a problem: 404, or 405 if there is the path, but not the method. */
const struct route *route_find(const char *method, const char *path, char parts[2][64],
                               struct reply *reply);

/* The route of that number, from 0; NULL behind the last. */
const struct route *route_at(size_t number);

/* Where the API begins. */
#define ROUTES_BASE   "/api/v1"
#define ROUTES_EVENTS ROUTES_BASE "/events"

#endif
