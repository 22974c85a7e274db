/* The table of routes, and finding one. */
#include <stdio.h>
#include <string.h>

#include "server/api/api.h"

enum { PUBLIC = false, TOKEN = true };

/* A list of 1000 moves in which every character is escaped has less than half a MiB. */
enum { NO_BODY = 0, SMALL_BODY = 512 << 10, LARGE_BODY = APP_BODY };

static const struct route routes[] = {
#define ROUTE(method, path, access, body, handler) {#method, path, access, body, api_##handler},
#include "server/api/routes.def"
#undef ROUTE
};

const struct route *route_at(size_t number) {
    return number < sizeof routes / sizeof *routes ? &routes[number] : NULL;
}

/* Compares segment by segment; a parameter is neither empty nor too long. */
static bool matches(const char *pattern, const char *path, route_parameters parameters) {
    unsigned found = 0;
    while (*pattern == '/' && *path == '/') {
        size_t want = strcspn(++pattern, "/"), have = strcspn(++path, "/");
        if (want == 2 && memcmp(pattern, "{}", 2) == 0) {
            if (have == 0 || have > ROUTE_SEGMENT)
                return false;
            memcpy(parameters[found], path, have);
            parameters[found++][have] = '\0';
        } else if (want != have || memcmp(pattern, path, want) != 0)
            return false;
        pattern += want;
        path += have;
    }
    return !*pattern && !*path;
}

/* Adds a method to a list such as "GET, HEAD, POST". */
static void allow(const char *method, char list[32]) {
    size_t used = strlen(list);
    snprintf(list + used, 32 - used, "%s%s%s", used ? ", " : "", method,
             strcmp(method, "GET") == 0 ? ", HEAD" : "");
}

const struct route *route_find(const char *method, const char *path, route_parameters parameters,
                               struct response *response) {
    char allowed[32] = "";
    const char *wanted = strcmp(method, "HEAD") == 0 ? "GET" : method;
    const struct route *route;
    for (size_t i = 0; (route = route_at(i)); i++) {
        if (!matches(route->path, path, parameters))
            continue;
        if (strcmp(route->method, wanted) == 0)
            return route;
        allow(route->method, allowed);
    }
    if (allowed[0])
        response_wrong_method(response, method, allowed);
    else
        response_problem(response, 404, "not_found", "there is nothing here");
    return NULL;
}
