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
static struct session *session_for(const struct cached_game *game, const struct viewer *viewer) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    if (puzzle->seats)
        return session_start_from(puzzle, view_position(game, viewer->seats));
    return view_session(game, viewer->seats);
}

/* With the game taken. Returns false with a problem. */
static bool prepare(const struct cached_game *game, const struct viewer *viewer,
                    const json_t *options, struct job_request *job, struct response *response) {
    job->puzzle = session_puzzle(game->session);
    if (!can(job->puzzle, job->kind)) {
        response_problem(response, 422, "unsupported", "%s cannot do that", job->puzzle->name);
        return false;
    }
    job->options = body_options(job->puzzle, capabilities[job->kind], options, response);
    if (!job->options)
        return false;
    job->session = session_for(game, viewer);
    memcpy(job->game, game->stored.id, sizeof job->game);
    job->version = game->version;
    memcpy(job->hash, viewer->hash, sizeof job->hash);
    return true;
}

static void ask(struct app *app, const struct request *request, struct response *response,
                enum job_kind kind) {
    struct request_body body = {.json = request->body, .response = response};
    struct job_request job = {.kind = kind};
    struct viewer viewer;
    const json_t *options = body_object(&body, "options");
    const char *from = body_text(&body, "from", MOST_DIGITS);
    job.count = (uint64_t)body_number(&body, "count", 1, MOST_MOVES, MOVES_AT_FIRST);
    if (!body_valid(&body))
        return;
    struct cached_game *game = app_lock_game(app, request, true, &viewer, response);
    if (!game)
        return;
    bool good = prepare(game, &viewer, options, &job, response);
    game_cache_unlock(app->cache, game);
    if (!good)
        return;
    job.from = from ? mem_text(from) : NULL;
    jobs_start(app->jobs, &job, response);
}

void api_solve(struct app *app, const struct request *request, struct response *response) {
    ask(app, request, response, JOB_SOLVE);
}

void api_hint(struct app *app, const struct request *request, struct response *response) {
    ask(app, request, response, JOB_HINT);
}

void api_check(struct app *app, const struct request *request, struct response *response) {
    ask(app, request, response, JOB_CHECK);
}

void api_rate(struct app *app, const struct request *request, struct response *response) {
    ask(app, request, response, JOB_RATE);
}

static void look(struct app *app, const struct request *request, struct response *response,
                 bool cancel) {
    uint8_t hash[SECRET_HASH];
    const char *text = cancel ? NULL : request_query(request, "since");
    char *end = NULL;
    unsigned long long since = text ? strtoull(text, &end, 10) : 0;
    if (text && (!*text || *end || *text < '0' || *text > '9' || since > INT64_MAX)) {
        response_problem(response, 400, "bad_request", "since: the number of a frame was expected");
        return;
    }
    if (request->token)
        secret_hash(request->token, hash);
    jobs_get(app->jobs, request->parameter[0], request->token ? hash : NULL, cancel, since,
             response);
}

void api_job(struct app *app, const struct request *request, struct response *response) {
    look(app, request, response, false);
}

void api_cancel(struct app *app, const struct request *request, struct response *response) {
    look(app, request, response, true);
}
