/* POST /games: a game from a text, from a generator, or for several players. POST /drafts: a puzzle
 * from a text or a generator, which is not stored. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/interface/registry.h"
#include "server/api/api.h"
#include "server/games/create.h"
#include "server/games/engine_seats.h"
#include "server/games/view.h"
#include "server/http/request_body.h"
#include "server/http/upload.h"
#include "session/collection.h"
#include "session/verbs.h"

enum { NAME_CHARACTERS = 40, TITLE_BYTES = 100, MOST_NUMBER = 1000000000 };

/* A request for a new game or draft. */
struct creation {
    struct app *app;
    struct response *response;
    struct request_body body;
    bool draft;
    const char *text, *base64, *as, *puzzle_name, *image, *title, *name;
    const json_t *options, *seats;
    int64_t seed;   /* -1: none given */
    int64_t number; /* of the puzzle in the text, from 1; 0: none given */
    int64_t seconds;
    bool check;
    const struct puzzle *puzzle;
    struct recognised recognised; /* the text */
    char token[SECRET_LONG + 1];
    uint8_t hash[SECRET_HASH];
};

/* ---- reading ---- */

/* The fields of games only, or of drafts only. */
static void read_rest(struct creation *creation) {
    struct request_body *body = &creation->body;
    if (creation->draft) {
        creation->check = body_flag(body, "check");
        creation->seconds = body_number(body, "seconds", 1, (int64_t)JOBS_SECONDS, 0);
    } else {
        creation->name = body_text(body, "name", STORE_NAME);
        creation->seats = body_texts(body, "seats", STORE_SEATS, 30);
    }
}

static bool read_body(struct creation *creation) {
    struct request_body *body = &creation->body;
    creation->text = body_text(body, "text", APP_BODY);
    creation->base64 = body_text(body, "base64", APP_BODY);
    creation->as = body_text(body, "as", 20);
    creation->puzzle_name = body_text(body, "puzzle", 20);
    creation->image = body_text(body, "image", APP_BODY);
    creation->title = body_text(body, "title", TITLE_BYTES);
    creation->options = body_object(body, "options");
    creation->seed = body_number(body, "seed", 0, INT64_MAX, -1);
    creation->number = body_number(body, "number", 1, MOST_NUMBER, 0);
    read_rest(creation);
    if (!body_valid(body))
        return false;
    if (creation->name && json_string_length(json_object_get(body->json, "name")) > 0 &&
        strpbrk(creation->name, "\r\n\t"))
        return body_refuse(body, "name", "one line was expected");
    if (!!creation->text + !!creation->base64 + !!creation->puzzle_name != 1)
        return body_refuse(body, "puzzle", "exactly one of text, base64 and puzzle was expected");
    if (!creation->puzzle_name && (creation->options || creation->seed >= 0 || creation->image))
        return body_refuse(body, "options", "options, seed and image need puzzle");
    if (creation->puzzle_name && creation->number)
        return body_refuse(body, "number", "it needs text or base64");
    if (creation->title && (!creation->image || !upload_may_be_called(creation->title)))
        return body_refuse(body, "title", "it needs image, and is one line without a /");
    return true;
}

static bool find_puzzle(struct creation *creation) {
    const char *field = creation->puzzle_name ? "puzzle" : "as";
    const char *name = creation->puzzle_name ? creation->puzzle_name : creation->as;
    creation->puzzle = name ? registry_find(name) : NULL;
    if (name && !creation->puzzle)
        return body_refuse(&creation->body, field, "there is no puzzle of that name");
    return true;
}

/* ---- seats ---- */

static bool any_open(const struct creation *creation) {
    for (size_t i = 0; creation->seats && i < json_array_size(creation->seats); i++)
        if (strcmp(json_string_value(json_array_get(creation->seats, i)), "open") == 0)
            return true;
    return false;
}

