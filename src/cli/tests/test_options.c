/* No option is ever ignored: every verb is run on every puzzle with every option of the tables,
 * alone and together with each choice and flag of the puzzle, and either refuses it with status 2
 * or reads its value. Whether the value does what it should is for other tests.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "cli/options/args.h"
#include "puzzles/interface/registry.h"
#include "session/session.h"
#include "tests/support/temporary.h"

enum { MOST_SAMPLES = 16, MOST_WORDS = 12, WORD = 256 };

enum outcome { REFUSED, READ, IGNORED };

/* A command line under construction. */
struct command {
    char word[MOST_WORDS][WORD];
    int count;
};

struct bench {
    const struct puzzle *puzzle;
    char folder[64];
    char sample[MOST_SAMPLES][WORD];
    int samples;
    int told_fd; /* where the program's output goes */
    int runs, effective;
};

/* ---- files ---- */

static void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static void open_bench(struct bench *bench, const struct puzzle *puzzle) {
    *bench = (struct bench){.puzzle = puzzle};
    assert_true(temporary_folder(bench->folder, sizeof bench->folder, "options"));
    for (; puzzle->samples[bench->samples].name && bench->samples < MOST_SAMPLES;
         bench->samples++) {
        char *path = bench->sample[bench->samples];
        snprintf(path, WORD, "%s/sample%d", bench->folder, bench->samples);
        write_text(path, puzzle->samples[bench->samples].text);
    }
    assert_int_equal(chdir(bench->folder), 0); /* where play keeps games that were not saved */
    char told[WORD];
    snprintf(told, sizeof told, "%s/told", bench->folder);
    bench->told_fd = open(told, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    assert_true(bench->told_fd >= 0);
}

static void close_bench(struct bench *bench) {
    char remove[WORD];
    close(bench->told_fd);
    assert_int_equal(chdir("/"), 0);
    snprintf(remove, sizeof remove, "rm -rf %s", bench->folder);
    assert_int_equal(system(remove), 0);
}

/* ---- values ---- */

static void add_word(struct command *line, const char *word) {
    assert_true(line->count < MOST_WORDS);
    snprintf(line->word[line->count++], WORD, "%s", word);
}

static void add_option(struct command *line, const char *name, const char *value) {
    assert_true(line->count < MOST_WORDS);
    snprintf(line->word[line->count++], WORD, value ? "--%s=%s" : "--%s", name, value);
}

/* Options whose value cannot be guessed from the table, and one that each can use. %s is the
 * bench's folder. */
static const struct {
    const char *name, *value;
} free_texts[] = {{"from", "0"},
                  {"moves", "3"},
                  {"animate", "%s/animation.svg"},
                  {"output", "%s/out"},
                  {"save", "%s/saved"},
                  {"files-from", "%s/list"},
                  {"checkpoint", "%s/checkpoint"},
                  {"threshold", "250"},
                  {"tests", "all"},
                  {"text", "Hi"},
                  {"image", "%s/image.png"}};

/* A value that fits, of several the one with that number. Returns false after the last. */
static bool value_of(const struct bench *bench, const struct option_spec *spec, int number,
                     char out[WORD]) {
    const char *choice = spec->argument;
    out[0] = '\0';
    if (spec->kind == OPTION_CHOICE) {
        for (; number > 0 && choice; number--)
            choice = strchr(choice, '|') ? strchr(choice, '|') + 1 : NULL;
        snprintf(out, WORD, "%.*s", choice ? (int)strcspn(choice, "|") : 0, choice ? choice : "");
        return choice != NULL;
    }
    if (spec->kind == OPTION_INT || spec->kind == OPTION_NUMBER)
        snprintf(out, WORD, "%lld", (long long)(spec->low + (spec->low == 0 && spec->high > 1)));
    else if (spec->kind == OPTION_SIZE)
        snprintf(out, WORD, "1G");
    else if (strcmp(spec->name, "as") == 0)
        snprintf(out, WORD, "%s", bench->puzzle->name);
    else if (strcmp(spec->name, "to") == 0)
        snprintf(out, WORD, "%s", bench->puzzle->text->formats[0].name);
    for (size_t i = 0; i < sizeof free_texts / sizeof *free_texts; i++)
        if (strcmp(free_texts[i].name, spec->name) == 0) {
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(out, WORD, free_texts[i].value, bench->folder);
        }
    return number == 0;
}

static const struct option_spec *find_spec(const struct puzzle *puzzle, const struct verb *verb,
                                           const char *name) {
    const struct option_spec *tables[] = {options_of_puzzle(puzzle, verb), cli_options};
    for (size_t i = 0; i < 2; i++)
        for (const struct option_spec *spec = tables[i]; spec && spec->name; spec++)
            if (strcmp(spec->name, name) == 0 && option_applies(spec, verb))
                return spec;
    return NULL;
}

static void add_spec(const struct bench *bench, struct command *line,
                     const struct option_spec *spec, int number) {
    char value[WORD];
    value_of(bench, spec, number, value);
    add_option(line, spec->name, spec->kind == OPTION_FLAG ? NULL : value);
}

/* What the tables say that the option cannot be without. */
static void add_needed(const struct bench *bench, struct command *line, const struct verb *verb,
                       const char *name) {
    const struct option_rule *tables[] = {cli_rules, bench->puzzle->option_rules};
    for (size_t i = 0; i < 2; i++)
        for (const struct option_rule *rule = tables[i]; rule && rule->name; rule++) {
            char need[WORD];
            if (!rule->needs || !strstr(rule->name, name) ||
                (rule->scope && !(rule->scope & verb->scope)))
                continue;
            snprintf(need, sizeof need, "%.*s", (int)strcspn(rule->needs, "|"), rule->needs);
            add_spec(bench, line, find_spec(bench->puzzle, verb, need), 0);
        }
}

/* ---- running ---- */

/* Options that a message names are spelled as they are typed, never with the marks of base/option.h
 * or with what error_set makes of them. */
static bool is_spelled(const struct buf *told, const char *option) {
    struct buf mangled = {0};
    buf_printf(&mangled, "?%s?", option);
    bool picture = memmem(told->text, told->size, "\x89PNG", 4) != NULL;
    bool spelled = picture || (!strpbrk(buf_text(told), "\1\2") && !strstr(told->text, "\\u000") &&
                               !strstr(told->text, mangled.text));
    buf_free(&mangled);
    return spelled;
}

/* Empties the file for the next run. */
static void read_told(const struct bench *bench, struct buf *told) {
    char part[4096];
    ssize_t got;
    assert_int_equal(lseek(bench->told_fd, 0, SEEK_SET), 0);
    while ((got = read(bench->told_fd, part, sizeof part)) > 0)
        buf_bytes(told, part, (size_t)got);
    buf_add(told, "");
    assert_int_equal(ftruncate(bench->told_fd, 0), 0);
}

/* Runs it with a player's commands on standard input, and what it says in a file. */
static qd_status run_apart(const struct bench *bench, const struct request *request) {
    char path[WORD];
    snprintf(path, sizeof path, "%s/commands", bench->folder);
    int out = dup(STDOUT_FILENO), err = dup(STDERR_FILENO);
    fflush(stdout);
    assert_non_null(freopen(path, "r", stdin));
    dup2(bench->told_fd, STDOUT_FILENO);
    dup2(bench->told_fd, STDERR_FILENO);
    qd_status status = request->verb->run(request);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    dup2(err, STDERR_FILENO);
    close(out);
    close(err);
    return status;
}

static enum outcome run_line(struct bench *bench, struct command *line, const char *option) {
    char *words[MOST_WORDS + 1] = {0};
    struct request request;
    qd_error error = {0};
    enum outcome outcome = REFUSED;
    for (int i = 0; i < line->count; i++)
        words[i] = line->word[i];
    bench->runs++;
    struct buf told = {0};
    if (request_read(line->count, words, &request, &error)) {
        if (run_apart(bench, &request) != QD_BAD_INPUT)
            outcome = request_unread(&request) ? IGNORED : READ;
        read_told(bench, &told);
    } else {
        assert_int_equal(error.status, QD_BAD_INPUT);
        buf_add(&told, error.message);
    }
    if (!is_spelled(&told, option))
        fail_msg("%s of %s spells an option wrongly: %s", words[1], bench->puzzle->name, told.text);
    buf_free(&told);
    request_free(&request);
    return outcome;
}

/* A player who makes a move and asks for everything. */
static void write_commands(const struct bench *bench, int sample) {
    const char *text = bench->puzzle->samples[sample].text;
    struct source source = {.name = "sample", .data = text, .size = strlen(text)};
    struct session *session = session_open(&source, bench->puzzle, NULL, NULL, NULL);
    struct record moves = {0};
    struct buf commands = {0};
    char path[WORD];
    bench->puzzle->rules->moves(session_position(session), 1, NULL, &moves);
    buf_printf(&commands, "hint\n%s\nsolve\ncheck\nquit\nno\n",
               moves.count ? moves.moves[0].text : "hint");
    snprintf(path, sizeof path, "%s/commands", bench->folder);
    write_text(path, commands.text);
    buf_free(&commands);
    record_free(&moves);
    session_free(session);
}

static bool takes_puzzle_name(const struct verb *verb) {
    return verb->form == FORM_PUZZLE;
}

/* Tries the options of the line on one sample after the other until they have an effect. */
static enum outcome try_samples(struct bench *bench, const struct verb *verb,
                                const struct command *options, const char *option) {
    enum outcome worst = REFUSED;
    int inputs = takes_puzzle_name(verb) ? 1 : bench->samples;
    for (int i = 0; i < inputs; i++) {
        struct command line = {0};
        char list[WORD];
        add_word(&line, "quandary");
        add_word(&line, verb->name);
        add_word(&line, takes_puzzle_name(verb) ? bench->puzzle->name : bench->sample[i]);
        for (int o = 0; o < options->count; o++)
            add_word(&line, options->word[o]);
        if (!takes_puzzle_name(verb) && !strstr(options->word[0], "--as="))
            add_option(&line, "as", bench->puzzle->name);
        snprintf(list, sizeof list, "%s/list", bench->folder);
        write_text(list, bench->sample[i]);
        if (strncmp(options->word[0], "--jobs", 6) == 0)
            add_word(&line, bench->sample[i]);
        write_commands(bench, i);
        enum outcome outcome = run_line(bench, &line, option);
        if (outcome == READ)
            return READ;
        worst = outcome > worst ? outcome : worst;
    }
    return worst;
}

static void complain(const struct bench *bench, const struct verb *verb,
                     const struct command *options) {
    struct buf text = {0};
    for (int i = 0; i < options->count; i++)
        buf_printf(&text, " %s", options->word[i]);
    print_error("%s of %s ignores one of:%s\n", verb->name, bench->puzzle->name, text.text);
    buf_free(&text);
}

/* Options that would wait for the end of time, or of the terminal's user. */
static bool is_left_out(const char *name) {
    return strcmp(name, "help") == 0 || strcmp(name, "time") == 0;
}

/* One option with a value, alone (mode NULL) or in the company of a mode. Returns whether it was
 * refused or had an effect. */
static bool try_option(struct bench *bench, const struct verb *verb, const struct option_spec *spec,
                       int number, const struct option_spec *mode, int mode_number, bool *read) {
    struct command options = {0};
    add_spec(bench, &options, spec, number);
    if (mode)
        add_spec(bench, &options, mode, mode_number);
    else
        add_needed(bench, &options, verb, spec->name);
    if (verb->scope != CLI_CONVERT && verb->scope != CAN_SHOW)
        add_option(&options, "time", "0.05");
    enum outcome outcome = try_samples(bench, verb, &options, spec->name);
    *read = *read || outcome == READ;
    if (outcome == IGNORED)
        complain(bench, verb, &options);
    return outcome != IGNORED;
}

/* Others may depend on a choice or a flag of the puzzle, and on what is printed. */
static bool is_mode(const struct option_spec *spec) {
    static const char *const left_out[] = {"quiet", "stats", "color", "progress", "plain", "help"};
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (strcmp(left_out[i], spec->name) == 0)
            return false;
    return spec->kind == OPTION_CHOICE || spec->kind == OPTION_FLAG;
}

static bool try_with_modes(struct bench *bench, const struct verb *verb,
                           const struct option_spec *spec, const struct option_spec *mode,
                           bool *read) {
    bool good = true;
    char value[WORD];
    for (; mode && mode->name; mode++) {
        if (!is_mode(mode) || !option_applies(mode, verb) || strcmp(mode->name, spec->name) == 0)
            continue;
        for (int number = 0; value_of(bench, mode, number, value); number++)
            good = try_option(bench, verb, spec, 0, mode, number, read) && good;
    }
    return good;
}

/* An option of the puzzle's own must have an effect in some company. */
static bool try_spec(struct bench *bench, const struct verb *verb, const struct option_spec *spec,
                     bool own) {
    bool read = false, good = true;
    char value[WORD];
    for (int number = 0; value_of(bench, spec, number, value); number++)
        good = try_option(bench, verb, spec, number, NULL, 0, &read) && good;
    const struct option_spec *modes[] = {bench->puzzle->options, cli_options};
    for (int i = 0; i < 2 && (own || puzzle_takes(bench->puzzle, verb->scope, spec->name)); i++)
        good = try_with_modes(bench, verb, spec, modes[i], &read) && good;
    bench->effective += read;
    if (own && !read)
        print_error("%s of %s has --%s, but it never has an effect\n", verb->name,
                    bench->puzzle->name, spec->name);
    return good && (read || !own);
}

static bool try_table(struct bench *bench, const struct verb *verb, const struct option_spec *table,
                      bool own) {
    bool good = true;
    for (; table && table->name; table++)
        if (option_applies(table, verb) && !is_left_out(table->name))
            good = try_spec(bench, verb, table, own) && good;
    return good;
}

/* An option of another puzzle, which this one must refuse unless it has it too. */
static bool refuse_others(struct bench *bench, const struct verb *verb) {
    bool good = true;
    const struct puzzle *other;
    for (size_t i = 0; (other = registry_at(i)); i++) {
        const struct option_spec *spec = options_of_puzzle(other, verb);
        for (; spec && spec->name; spec++) {
            if (!option_applies(spec, verb) || find_spec(bench->puzzle, verb, spec->name))
                continue;
            struct command options = {0};
            add_spec(bench, &options, spec, 0);
            if (try_samples(bench, verb, &options, spec->name) == REFUSED)
                continue;
            complain(bench, verb, &options);
            good = false;
        }
    }
    return good;
}

static void make_image(struct bench *bench) {
    struct command options = {0};
    char path[WORD];
    snprintf(path, sizeof path, "%s/image.png", bench->folder);
    add_option(&options, "png", NULL);
    add_option(&options, "output", path);
    assert_int_equal(try_samples(bench, verb_find("show"), &options, "png"), READ);
}

static void no_option_is_ignored(void **state) {
    struct bench bench;
    bool good = true;
    const struct verb *verb;
    open_bench(&bench, *state);
    make_image(&bench);
    for (size_t i = 0; (verb = verb_at(i)); i++) {
        bool asks = verb->scope & CAN_ALL;
        if (asks ? !puzzle_can(bench.puzzle, verb->scope) : verb->scope != CLI_CONVERT)
            continue;
        good = try_table(&bench, verb, bench.puzzle->options, true) && good;
        good = try_table(&bench, verb, cli_options, false) && good;
        good = refuse_others(&bench, verb) && good;
    }
    print_message("%s: %d command lines, %d options with an effect\n", bench.puzzle->name,
                  bench.runs, bench.effective);
    close_bench(&bench);
    assert_true(good);
    assert_true(bench.effective >= 40);
}

int main(void) {
    enum { MOST = 16 };
    struct CMUnitTest tests[MOST];
    size_t count = 0;
    for (; registry_at(count) && count < MOST; count++)
        tests[count] = (struct CMUnitTest){.name = registry_at(count)->name,
                                           .test_func = no_option_is_ignored,
                                           .initial_state = (void *)(uintptr_t)registry_at(count)};
    return _cmocka_run_group_tests("options", tests, count, NULL, NULL);
}
