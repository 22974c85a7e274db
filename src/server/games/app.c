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
static void find_viewer(const struct cached_game *game, const char *token, struct viewer *viewer) {
    *viewer = (struct viewer){0};
    assert(mutex_is_locked(&game->lock));
    if (!token)
        return;
    secret_hash(token, viewer->hash);
    for (unsigned i = 0; i < game->stored.token_count; i++)
        if (secret_same(viewer->hash, game->stored.tokens[i].hash)) {
            viewer->known = true;
            viewer->seats |= game->stored.tokens[i].seats;
            viewer->owner |= game->stored.tokens[i].owner;
        }
}

struct cached_game *app_lock_game(struct app *app, const struct request *request, bool must,
                                  struct viewer *viewer, struct response *response) {
    struct cached_game *game = NULL;
    qd_error error = {0};
    qd_status status = secret_is_name(request->parameter[0], SECRET_ID)
                           ? game_cache_lock(app->cache, request->parameter[0], &game, &error)
                           : QD_NO;
    if (status == QD_FAILURE)
        response_failure(response, &error);
    if (status == QD_NO)
        response_problem(response, 404, "not_found", "there is no such game");
    if (status != QD_YES)
        return NULL;
    find_viewer(game, request->token, viewer);
    if (!viewer->known && (must || request->token)) {
        response_problem(response, 401, "unauthorized",
                         request->token
                             ? "the token is none of this game"
                             : "this needs a token of the game: Authorization: Bearer TOKEN");
        game_cache_unlock(app->cache, game);
        return NULL;
    }
    assert(viewer->known || !viewer->seats);
    engine_schedule(app, game);
    return game;
}
