/* How fast the default solver of Harmony is: on the files named on the command line, and on random
 * scrambles. Processor time; every solution is replayed. Options hold for what follows them.
 *   bench_harmony_solver [--count N] [--time S] [--seed N] [--threads N] [--without PART]...
 *                        [--disturb]... [--shift]... [--keep S] [--pick N] [--each]
 *                        [--scramble RxC/SWAPS]... [FILE]...
 * --time SECONDS ends a search after that much processor time, all threads together (10).
 * --disturb exchanges the moves of two tiles of each scramble: some have no solution then. Given
 *   twice, it does so twice, and so on.
 * --shift gives one move of a tile to another tile of each scramble; also as often as given.
 * --keep writes the boards that took longer than S seconds into files of the working folder.
 * --pick solves only scramble number N, counted from 0; it is the same board as among all.
 * --each prints a line for every scramble, with tabs: its size, its number, the verdict, seconds of
 *   processor time, seconds of wall time, nodes of the tree, nodes of the beam. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "puzzles/harmony/solve/solver.h"

struct settings {
    struct harmony_solver_options options;
    unsigned count;
    double seconds;
    unsigned disturb; /* exchanges of two tiles' moves */
    unsigned shift;   /* moves that go from one tile to another */
    double keep;
    int pick; /* -1: all */
    bool each;
};

struct result {
    qd_status status;
    double seconds, wall;
    uint64_t tree_nodes, beam_nodes;
};

static void fail(const char *what) {
    fprintf(stderr, "bench_harmony_solver: %s\n", what);
    exit(1);
}

/* ---- boards ---- */

static unsigned read_cell(const char *word) {
    return harmony_cell((unsigned)(toupper((unsigned char)word[0]) - 'A'),
                        (unsigned)atoi(word + 1) - 1);
}

/* One line of a list by colours: NAME CELL MOVES CELL MOVES ... */
static void read_colour_line(struct harmony_board *board, char *rest, unsigned colour) {
    char *save = NULL;
    for (char *word = strtok_r(rest, " \t\r\n", &save); word != NULL;
         word = strtok_r(NULL, " \t\r\n", &save)) {
        unsigned cell = read_cell(word);
        const char *moves = strtok_r(NULL, " \t\r\n", &save);
        board->colour[cell] = (uint8_t)colour;
        board->moves[cell] = (uint8_t)atoi(moves != NULL ? moves : "0");
    }
}

/* Enough of both formats for well-formed files; permuted targets are not read. */
static struct harmony_board read_board(const char *name) {
    struct harmony_board board = {0};
    FILE *file = fopen(name, "r");
    if (file == NULL)
        fail(name);
    char line[512], word[64], section[64] = "";
    unsigned value, moves, colours = 0;
    while (fgets(line, sizeof(line), file) != NULL) {
        line[strcspn(line, "#")] = '\0';
        int used = 0;
        if (sscanf(line, "%63s%n", word, &used) != 1)
            continue;
        if (sscanf(line, "ROWS %u", &value) == 1)
            board.rows = (uint8_t)value;
        else if (sscanf(line, "COLS %u", &value) == 1)
            board.columns = (uint8_t)value;
        else if (strcmp(word, "BOARD") == 0 || strcmp(word, "TILES") == 0 ||
                 strcmp(word, "COLORS") == 0 || strcmp(word, "TARGETS") == 0 ||
                 strcmp(word, "MOVES") == 0)
            strcpy(section, word);
        else if (strcmp(section, "BOARD") == 0)
            read_colour_line(&board, line + used, colours++);
        else if (strcmp(section, "TILES") == 0 &&
                 sscanf(line + used, "%u %u", &value, &moves) == 2) {
            board.colour[read_cell(word)] = (uint8_t)value;
            board.moves[read_cell(word)] = (uint8_t)moves;
        }
    }
    fclose(file);
    return board;
}

static unsigned random_cell(const struct harmony_board *board, struct random *random) {
    return harmony_cell((unsigned)random_below(random, board->rows),
                        (unsigned)random_below(random, board->columns));
}

/* A solved board, disturbed by `swaps` random swaps made backwards. */
static struct harmony_board scramble(unsigned rows, unsigned columns, unsigned swaps,
                                     struct random *random) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)harmony_row(cell);
    while (swaps > 0) {
        unsigned a = random_cell(&board, random), b = random_cell(&board, random);
        if (a == b || (harmony_row(a) != harmony_row(b) && harmony_column(a) != harmony_column(b)))
            continue;
        uint8_t colour = board.colour[a], moves = board.moves[a];
        board.colour[a] = board.colour[b];
        board.moves[a] = (uint8_t)(board.moves[b] + 1);
        board.colour[b] = colour;
        board.moves[b] = (uint8_t)(moves + 1);
        swaps--;
    }
    return board;
}

