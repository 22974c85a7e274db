/* POST games: from a text, from a generator, or a new game for several players. POST drafts: from a
 * text or a generator, and nothing is kept. */
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

/* What the body says. */
struct new_game {
    struct app *app;
    struct reply *reply;
    struct wish wish;
    bool draft;
    const char *text, *base64, *as, *puzzle_name, *image, *title, *name;
    const json_t *options, *seats;
    int64_t seed;   /* -1: none was given */
    int64_t number; /* of the puzzle in the text, from 1; 0: none was given */
    int64_t seconds;
    bool check;
    const struct puzzle *puzzle;
    struct recognised recognised; /* the text */
    char token[SECRET_LONG + 1];
    uint8_t hash[SECRET_HASH];
};

/* ---- reading ---- */

/* What only games or only drafts have. */
static void read_rest(struct new_game *new) {
    struct wish *wish = &new->wish;
    if (new->draft) {
        new->check = wish_flag(wish, "check");
        new->seconds = wish_number(wish, "seconds", 1, (int64_t)JOBS_SECONDS, 0);
    } else {
        new->name = wish_text(wish, "name", STORE_NAME);
        new->seats = wish_texts(wish, "seats", STORE_SEATS, 30);
    }
}

static bool read_body(struct new_game *new) {
    struct wish *wish = &new->wish;
    new->text = wish_text(wish, "text", APP_BODY);
    new->base64 = wish_text(wish, "base64", APP_BODY);
    new->as = wish_text(wish, "as", 20);
    new->puzzle_name = wish_text(wish, "puzzle", 20);
    new->image = wish_text(wish, "image", APP_BODY);
    new->title = wish_text(wish, "title", TITLE_BYTES);
    new->options = wish_object(wish, "options");
    new->seed = wish_number(wish, "seed", 0, INT64_MAX, -1);
    new->number = wish_number(wish, "number", 1, MOST_NUMBER, 0);
    read_rest(new);
    if (!wish_good(wish))
        return false;
    if (new->name && json_string_length(json_object_get(wish->body, "name")) > 0 &&
        strpbrk(new->name, "\r\n\t"))
        return wish_refuse(wish, "name", "one line was expected");
    if (!!new->text + !!new->base64 + !!new->puzzle_name != 1)
        return wish_refuse(wish, "puzzle", "exactly one of text, base64 and puzzle was expected");
    if (!new->puzzle_name && (new->options || new->seed >= 0 || new->image))
        return wish_refuse(wish, "options", "options, seed and image go with puzzle only");
    if (new->puzzle_name &&new->number)
        return wish_refuse(wish, "number", "it goes with text and base64 only");
    if (new->title && (!new->image || !upload_may_be_called(new->title)))
        return wish_refuse(wish, "title", "it goes with image only, in one line, without a /");
    return true;
}

static bool find_puzzle(struct new_game *new) {
    const char *field = new->puzzle_name ? "puzzle" : "as";
    const char *name = new->puzzle_name ? new->puzzle_name : new->as;
    new->puzzle = name ? registry_find(name) : NULL;
    if (name && !new->puzzle)
        return wish_refuse(&new->wish, field, "there is no puzzle of that name");
    return true;
}

/* ---- seats ---- */

static bool any_open(const struct new_game *new) {
    for (size_t i = 0; new->seats &&i < json_array_size(new->seats); i++)
        if (strcmp(json_string_value(json_array_get(new->seats, i)), "open") == 0)
            return true;
    return false;
}

/* One seat from its word. mine gets its bit if it is the creator's. */
static bool read_seat(struct new_game *new, const char *word, unsigned number,
                      struct store_seat *seat, unsigned *mine) {
    if (strcmp(word, "me") == 0) {
        *mine |= 1U << number;
        seat->kind = STORE_PERSON;
        snprintf(seat->name, sizeof seat->name, "%s", new->name ? new->name : "");
    } else if (strcmp(word, "open") == 0) {
        seat->kind = STORE_OPEN;
    } else if (strncmp(word, "engine:", 7) == 0 && engine_knows(new->puzzle, word + 7)) {
        seat->kind = STORE_ENGINE;
        snprintf(seat->level, sizeof seat->level, "%s", word + 7);
    } else {
        return wish_refuse(&new->wish, "seats", "me, open or engine:LEVEL was expected");
    }
    return true;
}

static unsigned count_seats(const struct puzzle *puzzle, const struct session *session) {
    return puzzle->seats ? puzzle->seats->count(session_start(session)) : 1;
}

static bool read_seats(struct new_game *new, const struct session *session, struct store_game *game,
                       unsigned *mine) {
    game->seat_count = count_seats(new->puzzle, session);
    if (new->seats && !new->puzzle->seats)
        return wish_refuse(&new->wish, "seats", "this puzzle is for one");
    if (new->seats && json_array_size(new->seats) != game->seat_count)
        return wish_refuse(&new->wish, "seats", "the game has another number of players");
    for (unsigned i = 0; i < game->seat_count; i++) {
        const char *word = new->seats ? json_string_value(json_array_get(new->seats, i)) : "me";
        if (!read_seat(new, word, i, &game->seats[i], mine))
            return false;
    }
    return true;
}

