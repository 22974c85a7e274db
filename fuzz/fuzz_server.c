/* Any lines as requests to the server, one after the other, and what must hold of every answer: no
 * failure of the server, problems as objects, no secret of others, and no changes by those
 * who may not make them. In the end every game must be what its log says.
 *
 *   METHOD WHO TARGET [BODY]   WHO: - for no token, a digit for a token that was given out before,
 *                              else the token itself. In TARGET and BODY stand $g0 for the id of
 *                              the first game, $i0 for its invite, $v0 for its version, $m0 for a
 *                              legal move in it, $j0 for the first job.
 *   RUN                        does what waits first: a job, or an engine's move
 *   EXPIRE DAYS                removes old games as if DAYS had passed */
#include "fuzz/fuzz.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz/server_world.h"
#include "server/api/routes.h"
#include "server/games/retention.h"
#include "server/games/view.h"

enum { LINES = 24, DIGITS = 8 };

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
    if (exchange_path_ends(exchange, "/engine") || exchange_path_ends(exchange, "/rematch"))
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
    world_seats(world, exchange->token, game, &any);
    return strcmp(exchange->method, "POST") == 0 && exchange->answer.status < 300 &&
           (joined || (played && any && is_for_now(world, exchange, game)));
}

static void check_versions(struct world *world, const struct exchange *exchange) {
    for (size_t i = 0; i < world->games; i++) {
        struct known_game *game = &world->game[i];
        struct cached_game *held = world_lock(world, i);
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
        struct cached_game *held = world_lock(world, i);
        if (held && session_puzzle(held->session)->seats)
            check_hidden(world, exchange, held, world_seats(world, asker, i, &any));
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

/* A job is shown to whoever started it, and tells no more than that token may know. */
static void check_job(const struct world *world, const struct exchange *exchange) {
    if (exchange->answer.status != 200)
        return;
    for (size_t i = 0; i < world->jobs; i++) {
        if (!exchange_path_ends(exchange, world->job[i].id))
            continue;
        fuzz_check(exchange->token == world->job[i].token, "a job is shown to %s", exchange->who);
        fuzz_check(world->job[i].had_turn || !shows_hand(json_object_get(exchange->json, "result")),
                   "a job shows the hand of another");
    }
}

/* ---- a whole input ---- */

static void note_versions(struct world *world) {
    for (size_t i = 0; i < world->games; i++) {
        struct cached_game *held = world_lock(world, i);
        world->game[i].version = held ? held->version : 0;
        if (held)
            game_cache_unlock(world->app.cache, held);
    }
}

static void make_request(struct world *world, char *line) {
    struct exchange exchange;
    size_t tokens = world->tokens;
    note_versions(world);
    if (!exchange_read(world, line, &exchange))
        return;
    exchange_do(world, &exchange);
    check_status(&exchange);
    check_tokens(world, &exchange, tokens);
    check_versions(world, &exchange);
    check_secrets(world, &exchange);
    check_job(world, &exchange);
    exchange_free(&exchange);
}

static void expire(struct world *world, const char *days) {
    int64_t later = strtol(days, NULL, 10) % 1000;
    game_cache_invalidate(world->app.cache, NULL); /* who has looked a moment ago keeps a game */
    retention_run(&world->app, app_now() + later * DAY);
    for (size_t i = 0; i < world->games; i++) {
        struct cached_game *held = world_lock(world, i);
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
    else if (strncmp(line, "EXPIRE ", 7) == 0)
        expire(world, line + 7);
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
        struct cached_game *held = world_lock(world, i);
        if (!held)
            continue;
        char *in_memory = all_of(held);
        game_cache_drop(world->app.cache, held);
        held = world_lock(world, i);
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
    world_open(world);
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
    world_close(world);
    free(world);
    free(input);
    free(rest);
    fuzz_source_free(&source);
    return 0;
}

/* ---- seeds ---- */

/* Blocks of lines in server_seeds.txt with empty lines between them; the first is a comment. */
bool fuzz_seed(size_t index, struct buf *out) {
    FILE *file = fopen(FUZZ_SERVER_SEEDS, "r");
    char line[4096];
    size_t block = 0;
    fuzz_check(file, "cannot read %s", FUZZ_SERVER_SEEDS);
    while (fgets(line, sizeof line, file))
        if (line[0] == '\n')
            block++;
        else if (block == index + 1 && line[0] != '#')
            buf_add(out, line);
    fclose(file);
    return out->size > 0;
}
