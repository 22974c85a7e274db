/* Moves, undo and redo, resigning. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/games/changes.h"
#include "server/games/engine_seats.h"
#include "server/games/view.h"
#include "server/http/request_body.h"

/* A request that changes a game. */
struct change {
    struct app *app;
    struct response *response;
    struct request_body body;
    struct cached_game *game;
    struct viewer viewer;
    qd_control *control; /* limits the search that decides whether moves are legal */
    bool spoiled;        /* the session in memory has moves that the store does not have */
};

/* ---- what all have in common ---- */

static struct change change_of(struct app *app, const struct request *request,
                               struct response *response) {
    return (struct change){
        .app = app, .response = response, .body = {.json = request->body, .response = response}};
}

static bool refuse(struct change *change, int status, const char *code, const char *message) {
    response_problem(change->response, status, code, "%s", message);
    return false;
}

/* Locks the game, if the player has a seat and knows its version. */
static bool begin(struct change *change, const struct request *request, uint64_t version) {
    change->game = app_lock_game(change->app, request, true, &change->viewer, change->response);
    if (!change->game)
        return false;
    change->control = control_new(&change->app->deciding);
    if (!change->viewer.seats)
        return refuse(change, 403, "forbidden", "you have no seat in this game");
    if (change->game->version == version)
        return true;
    response_problem(change->response, 409, "conflict", "the game has version %llu",
                     (unsigned long long)change->game->version);
    response_detail(change->response, "version", json_integer((json_int_t)change->game->version));
    return false;
}

static bool append(struct change *change, struct store_entry *entries, size_t count) {
    if (append_entries(change->app, change->game, entries, count, NULL, change->response))
        return true;
    change->spoiled = true;
    return false;
}

/* Answers with the game if all went well, and unlocks it. */
static void finish(struct change *change, bool good) {
    if (!change->game)
        return;
    if (good) {
        engine_schedule(change->app, change->game);
        response_json(change->response, 200, view_game(change->game, &change->viewer, false));
    }
    if (change->spoiled)
        game_cache_drop(change->app->cache, change->game);
    else
        game_cache_unlock(change->app->cache, change->game);
    control_free(change->control);
}

/* ---- moves ---- */

static void tell_illegal(struct change *change, const char *move, size_t number,
                         struct refusal *refusal) {
    response_problem(change->response, 422, "illegal_move", "%s", buf_text(&refusal->text));
    response_detail(change->response, "move", json_string(move));
    response_detail(change->response, "number", json_integer((json_int_t)number));
    if (refusal->fields)
        response_detail(change->response, "refusal", json_incref(refusal->fields));
}

/* The seat that makes the move; 0 with a problem if it is not the viewer's. The rules refuse a text
 * that is not a move. */
static unsigned mover(struct change *change, const char *move) {
    const struct puzzle_seats *seats = session_puzzle(change->game->session)->seats;
    if (!seats)
        return 1;
    const struct position *position = session_position(change->game->session);
    unsigned who = seats->mover(position, move), turn = seats->turn(position);
    if (!turn) {
        refuse(change, 409, "over", "the game is over");
        return 0;
    }
    if (!who)
        who = turn;
    if (change->viewer.seats >> (who - 1) & 1)
        return who;
    refuse(change, 403, "forbidden", "another seat has to make this move");
    return 0;
}

/* Plays it in memory. Returns false with a problem. */
static bool try_move(struct change *change, const char *move, size_t number) {
    struct refusal refusal = {0};
    qd_status status = session_move(change->game->session, move, change->control, &refusal);
    if (status == QD_NO)
        tell_illegal(change, move, number, &refusal);
    if (status == QD_LIMIT)
        response_undecided(change->response);
    refusal_free(&refusal);
    return status == QD_YES;
}

static bool play_one(struct change *change, const char *move, size_t number,
                     struct store_entry *entry) {
    unsigned seat = mover(change, move);
    if (!seat || !try_move(change, move, number))
        return false;
    *entry = append_entry(STORE_MOVE, seat, mem_text(move));
    return true;
}

static bool play_all(struct change *change, const json_t *moves) {
    size_t count = json_array_size(moves), done = 0;
    struct store_entry *entries = mem_new(count, sizeof *entries);
    while (done < count &&
           play_one(change, json_string_value(json_array_get(moves, done)), done, &entries[done]))
        done++;
    bool good = done == count && append(change, entries, count);
    assert(good || change->response->status >= 400);
    if (done < count && done > 0)
        change->spoiled = true;
    for (size_t i = 0; i < done; i++)
        free(entries[i].text);
    free(entries);
    return good;
}

void api_moves(struct app *app, const struct request *request, struct response *response) {
    struct change change = change_of(app, request, response);
    int64_t version = body_number(&change.body, "version", 0, INT64_MAX, -1);
    const char *move = body_text(&change.body, "move", MOVE_LIMIT);
    const json_t *moves = body_texts(&change.body, "moves", APP_MOVES, MOVE_LIMIT);
    if (!body_valid(&change.body))
        return;
    if (version < 0 || !move == !moves) {
        body_refuse(&change.body, version < 0 ? "version" : "moves",
                    version < 0 ? "a version was expected"
                                : "exactly one of move and moves was expected");
        return;
    }
    json_t *list = json_array();
    if (move)
        json_array_append_new(list, json_string(move));
    finish(&change,
           begin(&change, request, (uint64_t)version) && play_all(&change, moves ? moves : list));
    json_decref(list);
}

