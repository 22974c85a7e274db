#include "cli/options/args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/options/nearest.h"
#include "cli/options/output_format.h"
#include "puzzles/interface/registry.h"

/* Messages spell options the way they are typed. */
static const struct option_spelling cli_spelling = {.before = "--", .is = " ", .after = ""};

/* How far the command line has been read. */
struct reader {
    int argc;
    char **argv;
    int at;
    struct request *request;
    qd_error *error;
};

bool option_applies(const struct option_spec *spec, const struct verb *verb) {
    return spec->scope == 0 || (spec->scope & verb->scope);
}

const struct option_spec *options_of_puzzle(const struct puzzle *puzzle, const struct verb *verb) {
    return verb->scope & CAN_ALL ? puzzle->options : NULL;
}

/* The option of that name, or of that letter if name is NULL, that applies to the verb. */
static const struct option_spec *find_in(const struct option_spec *table, const struct verb *verb,
                                         const char *name, char letter) {
    for (; table && table->name; table++) {
        bool same = name ? strcmp(table->name, name) == 0 : table->letter == letter;
        if (same && option_applies(table, verb))
            return table;
    }
    return NULL;
}

static const struct option_spec *find_in_puzzles(const struct verb *verb, const char *name,
                                                 char letter) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        const struct option_spec *spec =
            find_in(options_of_puzzle(puzzle, verb), verb, name, letter);
        if (spec)
            return spec;
    }
    return NULL;
}

static bool unknown_option(const struct reader *reader, const char *name) {
    const struct verb *verb = reader->request->verb;
    const struct verb *other = nearest_verb_with_option(name);
    if (other)
        return error_set(reader->error, QD_BAD_INPUT, "%s has no option --%.40s; it belongs to %s",
                         verb->name, name, other->name);
    const char *near = nearest_option(verb, name);
    error_set(reader->error, QD_BAD_INPUT, "%s has no option --%.40s; %s%s%s", verb->name, name,
              near ? "did you mean --" : "see quandary help ", near ? near : verb->name,
              near ? "?" : "");
    return false;
}

static bool set_common(const struct reader *reader, const struct option_spec *spec,
                       const char *value) {
    if (options_set(reader->request->options, spec, value, reader->error))
        return true;
    if (value && spec->kind == OPTION_CHOICE)
        nearest_choice_hint(spec->argument, value, reader->error);
    return false;
}

static void keep_given(struct request *request, const char *name, char letter, const char *value) {
    request->given = mem_grow(request->given, request->given_count, &request->given_room,
                              sizeof *request->given);
    struct given_option *given = &request->given[request->given_count++];
    given->name = name;
    given->letter = letter;
    given->value = value;
    atomic_init(&given->read, false);
}

static void keep_argument(struct request *request, const char *argument) {
    request->arguments = mem_grow(request->arguments, request->argument_count,
                                  &request->argument_room, sizeof *request->arguments);
    request->arguments[request->argument_count++] = argument;
}

/* Takes the next word as the value of an option. */
static bool take_value(struct reader *reader, const struct option_spec *spec, const char **value) {
    if (reader->at < reader->argc) {
        *value = reader->argv[reader->at++];
        return true;
    }
    return error_set(reader->error, QD_BAD_INPUT, "--%s needs a value: %s", spec->name,
                     spec->argument);
}

/* British and American spellings name the same option. */
static const char *usual_spelling(const struct verb *verb, const char *name) {
    static const char *const spellings[][2] = {
        {"color", "colour"}, {"colors", "colours"}, {"disks", "discs"}};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        for (size_t other = 0; other < 2; other++)
            if (strcmp(name, spellings[i][1 - other]) == 0 &&
                (find_in(cli_options, verb, spellings[i][other], 0) ||
                 find_in_puzzles(verb, spellings[i][other], 0)))
                return spellings[i][other];
    return name;
}

