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
static struct live *take_invited(struct app *app, const char *invite, struct reply *reply) {
    char id[SECRET_ID + 1];
    struct live *live = NULL;
    qd_error error = {0};
    qd_status status =
        secret_is_name(invite, SECRET_LONG) ? store_invited(app->store, invite, id, &error) : QD_NO;
    if (status == QD_YES)
        status = lives_take(app->lives, id, &live, &error);
    if (status == QD_FAILURE)
        reply_failure(reply, &error);
    if (status == QD_NO)
        reply_problem(reply, 404, "not_found", "there is no such invitation");
    return status == QD_YES ? live : NULL;
}

static unsigned open_seats(const struct live *live) {
    unsigned open = 0;
    for (unsigned i = 0; i < live->game.seat_count; i++)
        if (live->game.seats[i].kind == STORE_OPEN)
            open |= 1U << i;
    return open;
}

void api_invitation(struct app *app, const struct call *call, struct reply *reply) {
    struct live *live = take_invited(app, call->part[0], reply);
    if (!live)
        return;
    json_t *object = json_object();
    json_object_set_new(object, "id", json_string(live->game.id));
    json_object_set_new(object, "puzzle", json_string(live->game.puzzle));
    json_object_set_new(object, "seats", state_seats(live, 0));
    json_object_set_new(object, "open", state_numbers(open_seats(live)));
    reply_json(reply, 200, object);
    lives_leave(app->lives, live);
}

/* Gives the seat to whoever has the token. Returns false with a problem. */
static bool sit_down(struct app *app, struct live *live, unsigned seat, const char *name,
                     const char *token, struct reply *reply) {
    struct store_token given = {.seats = 1U << (seat - 1)};
    struct store_change change = {.seat = seat, .now = {.kind = STORE_PERSON}, .token = &given};
    char text[STORE_NAME + 1];
    secret_hash(token, given.hash);
    snprintf(text, sizeof text, "%s", name);
    snprintf(change.now.name, sizeof change.now.name, "%s", name);
    struct store_entry entry = append_entry(STORE_JOIN, seat, text);
    return append_entries(app, live, &entry, 1, &change, reply);
}

static void join(struct app *app, struct live *live, unsigned wanted, const char *name,
                 struct reply *reply) {
    unsigned open = open_seats(live);
    unsigned seat = wanted ? wanted : open ? (unsigned)__builtin_ctz(open) + 1 : 0;
    char token[SECRET_LONG + 1];
    bool good = true;
    secret_token(token);
    if (!seat || !(open >> (seat - 1) & 1))
        reply_problem(reply, 409, "full", seat ? "the seat is taken" : "all seats are taken");
    else if ((good = sit_down(app, live, seat, name, token, reply))) {
        struct viewer viewer = {.seats = 1U << (seat - 1), .known = true};
        reply_json(reply, 200, state_created(live, &viewer, token));
    }
    if (good)
        lives_leave(app->lives, live);
    else
        lives_drop(app->lives, live);
}

void api_join(struct app *app, const struct call *call, struct reply *reply) {
    struct wish wish = {.body = call->body, .reply = reply};
    const char *name = wish_text(&wish, "name", STORE_NAME);
    int64_t seat = wish_number(&wish, "seat", 1, STORE_SEATS, 0);
    if (!wish_good(&wish))
        return;
    if (name && strpbrk(name, "\r\n\t")) {
        wish_refuse(&wish, "name", "one line was expected");
        return;
    }
    struct live *live = take_invited(app, call->part[0], reply);
    if (live)
        join(app, live, (unsigned)seat, name ? name : "", reply);
}

/* ---- engines ---- */

/* Returns false if the game in memory must be dropped. */
static bool make_engine(struct app *app, struct live *live, const struct viewer *viewer,
                        unsigned seat, const char *level, struct reply *reply) {
    struct store_change change = {.seat = seat, .now = {.kind = STORE_ENGINE}};
    char text[STORE_LEVEL + 1];
    if (seat < 1 || seat > live->game.seat_count)
        reply_problem(reply, 404, "not_found", "there is no such seat");
    else if (!viewer->owner)
        reply_problem(reply, 403, "forbidden", "only whoever made the game may do that");
    else if (live->game.seats[seat - 1].kind != STORE_OPEN)
        reply_problem(reply, 409, "full", "the seat is taken");
    else {
        snprintf(text, sizeof text, "%s", level);
        snprintf(change.now.level, sizeof change.now.level, "%s", level);
        struct store_entry entry = append_entry(STORE_MAKE_ENGINE, seat, text);
        if (!append_entries(app, live, &entry, 1, &change, reply))
            return false;
        engine_wake(app, live);
        reply_json(reply, 200, state_game(live, viewer, false));
    }
    return true;
}

