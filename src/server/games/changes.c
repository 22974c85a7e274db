#include "server/games/changes.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

struct store_entry append_entry(enum store_kind kind, unsigned seat, char *text) {
    return (struct store_entry){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .text = text, .time = app_now()};
}

static void take_seat(struct live *live, const struct store_change *change) {
    assert(change->seat >= 1 && change->seat <= live->game.seat_count);
    assert(live->game.seats[change->seat - 1].kind == STORE_OPEN);
    live->game.seats[change->seat - 1] = change->now;
    if (change->token && live->game.token_count < STORE_TOKENS)
        live->game.tokens[live->game.token_count++] = *change->token;
}

static void tell_conflict(const struct live *live, uint64_t present, struct reply *reply) {
    if (present == STORE_GONE) {
        reply_problem(reply, 404, "not_found", "the game was removed");
        return;
    }
    if (present == live->version) {
        reply_problem(reply, 409, "full", "the seat is taken");
        return;
    }
    reply_problem(reply, 409, "conflict", "somebody was faster: the game has version %llu",
                  (unsigned long long)present);
    reply_detail(reply, "version", json_integer((json_int_t)present));
}

bool append_entries(struct app *app, struct live *live, struct store_entry *entries, size_t count,
                    const struct store_change *change, struct reply *reply) {
    uint64_t present;
    qd_error error = {0};
    assert(count >= 1 && live->loaded && mutex_is_locked(&live->lock));
    if (live->version + count > APP_VERSIONS) {
        reply_problem(reply, 409, "too_many", "this game has become too long");
        return false;
    }
    qd_status status = store_append(app->store, live->game.id, live->version, entries, count,
                                    change, &present, &error);
    if (status == QD_FAILURE)
        reply_failure(reply, &error);
    if (status == QD_NO)
        tell_conflict(live, present, reply);
    if (status != QD_YES)
        return false;
    assert(entries[count - 1].version == live->version + count);
    live->version += count;
    live->updated = entries[count - 1].time;
    if (change)
        take_seat(live, change);
    events_game(app->events, live->game.id, live->version);
    return true;
}

bool append_move(struct app *app, struct live *live, unsigned seat, const char *move,
                 struct reply *reply) {
    struct refusal refusal = {0};
    char *text = mem_text(move);
    struct store_entry entry = append_entry(STORE_MOVE, seat, text);
    bool good = session_move(live->session, move, NULL, &refusal) == QD_YES;
    if (!good)
        reply_problem(reply, 422, "illegal_move", "%s", buf_text(&refusal.text));
    good = good && append_entries(app, live, &entry, 1, NULL, reply);
    refusal_free(&refusal);
    free(text);
    return good;
}