/* --name, --name value or --name=value; name may be followed by '='. */
static bool read_long(struct reader *reader, const char *word) {
    const struct verb *verb = reader->request->verb;
    const char *equals = strchr(word, '=');
    char name[64];
    snprintf(name, sizeof name, "%.*s", equals ? (int)(equals - word) : 63, word);
    const char *known = usual_spelling(verb, name);
    const struct option_spec *common = find_in(cli_options, verb, known, 0);
    const struct option_spec *spec = common ? common : find_in_puzzles(verb, known, 0);
    if (!spec)
        return unknown_option(reader, name);
    const char *value = equals ? equals + 1 : NULL;
    if (!value && spec->kind != OPTION_FLAG && !take_value(reader, spec, &value))
        return false;
    if (common)
        return set_common(reader, common, value);
    keep_given(reader->request, spec->name, 0, value);
    return true;
}

/* -x, -xy for flags, -x value or -xvalue. */
static bool read_letters(struct reader *reader, const char *letters) {
    const struct verb *verb = reader->request->verb;
    for (; *letters; letters++) {
        const struct option_spec *common = find_in(cli_options, verb, NULL, *letters);
        const struct option_spec *spec = common ? common : find_in_puzzles(verb, NULL, *letters);
        if (!spec)
            return error_set(reader->error, QD_BAD_INPUT,
                             "%s has no option -%c; see quandary help %s", verb->name, *letters,
                             verb->name);
        bool flag = spec->kind == OPTION_FLAG;
        const char *value = flag || !letters[1] ? NULL : letters + 1;
        if (!flag && !value && !take_value(reader, spec, &value))
            return false;
        if (!common)
            keep_given(reader->request, NULL, *letters, value);
        else if (!set_common(reader, common, value))
            return false;
        if (!flag)
            break;
    }
    return true;
}

static bool read_words(struct reader *reader) {
    bool options = true;
    while (reader->at < reader->argc) {
        const char *word = reader->argv[reader->at++];
        bool good = true;
        bool standard_input = word[0] == '-' && (!word[1] || word[1] == '#'); /* -#3 is its third */
        if (!options || word[0] != '-' || standard_input)
            keep_argument(reader->request, word);
        else if (strcmp(word, "--") == 0)
            options = false;
        else
            good = word[1] == '-' ? read_long(reader, word + 2) : read_letters(reader, word + 1);
        if (!good)
            return false;
    }
    return true;
}

static bool looks_like_file(const char *word) {
    return strchr(word, '.') || strchr(word, '/') || access(word, F_OK) == 0;
}

static bool unknown_verb(const char *word, qd_error *error) {
    const char *near = nearest_verb(word);
    if (word[0] == '-')
        return error_set(error, QD_BAD_INPUT,
                         "the command comes first, as in quandary solve FILE... [options]; see "
                         "quandary help");
    if (near && access(word, F_OK) != 0)
        return error_set(error, QD_BAD_INPUT, "there is no command '%.40s'; did you mean %s?", word,
                         near);
    if (looks_like_file(word))
        return error_set(error, QD_BAD_INPUT,
                         "'%.80s' is not a command; to solve the puzzle in that file: quandary "
                         "solve %.80s",
                         word, word);
    return error_set(error, QD_BAD_INPUT, "there is no command '%.40s'; see quandary help", word);
}

static bool find_puzzle(const char *name, const struct puzzle **puzzle, qd_error *error) {
    *puzzle = registry_find(name);
    if (*puzzle)
        return true;
    const char *near = nearest_puzzle(name);
    return error_set(error, QD_BAD_INPUT, "there is no puzzle '%.40s'; %s%s%s", name,
                     near ? "did you mean " : "quandary puzzles lists them", near ? near : "",
                     near ? "?" : "");
}

/* What is missing from the command line, by the verb's form. */
static const char *missing(enum verb_form form) {
    static const char *const words[] = {[FORM_FILES] = "a file (or a puzzle on standard input)",
                                        [FORM_FILE] = "a file",
                                        [FORM_PUZZLE] =
                                            "the name of a puzzle (quandary puzzles lists them)",
                                        [FORM_SHELL] = "the name of a shell",
                                        [FORM_TOPIC] = ""};
    return words[form];
}

