/* Looking at games. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "server/api/api.h"
#include "server/games/view.h"

void api_health(struct app *app, const struct request *request, struct response *response) {
    (void)request;
    json_t *object = json_object();
    json_object_set_new(object, "status", json_string("ok"));
    json_object_set_new(object, "version", json_string(app->version));
    json_object_set_new(object, "store", json_string(store_word(app->store)));
    response_json(response, 200, object);
}

void api_game(struct app *app, const struct request *request, struct response *response) {
    struct viewer viewer;
    const char *svg = request_query(request, "svg");
    if (svg && strcmp(svg, "0") != 0 && strcmp(svg, "1") != 0) {
        response_problem(response, 400, "bad_request", "svg: 0 or 1 was expected");
        return;
    }
    struct cached_game *game = app_lock_game(app, request, false, &viewer, response);
    if (!game)
        return;
    response_json(response, 200, view_game(game, &viewer, svg && svg[0] == '1'));
    game_cache_unlock(app->cache, game);
}

/* ---- the log ---- */

static json_t *entry_json(const struct store_entry *entry) {
    static const char *const kinds[STORE_KINDS] = {"move", "undo",   "redo",   "resign",
                                                   "join", "engine", "rematch"};
    json_t *object = json_object();
    json_object_set_new(object, "version", json_integer((json_int_t)entry->version));
    json_object_set_new(object, "time", app_time(entry->time));
    json_object_set_new(object, "seat", entry->seat ? json_integer(entry->seat) : json_null());
    json_object_set_new(object, "kind", json_string(kinds[entry->kind % STORE_KINDS]));
    json_object_set_new(object, "text", json_text(entry->text));
    return object;
}

static void answer_log(struct app *app, const struct cached_game *game, uint64_t since,
                       struct response *response) {
    struct store_entries entries;
    qd_error error = {0};
    if (store_since(app->store, game->stored.id, since, APP_ENTRIES, &entries, &error) != QD_YES) {
        response_failure(response, &error);
        return;
    }
    json_t *object = json_object(), *list = json_array();
    for (size_t i = 0; i < entries.count; i++)
        json_array_append_new(list, entry_json(&entries.entry[i]));
    json_object_set_new(object, "id", json_string(game->stored.id));
    json_object_set_new(object, "version", json_integer((json_int_t)game->version));
    json_object_set_new(object, "entries", list);
    json_object_set_new(
        object, "more",
        json_boolean(entries.count == APP_ENTRIES && since + entries.count < game->version));
    store_entries_free(&entries);
    response_json(response, 200, object);
}

void api_log(struct app *app, const struct request *request, struct response *response) {
    struct viewer viewer;
    const char *text = request_query(request, "since");
    char *end = NULL;
    unsigned long long since = text ? strtoull(text, &end, 10) : 0;
    if (text && (!*text || *end || *text < '0' || *text > '9' || since > INT64_MAX)) {
        response_problem(response, 400, "bad_request", "since: a version was expected");
        return;
    }
    struct cached_game *game = app_lock_game(app, request, false, &viewer, response);
    if (!game)
        return;
    answer_log(app, game, since, response);
    game_cache_unlock(app->cache, game);
}
