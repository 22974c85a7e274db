/* Looking at games. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "server/api/api.h"
#include "server/games/retention.h"
#include "server/games/view.h"

void api_health(struct app *app, const struct call *call, struct reply *reply) {
    (void)call;
    json_t *object = json_object();
    json_object_set_new(object, "status", json_string("ok"));
    json_object_set_new(object, "version", json_string(app->version));
    json_object_set_new(object, "store", json_string(store_word(app->store)));
    reply_json(reply, 200, object);
}

void api_game(struct app *app, const struct call *call, struct reply *reply) {
    struct viewer viewer;
    const char *svg = call_query(call, "svg");
    if (svg && strcmp(svg, "0") != 0 && strcmp(svg, "1") != 0) {
        reply_problem(reply, 400, "bad_request", "svg: 0 or 1 was expected");
        return;
    }
    struct live *live = app_take(app, call, false, &viewer, reply);
    if (!live)
        return;
    reply_json(reply, 200, state_game(live, &viewer, svg && svg[0] == '1'));
    lives_leave(app->lives, live);
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

static void answer_log(struct app *app, const struct live *live, uint64_t since,
                       struct reply *reply) {
    struct store_entries entries;
    qd_error error = {0};
    if (store_since(app->store, live->game.id, since, APP_ENTRIES, &entries, &error) != QD_YES) {
        reply_failure(reply, &error);
        return;
    }
    json_t *object = json_object(), *list = json_array();
    for (size_t i = 0; i < entries.count; i++)
        json_array_append_new(list, entry_json(&entries.entry[i]));
    json_object_set_new(object, "id", json_string(live->game.id));
    json_object_set_new(object, "version", json_integer((json_int_t)live->version));
    json_object_set_new(object, "entries", list);
    json_object_set_new(
        object, "more",
        json_boolean(entries.count == APP_ENTRIES && since + entries.count < live->version));
    store_entries_free(&entries);
    reply_json(reply, 200, object);
}

void api_log(struct app *app, const struct call *call, struct reply *reply) {
    struct viewer viewer;
    const char *text = call_query(call, "since");
    char *end = NULL;
    unsigned long long since = text ? strtoull(text, &end, 10) : 0;
    if (text && (!*text || *end || *text < '0' || *text > '9' || since > INT64_MAX)) {
        reply_problem(reply, 400, "bad_request", "since: a version was expected");
        return;
    }
    struct live *live = app_take(app, call, false, &viewer, reply);
    if (!live)
        return;
    answer_log(app, live, since, reply);
    lives_leave(app->lives, live);
}

/* ---- streams ---- */

void api_events_first(struct app *app, const char *topics, struct stream *stream) {
    for (size_t i = 0; i < EVENTS_TOPICS; i++) {
        char id[SECRET_ID + 1] = "";
        size_t size = strcspn(topics, ",");
        struct live *live;
        qd_error error = {0};
        if (size == SECRET_ID)
            memcpy(id, topics, size);
        if (secret_is_name(id, SECRET_ID) && lives_take(app->lives, id, &live, &error) == QD_YES) {
            keep_opened(app, live);
            events_present(stream, id, live->version);
            lives_leave(app->lives, live);
        }
        if (!topics[size])
            return;
        topics += size + 1;
    }
}
