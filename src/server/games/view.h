/* A game as a viewer may see it. */
#ifndef SERVER_GAMES_VIEW_H
#define SERVER_GAMES_VIEW_H

#include "server/games/app.h"

/* The object Game of docs/openapi.json. svg: with the picture. */
json_t *view_game(const struct cached_game *game, const struct viewer *viewer, bool svg);
/* The object for a viewer of these seats who just got the token. */
json_t *view_created(const struct cached_game *game, const struct viewer *viewer,
                     const char *token);
/* The list of seats. */
json_t *view_seats(const struct cached_game *game, unsigned mine);
/* Seats as a list of numbers. */
json_t *view_seat_numbers(unsigned seats);

/* The present position as players of these seats may see it. The caller frees it. */
struct position *view_position(const struct cached_game *game, unsigned seats);
/* The whole game in the same way, with its moves where nothing has to be hidden. Never NULL. */
struct session *view_session(const struct cached_game *game, unsigned seats);

/* True if the viewer may take moves back: nobody else is concerned. */
bool view_may_undo(const struct cached_game *game, const struct viewer *viewer);
/* True if the turn is an engine's. */
bool view_engine_moves(const struct cached_game *game);

#endif