/* A board whose tiles all have the same number of moves stays as it is. */
static void disturb(struct harmony_board *board, struct random *random) {
    unsigned a, b, tries = 0;
    do {
        a = random_cell(board, random);
        b = random_cell(board, random);
        if (++tries > 10000)
            return;
    } while (board->moves[a] == board->moves[b] || board->moves[a] == 0 || board->moves[b] == 0);
    uint8_t moves = board->moves[a];
    board->moves[a] = board->moves[b];
    board->moves[b] = moves;
}

/* A tile gives a move to another one; both keep at least one. */
static void shift(struct harmony_board *board, struct random *random) {
    unsigned from, to, tries = 0;
    do {
        from = random_cell(board, random);
        to = random_cell(board, random);
        if (++tries > 10000)
            return;
    } while (from == to || board->moves[from] < 2 || board->moves[to] == 0);
    board->moves[from]--;
    board->moves[to]++;
}

/* ---- runs ---- */

static void replay(struct harmony_board board, const struct harmony_answer *answer) {
    for (unsigned i = 0; i < answer->count; i++) {
        if (!harmony_swap_legal(&board, answer->swaps[i]))
            fail("an answer has an illegal swap");
        harmony_swap_play(&board, answer->swaps[i]);
    }
    if (!harmony_solved(&board))
        fail("an answer does not solve its board");
}

/* When to end a search. Processor time, so that what else the machine does makes no difference. */
struct deadline {
    qd_control *control;
    double cpu;
};

static void end_in_time(void *context, const qd_progress *progress) {
    const struct deadline *deadline = context;
    (void)progress;
    if (clock_cpu() >= deadline->cpu)
        control_stop(deadline->control);
}

static struct result measure(const struct harmony_board *board, const struct settings *settings) {
    qd_control *control = control_new(NULL);
    struct harmony_answer answer;
    double start = clock_cpu(), wall_start = clock_wall();
    struct deadline deadline = {control, start + settings->seconds};
    control_report(control, 0.02, end_in_time, &deadline);
    struct result result = {0};
    result.status = harmony_solver_solve(board, &settings->options, control, &answer);
    result.seconds = clock_cpu() - start;
    result.wall = clock_wall() - wall_start;
    result.tree_nodes = answer.tree_nodes;
    result.beam_nodes = answer.beam_nodes;
    if (result.status == QD_YES)
        replay(*board, &answer);
    harmony_answer_free(&answer);
    control_free(control);
    return result;
}

static const char *status_name(qd_status status) {
    return status == QD_YES ? "solved" : status == QD_NO ? "unsolvable" : "limit";
}

static void run_file(const char *name, const struct settings *settings) {
    struct harmony_board board = read_board(name);
    struct result result = measure(&board, settings);
    const char *slash = strrchr(name, '/');
    printf("%-22s %ux%u %3u swaps  %-10s %9.2f ms  %8llu tree %8llu beam\n",
           slash != NULL ? slash + 1 : name, board.rows, board.columns, harmony_swaps_left(&board),
           status_name(result.status), 1e3 * result.seconds, (unsigned long long)result.tree_nodes,
           (unsigned long long)result.beam_nodes);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Writes a board as a text of tiles. */
static void keep_board(const struct harmony_board *board, const char *text, unsigned number) {
    char name[64];
    snprintf(name, sizeof(name), "%.40s-%u.txt", text, number);
    for (char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash, '/'))
        *slash = '_';
    FILE *file = fopen(name, "w");
    if (file == NULL)
        fail(name);
    fprintf(file, "ROWS %u\nCOLS %u\nCOLORS\n", board->rows, board->columns);
    for (unsigned row = 0; row < board->rows; row++)
        fprintf(file, "C%u %u\n", row, row);
    fprintf(file, "TILES\n");
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            fprintf(file, "%c%u %u %u\n", (int)('A' + row), column + 1,
                    board->colour[harmony_cell(row, column)],
                    board->moves[harmony_cell(row, column)]);
    fclose(file);
}

static void print_each(const char *text, unsigned number, const struct result *result) {
    printf("%s\t%u\t%s\t%.6f\t%.6f\t%llu\t%llu\n", text, number, status_name(result->status),
           result->seconds, result->wall, (unsigned long long)result->tree_nodes,
           (unsigned long long)result->beam_nodes);
    fflush(stdout);
}

