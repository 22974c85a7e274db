#include "puzzles/interface/puzzle.h"

#include <string.h>

const char *verb_bit_name(unsigned verb) {
    static const char *const names[] = {"solve", "hint",    "check", "rate", "generate",
                                        "show",  "convert", "play",  "demo"};
    size_t bit = 0;
    while (bit + 1 < sizeof names / sizeof *names && verb != 1U << bit)
        bit++;
    return names[bit];
}

bool puzzle_can(const struct puzzle *puzzle, unsigned verb) {
    switch (verb) {
    case VERB_SOLVE:
        return puzzle->solve;
    case VERB_HINT:
        return puzzle->hint;
    case VERB_CHECK:
        return puzzle->check;
    case VERB_RATE:
        return puzzle->rate;
    case VERB_GENERATE:
        return puzzle->generate;
    default:
        return true;
    }
}

/* ---- options ---- */

static bool is_shared(const char *option) {
    static const char *const names[] = {"count", "unique", "threads", "seed", "ascii"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], option) == 0)
            return true;
    return false;
}

static const struct shared_use *find_use(const struct puzzle *puzzle, const char *option) {
    const struct shared_use *use = puzzle->shared;
    while (use && use->name && strcmp(use->name, option) != 0)
        use++;
    return use && use->name ? use : NULL;
}

static bool has_own(const struct puzzle *puzzle, unsigned verb, const char *option) {
    for (const struct option_spec *spec = puzzle->options; spec && spec->name; spec++)
        if (strcmp(spec->name, option) == 0 && (spec->verbs == 0 || spec->verbs & verb))
            return true;
    return false;
}

bool puzzle_takes(const struct puzzle *puzzle, unsigned verb, const char *option) {
    const struct shared_use *use = is_shared(option) ? find_use(puzzle, option) : NULL;
    return has_own(puzzle, verb, option) || (use && use->verbs & verb);
}

bool puzzle_refuses(const struct puzzle *puzzle, const char *verb, const char *option,
                    qd_error *error) {
    const struct shared_use *use = find_use(puzzle, option);
    const char *instead = use ? use->instead : NULL;
    bool plural = puzzle->name[strlen(puzzle->name) - 1] == 's'; /* flows' hint */
    return error_set(error, QD_BAD_INPUT, "%s'%s %s does not take --%.40s%s%s", puzzle->name,
                     plural ? "" : "s", verb, option, instead ? "; " : "", instead ? instead : "");
}

static bool is_about_board(const struct puzzle *puzzle, unsigned verb, const char *option) {
    const struct option_spec *spec = option_find(puzzle->options, option);
    unsigned boards = VERB_SHOW | VERB_SOLVE | VERB_PLAY;
    return strcmp(option, "ascii") == 0 ||
           (verb & boards && spec && spec->verbs & VERB_SHOW && spec->verbs & verb);
}

/* What the option is for, if the call shows the board in another way; else NULL. */
static const char *lacks_board(const struct puzzle *puzzle, unsigned verb, enum board_use board,
                               const char *option) {
    const char *drawn = puzzle->render ? puzzle->render->drawn : NULL;
    if (board == BOARD_NONE)
        return is_about_board(puzzle, verb, option) ? "boards, and none is shown here" : NULL;
    if (board == BOARD_DRAWN)
        return strcmp(option, "ascii") == 0 ? "boards made of characters" : NULL;
    return verb == VERB_SHOW && drawn && strcmp(option, drawn) == 0 ? "pictures (SVG, PNG)" : NULL;
}

/* A puzzle that takes no number of threads searches with one, so one is what it can be told. */
static bool carries_out(const struct puzzle *puzzle, unsigned verb, const char *option,
                        const struct options *options) {
    return puzzle_takes(puzzle, verb, option) ||
           (strcmp(option, "threads") == 0 && options_int(options, NULL, option) == 1);
}

bool puzzle_options_fit(const struct puzzle *puzzle, unsigned verb, enum board_use board,
                        const struct options *options, qd_error *error) {
    const char *name, *board_wanted;
    if (!puzzle_can(puzzle, verb))
        return true;
    for (size_t i = 0; (name = options_name(options, i)); i++) {
        bool known = is_shared(name) || option_find(puzzle->options, name);
        if (known && !carries_out(puzzle, verb, name, options))
            return puzzle_refuses(puzzle, verb_bit_name(verb), name, error);
        if (known && (board_wanted = lacks_board(puzzle, verb, board, name)))
            return error_set(error, QD_BAD_INPUT, "--%s is for %s", name, board_wanted);
    }
    return options_agree(options, puzzle->option_rules, verb, error);
}

/* ---- results ---- */

void finding_free(struct finding *finding) {
    buf_free(&finding->text);
    json_decref(finding->fields);
    finding->fields = NULL;
}

void hint_free(struct hint *hint) {
    record_free(&hint->moves);
    buf_free(&hint->text);
    buf_free(&hint->brief);
    json_decref(hint->fields);
    hint->fields = NULL;
}

void fields_set(json_t **fields, const char *name, json_t *value) {
    if (!*fields)
        *fields = json_object();
    json_object_set_new(*fields, name, value);
}
