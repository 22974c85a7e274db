/* Who sits where: invitations, engines, and the same people once more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api/api.h"
#include "server/games/changes.h"
#include "server/games/create.h"
#include "server/games/engine_seats.h"
#include "server/games/view.h"
#include "server/http/request_body.h"

/* ---- invitations ---- */

/* Takes the game of an invite. Returns NULL with a problem. */
static struct cached_game *lock_invited(struct app *app, const char *invite,
                                        struct response *response) {
    char id[SECRET_ID + 1];
    struct cached_game *game = NULL;
    qd_error error = {0};
    qd_status status =
        secret_is_name(invite, SECRET_LONG) ? store_invited(app->store, invite, id, &error) : QD_NO;
    if (status == QD_YES)
        status = game_cache_lock(app->cache, id, &game, &error);
    if (status == QD_FAILURE)
        response_failure(response, &error);
    if (status == QD_NO)
        response_problem(response, 404, "not_found", "there is no such invitation");
    return status == QD_YES ? game : NULL;
}

static unsigned open_seats(const struct cached_game *game) {
    unsigned open = 0;
    for (unsigned i = 0; i < game->stored.seat_count; i++)
        if (game->stored.seats[i].kind == STORE_OPEN)
            open |= 1U << i;
    return open;
}

void api_invitation(struct app *app, const struct request *request, struct response *response) {
    struct cached_game *game = lock_invited(app, request->parameter[0], response);
    if (!game)
        return;
    json_t *object = json_object();
    json_object_set_new(object, "id", json_string(game->stored.id));
    json_object_set_new(object, "puzzle", json_string(game->stored.puzzle));
    json_object_set_new(object, "seats", view_seats(game, 0));
    json_object_set_new(object, "open", view_seat_numbers(open_seats(game)));
    response_json(response, 200, object);
    game_cache_unlock(app->cache, game);
}

/* Gives the seat to whoever has the token. Returns false with a problem. */
static bool sit_down(struct app *app, struct cached_game *game, unsigned seat, const char *name,
                     const char *token, struct response *response) {
    struct store_token given = {.seats = 1U << (seat - 1)};
    struct store_change change = {.seat = seat, .now = {.kind = STORE_PERSON}, .token = &given};
    char text[STORE_NAME + 1];
    secret_hash(token, given.hash);
    snprintf(text, sizeof text, "%s", name);
    snprintf(change.now.name, sizeof change.now.name, "%s", name);
    struct store_entry entry = append_entry(STORE_JOIN, seat, text);
    return append_entries(app, game, &entry, 1, &change, response);
}

static void join(struct app *app, struct cached_game *game, unsigned wanted, const char *name,
                 struct response *response) {
    unsigned open = open_seats(game);
    unsigned seat = wanted ? wanted : open ? (unsigned)__builtin_ctz(open) + 1 : 0;
    char token[SECRET_LONG + 1];
    bool good = true;
    secret_token(token);
    if (!seat || !(open >> (seat - 1) & 1))
        response_problem(response, 409, "full", seat ? "the seat is taken" : "all seats are taken");
    else if ((good = sit_down(app, game, seat, name, token, response))) {
        struct viewer viewer = {.seats = 1U << (seat - 1), .known = true};
        response_json(response, 200, view_created(game, &viewer, token));
    }
    if (good)
        game_cache_unlock(app->cache, game);
    else
        game_cache_drop(app->cache, game);
}

void api_join(struct app *app, const struct request *request, struct response *response) {
    struct request_body body = {.json = request->body, .response = response};
    const char *name = body_text(&body, "name", STORE_NAME);
    int64_t seat = body_number(&body, "seat", 1, STORE_SEATS, 0);
    if (!body_valid(&body))
        return;
    if (name && strpbrk(name, "\r\n\t")) {
        body_refuse(&body, "name", "one line was expected");
        return;
    }
    struct cached_game *game = lock_invited(app, request->parameter[0], response);
    if (game)
        join(app, game, (unsigned)seat, name ? name : "", response);
}

/* ---- engines ---- */

/* Returns false if the game in memory must be dropped. */
static bool make_engine(struct app *app, struct cached_game *game, const struct viewer *viewer,
                        unsigned seat, const char *level, struct response *response) {
    struct store_change change = {.seat = seat, .now = {.kind = STORE_ENGINE}};
    char text[STORE_LEVEL + 1];
    if (seat < 1 || seat > game->stored.seat_count)
        response_problem(response, 404, "not_found", "there is no such seat");
    else if (!viewer->owner)
        response_problem(response, 403, "forbidden", "only whoever made the game may do that");
    else if (game->stored.seats[seat - 1].kind != STORE_OPEN)
        response_problem(response, 409, "full", "the seat is taken");
    else {
        snprintf(text, sizeof text, "%s", level);
        snprintf(change.now.level, sizeof change.now.level, "%s", level);
        struct store_entry entry = append_entry(STORE_MAKE_ENGINE, seat, text);
        if (!append_entries(app, game, &entry, 1, &change, response))
            return false;
        engine_schedule(app, game);
        response_json(response, 200, view_game(game, viewer, false));
    }
    return true;
}