/* ---- taking back ---- */

static size_t steps_left(const struct cached_game *game, bool back) {
    return back ? session_moves(game->session)->count : session_redo_count(game->session);
}

/* Takes back at once what was asked for, or plays it again. *done becomes the number of steps. */
static qd_status take_first_steps(struct change *change, size_t count, bool back, size_t *done) {
    struct session *session = change->game->session;
    qd_status status = QD_YES;
    *done = 0;
    if (back) {
        status = session_rewind(session, count, change->control);
        *done = status == QD_YES ? count : 0;
        return status;
    }
    while (status == QD_YES && *done < count) {
        status = session_redo(session, change->control);
        *done += status == QD_YES;
    }
    return status;
}

/* Goes on until it is a person's turn, so that an engine does not simply move again. Returns false
 * with a problem; *done becomes the number of steps. */
static bool take_steps(struct change *change, size_t count, bool back, size_t *done) {
    struct session *session = change->game->session;
    qd_status status = take_first_steps(change, count, back, done);
    while (status == QD_YES && steps_left(change->game, back) > 0 &&
           view_engine_moves(change->game)) {
        status = (back ? session_undo : session_redo)(session, change->control);
        *done += status == QD_YES;
    }
    if (status == QD_YES)
        return true;
    change->spoiled = *done > 0;
    response_undecided(change->response);
    return false;
}

static bool undo_or_redo(struct change *change, size_t count, bool back) {
    size_t done;
    char text[24];
    if (!view_may_undo(change->game, &change->viewer))
        return refuse(change, 403, "forbidden", "moves cannot be taken back while others play");
    if (steps_left(change->game, back) < count)
        return refuse(change, 409, "over",
                      back ? "there are fewer moves to take back"
                           : "there are fewer moves to redo");
    if (!take_steps(change, count, back, &done))
        return false;
    snprintf(text, sizeof text, "%zu", done);
    assert(done >= count && change->viewer.seats);
    unsigned seat = (unsigned)__builtin_ctz(change->viewer.seats) + 1;
    struct store_entry entry = append_entry(back ? STORE_UNDO : STORE_REDO, seat, text);
    return append(change, &entry, 1);
}

static void answer_steps(struct app *app, const struct request *request, struct response *response,
                         bool back) {
    struct change change = change_of(app, request, response);
    int64_t version = body_number(&change.body, "version", 0, INT64_MAX, -1);
    int64_t count = body_number(&change.body, "count", 1, APP_VERSIONS, 1);
    if (!body_valid(&change.body))
        return;
    if (version < 0)
        body_refuse(&change.body, "version", "a version was expected");
    else
        finish(&change, begin(&change, request, (uint64_t)version) &&
                            undo_or_redo(&change, (size_t)count, back));
}

void api_undo(struct app *app, const struct request *request, struct response *response) {
    answer_steps(app, request, response, true);
}

void api_redo(struct app *app, const struct request *request, struct response *response) {
    answer_steps(app, request, response, false);
}

/* ---- giving up ---- */

/* The viewer's seat that moves next, or the first that still plays. */
static unsigned who_resigns(const struct change *change, const struct puzzle_seats *seats,
                            struct buf *move) {
    const struct position *position = session_position(change->game->session);
    unsigned turn = seats->turn(position);
    if (turn && change->viewer.seats >> (turn - 1) & 1 && seats->resign(position, turn, move))
        return turn;
    for (unsigned i = 0; i < change->game->stored.seat_count; i++)
        if (change->viewer.seats >> i & 1 && seats->resign(position, i + 1, move))
            return i + 1;
    return 0;
}

static bool resign(struct change *change) {
    const struct puzzle_seats *seats = session_puzzle(change->game->session)->seats;
    struct buf move = {0};
    if (!seats)
        return refuse(change, 422, "unsupported", "this puzzle has nobody to resign to");
    unsigned seat = who_resigns(change, seats, &move);
    bool good = seat != 0;
    if (!good)
        refuse(change, 409, "over", "the game is over, or you have resigned already");
    struct store_entry entry = append_entry(STORE_RESIGN, seat, move.text);
    good = good && try_move(change, entry.text, 0) && append(change, &entry, 1);
    buf_free(&move);
    return good;
}

void api_resign(struct app *app, const struct request *request, struct response *response) {
    struct change change = change_of(app, request, response);
    int64_t version = body_number(&change.body, "version", 0, INT64_MAX, -1);
    if (!body_valid(&change.body))
        return;
    if (version < 0)
        body_refuse(&change.body, "version", "a version was expected");
    else
        finish(&change, begin(&change, request, (uint64_t)version) && resign(&change));
}
