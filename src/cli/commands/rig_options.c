#include "cli/commands/rig_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/file.h"
#include "base/random.h"
#include "base/suggest.h"
#include "rig/executor/config.h"

/* How long the simulated participant thinks before each move. */
enum { THINKING_MS = 1500 };

/* ---- which machine ---- */

static bool choose_machine(const struct request *request, struct rig_options *options,
                           qd_error *error) {
    const char *device = request_text(request, "device"), *log = request_text(request, "replay");
    int response = request_flag(request, "sim") + (device != NULL) + (log != NULL);
    if (response != 1)
        return error_set(error, QD_BAD_INPUT,
                         "%s: --sim for a simulated machine, --device FILE for one at a serial "
                         "port, or --replay FILE for a recorded run",
                         response ? "give only one of these" : "name the machine");
    options->machine = device ? RIG_MACHINE_DEVICE : log ? RIG_MACHINE_REPLAY : RIG_MACHINE_SIM;
    options->path = device ? device : log;
    return true;
}

/* Options that only some machines have. */
static bool fits_machine(const struct request *request, const struct rig_options *options,
                         qd_error *error) {
    static const struct {
        const char *name;
        enum rig_machine machine;
    } table[] = {{"fault", RIG_MACHINE_SIM},
                 {"board", RIG_MACHINE_SIM},
                 {"play", RIG_MACHINE_SIM},
                 {"seed", RIG_MACHINE_SIM},
                 {"baud", RIG_MACHINE_DEVICE}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (options_given(request->options, table[i].name) && options->machine != table[i].machine)
            return error_set(error, QD_BAD_INPUT, "--%s works only with --%s", table[i].name,
                             table[i].machine == RIG_MACHINE_SIM ? "sim" : "device");
    if (options->machine == RIG_MACHINE_REPLAY && options_given(request->options, "record"))
        return error_set(error, QD_BAD_INPUT,
                         "--record does not work with --replay: the run is recorded already");
    return true;
}

/* ---- settings ---- */

static bool read_rings(const char *text, struct rig_config *config, qd_error *error) {
    int count = rig_numbers_read(text, config->weight, RIG_RINGS);
    if (count < 1)
        return error_set(error, QD_BAD_INPUT,
                         "--rings takes the weights of 1 to %d rings in grams, the lightest first, "
                         "such as 30,60,110; not '%.40s'",
                         RIG_RINGS, text);
    config->rings = count;
    return true;
}

static bool read_calibration(const char *path, struct rig_config *config, qd_error *error) {
    struct source source;
    if (!file_read(path, &source, error))
        return false;
    bool good = strlen(source.data) == source.size && rig_settings_read(source.data, config);
    if (!good)
        source_error(&source, 0, error,
                     "not a calibration; expected numbers as in 'zero=0,0,0 gain=1,1,1'");
    file_close(&source);
    return good;
}

static enum rig_mode mode_of(const char *word) {
    int mode = RIG_SOLVE;
    while (mode < RIG_CALIBRATE && strcmp(rig_mode_word((enum rig_mode)mode), word) != 0)
        mode++;
    return (enum rig_mode)mode;
}

bool rig_options_apply(const struct request *request, struct rig_config *config, qd_error *error) {
    const struct options *options = request->options;
    const char *calibration = request_text(request, "calibration");
    if (options_given(options, "mode"))
        config->mode = mode_of(request_text(request, "mode"));
    if (options_given(options, "start"))
        config->start = (int)options_int(options, cli_options, "start");
    if (options_given(options, "goal"))
        config->goal = (int)options_int(options, cli_options, "goal");
    if (options_given(options, "idle"))
        config->idle_ms = (int32_t)lround(1000 * options_number(options, cli_options, "idle"));
    if (options_given(options, "time"))
        config->seconds_limit = options_number(options, cli_options, "time");
    if (options_given(options, "rings") &&
        !read_rings(request_text(request, "rings"), config, error))
        return false;
    if (calibration && config->mode != RIG_CALIBRATE &&
        !read_calibration(calibration, config, error))
        return false;
    char fault[256];
    if (rig_config_fault(config, fault, sizeof fault))
        return error_set(error, QD_BAD_INPUT, "%s", fault);
    return true;
}

bool rig_options_fit_mode(const struct request *request, enum rig_mode mode, qd_error *error) {
    static const char *const names[] = {"report", "play", "idle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (mode != RIG_PARTICIPANT && options_given(request->options, names[i]))
            return error_set(error, QD_BAD_INPUT, "--%s works only with --mode participant",
                             names[i]);
    return true;
}

/* Two outputs in one file would overwrite each other. */
static bool names_differ(const struct request *request, qd_error *error) {
    static const char *const names[] = {"journal", "calibration", "record", "report", "replay"};
    enum { COUNT = sizeof names / sizeof *names };
    for (int one = 0; one < COUNT; one++) {
        for (int other = 0; other < one; other++) {
            const char *a = request_text(request, names[one]);
            const char *b = request_text(request, names[other]);
            if (a && b && strcmp(a, b) == 0)
                return error_set(error, QD_BAD_INPUT, "--%s and --%s name the same file, '%.60s'",
                                 names[other], names[one], a);
        }
    }
    return true;
}

/* The file's extension decides the form of the report. */
static bool choose_report(struct rig_options *options, qd_error *error) {
    static const struct {
        const char *end;
        enum rig_report_form form;
    } table[] = {{"txt", RIG_REPORT_TEXT},
                 {"csv", RIG_REPORT_CSV},
                 {"json", RIG_REPORT_JSON},
                 {"svg", RIG_REPORT_SVG}};
    const char *name = options->report ? options->report : "";
    name = strrchr(name, '/') ? strrchr(name, '/') : name;
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof table / sizeof *table; i++)
        if (strcasecmp(dot + 1, table[i].end) == 0) {
            options->report_form = table[i].form;
            return true;
        }
    return !dot || error_set(error, QD_BAD_INPUT,
                             "--report writes text (.txt), .csv, .json or .svg; not '%.40s'", dot);
}

/* ---- the simulator's board ---- */

/* Puts all rings on one tower, in order. */
static void stack_on(const struct rig_config *config, int tower, struct rig_board *board) {
    *board = (struct rig_board){.held = RIG_NO_RING};
    for (int i = 0; i < config->rings; i++)
        board->ring[tower][i] = (int8_t)(config->rings - 1 - i);
    board->count[tower] = (int8_t)config->rings;
}

static int ring_of_weight(const struct rig_config *config, double weight) {
    int ring = 0;
    while (ring < config->rings && config->weight[ring] != weight)
        ring++;
    return ring < config->rings ? ring : RIG_NO_RING;
}

static bool put_ring(const char *word, const struct rig_config *config, int tower, bool *used,
                     struct rig_board *board) {
    double weight;
    int ring =
        rig_numbers_read(word, &weight, 1) == 1 ? ring_of_weight(config, weight) : RIG_NO_RING;
    if (ring == RIG_NO_RING || used[ring])
        return false;
    used[ring] = true;
    board->ring[tower][board->count[tower]++] = (int8_t)ring;
    return true;
}

/* "110 60 | 30 |": the towers, each from the bottom up. Rings that are not listed are missing. */
static bool read_board(const char *text, const struct rig_config *config, struct rig_board *board,
                       qd_error *error) {
    char *copy = strdup(text), *rest = copy;
    bool used[RIG_RINGS] = {0};
    int towers = 0;
    bool good = copy != NULL;
    *board = (struct rig_board){.held = RIG_NO_RING};
    for (char *tower; good && (tower = strsep(&rest, "|")); towers++) {
        char *words = tower;
        for (char *word; good && (word = strsep(&words, " "));)
            good = towers < RIG_TOWERS && (!*word || put_ring(word, config, towers, used, board));
    }
    free(copy);
    if (good && towers == RIG_TOWERS)
        return true;
    return error_set(error, QD_BAD_INPUT,
                     "--board takes three towers, each with the weights of its rings from the "
                     "bottom up, no ring twice, such as '110 60 | 30 |'; not '%.60s'",
                     text);
}

static bool choose_board(const struct request *request, struct rig_options *options,
                         qd_error *error) {
    const char *board = request_text(request, "board");
    const struct rig_config *config = &options->config;
    if (board)
        return read_board(board, config, &options->board, error);
    stack_on(config, config->mode == RIG_RESET ? config->goal : config->start, &options->board);
    return true;
}

/* ---- faults and the participant's moves ---- */

static bool unknown_fault(const char *text, qd_error *error) {
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(text, "@"), text);
    struct suggest suggest = {.word = name};
    for (int i = 0; i < RIG_FAULTS; i++)
        suggest_consider(&suggest, rig_fault_word((enum rig_fault)i));
    bool known = suggest.best && strcmp(suggest.best, name) == 0;
    return error_set(error, QD_BAD_INPUT, "--fault takes NAME@STEP, not '%.40s'; %s%s%s", text,
                     known          ? "the step is a number from 1 to 1000000"
                     : suggest.best ? "did you mean "
                                    : "quandary rig --faults lists the names",
                     known || !suggest.best ? "" : suggest.best, known || !suggest.best ? "" : "?");
}

