/* Moves, and taking them back. */
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
struct deed {
    struct app *app;
    struct reply *reply;
    struct wish wish;
    struct live *live;
    struct viewer viewer;
    qd_control *control; /* limits what it takes to tell whether moves are legal */
    bool spoiled;        /* the session in memory has gone ahead of the store */
};

/* ---- what all have in common ---- */

static struct deed deed_of(struct app *app, const struct call *call, struct reply *reply) {
    return (struct deed){.app = app, .reply = reply, .wish = {.body = call->body, .reply = reply}};
}

static bool refuse(struct deed *deed, int status, const char *code, const char *message) {
    reply_problem(deed->reply, status, code, "%s", message);
    return false;
}

/* Takes the game for somebody who sits there, if the version is the present one. */
static bool begin(struct deed *deed, const struct call *call, uint64_t version) {
    deed->live = app_take(deed->app, call, true, &deed->viewer, deed->reply);
    if (!deed->live)
        return false;
    deed->control = control_new(&deed->app->deciding);
    if (!deed->viewer.seats)
        return refuse(deed, 403, "forbidden", "you have no seat in this game");
    if (deed->live->version == version)
        return true;
    reply_problem(deed->reply, 409, "conflict", "the game has version %llu",
                  (unsigned long long)deed->live->version);
    reply_detail(deed->reply, "version", json_integer((json_int_t)deed->live->version));
    return false;
}

static bool append(struct deed *deed, struct store_entry *entries, size_t count) {
    if (append_entries(deed->app, deed->live, entries, count, NULL, deed->reply))
        return true;
    deed->spoiled = true;
    return false;
}

/* Answers with the game if nothing went wrong, and gives it back. */
static void finish(struct deed *deed, bool good) {
    if (!deed->live)
        return;
    if (good) {
        engine_wake(deed->app, deed->live);
        reply_json(deed->reply, 200, state_game(deed->live, &deed->viewer, false));
    }
    if (deed->spoiled)
        lives_drop(deed->app->lives, deed->live);
    else
        lives_leave(deed->app->lives, deed->live);
    control_free(deed->control);
}

/* ---- moves ---- */

static void tell_illegal(struct deed *deed, const char *move, size_t number,
                         struct refusal *refusal) {
    reply_problem(deed->reply, 422, "illegal_move", "%s", buf_text(&refusal->text));
    reply_detail(deed->reply, "move", json_string(move));
    reply_detail(deed->reply, "number", json_integer((json_int_t)number));
    if (refusal->fields)
        reply_detail(deed->reply, "refusal", json_incref(refusal->fields));
}

/* The seat that makes the move; 0 with a problem if it is not the viewer's. A text that is no move
 * at all is left to the rules. */
static unsigned mover(struct deed *deed, const char *move) {
    const struct puzzle_seats *seats = session_puzzle(deed->live->session)->seats;
    if (!seats)
        return 1;
    const struct position *position = session_position(deed->live->session);
    unsigned who = seats->mover(position, move), turn = seats->turn(position);
    if (!turn) {
        refuse(deed, 409, "over", "the game is over");
        return 0;
    }
    if (!who)
        who = turn;
    if (deed->viewer.seats >> (who - 1) & 1)
        return who;
    refuse(deed, 403, "forbidden", "this is the move of another seat");
    return 0;
}

/* Plays it in memory. Returns false with a problem. */
static bool try_move(struct deed *deed, const char *move, size_t number) {
    struct refusal refusal = {0};
    qd_status status = session_move(deed->live->session, move, deed->control, &refusal);
    if (status == QD_NO)
        tell_illegal(deed, move, number, &refusal);
    if (status == QD_LIMIT)
        reply_undecided(deed->reply);
    refusal_free(&refusal);
    return status == QD_YES;
}

static bool play_one(struct deed *deed, const char *move, size_t number,
                     struct store_entry *entry) {
    unsigned seat = mover(deed, move);
    if (!seat || !try_move(deed, move, number))
        return false;
    *entry = append_entry(STORE_MOVE, seat, mem_text(move));
    return true;
}

static bool play_all(struct deed *deed, const json_t *moves) {
    size_t count = json_array_size(moves), done = 0;
    struct store_entry *entries = mem_new(count, sizeof *entries);
    while (done < count &&
           play_one(deed, json_string_value(json_array_get(moves, done)), done, &entries[done]))
        done++;
    bool good = done == count && append(deed, entries, count);
    assert(good || deed->reply->status >= 400);
    if (done < count && done > 0)
        deed->spoiled = true;
    for (size_t i = 0; i < done; i++)
        free(entries[i].text);
    free(entries);
    return good;
}

