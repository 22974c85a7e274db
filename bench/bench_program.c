/* The whole program as a user starts it: time and memory of `quandary solve` on towers of many
 * sizes, beside what it takes to print its version. usage: bench_program PROGRAM */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { RUNS = 21 };

struct cost {
    double wall; /* seconds, median */
    double cpu;
    long peak; /* KiB, least of all runs */
};

/* execv's prototype predates const; it does not change what it is given. */
static char **as_writable(const char *const *arguments) {
    union {
        const char *const *given;
        char **taken;
    } words = {.given = arguments};
    return words.taken;
}

static _Noreturn void run_program(const char *const *arguments) {
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execv(arguments[0], as_writable(arguments));
    _exit(127);
}

static double seconds(struct timeval time) {
    return (double)time.tv_sec + (double)time.tv_usec * 1e-6;
}

/* This program is smaller than the one it starts, so the peak is that of the latter. */
static struct cost run_once(const char *const *arguments) {
    struct rusage usage;
    int status;
    double start = clock_wall();
    pid_t child = fork();
    if (child == 0)
        run_program(arguments);
    wait4(child, &status, 0, &usage);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "%s %s failed\n", arguments[0], arguments[1]);
        exit(1);
    }
    return (struct cost){.wall = clock_wall() - start,
                         .cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime),
                         .peak = usage.ru_maxrss};
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static struct cost run_often(const char *const *arguments) {
    double wall[RUNS], cpu[RUNS];
    long peak = 0;
    for (int i = 0; i < RUNS; i++) {
        struct cost cost = run_once(arguments);
        wall[i] = cost.wall;
        cpu[i] = cost.cpu;
        peak = i == 0 || cost.peak < peak ? cost.peak : peak;
    }
    qsort(wall, RUNS, sizeof *wall, compare);
    qsort(cpu, RUNS, sizeof *cpu, compare);
    return (struct cost){.wall = wall[RUNS / 2], .cpu = cpu[RUNS / 2], .peak = peak};
}

static void print_row(const char *name, struct cost cost, long base) {
    printf("%-34s %8.2f %8.2f %8ld %8ld\n", name, cost.wall * 1e3, cost.cpu * 1e3, cost.peak,
           cost.peak - base);
}

static void write_tower(const char *path, int discs) {
    FILE *file = fopen(path, "w");
    if (!file) {
        perror(path);
        exit(1);
    }
    for (int disc = discs; disc > 0; disc--)
        fprintf(file, "%d ", disc);
    fprintf(file, "| |\ngoal: | |");
    for (int disc = discs; disc > 0; disc--)
        fprintf(file, " %d", disc);
    fputc('\n', file);
    fclose(file);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: bench_program PROGRAM\n");
        return 2;
    }
    char path[] = "/tmp/quandary-bench-XXXXXX";
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    static const int sizes[] = {8, 16, 32, 64, 128, 512, 1024, 4096};
    printf("%-34s %8s %8s %8s %8s\n", "the whole program", "wall ms", "CPU ms", "peak KiB", "over");
    struct cost base = run_often((const char *[]){argv[1], "--version", NULL});
    print_row("quandary --version", base, base.peak);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char name[64];
        snprintf(name, sizeof name, "solve, %d discs, 4096 moves", sizes[i]);
        write_tower(path, sizes[i]);
        print_row(name, run_often((const char *[]){argv[1], "solve", path, NULL}), base.peak);
    }
    write_tower(path, 64);
    print_row("solve, 64 discs, 1,000,000 moves",
              run_often((const char *[]){argv[1], "solve", path, "--moves", "1000000", NULL}),
              base.peak);
    unlink(path);
    return 0;
}
