/* Work that is asked for, and how far it is. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "server/api/api.h"
#include "server/games/view.h"
#include "server/http/request_body.h"

enum { MOVES_AT_FIRST = 4096, MOST_MOVES = 100000, MOST_DIGITS = 5000 };

static const unsigned capabilities[JOB_KINDS] = {CAN_SOLVE, CAN_HINT, CAN_CHECK, CAN_RATE,
                                                 CAN_GENERATE};

static bool can(const struct puzzle *puzzle, enum job_kind kind) {
    switch (kind) {
    case JOB_SOLVE:
        return puzzle->solve != NULL;
    case JOB_HINT:
        return puzzle->hint != NULL;
    case JOB_CHECK:
        return puzzle->check != NULL;
    default:
        return puzzle->rate != NULL;
    }
}

/* Jobs see what the viewer sees. Where something is hidden they get the position alone. */
static struct session *session_for(const struct live *live, const struct viewer *viewer) {
    const struct puzzle *puzzle = session_puzzle(live->session);
    if (puzzle->seats)
        return session_start_from(puzzle, state_position(live, viewer->seats));
    return state_session(live, viewer->seats);
}

/* With the game taken. Returns false with a problem. */
static bool prepare(const struct live *live, const struct viewer *viewer, const json_t *options,
                    struct job_wish *wish, struct reply *reply) {
    wish->puzzle = session_puzzle(live->session);
    if (!can(wish->puzzle, wish->kind)) {
        reply_problem(reply, 422, "unsupported", "%s cannot do that", wish->puzzle->name);
        return false;
    }
    wish->options = wish_options(wish->puzzle, capabilities[wish->kind], options, reply);
    if (!wish->options)
        return false;
    wish->session = session_for(live, viewer);
    memcpy(wish->game, live->game.id, sizeof wish->game);
    wish->version = live->version;
    memcpy(wish->hash, viewer->hash, sizeof wish->hash);
    return true;
}

static void ask(struct app *app, const struct call *call, struct reply *reply, enum job_kind kind) {
    struct wish body = {.body = call->body, .reply = reply};
    struct job_wish wish = {.kind = kind};
    struct viewer viewer;
    const json_t *options = wish_object(&body, "options");
    const char *from = wish_text(&body, "from", MOST_DIGITS);
    wish.count = (uint64_t)wish_number(&body, "count", 1, MOST_MOVES, MOVES_AT_FIRST);
    if (!wish_good(&body))
        return;
    struct live *live = app_take(app, call, true, &viewer, reply);
    if (!live)
        return;
    bool good = prepare(live, &viewer, options, &wish, reply);
    lives_leave(app->lives, live);
    if (!good)
        return;
    wish.from = from ? mem_text(from) : NULL;
    jobs_start(app->jobs, &wish, reply);
}

void api_solve(struct app *app, const struct call *call, struct reply *reply) {
    ask(app, call, reply, JOB_SOLVE);
}

void api_hint(struct app *app, const struct call *call, struct reply *reply) {
    ask(app, call, reply, JOB_HINT);
}

void api_check(struct app *app, const struct call *call, struct reply *reply) {
    ask(app, call, reply, JOB_CHECK);
}

void api_rate(struct app *app, const struct call *call, struct reply *reply) {
    ask(app, call, reply, JOB_RATE);
}

static void look(struct app *app, const struct call *call, struct reply *reply, bool cancel) {
    uint8_t hash[SECRET_HASH];
    const char *text = cancel ? NULL : call_query(call, "since");
    char *end = NULL;
    unsigned long long since = text ? strtoull(text, &end, 10) : 0;
    if (text && (!*text || *end || *text < '0' || *text > '9' || since > INT64_MAX)) {
        reply_problem(reply, 400, "bad_request", "since: the number of a frame was expected");
        return;
    }
    if (call->token)
        secret_hash(call->token, hash);
    jobs_look(app->jobs, call->part[0], call->token ? hash : NULL, cancel, since, reply);
}

void api_job(struct app *app, const struct call *call, struct reply *reply) {
    look(app, call, reply, false);
}

void api_cancel(struct app *app, const struct call *call, struct reply *reply) {
    look(app, call, reply, true);
}