/* Reads "me", "open" or "engine:LEVEL". Adds the seat to *mine if it is the creator's. */
static bool read_seat(struct creation *creation, const char *word, unsigned number,
                      struct store_seat *seat, unsigned *mine) {
    if (strcmp(word, "me") == 0) {
        *mine |= 1U << number;
        seat->kind = STORE_PERSON;
        snprintf(seat->name, sizeof seat->name, "%s", creation->name ? creation->name : "");
    } else if (strcmp(word, "open") == 0) {
        seat->kind = STORE_OPEN;
    } else if (strncmp(word, "engine:", 7) == 0 && engine_knows(creation->puzzle, word + 7)) {
        seat->kind = STORE_ENGINE;
        snprintf(seat->level, sizeof seat->level, "%s", word + 7);
    } else {
        return body_refuse(&creation->body, "seats", "me, open or engine:LEVEL was expected");
    }
    return true;
}

static unsigned count_seats(const struct puzzle *puzzle, const struct session *session) {
    return puzzle->seats ? puzzle->seats->count(session_start(session)) : 1;
}

static bool read_seats(struct creation *creation, const struct session *session,
                       struct store_game *stored, unsigned *mine) {
    stored->seat_count = count_seats(creation->puzzle, session);
    if (creation->seats && !creation->puzzle->seats)
        return body_refuse(&creation->body, "seats", "this puzzle is for one player");
    if (creation->seats && json_array_size(creation->seats) != stored->seat_count)
        return body_refuse(&creation->body, "seats", "the game has another number of players");
    for (unsigned i = 0; i < stored->seat_count; i++) {
        const char *word =
            creation->seats ? json_string_value(json_array_get(creation->seats, i)) : "me";
        if (!read_seat(creation, word, i, &stored->seats[i], mine))
            return false;
    }
    return true;
}

/* ---- keeping ---- */

/* Stores the session, which it takes over, as a game and answers with it. */
static void store_session(struct creation *creation, struct session *session) {
    struct store_game stored;
    unsigned mine = 0;
    qd_error error = {0};
    create_begin(&stored, session);
    if (!read_seats(creation, session, &stored, &mine)) {
        store_game_free(&stored);
    } else {
        create_token(&stored, creation->hash, mine, true);
        struct cached_game *game = create_finish(creation->app, &stored, &error);
        if (!game)
            create_refuse(creation->response, &error);
        else {
            struct viewer viewer = {.seats = mine, .known = true, .owner = true};
            engine_schedule(creation->app, game);
            response_json(creation->response, 201, view_created(game, &viewer, creation->token));
            game_cache_unlock(creation->app->cache, game);
        }
    }
    session_free(session);
}

/* The same start with a seed of the server's. Takes the session over. */
static struct session *deal(struct session *session, uint64_t seed) {
    const struct puzzle *puzzle = session_puzzle(session);
    struct position *start = puzzle->rules->copy(session_start(session));
    puzzle->seats->deal(start, seed);
    session_free(session);
    return session_start_from(puzzle, start);
}

/* ---- from a text ---- */

/* A game with open seats must draw with a seed that no player knows. Takes the session over;
 * returns NULL with a problem. */
static struct session *make_fair(struct creation *creation, struct session *session) {
    const struct puzzle_seats *seats = creation->puzzle->seats;
    if (!seats)
        return session;
    bool dealt = seats->dealt(session_start(session));
    bool begun = session_moves(session)->count > 0;
    if (!dealt && !begun)
        return deal(session, secret_seed());
    if (!any_open(creation))
        return session;
    body_refuse(&creation->body, "text",
                "a game with open seats begins without moves and without a seed");
    session_free(session);
    return NULL;
}

