/* Any lines as requests to the server, one after the other, and what must hold of every answer: no
 * failure of the server, problems as objects, no secret of others, and nothing changed by whoever
 * may not. In the end every game must be what its log says.
 *
 *   METHOD WHO TARGET [BODY]   WHO: - for no token, a digit for a token that was given out before,
 *                              else the token itself. In TARGET and BODY stand $g0 for the id of
 *                              the first game, $i0 for its invite, $v0 for its version, $m0 for a
 *                              legal move in it, $j0 for the first job.
 *   RUN                        does what waits first: a job, or an engine's move
 *   BEAT DAYS                  old games are removed, so many days from now */
#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread_pool.h"
#include "fuzz/fake_mhd.h"
#include "server/api/api.h"
#include "server/api/routes.h"
#include "server/dispatch.h"
#include "server/games/retention.h"
#include "server/games/view.h"

enum {
    LINES = 24,
    GAMES = 8,
    TOKENS = 16,
    JOBS = 8,
    RIGHTS = 64,
    STREAMS = 4,
    DIGITS = 8,
    MOVES = 50
};
#define DAY (INT64_C(24) * 3600 * 1000)

struct known_game {
    char id[SECRET_ID + 1], invite[SECRET_LONG + 1];
    uint64_t version; /* before the request that is being made */
    bool gone;
};

/* What is known of a job: the token it was started with, and whether that had the turn. */
struct known_job {
    char id[SECRET_LONG + 1];
    size_t token;
    bool had_turn;
};

/* A token may play for these seats of a game. */
struct right {
    size_t token, game;
    unsigned seats;
};

struct world {
    const char *input;
    struct mhd mhd;
    struct app app;
    struct http *http;
    struct known_game game[GAMES];
    char token[TOKENS][SECRET_LONG + 1];
    struct known_job job[JOBS];
    struct right right[RIGHTS];
    struct MHD_Response *stream[STREAMS];
    size_t games, tokens, jobs, rights, streams;
};

/* One request, and what came of it. */
struct exchange {
    char *method, *who, *target, *body; /* NULL: none */
    size_t token;                       /* its number; TOKENS: none that was given out */
    struct fake_answer answer;
    json_t *json;  /* of the answer; NULL: it is none */
    size_t issued; /* the token that the answer gave out; TOKENS: none */
};

/* ---- the server ---- */

static void open_world(struct world *world) {
    const qd_limits limits = {.seconds = 0.2, .bytes = 64 << 20, .nodes = 2000};
    qd_error error = {0};
    struct app *app = &world->app;
    fake_begin();
    fake_mhd_fill(&world->mhd);
    app->mhd = &world->mhd;
    app->version = "fuzzed";
    app->most_games = GAMES - 2;
    app->retention_ms = 30 * DAY;
    app->thinking = app->deciding = limits;
    app->store = store_open("sqlite::memory:", &error);
    fuzz_check(app->store, "%s", error.message);
    app->events = events_new(&world->mhd);
    app->cache = game_cache_new(app->store, 2);
    app->engines = thread_pool_new(1, 100);
    app->jobs = jobs_new(app->events, &limits, api_made, app);
    world->http = http_start(app, NULL, 0, &error);
    fuzz_check(world->http, "%s", error.message);
}

static void close_world(struct world *world) {
    struct app *app = &world->app;
    atomic_store(&app->stopping, true);
    events_stop(app->events);
    for (size_t i = 0; i < world->streams; i++)
        fake_stream_end(world->stream[i]);
    jobs_stop(app->jobs);
    thread_pool_stop(app->engines);
    http_stop(world->http);
    jobs_free(app->jobs);
    thread_pool_free(app->engines);
    game_cache_free(app->cache);
    store_close(app->store);
    events_free(app->events);
}

/* The game as the server has it; NULL if it was removed. To be given back. */
static struct cached_game *take(struct world *world, size_t game) {
    struct cached_game *held = NULL;
    qd_error error = {0};
    qd_status status = game_cache_lock(world->app.cache, world->game[game].id, &held, &error);
    fuzz_check(status == QD_YES || status == QD_NO, "game %s: %s", world->game[game].id,
               error.message);
    return held;
}

/* ---- requests ---- */