/* Calls do_item for each line of a list; stops when it returns false. */
static bool each_item(const char *list, bool (*do_item)(void *context, const char *item),
                      void *context) {
    for (const char *at = list; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        char item[128];
        snprintf(item, sizeof item, "%.*s", (int)strcspn(at, "\n"), at);
        if (!do_item(context, item))
            return false;
    }
    return true;
}

static bool check_fault(void *context, const char *item) {
    enum rig_fault fault;
    long step;
    return rig_fault_parse(item, &fault, &step) || unknown_fault(item, context);
}

static bool plan_fault(void *context, const char *item) {
    enum rig_fault fault;
    long step;
    if (rig_fault_parse(item, &fault, &step))
        rig_sim_fault(context, fault, step);
    return true;
}

struct played {
    int from, depth, to;
};

/* "0>2", or "0/1>2" for the ring below the top one. */
static bool read_play(const char *word, struct played *move) {
    *move = (struct played){0};
    int size = 0;
    if (sscanf(word, "%1d/%1d>%1d%n", &move->from, &move->depth, &move->to, &size) != 3 || !size) {
        move->depth = 0;
        if (sscanf(word, "%1d>%1d%n", &move->from, &move->to, &size) != 2)
            return false;
    }
    return !word[size] && move->from >= 0 && move->from < RIG_TOWERS && move->to >= 0 &&
           move->to < RIG_TOWERS && move->depth >= 0 && move->depth < RIG_RINGS;
}