/* Picks the puzzle that the request means out of a text. Returns false with a problem. */
static bool choose_part(struct creation *creation, const char *data, size_t size,
                        struct source *source) {
    struct collection collection;
    qd_error error = {0};
    if (!collection_open(data, size, creation->puzzle, (size_t)creation->number, &collection,
                         &error)) {
        response_bad_text(creation->response, &error);
        return false;
    }
    bool clear = collection.count == 1 || collection.chosen;
    creation->recognised = collection.recognised;
    if (clear)
        collection_part(&collection, collection.chosen ? collection.chosen : 1, source);
    else {
        response_problem(creation->response, 422, "several",
                         "the text has %zu puzzles; choose one by its number", collection.count);
        response_detail(creation->response, "count", json_integer((json_int_t)collection.count));
    }
    collection_free(&collection);
    return clear;
}

static void start_draft(struct creation *creation, struct session *session);

static void open_text(struct creation *creation, const char *data, size_t size) {
    struct source source;
    qd_error error = {0};
    if (!choose_part(creation, data, size, &source))
        return;
    qd_control *control = control_new(&creation->app->deciding);
    struct session *session =
        session_open_as(&source, &creation->recognised, control, NULL, &error);
    control_free(control);
    file_close(&source);
    if (!session) {
        response_bad_text(creation->response, &error);
        return;
    }
    if (session_bytes(session) > APP_GAME) {
        response_problem(creation->response, 413, "too_large", "this game is too large");
        session_free(session);
        return;
    }
    creation->puzzle = session_puzzle(session);
    if (creation->draft) {
        start_draft(creation, session);
        return;
    }
    session = make_fair(creation, session);
    if (session)
        store_session(creation, session);
}

static void from_text(struct creation *creation) {
    struct buf bytes = {0};
    if (creation->text)
        open_text(creation, creation->text, strlen(creation->text));
    else if (!secret_base64(creation->base64, strlen(creation->base64), &bytes))
        body_refuse(&creation->body, "base64", "this is not base64");
    else
        open_text(creation, buf_text(&bytes), bytes.size);
    buf_free(&bytes);
}

/* ---- from a generator ---- */

/* Generators read pictures from files. Returns the file's path, or NULL with a problem. */
static char *write_image(struct creation *creation) {
    struct buf bytes = {0};
    qd_error error = {0};
    char *path = NULL;
    if (!secret_base64(creation->image, strlen(creation->image), &bytes))
        body_refuse(&creation->body, "image", "this is not base64");
    else {
        path = upload_write(&bytes, creation->title ? creation->title : "picture", &error);
        if (!path)
            response_failure(creation->response, &error);
    }
    buf_free(&bytes);
    return path;
}

static bool add_image(struct creation *creation, struct job_request *job) {
    const struct option_spec *spec = option_find(creation->puzzle->options, "image");
    qd_error error = {0};
    if (!creation->image)
        return true;
    if (!spec)
        return body_refuse(&creation->body, "image", "this puzzle is not made from pictures");
    job->file = write_image(creation);
    return job->file && options_set(job->options, spec, job->file, &error);
}

/* Takes over what the job holds. */
static void start_job(struct creation *creation, struct job_request *job) {
    job->seed = creation->seed >= 0 ? (uint64_t)creation->seed : secret_seed() >> 32;
    job->check = creation->check;
    job->seconds = (double)creation->seconds;
    memcpy(job->hash, creation->hash, sizeof job->hash);
    snprintf(job->name, sizeof job->name, "%s", creation->name ? creation->name : "");
    jobs_start(creation->app->jobs, job, creation->response);
    if (creation->response->status == 202)
        json_object_set_new(creation->response->json, "token", json_string(creation->token));
}

static void start_generator(struct creation *creation) {
    struct job_request job = {.kind = creation->draft ? JOB_DRAFT : JOB_GENERATE,
                              .puzzle = creation->puzzle};
    job.options =
        body_options(creation->puzzle, CAN_GENERATE, creation->options, creation->response);
    if (!job.options)
        return;
    if (add_image(creation, &job) &&
        body_options_fit(job.options, creation->puzzle, CAN_GENERATE, creation->response))
        start_job(creation, &job);
    else
        job_request_free(&job);
}

