/* How fast the exact legality of Flows is, over random legal games. Wall time of each call; one
 * that took long is repeated, and the shortest time counts, as the machine may have been busy with
 * something else. Every verdict of a single check is compared with the map of all placements.
 *   bench_flows [--games N] [--seed N] [--axes MASK] [--radius R] [--every N] [--tiles-left]
 *               [--hard MICROSECONDS]
 * --axes takes the axes in play as a mask (3: two teams, 7: three); without it both are played.
 * --radius takes one radius; without it the standard one, then a tenth of the games for each.
 * --every checks every Nth placement of a turn alone (default 1: all).
 * --hard prints each position whose check took longer.
 * A line for each set: radius, axes, reading, games, plies; the times of one check: count, median,
 * 99 %, 99.9 %, worst; of all placements of a tile: median, 99 %, worst; in microseconds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/flows/model/legality/legal.h"

/* Microseconds after which a call is repeated, and how often. */
enum { LONG_CHECK = 100, LONG_MAP = 500, REPEATS = 2 };

struct settings {
    unsigned games, axes, radius, every;
    bool tiles_left;
    uint64_t seed;
    double hard;
};

struct times {
    float *value;
    size_t count, room;
};

struct run {
    const struct settings *settings;
    struct random random;
    unsigned plies;
    uint64_t met; /* placements, for every Nth */
    struct times check, map;
};

static void fail(const char *what) {
    fprintf(stderr, "bench_flows: %s\n", what);
    exit(1);
}

/* ---- times ---- */

