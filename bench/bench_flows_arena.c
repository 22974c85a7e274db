/* How strong the opponents of Flows are: they play each other.
 *   bench_flows_arena FIRST SECOND [--games N] [--players N] [--radius R] [--seed N] [--jobs N]
 * FIRST and SECOND are random, greedy or strong, strong with the number of its playouts:
 * strong:500. Games come in rounds with the same seats and draws: in each game of a round another
 * team is FIRST and all others are SECOND, so luck falls on both alike. Prints how much of the wins
 * FIRST got (a tie is shared) with its 95 % interval over the rounds, and what equal players would
 * get. The same seed gives the same games, whatever the number of jobs. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/flows/solve/opponent/think.h"

struct player {
    enum flows_level level;
    uint64_t playouts;
};

struct arena {
    struct player side[2];
    unsigned players, radius, jobs;
    uint64_t rounds, seed;
    atomic_uint_fast64_t next;
    double *share; /* of each round: what FIRST got of its games, 0 to 1 */
};

struct tally {
    double wins, ties, losses, turns;
    double moves[2], seconds[2]; /* thinking of each side */
};

static void fail(const char *what) {
    fprintf(stderr, "bench_flows_arena: %s\n", what);
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- a game ---- */

static void move(const struct arena *arena, struct flows_game *game, unsigned side, uint64_t seed,
                 struct tally *tally) {
    struct flows_thought thought;
    double before = seconds();
    flows_think(game, arena->side[side].level, arena->side[side].playouts, seed + game->turn, NULL,
                &thought);
    tally->seconds[side] += seconds() - before;
    tally->moves[side]++;
    if (flows_game_play(game, thought.best[0].move, NULL, NULL) != QD_YES)
        fail("an opponent made a move that is not legal");
}

/* Plays a game in which the team of that axis is FIRST. Returns its share of the win. */
static double play(const struct arena *arena, const struct flows_setup *setup, unsigned first,
                   struct tally *tally) {
    struct flows_game game;
    flows_game_start(&game, setup);
    while (game.outcome == FLOWS_GOES_ON)
        move(arena, &game, game.edge % 3u != first, setup->seed, tally);
    double share = flows_share(game.winners, game.board.axes, first);
    tally->turns += game.turn;
    tally->wins += share == 1;
    tally->ties += share > 0 && share < 1;
    tally->losses += share == 0;
    return share;
}

static double play_round(const struct arena *arena, uint64_t round, struct tally *tally) {
    struct random random;
    struct flows_setup setup;
    double sum = 0;
    unsigned teams = 0;
    random_seed(&random, arena->seed * UINT64_C(0x9E3779B97F4A7C15) + round);
    flows_setup_start(&setup, arena->radius, arena->players);
    flows_setup_seats(&setup, &random);
    setup.seeded = true;
    setup.seed = random_bits(&random);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (flows_setup_axes(&setup) >> axis & 1) {
            sum += play(arena, &setup, axis, tally);
            teams++;
        }
    return sum / teams;
}

/* ---- many games ---- */

struct worker {
    struct arena *arena;
    struct tally tally;
    pthread_t thread;
};

static void *work(void *context) {
    struct worker *worker = context;
    struct arena *arena = worker->arena;
    for (uint64_t round; (round = atomic_fetch_add(&arena->next, 1)) < arena->rounds;)
        arena->share[round] = play_round(arena, round, &worker->tally);
    return NULL;
}

static void add(struct tally *sum, const struct tally *tally) {
    sum->wins += tally->wins;
    sum->ties += tally->ties;
    sum->losses += tally->losses;
    sum->turns += tally->turns;
    for (unsigned side = 0; side < 2; side++) {
        sum->moves[side] += tally->moves[side];
        sum->seconds[side] += tally->seconds[side];
    }
}

static struct tally play_all(struct arena *arena) {
    struct worker *workers = mem_new(arena->jobs, sizeof *workers);
    struct tally sum = {0};
    for (unsigned i = 0; i < arena->jobs; i++) {
        workers[i].arena = arena;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
            fail("no thread");
    }
    for (unsigned i = 0; i < arena->jobs; i++) {
        pthread_join(workers[i].thread, NULL);
        add(&sum, &workers[i].tally);
    }
    free(workers);
    return sum;
}

/* ---- what came of it ---- */

static double half_interval(const struct arena *arena, double mean) {
    double squares = 0;
    for (uint64_t i = 0; i < arena->rounds; i++)
        squares += (arena->share[i] - mean) * (arena->share[i] - mean);
    double variance = squares / (double)(arena->rounds > 1 ? arena->rounds - 1 : 1);
    return 1.96 * sqrt(variance / (double)arena->rounds);
}

static void print_side(const struct arena *arena, unsigned side) {
    printf("%s", flows_level_name(arena->side[side].level));
    if (arena->side[side].level == FLOWS_STRONG)
        printf(":%llu", (unsigned long long)arena->side[side].playouts);
}

static void report(const struct arena *arena, const struct tally *tally) {
    double mean = 0, games = tally->wins + tally->ties + tally->losses;
    for (uint64_t i = 0; i < arena->rounds; i++)
        mean += arena->share[i] / (double)arena->rounds;
    double half = half_interval(arena, mean);
    /* Without any loss or win the spread says nothing: the rule of three. */
    if (half == 0)
        half = 3 / games;
    print_side(arena, 0);
    printf(" against ");
    print_side(arena, 1);
    printf(", %u players, radius %u: %.0f games, %.0f won, %.0f tied, %.0f lost\n", arena->players,
           arena->radius, games, tally->wins, tally->ties, tally->losses);
    printf("share of the wins %.1f %% (95 %%: %.1f to %.1f); equals would get %.1f %%\n",
           100 * mean, 100 * fmax(0, mean - half), 100 * fmin(1, mean + half),
           100 * (double)arena->rounds / games);
    printf("%.1f turns a game; CPU ms a move: ", tally->turns / games);
    for (unsigned side = 0; side < 2; side++)
        printf("%s%.2f", side ? ", " : "", 1000 * tally->seconds[side] / tally->moves[side]);
    printf("\n");
}

/* ---- the command line ---- */

static struct player read_player(const char *text) {
    char name[16] = "";
    unsigned long long playouts = FLOWS_PLAYOUTS;
    sscanf(text, "%15[a-z]:%llu", name, &playouts);
    struct player player = {.level = flows_level_find(name), .playouts = playouts};
    if (player.level == FLOWS_LEVELS || playouts == 0)
        fail("an opponent is random, greedy or strong:PLAYOUTS");
    return player;
}

static uint64_t option(int argc, char **argv, const char *name, uint64_t initial) {
    for (int i = 3; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return strtoull(argv[i + 1], NULL, 10);
    return initial;
}

int main(int argc, char **argv) {
    if (argc < 3)
        fail("usage: bench_flows_arena FIRST SECOND [--games N] [--players N] [--radius R] "
             "[--seed N] [--jobs N]");
    struct arena arena = {.side = {read_player(argv[1]), read_player(argv[2])},
                          .players = (unsigned)option(argc, argv, "--players", 2),
                          .radius = (unsigned)option(argc, argv, "--radius", 3),
                          .jobs = (unsigned)option(argc, argv, "--jobs", 2),
                          .seed = option(argc, argv, "--seed", 1)};
    if (arena.players < 2 || arena.players > FLOWS_MOST_PLAYERS || !flows_grid(arena.radius) ||
        arena.jobs < 1 || arena.jobs > 64)
        fail("players 2 to 6, radius 1 to 5, jobs 1 to 64");
    unsigned teams = arena.players == 2 ? 2 : arena.players == 4 ? 2 : 3;
    arena.rounds = (option(argc, argv, "--games", 400) + teams - 1) / teams;
    arena.share = mem_new(arena.rounds, sizeof *arena.share);
    struct tally tally = play_all(&arena);
    report(&arena, &tally);
    free(arena.share);
    return 0;
}
