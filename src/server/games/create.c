#include "server/games/create.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "server/games/retention.h"

void create_begin(struct store_game *game, const struct session *session) {
    struct buf text = {0};
    *game = (struct store_game){0};
    secret_name(game->id, SECRET_ID);
    snprintf(game->puzzle, sizeof game->puzzle, "%s", session_puzzle(session)->name);
    session_print(session, &text);
    game->start = buf_take(&text);
    game->created = app_now();
}

void create_token(struct store_game *game, const uint8_t hash[SECRET_HASH], unsigned seats,
                  bool owner) {
    assert(game->token_count < STORE_TOKENS && seats >> game->seat_count == 0);
    struct store_token *token = &game->tokens[game->token_count++];
    memcpy(token->hash, hash, SECRET_HASH);
    token->seats = seats;
    token->owner = owner;
}

static bool has_open_seat(const struct store_game *game) {
    for (unsigned i = 0; i < game->seat_count; i++)
        if (game->seats[i].kind == STORE_OPEN)
            return true;
    return false;
}

void create_refuse(struct reply *reply, const qd_error *error) {
    if (error->status == QD_NO)
        reply_problem(reply, 507, "store_full", "%s", error->message);
    else
        reply_failure(reply, error);
}

struct live *create_finish(struct app *app, struct store_game *game, qd_error *error) {
    struct live *live = NULL;
    assert(game->seat_count >= 1 && game->seat_count <= STORE_SEATS && game->token_count >= 1);
    if (has_open_seat(game))
        secret_token(game->invite);
    if (keep_game(app, game, error) == QD_YES &&
        lives_take(app->lives, game->id, &live, error) != QD_YES)
        live = NULL;
    store_game_free(game);
    return live;
}
