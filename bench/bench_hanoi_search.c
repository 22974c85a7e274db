/* How fast the Hanoi searches are: states a second of the complete breadth-first searches, and
 * processor time of shortest paths between random boards. Each figure is the median of several
 * runs; the spread is the difference between the slowest and the fastest, in percent of it.
 * With --full also 15 and 16 discs on four pegs, which takes about two minutes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "puzzles/hanoi/solve/irregular/irregular.h"
#include "puzzles/hanoi/solve/regular/frontier4.h"
#include "puzzles/hanoi/solve/regular/layers.h"
#include "puzzles/hanoi/solve/regular/regular.h"

enum { MOST_RUNS = 9, MOST_DISCS = 64 };

struct figure {
    double median;
    double spread; /* in percent */
};

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct figure summarise(double *times, unsigned runs) {
    qsort(times, runs, sizeof(times[0]), compare_doubles);
    double median = times[runs / 2];
    return (struct figure){median, 100 * (times[runs - 1] - times[0]) / median};
}

static void fail(const char *what) {
    fprintf(stderr, "bench_hanoi_search: %s\n", what);
    exit(1);
}

/* ---- complete searches from the perfect state ---- */

struct outcome {
    uint32_t depth;
    uint64_t states;
    uint64_t bytes;
};

/* Three pegs, or four pegs with the other three not told apart. */
static struct outcome search_layers(unsigned pegs, unsigned discs, qd_control *control) {
    static const uint8_t start[MOST_DISCS] = {0};
    struct hanoi_layers_task task = {
        .pegs = pegs, .discs = discs, .start = start, .max_depth = UINT32_MAX};
    struct hanoi_layers layers;
    if (hanoi_layers_run(&task, &layers, control) != QD_YES)
        fail("the search did not end");
    struct outcome outcome = {.depth = layers.depth, .states = layers.states};
    hanoi_layers_free(&layers);
    return outcome;
}

/* Four pegs, every state by itself. */
static struct outcome search_plain(unsigned pegs, unsigned discs, qd_control *control) {
    struct hanoi_frontier4 front;
    qd_status status =
        pegs == 4 && hanoi_frontier4_begin(&front, discs, 0, control) ? QD_YES : QD_NO;
    if (status != QD_YES)
        fail("the search could not begin");
    while (status == QD_YES)
        status = hanoi_frontier4_step(&front, NULL);
    struct outcome outcome = {.depth = front.depth, .states = front.reached};
    hanoi_frontier4_end(&front);
    return outcome;
}

typedef struct outcome search(unsigned pegs, unsigned discs, qd_control *control);

static void time_search(const char *name, search *job, unsigned pegs, unsigned discs,
                        unsigned runs) {
    double times[MOST_RUNS];
    struct outcome outcome = {0};
    for (unsigned run = 0; run < runs; run++) {
        qd_progress progress;
        qd_control *control = control_new(NULL);
        double before = clock_thread_cpu();
        outcome = job(pegs, discs, control);
        times[run] = clock_thread_cpu() - before;
        control_progress(control, &progress);
        outcome.bytes = progress.peak_bytes;
        control_free(control);
    }
    struct figure time = summarise(times, runs);
    printf("%-26s %5u %12llu %6u %9.4f %7.0f%% %9.0f %9.1f\n", name, discs,
           (unsigned long long)outcome.states, outcome.depth, time.median, time.spread,
           (double)outcome.states / time.median / 1e6, (double)outcome.bytes / 1e6);
}

static void complete_searches(bool full) {
    printf("%-26s %5s %12s %6s %9s %8s %9s %9s\n", "complete search", "discs", "states", "depth",
           "seconds", "spread", "M states/s", "MB");
    for (unsigned discs = 12; discs <= 16; discs++)
        time_search("three pegs", search_layers, 3, discs, 5);
    for (unsigned discs = 10; discs <= (full ? 15 : 14); discs++)
        time_search("four pegs", search_plain, 4, discs, discs < 15 ? 5 : 3);
    for (unsigned discs = 10; discs <= (full ? 16 : 14); discs++)
        time_search("four pegs, three alike", search_layers, 4, discs, discs < 15 ? 5 : 3);
}

/* ---- random boards ---- */

struct board {
    uint8_t peg[MOST_DISCS];
    uint16_t below[MOST_DISCS];
};

static void random_regular(struct random *random, unsigned pegs, unsigned discs,
                           struct board *board) {
    for (unsigned i = 0; i < discs; i++)
        board->peg[i] = (uint8_t)random_below(random, pegs);
}