/* ---- keeping ---- */

/* Takes the session over. Answers with the game. */
static void keep(struct new_game *new, struct session *session) {
    struct store_game game;
    unsigned mine = 0;
    qd_error error = {0};
    create_begin(&game, session);
    if (!read_seats(new, session, &game, &mine)) {
        store_game_free(&game);
    } else {
        create_token(&game, new->hash, mine, true);
        struct live *live = create_finish(new->app, &game, &error);
        if (!live)
            create_refuse(new->reply, &error);
        else {
            struct viewer viewer = {.seats = mine, .known = true, .owner = true};
            engine_wake(new->app, live);
            reply_json(new->reply, 201, state_created(live, &viewer, new->token));
            lives_leave(new->app->lives, live);
        }
    }
    session_free(session);
}

/* The same start with chance decided by the server. Takes the session over. */
static struct session *deal(struct session *session, uint64_t seed) {
    const struct puzzle *puzzle = session_puzzle(session);
    struct position *start = puzzle->rules->copy(session_start(session));
    puzzle->seats->deal(start, seed);
    session_free(session);
    return session_start_from(puzzle, start);
}

/* ---- from a text ---- */

/* A game with open seats draws by a seed that nobody knows. Takes the session over; returns NULL
 * with a problem. */
static struct session *make_fair(struct new_game *new, struct session *session) {
    const struct puzzle_seats *seats = new->puzzle->seats;
    if (!seats)
        return session;
    bool dealt = seats->dealt(session_start(session));
    bool begun = session_moves(session)->count > 0;
    if (!dealt && !begun)
        return deal(session, secret_seed());
    if (!any_open(new))
        return session;
    wish_refuse(&new->wish, "text",
                "a game with open seats begins without moves and without a seed");
    session_free(session);
    return NULL;
}

/* The one puzzle of a text that is meant. Returns false with a problem. */
static bool choose_part(struct new_game *new, const char *data, size_t size,
                        struct source *source) {
    struct collection collection;
    qd_error error = {0};
    if (!collection_open(data, size, new->puzzle, (size_t) new->number, &collection, &error)) {
        reply_bad_text(new->reply, &error);
        return false;
    }
    bool clear = collection.count == 1 || collection.chosen;
    new->recognised = collection.recognised;
    if (clear)
        collection_part(&collection, collection.chosen ? collection.chosen : 1, source);
    else {
        reply_problem(new->reply, 422, "several", "the text holds %zu puzzles; number says which",
                      collection.count);
        reply_detail(new->reply, "count", json_integer((json_int_t)collection.count));
    }
    collection_free(&collection);
    return clear;
}

static void check_by_job(struct new_game *new, struct session *session);

static void open_text(struct new_game *new, const char *data, size_t size) {
    struct source source;
    qd_error error = {0};
    if (!choose_part(new, data, size, &source))
        return;
    qd_control *control = control_new(&new->app->deciding);
    struct session *session = session_open_as(&source, &new->recognised, control, NULL, &error);
    control_free(control);
    file_close(&source);
    if (!session) {
        reply_bad_text(new->reply, &error);
        return;
    }
    new->puzzle = session_puzzle(session);
    if (new->draft) {
        check_by_job(new, session);
        return;
    }
    session = make_fair(new, session);
    if (session)
        keep(new, session);
}

static void from_text(struct new_game *new) {
    struct buf bytes = {0};
    if (new->text)
        open_text(new, new->text, strlen(new->text));
    else if (!secret_base64(new->base64, strlen(new->base64), &bytes))
        wish_refuse(&new->wish, "base64", "this is not base64");
    else
        open_text(new, buf_text(&bytes), bytes.size);
    buf_free(&bytes);
}

/* ---- from a generator ---- */

/* A picture goes to the generator as a file. Returns its name, or NULL with a problem. */
static char *write_image(struct new_game *new) {
    struct buf bytes = {0};
    qd_error error = {0};
    char *path = NULL;
    if (!secret_base64(new->image, strlen(new->image), &bytes))
        wish_refuse(&new->wish, "image", "this is not base64");
    else {
        path = upload_write(&bytes, new->title ? new->title : "picture", &error);
        if (!path)
            reply_failure(new->reply, &error);
    }
    buf_free(&bytes);
    return path;
}

static bool add_image(struct new_game *new, struct job_wish *wish) {
    const struct option_spec *spec = option_find(new->puzzle->options, "image");
    qd_error error = {0};
    if (!new->image)
        return true;
    if (!spec)
        return wish_refuse(&new->wish, "image", "this puzzle is not made from pictures");
    wish->file = write_image(new);
    return wish->file && options_set(wish->options, spec, wish->file, &error);
}