/* Of the wall clock, or the processor time of this thread (which is slow to read). */
static double microseconds(bool wall) {
    struct timespec now;
    clock_gettime(wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec * 1e-3;
}

static void add_time(struct times *times, double value) {
    times->value = mem_grow(times->value, times->count, &times->room, sizeof(*times->value));
    times->value[times->count++] = (float)value;
}

static int compare(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double part(const struct times *times, double share) {
    size_t at = (size_t)((double)times->count * share);
    return times->count == 0 ? 0 : times->value[at < times->count ? at : times->count - 1];
}

/* ---- games ---- */

static void print_board(const struct flows_board *board, unsigned hex, unsigned tile, double took) {
    printf("hard: %.0f us axes=%u radius=%u ", took, board->axes, board->grid->radius);
    for (unsigned i = 0; i < board->grid->hexes; i++) {
        unsigned at = i == hex ? tile : board->tile[i];
        putchar(at == FLOWS_NONE ? '.' : (int)('A' + at));
    }
    putchar('\n');
}

static double time_check(const struct run *run, const struct flows_board *board, unsigned hex,
                         unsigned tile, bool wall, qd_status *status) {
    double start = microseconds(wall);
    *status = flows_is_move_legal(board, hex, tile, run->settings->tiles_left, NULL);
    return microseconds(wall) - start;
}

static double time_map(const struct run *run, const struct flows_board *board, unsigned type,
                       struct flows_placements *map, bool wall, qd_status *status) {
    double start = microseconds(wall);
    *status = flows_place_everywhere(board, type, run->settings->tiles_left, NULL, map);
    return microseconds(wall) - start;
}

static double shorter(double a, double b) {
    return a < b ? a : b;
}

static void check_one(struct run *run, const struct flows_board *board, unsigned hex, unsigned tile,
                      char expected) {
    qd_status status;
    double took = time_check(run, board, hex, tile, true, &status);
    for (unsigned i = 0; took > LONG_CHECK && i < REPEATS; i++)
        took = shorter(took, time_check(run, board, hex, tile, false, &status));
    add_time(&run->check, took);
    if ((status == QD_YES) != (expected != FLOWS_PLACE_ILLEGAL))
        fail("a single check and the map disagree");
    if (run->settings->hard > 0 && took > run->settings->hard)
        print_board(board, hex, tile, took);
}

static void check_all(struct run *run, const struct flows_board *board, unsigned type,
                      const struct flows_placements *map) {
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++)
            if (flows_is_empty(board, hex) && run->met++ % run->settings->every == 0)
                check_one(run, board, hex, flows_tile(type, rotation), map->at[rotation][hex]);
}

static unsigned draw(struct run *run, const struct flows_board *board) {
    unsigned all = 0, type = 0;
    for (unsigned i = 0; i < FLOWS_TYPES; i++)
        all += board->left[i];
    unsigned at = (unsigned)random_below(&run->random, all);
    while (at >= board->left[type])
        at -= board->left[type++];
    return type;
}

/* Lays the tile in a random legal way. Returns false if the game is over. */
static bool move(struct run *run, struct flows_board *board, unsigned type,
                 const struct flows_placements *map) {
    for (;;) {
        unsigned hex = (unsigned)random_below(&run->random, board->grid->hexes);
        unsigned rotation = (unsigned)random_below(&run->random, FLOWS_PORTS);
        char verdict = map->at[rotation][hex];
        if (verdict != FLOWS_PLACE_LEGAL && verdict != FLOWS_PLACE_WINS)
            continue;
        flows_place(board, hex, flows_tile(type, rotation));
        return verdict == FLOWS_PLACE_LEGAL;
    }
}

static void play(struct run *run, unsigned radius, unsigned axes) {
    struct flows_board board;
    flows_board_start(&board, radius, axes);
    while (!flows_set_empty(&board.empty)) {
        struct flows_placements map;
        unsigned type = draw(run, &board);
        qd_status status;
        double took = time_map(run, &board, type, &map, true, &status);
        for (unsigned i = 0; took > LONG_MAP && i < REPEATS; i++)
            took = shorter(took, time_map(run, &board, type, &map, false, &status));
        add_time(&run->map, took);
        if (status == QD_LIMIT)
            fail("undecided");
        run->plies++;
        check_all(run, &board, type, &map);
        if (status == QD_NO || !move(run, &board, type, &map))
            return;
    }
}

static void measure(const struct settings *settings, unsigned radius, unsigned axes,
                    unsigned games) {
    struct run run = {.settings = settings};
    random_seed(&run.random, settings->seed);
    for (unsigned i = 0; i < games; i++)
        play(&run, radius, axes);
    qsort(run.check.value, run.check.count, sizeof(*run.check.value), compare);
    qsort(run.map.value, run.map.count, sizeof(*run.map.value), compare);
    printf("%u\t%u\t%s\t%u\t%u\t%zu\t%.2f\t%.1f\t%.1f\t%.0f\t%.1f\t%.1f\t%.0f\n", radius, axes,
           settings->tiles_left ? "left" : "any", games, run.plies, run.check.count,
           part(&run.check, 0.5), part(&run.check, 0.99), part(&run.check, 0.999),
           part(&run.check, 1), part(&run.map, 0.5), part(&run.map, 0.99), part(&run.map, 1));
    fflush(stdout);
    free(run.check.value);
    free(run.map.value);
}

/* ---- the command line ---- */

static void measure_radius(const struct settings *settings, unsigned radius, unsigned games) {
    static const uint8_t sets[] = {3, 7};
    for (unsigned i = 0; i < sizeof(sets); i++)
        if (settings->axes == 0 || settings->axes == sets[i])
            measure(settings, radius, sets[i], games);
    if (settings->axes != 0 && settings->axes != 3 && settings->axes != 7)
        measure(settings, radius, settings->axes, games);
}

static bool read_option(struct settings *settings, const char *name, const char *value) {
    if (strcmp(name, "--games") == 0)
        settings->games = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--seed") == 0)
        settings->seed = strtoull(value, NULL, 10);
    else if (strcmp(name, "--axes") == 0)
        settings->axes = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--radius") == 0)
        settings->radius = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--every") == 0)
        settings->every = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(name, "--hard") == 0)
        settings->hard = strtod(value, NULL);
    else
        return false;
    return true;
}

static void read_options(int count, char **word, struct settings *settings) {
    for (int i = 1; i < count; i++) {
        if (strcmp(word[i], "--tiles-left") == 0)
            settings->tiles_left = true;
        else if (i + 1 >= count || !read_option(settings, word[i], word[i + 1]))
            fail("unknown option, or its value is missing");
        else
            i++;
    }
    if (settings->axes > FLOWS_ALL_AXES || settings->every == 0 ||
        (settings->radius && !flows_grid(settings->radius)))
        fail("a value is out of range");
}

int main(int count, char **word) {
    struct settings settings = {.games = 300, .every = 1, .seed = 1};
    read_options(count, word, &settings);
    printf("radius\taxes\ttiles\tgames\tplies\tchecks\tmedian\t99%%\t99.9%%\tworst\tmap\t99%%\t"
           "worst\n");
    if (settings.radius) {
        measure_radius(&settings, settings.radius, settings.games);
        return 0;
    }
    measure_radius(&settings, FLOWS_STANDARD_RADIUS, settings.games);
    for (unsigned radius = FLOWS_LEAST_RADIUS; radius <= FLOWS_MOST_RADIUS; radius++)
        if (radius != FLOWS_STANDARD_RADIUS)
            measure_radius(&settings, radius, (settings.games + 9) / 10);
    return 0;
}
