#include "server/games/app.h"

#include <assert.h>
#include <stdio.h>
#include <time.h>

#include "base/thread.h"
#include "server/games/engine_seats.h"

int64_t app_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

json_t *app_time(int64_t time) {
    time_t seconds = (time_t)(time / 1000);
    struct tm parts;
    char text[48];
    gmtime_r(&seconds, &parts);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    return json_sprintf("%s.%03dZ", text, (int)(time % 1000));
}

/* All tokens are looked at, so that the time tells nothing. */
static void find_viewer(const struct live *live, const char *token, struct viewer *viewer) {
    *viewer = (struct viewer){0};
    assert(mutex_is_locked(&live->lock));
    if (!token)
        return;
    secret_hash(token, viewer->hash);
    for (unsigned i = 0; i < live->game.token_count; i++)
        if (secret_same(viewer->hash, live->game.tokens[i].hash)) {
            viewer->known = true;
            viewer->seats |= live->game.tokens[i].seats;
            viewer->owner |= live->game.tokens[i].owner;
        }
}

struct live *app_take(struct app *app, const struct call *call, bool must, struct viewer *viewer,
                      struct reply *reply) {
    struct live *live = NULL;
    qd_error error = {0};
    qd_status status = secret_is_name(call->part[0], SECRET_ID)
                           ? lives_take(app->lives, call->part[0], &live, &error)
                           : QD_NO;
    if (status == QD_FAILURE)
        reply_failure(reply, &error);
    if (status == QD_NO)
        reply_problem(reply, 404, "not_found", "there is no such game");
    if (status != QD_YES)
        return NULL;
    find_viewer(live, call->token, viewer);
    if (!viewer->known && (must || call->token)) {
        reply_problem(reply, 401, "unauthorized",
                      call->token ? "the token is none of this game"
                                  : "this needs a token of the game: Authorization: Bearer TOKEN");
        lives_leave(app->lives, live);
        return NULL;
    }
    assert(viewer->known || !viewer->seats);
    engine_wake(app, live);
    return live;
}