/* One of the legal moves of a game, another one with each version. */
static void add_move(struct world *world, size_t game, struct buf *out) {
    struct cached_game *held = take(world, game);
    struct record legal = {0};
    if (!held)
        return;
    session_puzzle(held->session)
        ->rules->moves(session_position(held->session), MOVES, NULL, &legal);
    if (legal.count)
        buf_add(out, legal.moves[held->version * 7 % legal.count].text);
    record_free(&legal);
    game_cache_unlock(world->app.cache, held);
}

static void add_reference(struct world *world, char kind, size_t index, struct buf *out) {
    if (kind == 'j' && world->jobs)
        buf_add(out, world->job[index % world->jobs].id);
    if (!world->games)
        return;
    const struct known_game *game = &world->game[index % world->games];
    if (kind == 'm')
        add_move(world, index % world->games, out);
    if (kind == 'g')
        buf_add(out, game->id);
    if (kind == 'i')
        buf_add(out, game->invite);
    if (kind == 'v')
        buf_printf(out, "%" PRIu64, game->version);
}

static char *fill_in(struct world *world, const char *text) {
    struct buf out = {0};
    if (!text)
        return NULL;
    for (; *text; text++)
        if (text[0] == '$' && text[1] && strchr("gijmv", text[1]) && text[2] >= '0' &&
            text[2] <= '9') {
            add_reference(world, text[1], (size_t)(text[2] - '0'), &out);
            text += 2;
        } else
            buf_char(&out, *text);
    return buf_take(&out);
}

/* Cuts a word off. Returns NULL if there is none. */
static char *word(char **line) {
    char *begin = *line;
    if (!begin || !*begin)
        return NULL;
    char *end = strchr(begin, ' ');
    if (end)
        *end = '\0';
    *line = end ? end + 1 : NULL;
    return begin;
}

static bool read_exchange(struct world *world, char *line, struct exchange *exchange) {
    *exchange = (struct exchange){.token = TOKENS, .issued = TOKENS};
    exchange->method = word(&line);
    exchange->who = word(&line);
    char *target = word(&line);
    if (!exchange->method || !exchange->who || !target || target[0] != '/')
        return false;
    char first = exchange->who[0];
    if (first >= '0' && first <= '9' && !exchange->who[1] && world->tokens)
        exchange->token = (size_t)(first - '0') % world->tokens;
    exchange->target = fill_in(world, target);
    exchange->body = fill_in(world, line);
    return true;
}

static void free_exchange(struct exchange *exchange) {
    free(exchange->target);
    free(exchange->body);
    json_decref(exchange->json);
    fake_answer_free(&exchange->answer);
}

/* ---- what is learnt from answers ---- */

static size_t find_game(const struct world *world, const char *id) {
    size_t i = 0;
    while (i < world->games && (!id || strcmp(world->game[i].id, id) != 0))
        i++;
    return i;
}

static void add_right(struct world *world, size_t token, size_t game, unsigned seats) {
    if (token < TOKENS && game < world->games && world->rights < RIGHTS)
        world->right[world->rights++] =
            (struct right){.token = token, .game = game, .seats = seats};
}

/* The seats that a token plays for; *any tells whether it is one of the game at all. */
static unsigned seats_of(const struct world *world, size_t token, size_t game, bool *any) {
    unsigned seats = 0;
    *any = false;
    for (size_t i = 0; i < world->rights; i++)
        if (world->right[i].token == token && world->right[i].game == game) {
            *any = true;
            seats |= world->right[i].seats;
        }
    return seats;
}

static size_t learn_game(struct world *world, const json_t *object) {
    const char *id = json_string_value(json_object_get(object, "id"));
    const char *invite = json_string_value(json_object_get(object, "invite"));
    size_t game = find_game(world, id);
    if (!id || strlen(id) != SECRET_ID || !json_object_get(object, "puzzle"))
        return GAMES;
    if (game == world->games && game < GAMES) {
        memcpy(world->game[game].id, id, SECRET_ID);
        world->games++;
    }
    if (game < world->games && invite)
        snprintf(world->game[game].invite, sizeof world->game[game].invite, "%s", invite);
    return game;
}

static unsigned seats_in(const json_t *list) {
    unsigned seats = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        seats |= 1U << (json_integer_value(json_array_get(list, i)) - 1);
    return seats;
}