void api_engine(struct app *app, const struct request *request, struct response *response) {
    struct request_body body = {.json = request->body, .response = response};
    const char *wanted = body_text(&body, "level", STORE_LEVEL);
    char *end, level[STORE_LEVEL + 1];
    struct viewer viewer;
    unsigned long seat = strtoul(request->parameter[1], &end, 10);
    if (!body_valid(&body))
        return;
    struct cached_game *game = app_lock_game(app, request, true, &viewer, response);
    if (!game)
        return;
    const struct puzzle *puzzle = session_puzzle(game->session);
    engine_strongest(puzzle, level);
    if (wanted)
        snprintf(level, sizeof level, "%s", wanted);
    bool good = true;
    if (!engine_levels(puzzle))
        response_problem(response, 422, "unsupported", "this puzzle has no engine seats");
    else if (!engine_knows(puzzle, level))
        body_refuse(&body, "level", "there is no such level");
    else
        good = make_engine(app, game, &viewer, *end || seat > STORE_SEATS ? 0 : (unsigned)seat,
                           level, response);
    if (good)
        game_cache_unlock(app->cache, game);
    else
        game_cache_drop(app->cache, game);
}

/* ---- once more ---- */

/* The same start, new draws, the same people. Returns the new game, or NULL with an error. */
static struct cached_game *start_again(struct app *app, const struct cached_game *game,
                                       qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    struct position *start = puzzle->rules->copy(session_start(game->session));
    struct store_game stored;
    if (puzzle->seats)
        puzzle->seats->deal(start, secret_seed());
    struct session *session = session_start_from(puzzle, start);
    create_begin(&stored, session);
    session_free(session);
    stored.seat_count = game->stored.seat_count;
    memcpy(stored.seats, game->stored.seats, sizeof stored.seats);
    stored.token_count = game->stored.token_count;
    memcpy(stored.tokens, game->stored.tokens, sizeof stored.tokens);
    return create_finish(app, &stored, error);
}

/* Returns false if the game in memory must be dropped. */
static bool rematch(struct app *app, struct cached_game *game, const struct viewer *viewer,
                    struct response *response) {
    qd_error error = {0};
    unsigned seat = viewer->seats ? (unsigned)__builtin_ctz(viewer->seats) + 1 : 0;
    struct cached_game *next = start_again(app, game, &error);
    if (!next) {
        create_refuse(response, &error);
        return true;
    }
    struct store_entry entry = append_entry(STORE_REMATCH, seat, next->key);
    bool good = append_entries(app, game, &entry, 1, NULL, response);
    if (good) {
        memcpy(game->rematch, next->key, sizeof game->rematch);
        engine_schedule(app, next);
        response_json(response, 201, view_game(next, viewer, false));
    }
    game_cache_unlock(app->cache, next);
    return good;
}

/* The rematch that there is already. */
static void answer_existing(struct app *app, const char *id, const struct viewer *viewer,
                            struct response *response) {
    struct cached_game *game;
    qd_error error = {0};
    qd_status status = game_cache_lock(app->cache, id, &game, &error);
    if (status == QD_FAILURE)
        response_failure(response, &error);
    if (status == QD_NO)
        response_problem(response, 404, "not_found", "the game after this one was removed");
    if (status != QD_YES)
        return;
    response_json(response, 200, view_game(game, viewer, false));
    game_cache_unlock(app->cache, game);
}

void api_rematch(struct app *app, const struct request *request, struct response *response) {
    struct request_body body = {.json = request->body, .response = response};
    struct viewer viewer;
    char existing[SECRET_ID + 1];
    if (!body_valid(&body))
        return;
    struct cached_game *game = app_lock_game(app, request, true, &viewer, response);
    if (!game)
        return;
    memcpy(existing, game->rematch, sizeof existing);
    bool good = true;
    if (!existing[0] && session_puzzle(game->session)->seats && !session_solved(game->session))
        response_problem(response, 409, "not_over", "the game is not over yet");
    else if (!existing[0])
        good = rematch(app, game, &viewer, response);
    if (good)
        game_cache_unlock(app->cache, game);
    else
        game_cache_drop(app->cache, game);
    if (existing[0])
        answer_existing(app, existing, &viewer, response);
}