static void print_summary(const char *text, unsigned count, const unsigned *tally, double *times) {
    qsort(times, count, sizeof(double), compare_doubles);
    printf("%-12s %4u boards: %4u solved %4u unsolvable %4u limit  median %9.2f ms  p90 %9.2f  "
           "worst %9.2f\n",
           text, count, tally[0], tally[1], tally[2], 1e3 * times[count / 2],
           1e3 * times[count * 9 / 10], 1e3 * times[count - 1]);
    fflush(stdout);
}

static struct result run_scramble(const struct harmony_board *board, const char *text,
                                  unsigned number, const struct settings *settings) {
    struct result result = measure(board, settings);
    if (result.status == QD_NO && settings->disturb + settings->shift == 0)
        fail("a scramble was called unsolvable");
    if (settings->keep > 0 && result.seconds > settings->keep)
        keep_board(board, text, number);
    if (settings->each)
        print_each(text, number, &result);
    return result;
}

static void run_scrambles(const char *text, const struct settings *settings, uint64_t seed) {
    unsigned rows, columns, swaps, tally[3] = {0}, measured = 0;
    if (sscanf(text, "%ux%u/%u", &rows, &columns, &swaps) != 3 || rows * columns < 2 ||
        rows > HARMONY_SIDE || columns > HARMONY_SIDE)
        fail("--scramble needs ROWSxCOLUMNS/SWAPS");
    unsigned count = settings->pick < 0 ? settings->count : (unsigned)settings->pick + 1;
    double *times = calloc(count, sizeof(double));
    struct random random;
    random_seed(&random, seed);
    for (unsigned i = 0; times != NULL && i < count; i++) {
        struct harmony_board board = scramble(rows, columns, swaps, &random);
        for (unsigned j = 0; j < settings->disturb; j++)
            disturb(&board, &random);
        for (unsigned j = 0; j < settings->shift; j++)
            shift(&board, &random);
        if (settings->pick >= 0 && i + 1 < count)
            continue;
        struct result result = run_scramble(&board, text, i, settings);
        tally[result.status == QD_YES ? 0 : result.status == QD_NO ? 1 : 2]++;
        times[measured++] = result.seconds;
    }
    if (!settings->each && measured > 0)
        print_summary(text, measured, tally, times);
    free(times);
}

static unsigned part_named(const char *name) {
    static const char *const names[] = {"beam",   "tree", "dead",  "weights", "restarts",
                                        "scores", "ends", "waits", "regions", "complete"};
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(name, names[i]) == 0)
            return 1U << i;
    fail("--without needs beam, tree, dead, weights, restarts, scores, ends, waits, regions "
         "or complete");
    return 0;
}

/* An option that has no value, or one; returns how many words it takes, 0 if it is none. */
static int take_option(struct settings *settings, uint64_t *seed, const char *word,
                       const char *value) {
    if (strcmp(word, "--disturb") == 0)
        return settings->disturb++, 1;
    if (strcmp(word, "--shift") == 0)
        return settings->shift++, 1;
    if (strcmp(word, "--each") == 0)
        return settings->each = true, 1;
    if (value == NULL)
        return 0;
    if (strcmp(word, "--without") == 0)
        settings->options.without |= part_named(value);
    else if (strcmp(word, "--threads") == 0)
        settings->options.threads = (unsigned)atoi(value);
    else if (strcmp(word, "--count") == 0)
        settings->count = (unsigned)atoi(value);
    else if (strcmp(word, "--time") == 0)
        settings->seconds = atof(value);
    else if (strcmp(word, "--keep") == 0)
        settings->keep = atof(value);
    else if (strcmp(word, "--pick") == 0)
        settings->pick = atoi(value);
    else if (strcmp(word, "--seed") == 0)
        *seed = strtoull(value, NULL, 10);
    else
        return 0;
    return 2;
}

int main(int count, char **words) {
    struct settings settings = {.count = 20, .seconds = 10, .pick = -1};
    uint64_t seed = 1;
    for (int i = 1; i < count;) {
        const char *value = i + 1 < count ? words[i + 1] : NULL;
        int taken = take_option(&settings, &seed, words[i], value);
        if (taken == 0 && strcmp(words[i], "--scramble") == 0 && value != NULL) {
            run_scrambles(value, &settings, seed);
            taken = 2;
        } else if (taken == 0) {
            run_file(words[i], &settings);
            taken = 1;
        }
        i += taken;
    }
    return 0;
}
