/* GET /events: the stream that says which games and jobs have changed. */
#include <string.h>

#include "server/api/api.h"
#include "server/games/retention.h"

/* Sends the present version of a game, if the topic is one. */
static void send_version(struct app *app, const char *topic, size_t size, struct stream *stream) {
    char id[SECRET_ID + 1] = "";
    struct cached_game *game;
    qd_error error = {0};
    if (size == SECRET_ID)
        memcpy(id, topic, size);
    if (!secret_is_name(id, SECRET_ID) || game_cache_lock(app->cache, id, &game, &error) != QD_YES)
        return;
    retention_touch(app, game);
    events_initial(stream, id, game->version);
    game_cache_unlock(app->cache, game);
}

static void send_versions(struct app *app, const char *topics, struct stream *stream) {
    for (;;) {
        size_t size = strcspn(topics, ",");
        send_version(app, topics, size, stream);
        if (!topics[size])
            return;
        topics += size + 1;
    }
}

void api_events(struct app *app, const struct request *request, struct response *response) {
    const char *topics = request_query(request, "topics");
    if (!topics || !*topics) {
        response_problem(response, 400, "bad_request",
                         "topics: ids of games or jobs were expected");
        return;
    }
    struct stream *stream = events_open(app->events, request->connection, topics);
    if (stream) {
        send_versions(app, topics, stream);
        response->stream = events_response(stream);
    }
    if (response->stream)
        response->status = 200;
    else if (atomic_load(&app->stopping))
        response_problem(response, 503, "stopping", "the server is about to stop");
    else
        response_problem(response, 400, "too_many",
                         "too many topics, a topic that is not an id, or too many streams");
}
