/* How well the chances that hints and ratings tell fit what comes of the games.
 *   bench_flows_calibration [--positions N] [--players N] [--radius R] [--playouts N] [--self N]
 *                           [--games N] [--seed N] [--jobs N]
 * Positions come from games in which everybody plays greedily with some moves at random, at a
 * random turn, with the tile in hand known. What `rate --playouts N` tells there (told) is compared
 * with what each team gets (got) in games that the strong opponent with --self playouts plays on
 * for everybody, each game with other draws. Prints, for each fifth of the chances told (0 to 20 %,
 * 20 to 40 %, ...), how many chances fall into it, their mean, what was got on the average, and its
 * standard error over positions; all teams of all positions count. Then the slope and the shift for
 * puzzles/flows/solve/opponent/chances.c that fit these games best (logistic regression on the
 * movers' chances that are not exact). The same seed gives the same figures, whatever the number of
 * jobs. */
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/flows/solve/opponent/think.h"

enum { FIFTHS = 5, RANDOM_PERCENT = 30 };

/* A position, what was told of it, and what came of it. */
struct sample {
    double told[FLOWS_AXES], got[FLOWS_AXES];
    double average; /* of the mover's playouts */
    unsigned axes, mover;
    bool exact;
};

struct bench {
    uint64_t positions, playouts, self, games, seed;
    unsigned players, radius, jobs;
    atomic_uint_fast64_t next;
    struct sample *sample;
};

static void fail(const char *what) {
    fprintf(stderr, "bench_flows_calibration: %s\n", what);
    exit(1);
}

/* ---- positions ---- */

static void move_by(struct flows_game *game, enum flows_level level, uint64_t playouts,
                    uint64_t seed) {
    struct flows_thought thought;
    flows_think(game, level, playouts, seed, NULL, &thought);
    if (flows_game_play(game, thought.best[0].move, NULL, NULL) != QD_YES)
        fail("an opponent made a move that is not legal");
}

/* Plays to a random turn. Returns false if the game is over there. */
static bool reach(const struct bench *bench, struct flows_game *game, struct random *random) {
    struct flows_setup setup;
    flows_setup_start(&setup, bench->radius, bench->players);
    flows_setup_seats(&setup, random);
    setup.seeded = true;
    setup.seed = random_bits(random);
    flows_game_start(game, &setup);
    unsigned turns = (unsigned)random_below(random, game->board.grid->hexes);
    while (game->turn < turns && game->outcome == FLOWS_GOES_ON) {
        bool any = random_below(random, 100) < RANDOM_PERCENT;
        move_by(game, any ? FLOWS_RANDOM : FLOWS_GREEDY, 1, random_bits(random));
    }
    return game->outcome == FLOWS_GOES_ON;
}

/* ---- told and got ---- */

static void play_on(const struct bench *bench, struct flows_game game, struct random *random,
                    struct sample *sample) {
    game.setup.seed = random_bits(random);
    game.shown = true; /* the tile in hand stays */
    while (game.outcome == FLOWS_GOES_ON)
        move_by(&game, FLOWS_STRONG, bench->self, random_bits(random));
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        sample->got[axis] +=
            flows_share(game.winners, game.board.axes, axis) / (double)bench->games;
}

static void measure(const struct bench *bench, uint64_t number, struct sample *sample) {
    struct random random;
    struct flows_game game;
    struct flows_thought thought;
    random_seed(&random, bench->seed * UINT64_C(0x9E3779B97F4A7C15) + number);
    while (!reach(bench, &game, &random))
        ;
    flows_think(&game, FLOWS_STRONG, bench->playouts, flows_think_seed(&game), NULL, &thought);
    memcpy(sample->told, thought.best[0].win, sizeof sample->told);
    sample->average = thought.best[0].average;
    sample->exact = thought.exact;
    sample->axes = game.board.axes;
    sample->mover = game.edge % 3u;
    for (uint64_t i = 0; i < bench->games; i++)
        play_on(bench, game, &random, sample);
}

static void *work(void *context) {
    struct bench *bench = context;
    for (uint64_t i; (i = atomic_fetch_add(&bench->next, 1)) < bench->positions;)
        measure(bench, i, &bench->sample[i]);
    return NULL;
}

