/* New games. */
#ifndef SERVER_GAMES_CREATE_H
#define SERVER_GAMES_CREATE_H

#include "server/games/app.h"

/* A game from a session at its start (or after the moves of a text), without seats and tokens. */
void create_begin(struct store_game *game, const struct session *session);
/* Gives a token, known by its hash, to seats. */
void create_token(struct store_game *game, const uint8_t hash[SECRET_HASH], unsigned seats,
                  bool owner);
/* Keeps the game and takes it. Returns NULL with an error, QD_NO if there is no room; the game is
 * freed in any case. */
struct cached_game *create_finish(struct app *app, struct store_game *game, qd_error *error);
/* Answers with such an error. */
void create_refuse(struct response *response, const qd_error *error);

#endif
