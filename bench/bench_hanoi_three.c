/* How fast the three-peg formulas are: nanoseconds of processor time a distance, a streamed
 * move and a jump into a path. Each figure is the median of several runs over random
 * states; the spread is the difference between the slowest and the fastest run. */
#include "puzzles/hanoi/core/three.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS = 9, STATES = 1024, ROUNDS = 1000, MOVES = 5000000, JUMPS = 200000 };

struct figure {
    double median;
    double spread;
};

/* What is timed: does its work on the states and returns something made of every result. */
typedef uint64_t work(const struct hanoi_three *states, unsigned discs);

static double cpu_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

/* Marsaglia's xorshift. */
static uint64_t random_word(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static void make_states(struct hanoi_three *states, unsigned discs, uint64_t seed) {
    uint8_t pegs[HANOI_THREE_MAX_DISCS];
    for (int i = 0; i < STATES; i++) {
        for (unsigned disc = 0; disc < discs; disc++)
            pegs[disc] = (uint8_t)(random_word(&seed) % 3);
        hanoi_three_from_pegs(&states[i], pegs, discs);
    }
}

static uint64_t measure_pairs(const struct hanoi_three *states, unsigned discs) {
    uint64_t sum = discs;
    for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < STATES; i++) {
            struct hanoi_three_distance found =
                hanoi_three_measure(states[i], states[(i + round) % STATES]);
            sum ^= found.length + found.kind;
        }
    }
    return sum;
}

/* Walks from pair to pair, at most 4096 moves of each path, until it has made MOVES moves. */
static uint64_t stream_moves(const struct hanoi_three *states, unsigned discs) {
    uint64_t sum = discs;
    int made = 0;
    for (int i = 0; made < MOVES; i++) {
        struct hanoi_three_path path;
        struct hanoi_three_move move;
        hanoi_three_path_open(&path, states[i % STATES], states[(i * 7 + 1) % STATES], 0, 0);
        for (int k = 0; k < 4096 && made < MOVES && hanoi_three_path_next(&path, &move); k++) {
            sum = sum * 5 + (uint64_t)(move.disc * 16 + move.from * 4 + move.to);
            made++;
        }
    }
    return sum;
}

static uint64_t jump_into_paths(const struct hanoi_three *states, unsigned discs) {
    uint64_t sum = discs;
    uint64_t seed = 88172645463325252;
    for (int i = 0; i < JUMPS; i++) {
        struct hanoi_three_path path;
        struct hanoi_three from = states[i % STATES];
        struct hanoi_three to = states[(i * 7 + 1) % STATES];
        uint64_t length = hanoi_three_measure(from, to).length;
        hanoi_three_path_open(&path, from, to, 0, length == 0 ? 0 : random_word(&seed) % length);
        sum ^= path.at.lo + path.at.hi + path.left;
    }
    return sum;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct figure time_work(work *job, double operations, unsigned discs, uint64_t *check) {
    struct hanoi_three states[STATES];
    double times[RUNS];
    for (int run = 0; run < RUNS; run++) {
        make_states(states, discs, 20240229 + (uint64_t)run);
        double before = cpu_nanoseconds();
        *check ^= job(states, discs);
        times[run] = (cpu_nanoseconds() - before) / operations;
    }
    qsort(times, RUNS, sizeof times[0], compare_doubles);
    return (struct figure){times[RUNS / 2], times[RUNS - 1] - times[0]};
}

int main(void) {
    static const unsigned sizes[] = {8, 16, 32, 48, 64};
    static const struct {
        const char *name;
        work *job;
        double operations;
    } jobs[] = {
        {"distance of two states", measure_pairs, (double)STATES * ROUNDS},
        {"one streamed move", stream_moves, MOVES},
        {"distance and jump into path", jump_into_paths, JUMPS},
    };
    uint64_t check = 0;
    printf("%-28s %6s %12s %8s\n", "", "discs", "ns (median)", "spread");
    for (size_t j = 0; j < sizeof jobs / sizeof jobs[0]; j++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct figure found = time_work(jobs[j].job, jobs[j].operations, sizes[i], &check);
            printf("%-28s %6u %12.2f %8.2f\n", jobs[j].name, sizes[i], found.median, found.spread);
        }
    }
    printf("bytes of a path %zu, of a state %zu; check word %016" PRIx64 "\n",
           sizeof(struct hanoi_three_path), sizeof(struct hanoi_three), check);
    return 0;
}
