/* How fast the solver of Nonogram is: on the files named on the command line, and on random
 * pictures. Processor time; every solution is checked. Options hold for what follows them.
 *   bench_nonogram [--count N] [--time S] [--seed N] [--most N] [--threads N]
 *                  [--times N] [--keep FOLDER] [--pick N] [--each] [--summary NAME]
 *                  [--without PART]...
 *                  [--random WxH/DENSITY[/COLOURS]]... [FILE]...
 * --most is the number of solutions that are enough; 2, if it is not given, decides uniqueness.
 * --times solves each puzzle so many times; the shortest time counts.
 * --keep writes each random puzzle into a .non file of that folder (black and white only).
 * --pick solves only random puzzle number N, counted from 0; it is the same one as among all.
 * --each prints a line for every random puzzle too.
 * --summary prints the figures of all puzzles since the last one.
 * A line for each puzzle, with tabs: its name, its size, the verdict (unique, several, none,
 * solved if there may be more, limit), seconds of processor time, seconds of wall time, nodes,
 * lines solved. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/solver.h"

struct settings {
    struct nonogram_solver_options options;
    unsigned count, times;
    double seconds;
    uint64_t seed;
    const char *keep;
    int pick; /* -1: all */
    bool each;
};

struct result {
    const char *verdict;
    double seconds, wall;
    uint64_t nodes, line_solves;
};

/* Times of the puzzles since the last summary. */
struct times {
    double *seconds;
    size_t count, room;
    unsigned unique, several, others;
};

static void fail(const char *what) {
    fprintf(stderr, "bench_nonogram: %s\n", what);
    exit(1);
}

/* ---- puzzles ---- */

static struct position *read_file(const char *name) {
    struct source source;
    struct record moves = {0};
    qd_error error;
    if (!file_read(name, &source, &error))
        fail(error.message);
    int sure;
    struct position *position =
        nonogram_text.parse(&source, nonogram_text.recognise(&source, &sure), NULL, &moves, &error);
    if (!position)
        fail(error.message);
    record_free(&moves);
    file_close(&source);
    return position;
}

/* A cell is filled with that probability in per cent; each colour is as likely as the others. */
static struct nonogram_puzzle *random_puzzle(unsigned width, unsigned height, unsigned density,
                                             unsigned colours, struct random *random) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    uint8_t *picture = mem_new((size_t)width * height, 1);
    puzzle->colours = colours;
    for (size_t i = 0; i < (size_t)width * height; i++)
        if (random_below(random, 100) < density)
            picture[i] = (uint8_t)(1 + random_below(random, colours));
    nonogram_generate_all_clues(puzzle, picture);
    free(picture);
    return puzzle;
}

static void write_lines(FILE *file, const char *what, const struct nonogram_line *lines,
                        unsigned count) {
    fprintf(file, "\n%s\n", what);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < lines[i].count; j++)
            fprintf(file, "%s%u", j > 0 ? "," : "", lines[i].clues[j].length);
        fprintf(file, "%s\n", lines[i].count == 0 ? "0" : "");
    }
}

static void keep_puzzle(const struct nonogram_puzzle *puzzle, const char *folder,
                        const char *name) {
    char path[512];
    snprintf(path, sizeof(path), "%.200s/%.200s.non", folder, name);
    FILE *file = fopen(path, "w");
    if (!file)
        fail(path);
    fprintf(file, "width %u\nheight %u\n", puzzle->width, puzzle->height);
    write_lines(file, "rows", puzzle->rows, puzzle->height);
    write_lines(file, "columns", puzzle->columns, puzzle->width);
    fclose(file);
}

/* ---- runs ---- */

static const char *verdict(qd_status status, const struct nonogram_solutions *solutions) {
    if (status == QD_NO)
        return "none";
    if (solutions->count == 0)
        return "limit";
    if (solutions->count > 1)
        return "several";
    return solutions->complete ? "unique" : "solved";
}

static struct result measure_once(const struct nonogram_puzzle *puzzle,
                                  const struct settings *settings) {
    qd_limits limits = {.seconds = settings->seconds};
    qd_control *control = control_new(&limits);
    struct nonogram_solutions solutions;
    double start = clock_cpu(), wall_start = clock_wall();
    qd_status status = nonogram_solver_solve(puzzle, NULL, &settings->options, control, &solutions);
    struct result result = {.seconds = clock_cpu() - start,
                            .wall = clock_wall() - wall_start,
                            .nodes = solutions.nodes,
                            .line_solves = solutions.line_solves,
                            .verdict = verdict(status, &solutions)};
    for (unsigned i = 0; i < solutions.count; i++)
        if (!nonogram_picture_fits(puzzle, solutions.pictures[i], NULL, NULL))
            fail("a solution does not fit the clues");
    nonogram_solutions_free(&solutions);
    control_free(control);
    return result;
}

static struct result measure(const struct nonogram_puzzle *puzzle,
                             const struct settings *settings) {
    struct result best = measure_once(puzzle, settings);
    for (unsigned i = 1; i < settings->times; i++) {
        struct result again = measure_once(puzzle, settings);
        if (again.seconds < best.seconds)
            best = again;
    }
    return best;
}

