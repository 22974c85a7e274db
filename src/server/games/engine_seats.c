#include "server/games/engine_seats.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"
#include "base/thread_pool.h"
#include "server/games/changes.h"
#include "server/games/view.h"
#include "server/http/request_body.h"
#include "session/verbs.h"

enum { THREADS = 2, WAITING = 4096 };

/* One move to be thought about. */
struct thought {
    struct app *app;
    char id[SECRET_ID + 1];
};

struct thread_pool *engine_pool_new(void) {
    return thread_pool_new(THREADS, WAITING);
}

const char *engine_levels(const struct puzzle *puzzle) {
    const struct option_spec *spec =
        puzzle->opponent ? option_find(puzzle->options, puzzle->opponent->level) : NULL;
    return spec ? spec->argument : NULL;
}

bool engine_knows(const struct puzzle *puzzle, const char *level) {
    qd_error error;
    const char *levels = engine_levels(puzzle);
    if (!levels || strlen(level) > STORE_LEVEL)
        return false;
    struct options *options = body_options_new(puzzle);
    bool known =
        options_set(options, option_find(puzzle->options, puzzle->opponent->level), level, &error);
    options_free(options);
    return known;
}

void engine_strongest(const struct puzzle *puzzle, char level[STORE_LEVEL + 1]) {
    const char *levels = engine_levels(puzzle), *last = levels ? strrchr(levels, '|') : NULL;
    snprintf(level, STORE_LEVEL + 1, "%s", last ? last + 1 : levels ? levels : "");
}

/* The seat of the engine that moves next; 0 if none does. */
static unsigned engine_to_move(const struct cached_game *game) {
    const struct puzzle_seats *seats = session_puzzle(game->session)->seats;
    unsigned turn = seats ? seats->turn(session_position(game->session)) : 0;
    return turn && game->stored.seats[turn - 1].kind == STORE_ENGINE ? turn : 0;
}

/* What the engine is asked: the position as its player sees it. */
struct question {
    struct session *session;
    struct options *options;
    uint64_t version;
    unsigned seat;
};

static bool ask(const struct cached_game *game, struct question *question) {
    const struct puzzle *puzzle = session_puzzle(game->session);
    question->seat = engine_to_move(game);
    if (!question->seat)
        return false;
    question->version = game->version;
    question->session = session_start_from(puzzle, view_position(game, 1U << (question->seat - 1)));
    question->options = body_options_new(puzzle);
    return options_set(question->options, option_find(puzzle->options, puzzle->opponent->level),
                       game->stored.seats[question->seat - 1].level, NULL);
}

/* Takes the game, and makes the move if it is still the same. */
static void answer(struct app *app, const char *id, const struct question *question,
                   const char *move) {
    struct cached_game *game;
    qd_error error = {0};
    if (game_cache_lock(app->cache, id, &game, &error) != QD_YES)
        return;
    struct response response = {0};
    bool good = true;
    assert(game->version >= question->version);
    game->thinking = false;
    if (move && game->version == question->version)
        good = append_move(app, game, question->seat, move, &response);
    response_free(&response);
    if (!good) {
        game_cache_drop(app->cache, game);
        return;
    }
    if (move)
        engine_schedule(app, game);
    game_cache_unlock(app->cache, game);
}

static void think(struct app *app, const char *id, const struct question *question) {
    qd_control *control = control_new(&app->thinking);
    qd_error error = {0};
    struct hint hint = {0};
    qd_status status = verb_opponent(question->session, question->options, control, &hint, &error);
    bool found = (status == QD_YES || status == QD_LIMIT) && hint.moves.count > 0;
    if (!found)
        fprintf(stderr, "quandary serve: an engine found no move in game %s: %s\n", id,
                error.message);
    answer(app, id, question, found ? hint.moves.moves[0].text : NULL);
    hint_free(&hint);
    control_free(control);
}

static void run(void *context) {
    struct thought *thought = context;
    struct cached_game *game;
    qd_error error = {0};
    struct question question = {0};
    if (!atomic_load(&thought->app->stopping) &&
        game_cache_lock(thought->app->cache, thought->id, &game, &error) == QD_YES) {
        bool asked = ask(game, &question);
        if (!asked)
            game->thinking = false;
        game_cache_unlock(thought->app->cache, game);
        if (asked)
            think(thought->app, thought->id, &question);
    }
    session_free(question.session);
    options_free(question.options);
    free(thought);
}

void engine_schedule(struct app *app, struct cached_game *game) {
    assert(mutex_is_locked(&game->lock));
    if (game->thinking || !engine_to_move(game) || atomic_load(&app->stopping))
        return;
    struct thought *thought = MEM_NEW(struct thought);
    thought->app = app;
    memcpy(thought->id, game->key, sizeof thought->id);
    game->thinking = thread_pool_submit(app->engines, run, thought);
    if (!game->thinking)
        free(thought);
}