static bool has_turn(struct world *world, size_t token, size_t game) {
    bool any;
    unsigned seats = seats_of(world, token, game, &any), turn = 0;
    struct cached_game *held = game < world->games ? take(world, game) : NULL;
    if (!held)
        return false;
    const struct puzzle *puzzle = session_puzzle(held->session);
    if (puzzle->seats)
        turn = puzzle->seats->turn(session_position(held->session));
    game_cache_unlock(world->app.cache, held);
    return turn && seats >> (turn - 1) & 1;
}

static void learn_job(struct world *world, const struct exchange *exchange, const json_t *object) {
    const char *id = json_string_value(json_object_get(object, "id"));
    size_t game = find_game(world, json_string_value(json_object_get(object, "game")));
    if (!id || world->jobs == JOBS || exchange->answer.status != 202)
        return;
    struct known_job *job = &world->job[world->jobs++];
    snprintf(job->id, sizeof job->id, "%s", id);
    job->token = exchange->issued < TOKENS ? exchange->issued : exchange->token;
    job->had_turn = has_turn(world, job->token, game);
}

/* All tokens of a game are good in its rematch. */
static void learn_rematch(struct world *world, const char *path, size_t game) {
    char id[SECRET_ID + 1] = "";
    size_t base = strlen(ROUTES_BASE "/games/"), rights = world->rights;
    if (strlen(path) < base + SECRET_ID)
        return;
    memcpy(id, path + base, SECRET_ID);
    size_t before = find_game(world, id);
    for (size_t i = 0; before < world->games && i < rights; i++)
        if (world->right[i].game == before)
            add_right(world, world->right[i].token, game, world->right[i].seats);
}

static bool ends(const char *text, const char *end) {
    size_t size = strlen(text), tail = strlen(end);
    return size >= tail && strcmp(text + size - tail, end) == 0;
}

static void learn_token(struct world *world, struct exchange *exchange) {
    const char *token = json_string_value(json_object_get(exchange->json, "token"));
    if (!token || world->tokens == TOKENS)
        return;
    fuzz_check(strlen(token) == SECRET_LONG, "a token of %zu characters", strlen(token));
    memcpy(world->token[world->tokens], token, SECRET_LONG);
    exchange->issued = world->tokens++;
}

static void learn(struct world *world, struct exchange *exchange) {
    const json_t *created = json_object_get(exchange->json, "game");
    const json_t *made = json_object_get(json_object_get(exchange->json, "result"), "game");
    learn_token(world, exchange);
    if (json_is_object(created))
        add_right(world, exchange->issued, learn_game(world, created),
                  seats_in(json_object_get(exchange->json, "seats")));
    if (json_is_object(made))
        add_right(world, exchange->token, learn_game(world, made), 1);
    if (exchange->answer.status == 201 && ends(exchange->answer.path, "/rematch"))
        learn_rematch(world, exchange->answer.path, learn_game(world, exchange->json));
    if (json_is_object(json_object_get(exchange->json, "job")))
        learn_job(world, exchange, json_object_get(exchange->json, "job"));
    if (exchange->answer.stream && world->streams < STREAMS)
        world->stream[world->streams++] = exchange->answer.stream;
    else if (exchange->answer.stream)
        fake_stream_end(exchange->answer.stream);
}

/* ---- what must hold of an answer ---- */

/* What was sent may come back: it is no secret. */
static bool was_sent(const struct world *world, const char *text) {
    return strstr(world->input, text) != NULL;
}