static void measure_all(struct bench *bench) {
    pthread_t *threads = mem_new(bench->jobs, sizeof *threads);
    for (unsigned i = 0; i < bench->jobs; i++)
        if (pthread_create(&threads[i], NULL, work, bench) != 0)
            fail("no thread");
    for (unsigned i = 0; i < bench->jobs; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}

/* ---- the table ---- */

struct fifth {
    double count, told, got, squares; /* sums; squares of got - told */
};

static void print_fifths(const struct bench *bench) {
    struct fifth fifth[FIFTHS] = {{0}};
    for (uint64_t i = 0; i < bench->positions; i++)
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
            const struct sample *sample = &bench->sample[i];
            double told = sample->told[axis], got = sample->got[axis];
            if (!(sample->axes >> axis & 1))
                continue;
            struct fifth *in = &fifth[told >= 1 ? FIFTHS - 1 : (unsigned)(told * FIFTHS)];
            in->count++;
            in->told += told;
            in->got += got;
            in->squares += (got - told) * (got - told);
        }
    printf("| told | chances | told, mean | got, mean | got - told | +/- "
           "|\n|---|---|---|---|---|---|\n");
    for (unsigned i = 0; i < FIFTHS; i++) {
        struct fifth in = fifth[i];
        double off = (in.got - in.told) / in.count;
        double deviation = sqrt(in.squares / in.count - off * off);
        printf("| %u-%u %% | %.0f | %.1f | %.1f | %+.1f | %.1f |\n", 20 * i, 20 * i + 20, in.count,
               100 * in.told / in.count, 100 * in.got / in.count, 100 * off,
               100 * deviation / sqrt(in.count));
    }
}

static void print_movers(const struct bench *bench) {
    double told = 0, got = 0, exact = 0, brier = 0;
    for (uint64_t i = 0; i < bench->positions; i++) {
        const struct sample *sample = &bench->sample[i];
        double off = sample->got[sample->mover] - sample->told[sample->mover];
        told += sample->told[sample->mover];
        got += sample->got[sample->mover];
        exact += sample->exact;
        brier += off * off;
    }
    double all = (double)bench->positions;
    printf("movers: told %.1f %%, got %.1f %% on the average; mean square of the difference %.4f; "
           "%.0f positions exact\n",
           100 * told / all, 100 * got / all, brier / all, exact);
}

/* ---- the fit ---- */

static double odds_of(double average) {
    double kept = fmin(fmax(average, 0.005), 0.995);
    return log(kept / (1 - kept));
}

/* Newton's method for two parameters. */
static void print_fit(const struct bench *bench) {
    double slope = 1, shift = 0;
    for (unsigned round = 0; round < 30; round++) {
        double g0 = 0, g1 = 0, h00 = 1e-9, h01 = 0, h11 = 1e-9;
        for (uint64_t i = 0; i < bench->positions; i++) {
            const struct sample *sample = &bench->sample[i];
            if (sample->exact)
                continue;
            double x = odds_of(sample->average);
            double chance = 1 / (1 + exp(-(shift + slope * x)));
            double off = sample->got[sample->mover] - chance, weight = chance * (1 - chance);
            g0 += off;
            g1 += off * x;
            h00 += weight;
            h01 += weight * x;
            h11 += weight * x * x;
        }
        double det = h00 * h11 - h01 * h01;
        shift += (h11 * g0 - h01 * g1) / det;
        slope += (h00 * g1 - h01 * g0) / det;
    }
    printf("fit: slope %.3f, shift %.3f\n", slope, shift);
}

/* ---- the command line ---- */

static uint64_t option(int argc, char **argv, const char *name, uint64_t initial) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], name) == 0)
            return strtoull(argv[i + 1], NULL, 10);
    return initial;
}

/* An option that is not known must not be ignored. */
static void check_options(int argc, char **argv) {
    static const char *const known[] = {"--positions", "--players", "--radius", "--playouts",
                                        "--self",      "--games",   "--seed",   "--jobs"};
    for (int i = 1; i < argc; i += 2) {
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            found |= strcmp(argv[i], known[k]) == 0;
        if (!found || i + 1 == argc)
            fail("unknown option, or one without a value");
    }
}

int main(int argc, char **argv) {
    check_options(argc, argv);
    struct bench bench = {.positions = option(argc, argv, "--positions", 400),
                          .players = (unsigned)option(argc, argv, "--players", 2),
                          .radius = (unsigned)option(argc, argv, "--radius", 3),
                          .playouts = option(argc, argv, "--playouts", FLOWS_PLAYOUTS),
                          .self = option(argc, argv, "--self", FLOWS_PLAYOUTS),
                          .games = option(argc, argv, "--games", 8),
                          .seed = option(argc, argv, "--seed", 1),
                          .jobs = (unsigned)option(argc, argv, "--jobs", 1)};
    if (bench.players < 2 || bench.players > FLOWS_MOST_PLAYERS || !flows_grid(bench.radius) ||
        bench.positions == 0 || bench.playouts == 0 || bench.self == 0 || bench.games == 0 ||
        bench.jobs == 0)
        fail("players are 2 to 6, the radius 1 to 5, and nothing else is 0");
    bench.sample = mem_new(bench.positions, sizeof *bench.sample);
    measure_all(&bench);
    printf("%llu positions, %u players, radius %u: told by %llu playouts, got in %llu games each "
           "between strong:%llu\n",
           (unsigned long long)bench.positions, bench.players, bench.radius,
           (unsigned long long)bench.playouts, (unsigned long long)bench.games,
           (unsigned long long)bench.self);
    print_fifths(&bench);
    print_movers(&bench);
    print_fit(&bench);
    free(bench.sample);
    return 0;
}