void api_moves(struct app *app, const struct call *call, struct reply *reply) {
    struct deed deed = deed_of(app, call, reply);
    int64_t version = wish_number(&deed.wish, "version", 0, INT64_MAX, -1);
    const char *move = wish_text(&deed.wish, "move", MOVE_LIMIT);
    const json_t *moves = wish_texts(&deed.wish, "moves", APP_MOVES, MOVE_LIMIT);
    if (!wish_good(&deed.wish))
        return;
    if (version < 0 || !move == !moves) {
        wish_refuse(&deed.wish, version < 0 ? "version" : "moves",
                    version < 0 ? "a version was expected"
                                : "exactly one of move and moves was expected");
        return;
    }
    json_t *list = json_array();
    if (move)
        json_array_append_new(list, json_string(move));
    finish(&deed, begin(&deed, call, (uint64_t)version) && play_all(&deed, moves ? moves : list));
    json_decref(list);
}

/* ---- taking back ---- */

static size_t steps_left(const struct live *live, bool back) {
    return back ? session_moves(live->session)->count : session_redo_count(live->session);
}

/* Goes on until it is a person's turn, so that engines do not just move again. Returns false with
 * a problem; *done becomes the number of steps. */
static bool take_steps(struct deed *deed, size_t count, bool back, size_t *done) {
    struct session *session = deed->live->session;
    qd_status status = QD_YES;
    *done = 0;
    while (status == QD_YES && steps_left(deed->live, back) > 0 &&
           (*done < count || state_engine_moves(deed->live))) {
        status = (back ? session_undo : session_redo)(session, deed->control);
        *done += status == QD_YES;
    }
    if (status == QD_YES)
        return true;
    deed->spoiled = *done > 0;
    reply_undecided(deed->reply);
    return false;
}

static bool go(struct deed *deed, size_t count, bool back) {
    size_t done;
    char text[24];
    if (!state_may_undo(deed->live, &deed->viewer))
        return refuse(deed, 403, "forbidden", "moves that concern others cannot be taken back");
    if (steps_left(deed->live, back) < count)
        return refuse(deed, 409, "over",
                      back ? "there are not so many moves to take back"
                           : "there are not so many moves to redo");
    if (!take_steps(deed, count, back, &done))
        return false;
    snprintf(text, sizeof text, "%zu", done);
    assert(done >= count && deed->viewer.seats);
    unsigned seat = (unsigned)__builtin_ctz(deed->viewer.seats) + 1;
    struct store_entry entry = append_entry(back ? STORE_UNDO : STORE_REDO, seat, text);
    return append(deed, &entry, 1);
}

static void step(struct app *app, const struct call *call, struct reply *reply, bool back) {
    struct deed deed = deed_of(app, call, reply);
    int64_t version = wish_number(&deed.wish, "version", 0, INT64_MAX, -1);
    int64_t count = wish_number(&deed.wish, "count", 1, APP_VERSIONS, 1);
    if (!wish_good(&deed.wish))
        return;
    if (version < 0)
        wish_refuse(&deed.wish, "version", "a version was expected");
    else
        finish(&deed, begin(&deed, call, (uint64_t)version) && go(&deed, (size_t)count, back));
}

void api_undo(struct app *app, const struct call *call, struct reply *reply) {
    step(app, call, reply, true);
}

void api_redo(struct app *app, const struct call *call, struct reply *reply) {
    step(app, call, reply, false);
}

/* ---- giving up ---- */

/* Of several seats the one that moves next, else the first that still plays. */
static unsigned who_resigns(const struct deed *deed, const struct puzzle_seats *seats,
                            struct buf *move) {
    const struct position *position = session_position(deed->live->session);
    unsigned turn = seats->turn(position);
    if (turn && deed->viewer.seats >> (turn - 1) & 1 && seats->resign(position, turn, move))
        return turn;
    for (unsigned i = 0; i < deed->live->game.seat_count; i++)
        if (deed->viewer.seats >> i & 1 && seats->resign(position, i + 1, move))
            return i + 1;
    return 0;
}

static bool resign(struct deed *deed) {
    const struct puzzle_seats *seats = session_puzzle(deed->live->session)->seats;
    struct buf move = {0};
    if (!seats)
        return refuse(deed, 422, "unsupported", "this puzzle has nobody to resign to");
    unsigned seat = who_resigns(deed, seats, &move);
    bool good = seat != 0;
    if (!good)
        refuse(deed, 409, "over", "the game is over, or you have resigned already");
    struct store_entry entry = append_entry(STORE_RESIGN, seat, move.text);
    good = good && try_move(deed, entry.text, 0) && append(deed, &entry, 1);
    buf_free(&move);
    return good;
}

void api_resign(struct app *app, const struct call *call, struct reply *reply) {
    struct deed deed = deed_of(app, call, reply);
    int64_t version = wish_number(&deed.wish, "version", 0, INT64_MAX, -1);
    if (!wish_good(&deed.wish))
        return;
    if (version < 0)
        wish_refuse(&deed.wish, "version", "a version was expected");
    else
        finish(&deed, begin(&deed, call, (uint64_t)version) && resign(&deed));
}