/* Without a file, the puzzle is what is piped into the program. */
static void take_standard_input(struct request *request) {
    if (request->argument_count == 0 && !isatty(STDIN_FILENO))
        keep_argument(request, "-");
}

static bool check_count(const struct request *request, size_t least, size_t most, qd_error *error) {
    const struct verb *verb = request->verb;
    const char *arguments = verb_arguments(verb);
    if (request->argument_count < least)
        return error_set(error, QD_BAD_INPUT,
                         "%s needs %s; usage: quandary %s %s (see quandary help %s)", verb->name,
                         missing(verb->form), verb->name, arguments, verb->name);
    if (request->argument_count > most)
        return error_set(error, QD_BAD_INPUT, "unexpected argument '%.80s'; usage: quandary %s%s%s",
                         request->arguments[most], verb->name, *arguments ? " " : "", arguments);
    return true;
}

/* Makes a copy of the file that can be cut into names, with a NUL after the last. */
static bool read_copy(const char *path, char **text, size_t *size, qd_error *error) {
    struct source source;
    if (!file_read(path, &source, error))
        return false;
    *size = source.size;
    *text = mem_copy(source.data, source.size + 1);
    file_close(&source);
    return true;
}

/* Adds the names in the list to the arguments: one per line, or, if there is a NUL byte in it, each
 * ended by a NUL. Empty names are skipped. */
static bool read_list(struct request *request, const char *path, qd_error *error) {
    size_t size, count = request->argument_count;
    char **text = &request->listed;
    if (!read_copy(path, text, &size, error))
        return false;
    char separator = memchr(*text, '\0', size) ? '\0' : '\n';
    for (char *name = *text; name < *text + size; name += strlen(name) + 1) {
        char *end = memchr(name, separator, size - (size_t)(name - *text));
        if (end)
            *end = '\0';
        if (!*name)
            continue;
        keep_argument(request, name);
    }
    return request->argument_count > count ||
           error_set(error, QD_BAD_INPUT, "the list of --files-from is empty");
}

/* The files of --files-from follow those of the command line. */
static bool add_listed(struct request *request, qd_error *error) {
    const char *list = request_text(request, "files-from");
    if (!list)
        return true;
    if (!read_list(request, list, error))
        return false;
    for (size_t i = 0; i < request->argument_count; i++)
        if (strcmp(list, "-") == 0 && strcmp(request->arguments[i], "-") == 0)
            return error_set(error, QD_BAD_INPUT,
                             "standard input is the list of files, so it cannot be one of them");
    return true;
}

static bool check_arguments(struct request *request, qd_error *error) {
    const char *as = request_text(request, "as");
    if (as && !find_puzzle(as, &request->puzzle, error))
        return false;
    switch (request->verb->form) {
    case FORM_NONE:
        return check_count(request, 0, 0, error);
    case FORM_FILES:
        if (!add_listed(request, error))
            return false;
        take_standard_input(request);
        return check_count(request, 1, SIZE_MAX, error);
    case FORM_PUZZLE:
        return check_count(request, 1, 1, error) &&
               find_puzzle(request->arguments[0], &request->puzzle, error);
    case FORM_FILE:
    case FORM_SHELL:
        return check_count(request, 1, 1, error);
    case FORM_TOPIC:
        break;
    }
    return check_count(request, 0, 1, error);
}

bool request_read(int argc, char **argv, struct request *request, qd_error *error) {
    *request = (struct request){.program = argc > 0 ? argv[0] : "quandary",
                                .options = options_new(&cli_spelling)};
    request->verb = argc > 1 ? verb_find(argv[1]) : NULL;
    if (!request->verb)
        return unknown_verb(argc > 1 ? argv[1] : "", error);
    struct reader reader = {
        .argc = argc, .argv = argv, .at = 2, .request = request, .error = error};
    return read_words(&reader) &&
           (request_flag(request, "help") ||
            (check_arguments(request, error) &&
             (request->verb->scope != CAN_SHOW || output_picture_settle(request, error)) &&
             options_agree(request->options, cli_rules, request->verb->scope, error)));
}

