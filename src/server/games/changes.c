#include "server/games/changes.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"

struct store_entry append_entry(enum store_entry_kind kind, unsigned seat, char *text) {
    return (struct store_entry){
        .kind = (uint8_t)kind, .seat = (uint8_t)seat, .text = text, .time = app_now()};
}

static void apply_seat(struct cached_game *game, const struct store_change *change) {
    assert(change->seat >= 1 && change->seat <= game->stored.seat_count);
    assert(game->stored.seats[change->seat - 1].kind == STORE_OPEN);
    game->stored.seats[change->seat - 1] = change->now;
    if (change->token && game->stored.token_count < STORE_TOKENS)
        game->stored.tokens[game->stored.token_count++] = *change->token;
}

static void answer_conflict(const struct cached_game *game, uint64_t present,
                            struct response *response) {
    if (present == STORE_GONE) {
        response_problem(response, 404, "not_found", "the game was removed");
        return;
    }
    if (present == game->version) {
        response_problem(response, 409, "full", "the seat is taken");
        return;
    }
    response_problem(response, 409, "conflict",
                     "another change came first: the game has version %llu",
                     (unsigned long long)present);
    response_detail(response, "version", json_integer((json_int_t)present));
}

bool append_entries(struct app *app, struct cached_game *game, struct store_entry *entries,
                    size_t count, const struct store_change *change, struct response *response) {
    uint64_t present;
    qd_error error = {0};
    assert(count >= 1 && game->loaded && mutex_is_locked(&game->lock));
    if (game->version + count > APP_VERSIONS) {
        response_problem(response, 409, "too_many", "this game has become too long");
        return false;
    }
    if (session_bytes(game->session) > APP_GAME) {
        response_problem(response, 409, "too_large", "this game has become too large");
        return false;
    }
    qd_status status = store_append(app->store, game->stored.id, game->version, entries, count,
                                    change, &present, &error);
    if (status == QD_FAILURE)
        response_failure(response, &error);
    if (status == QD_NO)
        answer_conflict(game, present, response);
    if (status != QD_YES)
        return false;
    assert(entries[count - 1].version == game->version + count);
    game->version += count;
    game->updated = entries[count - 1].time;
    if (change)
        apply_seat(game, change);
    events_game(app->events, game->stored.id, game->version);
    return true;
}

bool append_move(struct app *app, struct cached_game *game, unsigned seat, const char *move,
                 struct response *response) {
    struct refusal refusal = {0};
    char *text = mem_text(move);
    struct store_entry entry = append_entry(STORE_MOVE, seat, text);
    bool good = session_move(game->session, move, NULL, &refusal) == QD_YES;
    if (!good)
        response_problem(response, 422, "illegal_move", "%s", buf_text(&refusal.text));
    good = good && append_entries(app, game, &entry, 1, NULL, response);
    refusal_free(&refusal);
    free(text);
    return good;
}