static void note(struct times *times, const struct result *result) {
    times->seconds = mem_grow(times->seconds, times->count, &times->room, sizeof(double));
    times->seconds[times->count++] = result->seconds;
    if (strcmp(result->verdict, "unique") == 0)
        times->unique++;
    else if (strcmp(result->verdict, "several") == 0)
        times->several++;
    else
        times->others++;
}

static void print_result(const char *name, const struct nonogram_puzzle *puzzle,
                         const struct result *result) {
    printf("%s\t%ux%u\t%s\t%.6f\t%.6f\t%llu\t%llu\n", name, puzzle->width, puzzle->height,
           result->verdict, result->seconds, result->wall, (unsigned long long)result->nodes,
           (unsigned long long)result->line_solves);
    fflush(stdout);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times under a microsecond count as one, as the clock is no finer. */
static void print_summary(const char *name, struct times *times) {
    double sum = 0, logs = 0;
    if (times->count == 0)
        return;
    qsort(times->seconds, times->count, sizeof(double), compare_doubles);
    for (size_t i = 0; i < times->count; i++) {
        sum += times->seconds[i];
        logs += log(fmax(times->seconds[i], 1e-6));
    }
    printf("# %-14s %4zu puzzles: %4u unique %4u several %4u others  geometric mean %9.3f ms  "
           "median %9.3f  p90 %9.3f  worst %9.3f  sum %9.3f s\n",
           name, times->count, times->unique, times->several, times->others,
           1e3 * exp(logs / (double)times->count), 1e3 * times->seconds[times->count / 2],
           1e3 * times->seconds[times->count * 9 / 10], 1e3 * times->seconds[times->count - 1],
           sum);
    fflush(stdout);
    free(times->seconds);
    *times = (struct times){0};
}

static void run_file(const char *name, const struct settings *settings, struct times *times) {
    struct position *position = read_file(name);
    const char *slash = strrchr(name, '/');
    struct result result = measure(position->puzzle, settings);
    note(times, &result);
    print_result(slash ? slash + 1 : name, position->puzzle, &result);
    nonogram_rules.free(position);
}

static void run_random(const char *text, const struct settings *settings, struct times *times) {
    unsigned width, height, density, colours = 1;
    if (sscanf(text, "%ux%u/%u/%u", &width, &height, &density, &colours) < 3 || width < 1 ||
        height < 1 || width > NONOGRAM_SIDE || height > NONOGRAM_SIDE || colours < 1 ||
        colours > NONOGRAM_COLOURS)
        fail("--random needs WIDTHxHEIGHT/DENSITY or WIDTHxHEIGHT/DENSITY/COLOURS");
    unsigned count = settings->pick < 0 ? settings->count : (unsigned)settings->pick + 1;
    struct random random;
    random_seed(&random, settings->seed);
    for (unsigned i = 0; i < count; i++) {
        struct nonogram_puzzle *puzzle = random_puzzle(width, height, density, colours, &random);
        char name[80];
        snprintf(name, sizeof(name), "random-%ux%u-%u-%03u", width, height, density, i);
        if (settings->pick < 0 || i + 1 == count) {
            if (settings->keep)
                keep_puzzle(puzzle, settings->keep, name);
            struct result result = measure(puzzle, settings);
            note(times, &result);
            if (settings->each)
                print_result(name, puzzle, &result);
        }
        nonogram_puzzle_free(puzzle);
    }
}

/* ---- the command line ---- */

static unsigned part_named(const char *name) {
    static const char *const names[] = {"learning", "shrinking", "activity",    "phases",
                                        "restarts", "probes",    "reason-side", "beliefs"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return 1U << i;
    fail("--without needs learning, shrinking, activity, phases, restarts, probes, reason-side or "
         "beliefs");
    return 0;
}

static bool take_number(struct settings *settings, const char *word, const char *value) {
    if (strcmp(word, "--count") == 0)
        settings->count = (unsigned)atoi(value);
    else if (strcmp(word, "--times") == 0)
        settings->times = (unsigned)atoi(value);
    else if (strcmp(word, "--time") == 0)
        settings->seconds = atof(value);
    else if (strcmp(word, "--seed") == 0)
        settings->seed = strtoull(value, NULL, 10);
    else if (strcmp(word, "--most") == 0)
        settings->options.most = (unsigned)atoi(value);
    else if (strcmp(word, "--threads") == 0)
        settings->options.threads = (unsigned)atoi(value);
    else if (strcmp(word, "--without") == 0)
        settings->options.without |= part_named(value);
    else if (strcmp(word, "--pick") == 0)
        settings->pick = atoi(value);
    else if (strcmp(word, "--keep") == 0)
        settings->keep = value;
    else
        return false;
    return true;
}

int main(int count, char **words) {
    struct settings settings = {
        .options = {.most = 2}, .count = 100, .times = 1, .seconds = 60, .seed = 1, .pick = -1};
    struct times times = {0};
    for (int i = 1; i < count; i++) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        if (strcmp(words[i], "--each") == 0)
            settings.each = true;
        else if (strncmp(words[i], "--", 2) != 0)
            run_file(words[i], &settings, &times);
        else if (!value)
            fail("an option has no value");
        else if (strcmp(words[i], "--random") == 0)
            run_random(words[++i], &settings, &times);
        else if (strcmp(words[i], "--summary") == 0)
            print_summary(words[++i], &times);
        else if (take_number(&settings, words[i], value))
            i++;
        else
            fail(words[i]);
    }
    print_summary("all", &times);
    return 0;
}