void request_free(struct request *request) {
    options_free(request->options);
    free(request->given);
    free(request->arguments);
    free(request->listed);
}

bool request_flag(const struct request *request, const char *name) {
    return options_flag(request->options, name);
}

static bool request_given(const struct request *request, const char *name) {
    return options_given(request->options, name);
}

const char *request_text(const struct request *request, const char *name) {
    return options_text(request->options, cli_options, name);
}

static bool set_puzzle_option(const struct request *request, const struct puzzle *puzzle,
                              const struct given_option *given, struct options *options,
                              qd_error *error) {
    const struct option_spec *spec =
        find_in(puzzle->options, request->verb, given->name, given->letter);
    char letter[2] = {given->letter, '\0'};
    if (!spec)
        return puzzle_refuses(puzzle, request->verb->name, given->name ? given->name : letter,
                              options, error);
    if (options_set(options, spec, given->value, error))
        return true;
    if (given->value && spec->kind == OPTION_CHOICE)
        nearest_choice_hint(spec->argument, given->value, error);
    return false;
}

/* How the verb will show the puzzle's board. */
static enum board_use board_use_of(const struct request *request, const struct puzzle *puzzle) {
    bool moves = request_given(request, "from") || request_given(request, "moves");
    bool picture = puzzle->solve && puzzle->solve->picture && !moves;
    switch (request->verb->scope) {
    case CAN_SHOW:
        return request_flag(request, "svg") || request_flag(request, "png") ? BOARD_DRAWN
                                                                            : BOARD_PRINTED;
    case CAN_SOLVE:
        return request_flag(request, "show") ||
                       (picture && !request_flag(request, "json") &&
                        !(request_flag(request, "quiet") && puzzle->solve->bare))
                   ? BOARD_PRINTED
                   : BOARD_NONE;
    case CAN_PLAY:
        return BOARD_PRINTED;
    default:
        return BOARD_NONE;
    }
}

static bool options_fit(const struct request *request, const struct puzzle *puzzle,
                        const struct options *options, qd_error *error) {
    if (!(request->verb->scope & CAN_ALL))
        return true;
    enum board_use board = board_use_of(request, puzzle);
    if (board == BOARD_NONE && request->verb->scope == CAN_SOLVE &&
        (request_given(request, "color") || request_given(request, "ascii")))
        return error_set(error, QD_BAD_INPUT, "--%s applies to boards; add --show to print them",
                         request_given(request, "color") ? "color" : "ascii");
    return puzzle_options_fit(puzzle, request->verb->scope, board, options, error);
}

struct options *request_options(const struct request *request, const struct puzzle *puzzle,
                                bool ascii, qd_error *error) {
    struct options *options = options_copy(request->options);
    bool good = true;
    for (size_t i = 0; good && i < request->given_count; i++)
        good = set_puzzle_option(request, puzzle, &request->given[i], options, error);
    good = good && options_fit(request, puzzle, options, error);
    if (ascii && good)
        options_set(options, option_find(cli_options, "ascii"), NULL, NULL);
    if (good)
        return options;
    options_free(options);
    return NULL;
}

/* No puzzle has an option with a letter of its own, so its name is known. */
void request_note_read(const struct request *request, const struct options *used) {
    options_note_read(request->options, used);
    for (size_t i = 0; i < request->given_count; i++)
        if (request->given[i].name && options_was_read(used, request->given[i].name))
            atomic_store(&request->given[i].read, true);
}

const char *request_unread(const struct request *request) {
    const char *name;
    for (size_t i = 0; (name = options_name(request->options, i)); i++)
        if (!options_was_read(request->options, name))
            return name;
    for (size_t i = 0; i < request->given_count; i++)
        if (!atomic_load(&request->given[i].read))
            return request->given[i].name;
    return NULL;
}