void api_engine(struct app *app, const struct call *call, struct reply *reply) {
    struct wish wish = {.body = call->body, .reply = reply};
    const char *wanted = wish_text(&wish, "level", STORE_LEVEL);
    char *end, level[STORE_LEVEL + 1];
    struct viewer viewer;
    unsigned long seat = strtoul(call->part[1], &end, 10);
    if (!wish_good(&wish))
        return;
    struct live *live = app_take(app, call, true, &viewer, reply);
    if (!live)
        return;
    const struct puzzle *puzzle = session_puzzle(live->session);
    engine_strongest(puzzle, level);
    if (wanted)
        snprintf(level, sizeof level, "%s", wanted);
    bool good = true;
    if (!engine_levels(puzzle))
        reply_problem(reply, 422, "unsupported", "this puzzle has no engine seats");
    else if (!engine_knows(puzzle, level))
        wish_refuse(&wish, "level", "there is no such level");
    else
        good = make_engine(app, live, &viewer, *end || seat > STORE_SEATS ? 0 : (unsigned)seat,
                           level, reply);
    if (good)
        lives_leave(app->lives, live);
    else
        lives_drop(app->lives, live);
}

/* ---- once more ---- */

/* The same start, new draws, the same people. Returns the new game, or NULL with an error. */
static struct live *start_again(struct app *app, const struct live *live, qd_error *error) {
    const struct puzzle *puzzle = session_puzzle(live->session);
    struct position *start = puzzle->rules->copy(session_start(live->session));
    struct store_game game;
    if (puzzle->seats)
        puzzle->seats->deal(start, secret_seed());
    struct session *session = session_start_from(puzzle, start);
    create_begin(&game, session);
    session_free(session);
    game.seat_count = live->game.seat_count;
    memcpy(game.seats, live->game.seats, sizeof game.seats);
    game.token_count = live->game.token_count;
    memcpy(game.tokens, live->game.tokens, sizeof game.tokens);
    return create_finish(app, &game, error);
}

/* Returns false if the game in memory must be dropped. */
static bool rematch(struct app *app, struct live *live, const struct viewer *viewer,
                    struct reply *reply) {
    qd_error error = {0};
    unsigned seat = viewer->seats ? (unsigned)__builtin_ctz(viewer->seats) + 1 : 0;
    struct live *next = start_again(app, live, &error);
    if (!next) {
        create_refuse(reply, &error);
        return true;
    }
    struct store_entry entry = append_entry(STORE_REMATCH, seat, next->key);
    bool good = append_entries(app, live, &entry, 1, NULL, reply);
    if (good) {
        memcpy(live->rematch, next->key, sizeof live->rematch);
        engine_wake(app, next);
        reply_json(reply, 201, state_game(next, viewer, false));
    }
    lives_leave(app->lives, next);
    return good;
}

/* The rematch that there is already. */
static void answer_existing(struct app *app, const char *id, const struct viewer *viewer,
                            struct reply *reply) {
    struct live *live;
    qd_error error = {0};
    qd_status status = lives_take(app->lives, id, &live, &error);
    if (status == QD_FAILURE)
        reply_failure(reply, &error);
    if (status == QD_NO)
        reply_problem(reply, 404, "not_found", "the game after this one was removed");
    if (status != QD_YES)
        return;
    reply_json(reply, 200, state_game(live, viewer, false));
    lives_leave(app->lives, live);
}

void api_rematch(struct app *app, const struct call *call, struct reply *reply) {
    struct wish wish = {.body = call->body, .reply = reply};
    struct viewer viewer;
    char existing[SECRET_ID + 1];
    if (!wish_good(&wish))
        return;
    struct live *live = app_take(app, call, true, &viewer, reply);
    if (!live)
        return;
    memcpy(existing, live->rematch, sizeof existing);
    bool good = true;
    if (!existing[0] && session_puzzle(live->session)->seats && !session_solved(live->session))
        reply_problem(reply, 409, "not_over", "the game is not over yet");
    else if (!existing[0])
        good = rematch(app, live, &viewer, reply);
    if (good)
        lives_leave(app->lives, live);
    else
        lives_drop(app->lives, live);
    if (existing[0])
        answer_existing(app, existing, &viewer, reply);
}