/* Takes over what the wish holds. */
static void start_job(struct new_game *new, struct job_wish *wish) {
    wish->seed = new->seed >= 0 ? (uint64_t) new->seed : secret_seed() >> 32;
    wish->check = new->check;
    wish->seconds = (double)new->seconds;
    memcpy(wish->hash, new->hash, sizeof wish->hash);
    snprintf(wish->name, sizeof wish->name, "%s", new->name ? new->name : "");
    jobs_start(new->app->jobs, wish, new->reply);
    if (new->reply->status == 202)
        json_object_set_new(new->reply->json, "token", json_string(new->token));
}

static void by_job(struct new_game *new) {
    struct job_wish wish = {.kind = new->draft ? JOB_DRAFT : JOB_GENERATE, .puzzle = new->puzzle};
    wish.options = wish_options(new->puzzle, CAN_GENERATE, new->options, new->reply);
    if (!wish.options)
        return;
    if (add_image(new, &wish) &&
        wish_options_fit(wish.options, new->puzzle, CAN_GENERATE, new->reply))
        start_job(new, &wish);
    else
        job_wish_free(&wish);
}

/* A draft from a text. Takes the session over. */
static void check_by_job(struct new_game *new, struct session *session) {
    struct job_wish wish = {.kind = JOB_DRAFT, .puzzle = new->puzzle, .session = session};
    if (new->puzzle->seats) {
        session_free(session);
        reply_problem(new->reply, 422, "unsupported", "a game for several is no draft");
    } else
        start_job(new, &wish);
}

/* A game for several is made at once. */
static struct session *make_game(struct new_game *new, struct options *options) {
    const struct puzzle *puzzle = new->puzzle;
    const qd_limits limits = {.seconds = 5};
    char players[16];
    qd_error error = {0};
    if (new->seats) {
        snprintf(players, sizeof players, "%zu", json_array_size(new->seats));
        if (!wish_set(options, puzzle, CAN_GENERATE, puzzle->seats->players, players, new->reply))
            return NULL;
    }
    qd_control *control = control_new(&limits);
    uint64_t seed = new->seed >= 0 ? (uint64_t) new->seed : secret_seed();
    struct session *session = verb_generate(puzzle, options, seed, control, NULL, &error);
    control_free(control);
    if (!session)
        reply_bad_text(new->reply, &error);
    return session && new->seed < 0 ? deal(session, secret_seed()) : session;
}

static void for_several(struct new_game *new) {
    struct options *options = NULL;
    if (new->seed >= 0 && any_open(new)) {
        wish_refuse(&new->wish, "seed", "a game with open seats draws by a seed of its own");
        return;
    }
    options = wish_options(new->puzzle, CAN_GENERATE, new->options, new->reply);
    if (!options)
        return;
    struct session *session = NULL;
    if (wish_options_fit(options, new->puzzle, CAN_GENERATE, new->reply))
        session = make_game(new, options);
    options_free(options);
    if (session)
        keep(new, session);
}

static void generate(struct new_game *new) {
    if (!new->puzzle->generate)
        reply_problem(new->reply, 422, "unsupported", "%s cannot be generated", new->puzzle->name);
    else if (new->draft &&new->puzzle->seats)
        reply_problem(new->reply, 422, "unsupported", "a game for several is no draft");
    else if (new->puzzle->seats)
        for_several(new);
    else if (new->seats)
        wish_refuse(&new->wish, "seats", "this puzzle is for one");
    else
        by_job(new);
}

static void make(struct app *app, const struct call *call, struct reply *reply, bool draft) {
    struct new_game new = {
        .app = app, .reply = reply, .draft = draft, .wish = {.body = call->body, .reply = reply}};
    if (!read_body(&new) || !find_puzzle(&new))
        return;
    secret_token(new.token);
    secret_hash(new.token, new.hash);
    if (new.puzzle_name)
        generate(&new);
    else
        from_text(&new);
}

void api_create(struct app *app, const struct call *call, struct reply *reply) {
    make(app, call, reply, false);
}

void api_draft(struct app *app, const struct call *call, struct reply *reply) {
    make(app, call, reply, true);
}

json_t *api_made(void *context, const struct job_wish *wish, struct session *session,
                 qd_error *error) {
    struct app *app = context;
    struct store_game game;
    json_t *object = NULL;
    create_begin(&game, session);
    session_free(session);
    game.seat_count = 1;
    snprintf(game.seats[0].name, sizeof game.seats[0].name, "%s", wish->name);
    create_token(&game, wish->hash, 1, true);
    struct live *live = create_finish(app, &game, error);
    if (live) {
        struct viewer viewer = {.seats = 1, .known = true, .owner = true};
        object = state_game(live, &viewer, false);
        lives_leave(app->lives, live);
    }
    return object;
}