/* Any stacking, all equally likely: discs and two dividers in any order. */
static void random_stacking(struct random *random, unsigned discs, struct board *board) {
    unsigned order[MOST_DISCS + 2], peg = 0, last = HANOI_ON_PEG;
    for (unsigned i = 0; i < discs + 2; i++) {
        unsigned j = (unsigned)random_below(random, i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    for (unsigned i = 0; i < discs + 2; i++) {
        if (order[i] >= discs) {
            peg++;
            last = HANOI_ON_PEG;
            continue;
        }
        board->peg[order[i]] = (uint8_t)peg;
        board->below[order[i]] = (uint16_t)last;
        last = order[i];
    }
}

/* What a search of one random board gave. */
struct sample {
    uint64_t nodes;
    double length;
    uint64_t bytes;
};

static struct sample solve_pair(struct random *random, unsigned discs, qd_control *control) {
    struct board start, goal;
    struct hanoi_regular_answer answer;
    random_regular(random, 4, discs, &start);
    random_regular(random, 4, discs, &goal);
    struct hanoi_regular_task task = {
        .pegs = 4, .discs = discs, .start = start.peg, .goal = goal.peg};
    if (hanoi_regular_solve(&task, &answer, control) != QD_YES)
        fail("no path was found");
    struct sample sample = {.nodes = answer.nodes, .length = (double)answer.list->count};
    hanoi_moves_free(answer.list);
    return sample;
}

static struct sample solve_stacking(struct random *random, unsigned discs, qd_control *control) {
    struct board start, goal = {{0}, {0}};
    struct hanoi_stages *plan;
    random_stacking(random, discs, &start);
    for (unsigned i = 0; i < discs; i++)
        goal.below[i] = i + 1 < discs ? (uint16_t)(i + 1) : HANOI_ON_PEG;
    struct hanoi_irregular_task task = {.pegs = 3,
                                        .discs = discs,
                                        .start = {start.peg, start.below},
                                        .goal = {goal.peg, goal.below}};
    if (hanoi_irregular_plan(&task, &plan, control) != QD_YES)
        fail("no path was found");
    struct hanoi_three_count length = hanoi_stages_length(plan, plan->count);
    struct sample sample = {.nodes = plan->nodes,
                            .length = 0x1p64 * (double)length.high + (double)length.low};
    hanoi_stages_free(plan);
    return sample;
}

typedef struct sample solve(struct random *random, unsigned discs, qd_control *control);

/* The mean over some boards, several times with other boards. */
static void time_boards(const char *name, solve *job, unsigned discs, unsigned boards,
                        unsigned runs) {
    double times[MOST_RUNS], length = 0;
    uint64_t nodes = 0, bytes = 0;
    struct random random;
    random_seed(&random, 20240701);
    for (unsigned run = 0; run < runs; run++) {
        double before = clock_thread_cpu();
        for (unsigned i = 0; i < boards; i++) {
            qd_progress progress;
            qd_control *control = control_new(NULL);
            struct sample sample = job(&random, discs, control);
            control_progress(control, &progress);
            control_free(control);
            nodes += sample.nodes;
            length += sample.length;
            bytes = progress.peak_bytes > bytes ? progress.peak_bytes : bytes;
        }
        times[run] = (clock_thread_cpu() - before) / boards;
    }
    struct figure time = summarise(times, runs);
    printf("%-26s %5u %12.1f %10.4g %12.2f %7.0f%% %9.1f\n", name, discs,
           (double)nodes / (boards * runs), length / (boards * runs), 1e6 * time.median,
           time.spread, (double)bytes / 1e6);
}

static void random_boards(bool full) {
    printf("\n%-26s %5s %12s %10s %12s %8s %9s\n", "shortest path", "discs", "mean nodes",
           "mean moves", "us", "spread", "most MB");
    for (unsigned discs = 10; discs <= (full ? 16 : 14); discs++)
        time_boards("four pegs, random pairs", solve_pair, discs, discs < 13 ? 40 : 10, 5);
    static const unsigned sizes[] = {5, 8, 16, 30};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        time_boards("irregular, to one peg", solve_stacking, sizes[i], 1000, 5);
}

int main(int argc, char **argv) {
    bool full = argc == 2 && strcmp(argv[1], "--full") == 0;
    if (argc > 2 || (argc == 2 && !full)) {
        fprintf(stderr, "usage: bench_hanoi_search [--full]\n");
        return 2;
    }
    complete_searches(full);
    random_boards(full);
    return 0;
}
