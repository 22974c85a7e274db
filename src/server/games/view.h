/* A game as a viewer may see it. */
#ifndef SERVER_GAMES_VIEW_H
#define SERVER_GAMES_VIEW_H

#include "server/games/app.h"

/* The object Game of docs/openapi.json. svg: with the picture. */
json_t *state_game(const struct live *live, const struct viewer *viewer, bool svg);
/* The object for a viewer of these seats who just got the token. */
json_t *state_created(const struct live *live, const struct viewer *viewer, const char *token);
/* The list of seats. */
json_t *state_seats(const struct live *live, unsigned mine);
/* Seats as a list of numbers. */
json_t *state_numbers(unsigned seats);

/* The present position as players of these seats may see it. The caller frees it. */
struct position *state_position(const struct live *live, unsigned seats);
/* The whole game in the same way, with its moves where nothing has to be hidden. Never NULL. */
struct session *state_session(const struct live *live, unsigned seats);

/* True if the viewer may take moves back: nobody else is concerned. */
bool state_may_undo(const struct live *live, const struct viewer *viewer);
/* True if the turn is an engine's. */
bool state_engine_moves(const struct live *live);

#endif
