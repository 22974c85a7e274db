#include "fuzz/server_world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/mem.h"
#include "base/random.h"
#include "base/thread_pool.h"
#include "server/api/api.h"

enum { MOVES = 50 };

/* ---- randomness ---- */

/* The C library's function has no place for a context of ours. */
static struct random randomness;

/* Instead of the C library's. */
ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)random_below(&randomness, 256);
    return (ssize_t)size;
}

/* ---- the server ---- */

void world_open(struct world *world) {
    const qd_limits limits = {.seconds = 0.2, .bytes = 64 << 20, .nodes = 2000};
    qd_error error = {0};
    struct app *app = &world->app;
    random_seed(&randomness, 1);
    fake_mhd_fill(&world->mhd);
    app->mhd = &world->mhd;
    app->version = "fuzzed";
    app->most_games = GAMES - 2;
    app->retention_ms = 30 * DAY;
    app->thinking = app->deciding = limits;
    app->store = store_open("sqlite::memory:", &error);
    fuzz_check(app->store, "%s", error.message);
    app->events = events_new(&world->mhd);
    app->cache = game_cache_new(app->store, 2, SIZE_MAX);
    app->engines = thread_pool_new(1, 100);
    app->jobs = jobs_new(app->events, &limits, api_made, app);
    world->http = http_start(app, NULL, 0, &error);
    fuzz_check(world->http, "%s", error.message);
}

void world_close(struct world *world) {
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

struct cached_game *world_lock(struct world *world, size_t game) {
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
    struct cached_game *held = world_lock(world, game);
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

bool exchange_read(struct world *world, char *line, struct exchange *exchange) {
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

void exchange_free(struct exchange *exchange) {
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

unsigned world_seats(const struct world *world, size_t token, size_t game, bool *any) {
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
    unsigned seats = world_seats(world, token, game, &any), turn = 0;
    struct cached_game *held = game < world->games ? world_lock(world, game) : NULL;
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

bool exchange_path_ends(const struct exchange *exchange, const char *end) {
    const char *path = exchange->answer.path;
    size_t size = strlen(path), tail = strlen(end);
    return size >= tail && strcmp(path + size - tail, end) == 0;
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
    if (exchange->answer.status == 201 && exchange_path_ends(exchange, "/rematch"))
        learn_rematch(world, exchange->answer.path, learn_game(world, exchange->json));
    if (json_is_object(json_object_get(exchange->json, "job")))
        learn_job(world, exchange, json_object_get(exchange->json, "job"));
    if (exchange->answer.stream && world->streams < STREAMS)
        world->stream[world->streams++] = exchange->answer.stream;
    else if (exchange->answer.stream)
        fake_stream_end(exchange->answer.stream);
}

/* ---- both ---- */

void exchange_do(struct world *world, struct exchange *exchange) {
    const char *invented = strcmp(exchange->who, "-") == 0 ? NULL : exchange->who;
    const struct fake_request request = {
        .method = exchange->method,
        .target = exchange->target,
        .token = exchange->token < TOKENS ? world->token[exchange->token] : invented,
        .body = exchange->body};
    fake_ask(&request, &exchange->answer);
    exchange->json =
        json_loadb(buf_text(&exchange->answer.body), exchange->answer.body.size, 0, NULL);
    learn(world, exchange);
}
