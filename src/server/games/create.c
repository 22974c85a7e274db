#include "server/games/create.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/games/retention.h"

void create_begin(struct store_game *stored, const struct session *session) {
    struct buf text = {0};
    *stored = (struct store_game){0};
    secret_name(stored->id, SECRET_ID);
    snprintf(stored->puzzle, sizeof stored->puzzle, "%s", session_puzzle(session)->name);
    session_print(session, &text);
    stored->start = buf_take(&text);
    stored->created = app_now();
}

void create_token(struct store_game *stored, const uint8_t hash[SECRET_HASH], unsigned seats,
                  bool owner) {
    assert(stored->token_count < STORE_TOKENS && seats >> stored->seat_count == 0);
    struct store_token *token = &stored->tokens[stored->token_count++];
    memcpy(token->hash, hash, SECRET_HASH);
    token->seats = seats;
    token->owner = owner;
}

static bool has_open_seat(const struct store_game *stored) {
    for (unsigned i = 0; i < stored->seat_count; i++)
        if (stored->seats[i].kind == STORE_OPEN)
            return true;
    return false;
}

void create_refuse(struct response *response, const qd_error *error) {
    if (error->status == QD_NO)
        response_problem(response, 507, "store_full", "%s", error->message);
    else
        response_failure(response, error);
}

struct cached_game *create_finish(struct app *app, struct store_game *stored, qd_error *error) {
    struct cached_game *game = NULL;
    assert(stored->seat_count >= 1 && stored->seat_count <= STORE_SEATS &&
           stored->token_count >= 1);
    if (has_open_seat(stored))
        secret_token(stored->invite);
    if (retention_store(app, stored, error) == QD_YES &&
        game_cache_lock(app->cache, stored->id, &game, error) != QD_YES)
        game = NULL;
    store_game_free(stored);
    return game;
}
