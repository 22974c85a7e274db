#include "server/api/routes.h"

#include <string.h>

#include "server/api/api.h"

/* The events have a stream instead of a reply: http.c. */
static const struct route routes[] = {
    {"GET", "/health", ROUTE_ANYBODY, api_health},
    {"GET", "/puzzles", ROUTE_ANYBODY, api_puzzles},
    {"POST", "/games", ROUTE_ANYBODY, api_create},
    {"POST", "/drafts", ROUTE_ANYBODY, api_draft},
    {"GET", "/games/{}", ROUTE_ANYBODY, api_game},
    {"GET", "/games/{}/log", ROUTE_ANYBODY, api_log},
    {"POST", "/games/{}/moves", ROUTE_SEATED, api_moves},
    {"POST", "/games/{}/undo", ROUTE_SEATED, api_undo},
    {"POST", "/games/{}/redo", ROUTE_SEATED, api_redo},
    {"POST", "/games/{}/resign", ROUTE_SEATED, api_resign},
    {"POST", "/games/{}/rematch", ROUTE_SEATED, api_rematch},
    {"POST", "/games/{}/seats/{}/engine", ROUTE_SEATED, api_engine},
    {"POST", "/games/{}/solve", ROUTE_SEATED, api_solve},
    {"POST", "/games/{}/hint", ROUTE_SEATED, api_hint},
    {"POST", "/games/{}/check", ROUTE_SEATED, api_check},
    {"POST", "/games/{}/rate", ROUTE_SEATED, api_rate},
    {"POST", "/games/{}/rig", ROUTE_SEATED, api_rig_run},
    {"GET", "/games/{}/export", ROUTE_ANYBODY, api_export},
    {"GET", "/games/{}/board.svg", ROUTE_ANYBODY, api_board_svg},
    {"GET", "/games/{}/board.png", ROUTE_ANYBODY, api_board_png},
    {"GET", "/join/{}", ROUTE_ANYBODY, api_invitation},
    {"POST", "/join/{}", ROUTE_ANYBODY, api_join},
    {"GET", "/jobs/{}", ROUTE_SEATED, api_job},
    {"DELETE", "/jobs/{}", ROUTE_SEATED, api_cancel},
    {"POST", "/jobs/{}/stop", ROUTE_SEATED, api_rig_stop},
    {"GET", "/rig", ROUTE_ANYBODY, api_rig},
};

const struct route *route_at(size_t number) {
    return number < sizeof routes / sizeof *routes ? &routes[number] : NULL;
}

/* Compares part by part; no part may be empty or too long. */
static bool matches(const char *pattern, const char *path, char parts[2][64]) {
    unsigned found = 0;
    while (*pattern == '/' && *path == '/') {
        size_t want = strcspn(++pattern, "/"), have = strcspn(++path, "/");
        if (want == 2 && memcmp(pattern, "{}", 2) == 0) {
            if (have == 0 || have > 63)
                return false;
            memcpy(parts[found], path, have);
            parts[found++][have] = '\0';
        } else if (want != have || memcmp(pattern, path, want) != 0)
            return false;
        pattern += want;
        path += have;
    }
    return !*pattern && !*path;
}

const struct route *route_find(const char *method, const char *path, char parts[2][64],
                               struct reply *reply) {
    bool known = false;
    const char *asked = strcmp(method, "HEAD") == 0 ? "GET" : method;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (!matches(routes[i].pattern, path, parts))
            continue;
        known = true;
        if (strcmp(routes[i].method, asked) == 0)
            return &routes[i];
    }
    if (known)
        reply_problem(reply, 405, "method_not_allowed", "this is not done by %.10s", method);
    else
        reply_problem(reply, 404, "not_found", "there is nothing here");
    return NULL;
}