/* Hands each move to the simulator, unless sim is NULL. Returns false with an error if one is not a
 * move. */
static bool each_play(const char *text, struct rig_sim *sim, qd_error *error) {
    while (text && *text) {
        char word[32];
        struct played move;
        size_t size = strcspn(text, " ");
        snprintf(word, sizeof word, "%.*s", size < 31 ? (int)size : 31, text);
        text += size + (text[size] == ' ');
        if (!size)
            continue;
        if (!read_play(word, &move))
            return error_set(
                error, QD_BAD_INPUT,
                "--play takes moves such as '0>2 0>1', or 0/1>2 for the ring below the "
                "top one; not '%.40s'",
                word);
        if (sim)
            rig_sim_play(sim, move.from, move.to, move.depth, THINKING_MS);
    }
    return true;
}

/* ---- everything ---- */

bool rig_options_read(const struct request *request, struct rig_options *options, qd_error *error) {
    *options = (struct rig_options){
        .record = request_text(request, "record"),
        .report = request_text(request, "report"),
        .calibration = request_text(request, "calibration"),
        .seed = options_given(request->options, "seed")
                    ? (uint64_t)options_int(request->options, cli_options, "seed")
                    : random_fresh_seed() >> 32};
    rig_config_init(&options->config);
    options->config.journal = request_text(request, "journal");
    return choose_machine(request, options, error) && fits_machine(request, options, error) &&
           names_differ(request, error) && rig_options_apply(request, &options->config, error) &&
           (options->machine == RIG_MACHINE_REPLAY ||
            rig_options_fit_mode(request, options->config.mode, error)) &&
           choose_report(options, error) && choose_board(request, options, error) &&
           each_item(request_text(request, "fault"), check_fault, error) &&
           each_play(request_text(request, "play"), NULL, error);
}

struct rig_sim *rig_options_new_sim(const struct request *request,
                                    const struct rig_options *options) {
    const struct rig_config *config = &options->config;
    struct rig_sim *sim = rig_sim_new(options->seed, config->rings, config->weight, config->start);
    rig_sim_set_board(sim, &options->board);
    rig_sim_helper(sim, config->mode == RIG_CALIBRATE);
    each_item(request_text(request, "fault"), plan_fault, sim);
    return sim;
}

void rig_options_play(const struct request *request, struct rig_sim *sim) {
    each_play(request_text(request, "play"), sim, NULL);
}