static void check_status(const struct exchange *exchange) {
    unsigned status = exchange->answer.status;
    const json_t *error = json_object_get(exchange->json, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    const char *message = json_string_value(json_object_get(error, "message"));
    fuzz_check(status >= 200 && status < 600, "status %u: %s", status, exchange->target);
    if (status < 400)
        return;
    fuzz_check(code && message && *message, "status %u without a problem: %.200s", status,
               buf_text(&exchange->answer.body));
    bool allowed =
        status < 500 ||
        (status == 503 && (strcmp(code, "busy") == 0 || strcmp(code, "undecided") == 0)) ||
        (status == 507 && strcmp(code, "store_full") == 0);
    fuzz_check(allowed, "%s %s: %u %s", exchange->method, exchange->target, status, code);
}

static void check_tokens(const struct world *world, const struct exchange *exchange,
                         size_t before) {
    for (size_t i = 0; i < before; i++) {
        bool there = strstr(buf_text(&exchange->answer.body), world->token[i]) ||
                     strstr(buf_text(&exchange->answer.headers), world->token[i]);
        fuzz_check(!there || was_sent(world, world->token[i]), "a token is told again: %s %s",
                   exchange->method, exchange->target);
    }
}

/* Moves are made for the present version only; engines and rematches need none. */
static bool is_for_now(const struct world *world, const struct exchange *exchange, size_t game) {
    if (ends(exchange->answer.path, "/engine") || ends(exchange->answer.path, "/rematch"))
        return true;
    json_t *body = json_loads(exchange->body ? exchange->body : "", 0, NULL);
    const json_t *version = json_object_get(body, "version");
    bool now = json_is_integer(version) &&
               json_integer_value(version) == (json_int_t)world->game[game].version;
    json_decref(body);
    return now;
}

/* Whether this request may have changed the game. */
static bool may_change(const struct world *world, const struct exchange *exchange, size_t game) {
    bool any;
    const char *path = exchange->answer.path;
    struct buf joins = {0}, games = {0};
    buf_printf(&joins, ROUTES_BASE "/join/%s", world->game[game].invite);
    buf_printf(&games, ROUTES_BASE "/games/%s/", world->game[game].id);
    bool joined = world->game[game].invite[0] && strcmp(path, buf_text(&joins)) == 0;
    bool played = strncmp(path, buf_text(&games), games.size) == 0;
    buf_free(&joins);
    buf_free(&games);
    seats_of(world, exchange->token, game, &any);
    return strcmp(exchange->method, "POST") == 0 && exchange->answer.status < 300 &&
           (joined || (played && any && is_for_now(world, exchange, game)));
}

static void check_versions(struct world *world, const struct exchange *exchange) {
    for (size_t i = 0; i < world->games; i++) {
        struct known_game *game = &world->game[i];
        struct cached_game *held = take(world, i);
        uint64_t now = held ? held->version : 0;
        fuzz_check(held || game->gone, "game %s is not there any more", game->id);
        fuzz_check(!held || now == game->version ||
                       (now > game->version && may_change(world, exchange, i)),
                   "%s %s %s: version %" PRIu64 " after %" PRIu64, exchange->method, exchange->who,
                   exchange->target, now, game->version);
        game->version = now;
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

/* ---- secrets of a game ---- */

static bool shows_hand(json_t *value) {
    const char *name;
    json_t *inner;
    size_t i;
    if (json_is_array(value))
        json_array_foreach(value, i, inner) if (shows_hand(inner)) return true;
    json_object_foreach(value, name, inner) {
        if (strcmp(name, "hand") == 0 && !json_is_null(inner))
            return true;
        if (shows_hand(inner))
            return true;
    }
    return false;
}

/* The seed in what the game began with, if it is long enough not to be found by chance. */
static bool find_seed(const struct cached_game *held, char seed[24]) {
    const char *at = strstr(held->stored.start, "seed: ");
    if (!at)
        return false;
    at += strlen("seed: ");
    size_t size = strspn(at, "0123456789");
    if (size < DIGITS || size > 23)
        return false;
    memcpy(seed, at, size);
    seed[size] = '\0';
    return true;
}

static void check_hidden(const struct world *world, const struct exchange *exchange,
                         const struct cached_game *held, unsigned seats) {
    const char *body = buf_text(&exchange->answer.body);
    const struct puzzle_seats *rules = session_puzzle(held->session)->seats;
    unsigned turn = rules->turn(session_position(held->session));
    char seed[24];
    if (!turn)
        return;
    fuzz_check(!find_seed(held, seed) || !strstr(body, seed) || was_sent(world, seed),
               "the seed is told: %s %s", exchange->method, exchange->target);
    if (seats >> (turn - 1) & 1 || !strstr(exchange->answer.path, held->stored.id))
        return;
    fuzz_check(!shows_hand(exchange->json), "a hand is shown: %s %s %s", exchange->method,
               exchange->who, exchange->target);
    /* a file begins with the hand of whoever made the first move, which they may see */
    unsigned first = rules->turn(session_start(held->session));
    bool began = first && seats >> (first - 1) & 1;
    fuzz_check(began || !strstr(body, "hand:") || was_sent(world, "hand:"),
               "a hand is exported: %s %s", exchange->method, exchange->target);
    fuzz_check(!strstr(body, "in hand") || was_sent(world, "in hand"), "a hand is drawn: %s %s",
               exchange->method, exchange->target);
}

static void check_secrets(struct world *world, const struct exchange *exchange) {
    size_t asker = exchange->issued < TOKENS ? exchange->issued : exchange->token;
    for (size_t i = 0; i < world->games; i++) {
        bool any;
        struct cached_game *held = take(world, i);
        if (held && session_puzzle(held->session)->seats)
            check_hidden(world, exchange, held, seats_of(world, asker, i, &any));
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

/* A job is shown to whoever started it, and tells no more than that token may know. */
static void check_job(const struct world *world, const struct exchange *exchange) {
    if (exchange->answer.status != 200)
        return;
    for (size_t i = 0; i < world->jobs; i++) {
        if (!ends(exchange->answer.path, world->job[i].id))
            continue;
        fuzz_check(exchange->token == world->job[i].token, "a job is shown to %s", exchange->who);
        fuzz_check(world->job[i].had_turn || !shows_hand(json_object_get(exchange->json, "result")),
                   "a job shows the hand of another");
    }
}

/* ---- a whole input ---- */

static void note_versions(struct world *world) {
    for (size_t i = 0; i < world->games; i++) {
        struct cached_game *held = take(world, i);
        world->game[i].version = held ? held->version : 0;
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

static void make_request(struct world *world, char *line) {
    struct exchange exchange;
    size_t tokens = world->tokens;
    note_versions(world);
    if (!read_exchange(world, line, &exchange))
        return;
    const struct fake_request request = {.method = exchange.method,
                                         .target = exchange.target,
                                         .token = exchange.token < TOKENS
                                                      ? world->token[exchange.token]
                                                  : strcmp(exchange.who, "-") == 0 ? NULL
                                                                                   : exchange.who,
                                         .body = exchange.body};
    fake_ask(&request, &exchange.answer);
    exchange.json = json_loadb(buf_text(&exchange.answer.body), exchange.answer.body.size, 0, NULL);
    check_status(&exchange);
    learn(world, &exchange);
    check_tokens(world, &exchange, tokens);
    check_versions(world, &exchange);
    check_secrets(world, &exchange);
    check_job(world, &exchange);
    free_exchange(&exchange);
}

static void beat(struct world *world, const char *days) {
    int64_t later = strtol(days, NULL, 10) % 1000;
    game_cache_invalidate(world->app.cache, NULL); /* who has looked a moment ago keeps a game */
    retention_run(&world->app, app_now() + later * DAY);
    for (size_t i = 0; i < world->games; i++) {
        struct cached_game *held = take(world, i);
        fuzz_check(held || world->game[i].gone || later >= 30, "a game is removed after %d days",
                   (int)later);
        world->game[i].gone = !held;
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

static void do_line(struct world *world, char *line) {
    if (strcmp(line, "RUN") == 0)
        fake_thread_pools_run();
    else if (strncmp(line, "BEAT ", 5) == 0)
        beat(world, line + 5);
    else
        make_request(world, line);
}

/* The game as whoever holds all seats sees it, but for what is not of the log. */
static char *all_of(const struct cached_game *held) {
    const unsigned all = (1U << held->stored.seat_count) - 1;
    const struct viewer viewer = {.seats = all, .known = true, .owner = true};
    json_t *object = view_game(held, &viewer, false);
    json_object_del(object, "thinking");
    char *text = json_dumps(object, JSON_SORT_KEYS);
    json_decref(object);
    fuzz_check(text, "a game cannot be written");
    return text;
}

/* What is in memory must be what the log gives. */
static void check_logs(struct world *world) {
    for (size_t i = 0; i < world->games; i++) {
        struct cached_game *held = take(world, i);
        if (!held)
            continue;
        char *in_memory = all_of(held);
        game_cache_drop(world->app.cache, held);
        held = take(world, i);
        char *rebuilt = all_of(held);
        fuzz_check(strcmp(in_memory, rebuilt) == 0, "a game differs from its log:\n%s\n%s",
                   in_memory, rebuilt);
        game_cache_unlock(world->app.cache, held);
        free(in_memory);
        free(rebuilt);
    }
}

static void read_streams(struct world *world) {
    struct buf heard = {0};
    for (size_t i = 0; i < world->streams; i++)
        fake_stream_read(world->stream[i], &heard);
    for (size_t i = 0; i < world->tokens; i++)
        fuzz_check(!strstr(buf_text(&heard), world->token[i]) || was_sent(world, world->token[i]),
                   "an event tells a token");
    buf_free(&heard);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct source source = fuzz_source(data, size);
    struct world *world = MEM_NEW(struct world);
    char *input = mem_text(source.data), *rest = mem_text(source.data), *next = rest;
    world->input = input;
    open_world(world);
    for (int i = 0; i < LINES && next; i++) {
        char *line = next;
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        do_line(world, line);
    }
    while (fake_thread_pools_run() && world->app.store)
        if (world->games && world->game[0].version > 200) /* engines may play for long */
            break;
    check_logs(world);
    fuzz_check(game_cache_check(world->app.cache) && jobs_check(world->app.jobs) &&
                   events_check(world->app.events),
               "the games in memory, the jobs or the streams are broken");
    read_streams(world);
    close_world(world);
    free(world);
    free(input);
    free(rest);
    fuzz_source_free(&source);
    return 0;
}

/* ---- seeds ---- */

#define API       "/api/v1"
#define NEW_TOWER "POST - " API "/games {\"text\":\"3 2 1 | |\\n goal: | | 3 2 1\\n\"}\n"
#define NEW_FLOWS                                                                                  \
    "POST - " API "/games {\"puzzle\":\"flows\",\"seats\":[\"me\",\"open\"],\"options\":{"         \
    "\"radius\":1},\"name\":\"Ann\"}\n"
#define GAME(who, number)             "GET " who " " API "/games/$g" number
#define PLAY(who, number, change, body) "POST " who " " API "/games/$g" number "/" change " " body "\n"

#define MOVE(who) PLAY(who, "0", "moves", "{\"version\":$v0,\"move\":\"$m0\"}")

static const char *const seeds[] = {
    "GET - " API "/health\nGET - " API "/puzzles\nGET - /\nGET - /../x\nPUT - " API
    "/games {}\nGET - " API "/games/AAAAAAAAAAAA\nGET - /join/AAAAAAAAAAAAAAAAAAAAAA\n",
    NEW_TOWER PLAY("0", "0", "moves", "{\"version\":0,\"move\":\"0>2\"}")
        PLAY("0", "0", "moves", "{\"version\":0,\"move\":\"0>1\"}")
            PLAY("-", "0", "moves", "{\"version\":$v0,\"move\":\"0>1\"}")
                PLAY("x", "0", "undo", "{\"version\":$v0}")
                    PLAY("0", "0", "undo", "{\"version\":$v0}")
                        PLAY("0", "0", "redo", "{\"version\":$v0,\"count\":1}")
                            GAME("-", "0") "/log?since=1\n" GAME("0", "0") "?svg=1\n",
    NEW_TOWER PLAY("0", "0", "moves", "{\"version\":0,\"moves\":[\"0>2\",\"0>1\",\"2>1\"]}")
        PLAY("0", "0", "hint", "{}")
            PLAY("0", "0", "solve",
                 "{\"from\":\"2\",\"count\":3}") "RUN\nRUN\n"
                                                 "GET 0 " API "/jobs/$j0\nGET - " API
                                                 "/jobs/$j1\nGET 0 " API "/jobs/$j1\nDELETE 0 " API
                                                 "/jobs/$j1\n" PLAY("0", "0", "check", "{}") PLAY(
                                                     "0", "0", "rate",
                                                     "{\"options\":{}}") "RUN\nRUN\nGET 0 " API
                                                                         "/jobs/$j2\nGET 0 " API
                                                                         "/jobs/$j3\n",
    NEW_FLOWS
    "GET - " API "/join/$i0\nPOST - " API
    "/join/$i0 {\"name\":\"Bob\"}\n" GAME("-", "0") "\n" GAME("1", "0") "\n" GAME(
        "0",
        "0") "\n" GAME("1",
                       "0") "/export?format=game\n" GAME("-",
                                                         "0") "/board.svg?routes=yes\n" PLAY("0",
                                                                                             "0",
                                                                                             "move"
                                                                                             "s",
                                                                                             "{\"ve"
                                                                                             "rsion"
                                                                                             "\":$"
                                                                                             "v0,"
                                                                                             "\"mov"
                                                                                             "e\":"
                                                                                             "\"P1A"
                                                                                             "1T0N"
                                                                                             "\"}")
        PLAY("1", "0", "moves", "{\"version\":$v0,\"move\":\"P2A1T0N\"}")
            PLAY("1", "0", "hint", "{\"options\":{\"playouts\":5}}") "RUN\nGET 1 " API
                                                                     "/jobs/$j0\n",
    NEW_FLOWS "POST - " API "/join/$i0 {\"seat\":2}\nGET - " API
              "/events?topics=$g0,AAAAAAAAAAAA\n" PLAY("1", "0", "resign", "{\"version\":$v0}")
                  PLAY("0", "0", "rematch", "{}") PLAY("1", "0", "rematch", "{}")
                      PLAY("1", "0", "moves", "{\"version\":$v0,\"move\":\"x\"}")
                          GAME("-", "1") "\n" GAME("1", "0") "/export?format=code\n",
    NEW_FLOWS PLAY("0", "0", "seats/2/engine", "{\"level\":\"random\"}") "RUN\n" GAME(
        "0", "0") "\n" PLAY("0", "0", "undo",
                            "{\"version\":$v0}") "RUN\nRUN\n" GAME("-",
                                                                   "0") "/board.png?scale=0.3\n",
    "POST - " API
    "/games {\"text\":\"flows\\nradius: 2\\nplayers: 3\\nseats: 0 2 4\\nseed: 987654321\\n\","
    "\"seats\":[\"me\",\"engine:random\",\"engine:greedy\"]}\n"
    "RUN\nRUN\n" GAME("-", "0") "\n" GAME("0", "0") "/export?format=diagram\n",
    "POST - " API
    "/games {\"puzzle\":\"hanoi\",\"options\":{\"discs\":4},\"seed\":7}\nRUN\nGET 0 " API
    "/jobs/$j0\nGET 0 " API
    "/jobs/$j0\n" PLAY("0", "0", "moves", "{\"version\":0,\"move\":\"0>2\"}")
        GAME("-", "0") "/export\n",
    NEW_TOWER NEW_TOWER NEW_TOWER NEW_TOWER NEW_TOWER NEW_TOWER NEW_TOWER
        PLAY("0", "0", "rematch", "{}") "BEAT 10\nBEAT 31\n" GAME("0", "0") "\n" PLAY(
            "0", "0", "moves", "{\"version\":0,\"move\":\"0>2\"}") NEW_TOWER,
    "POST - " API
    "/games {\"puzzle\":\"nonogram\",\"options\":{\"width\":5,\"height\":4}}\nRUN\nGET 0 " API
    "/jobs/$j0\nPOST - " API "/drafts {\"text\":\"2 1 | |\\n\",\"check\":true}\nRUN\nGET 1 " API
    "/jobs/$j1\n",
    "POST - " API
    "/games {\"base64\":\"MiAxIHwgfAo=\",\"as\":\"hanoi\",\"name\":\"\\u00e4\"}\n" GAME(
        "0", "0") "/board.png\n" PLAY("0", "0", "rig",
                                      "{\"task\":\"solve\"}") "RUN\nGET 0 " API
                                                              "/jobs/$j0?since=0\nGET - " API
                                                              "/rig\n",
    NEW_FLOWS "POST - " API "/join/$i0 {}\n" MOVE("0") MOVE("1") MOVE("0") MOVE("1") MOVE("0")
        MOVE("1") GAME("-", "0") "\n" GAME("1", "0") "/export?format=game\n" MOVE("1") MOVE("0")
            MOVE("1") MOVE("0") GAME("0", "0") "/export\n" GAME("-", "0") "/log\n",
    "POST - " API "/games {\"puzzle\":\"flows\",\"seats\":[\"me\",\"engine:greedy\"],\"options\":{"
    "\"radius\":1}}\nRUN\n" MOVE("0") "RUN\n" MOVE("0") "RUN\n" MOVE("0") "RUN\n" GAME(
        "-", "0") "\n" GAME("0", "0") "\n" PLAY("0", "0", "undo",
                                                "{\"version\":$v0}") "RUN\n" GAME("0", "0") "\n",
};

bool fuzz_seed(size_t index, struct buf *out) {
    if (index >= sizeof seeds / sizeof *seeds)
        return false;
    buf_add(out, seeds[index]);
    return true;
}