/* Makes a draft of a text. Takes the session over. */
static void start_draft(struct creation *creation, struct session *session) {
    struct job_request job = {.kind = JOB_DRAFT, .puzzle = creation->puzzle, .session = session};
    if (creation->puzzle->seats) {
        session_free(session);
        response_problem(creation->response, 422, "unsupported",
                         "a game for several players cannot be a draft");
    } else
        start_job(creation, &job);
}

/* A game for several players needs no job. */
static struct session *make_game(struct creation *creation, struct options *options) {
    const struct puzzle *puzzle = creation->puzzle;
    const qd_limits limits = {.seconds = 5};
    char players[16];
    qd_error error = {0};
    if (creation->seats) {
        snprintf(players, sizeof players, "%zu", json_array_size(creation->seats));
        if (!body_option_set(options, puzzle, CAN_GENERATE, puzzle->seats->players, players,
                             creation->response))
            return NULL;
    }
    qd_control *control = control_new(&limits);
    uint64_t seed = creation->seed >= 0 ? (uint64_t)creation->seed : secret_seed();
    struct session *session = verb_generate(puzzle, options, seed, control, NULL, &error);
    control_free(control);
    if (!session)
        response_bad_text(creation->response, &error);
    return session && creation->seed < 0 ? deal(session, secret_seed()) : session;
}

static void make_for_several(struct creation *creation) {
    struct options *options = NULL;
    if (creation->seed >= 0 && any_open(creation)) {
        body_refuse(&creation->body, "seed", "a game with open seats has a secret seed");
        return;
    }
    options = body_options(creation->puzzle, CAN_GENERATE, creation->options, creation->response);
    if (!options)
        return;
    struct session *session = NULL;
    if (body_options_fit(options, creation->puzzle, CAN_GENERATE, creation->response))
        session = make_game(creation, options);
    options_free(options);
    if (session)
        store_session(creation, session);
}

static void generate(struct creation *creation) {
    if (!creation->puzzle->generate)
        response_problem(creation->response, 422, "unsupported", "%s cannot be generated",
                         creation->puzzle->name);
    else if (creation->draft && creation->puzzle->seats)
        response_problem(creation->response, 422, "unsupported",
                         "a game for several players cannot be a draft");
    else if (creation->puzzle->seats)
        make_for_several(creation);
    else if (creation->seats)
        body_refuse(&creation->body, "seats", "this puzzle is for one player");
    else
        start_generator(creation);
}

static void make(struct app *app, const struct request *request, struct response *response,
                 bool draft) {
    struct creation creation = {.app = app,
                                .response = response,
                                .draft = draft,
                                .body = {.json = request->body, .response = response}};
    if (!read_body(&creation) || !find_puzzle(&creation))
        return;
    secret_token(creation.token);
    secret_hash(creation.token, creation.hash);
    if (creation.puzzle_name)
        generate(&creation);
    else
        from_text(&creation);
}

void api_create(struct app *app, const struct request *request, struct response *response) {
    make(app, request, response, false);
}

void api_draft(struct app *app, const struct request *request, struct response *response) {
    make(app, request, response, true);
}

json_t *api_made(void *context, const struct job_request *job, struct session *session,
                 qd_error *error) {
    struct app *app = context;
    struct store_game stored;
    json_t *object = NULL;
    create_begin(&stored, session);
    session_free(session);
    stored.seat_count = 1;
    snprintf(stored.seats[0].name, sizeof stored.seats[0].name, "%s", job->name);
    create_token(&stored, job->hash, 1, true);
    struct cached_game *game = create_finish(app, &stored, error);
    if (game) {
        struct viewer viewer = {.seats = 1, .known = true, .owner = true};
        object = view_game(game, &viewer, false);
        game_cache_unlock(app->cache, game);
    }
    return object;
}
