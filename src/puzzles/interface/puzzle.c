#include "puzzles/interface/puzzle.h"

#include <assert.h>
#include <string.h>

const char *capability_name(unsigned capability) {
    static const char *const names[] = {"solve",    "hint", "check", "rate",
                                        "generate", "show", "play"};
    assert(capability & CAN_ALL && (capability & (capability - 1)) == 0);
    return names[__builtin_ctz(capability)];
}

bool puzzle_can(const struct puzzle *puzzle, unsigned capability) {
    switch (capability) {
    case CAN_SOLVE:
        return puzzle->solve;
    case CAN_HINT:
        return puzzle->hint;
    case CAN_CHECK:
        return puzzle->check;
    case CAN_RATE:
        return puzzle->rate;
    case CAN_GENERATE:
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

static bool has_own(const struct puzzle *puzzle, unsigned capability, const char *option) {
    for (const struct option_spec *spec = puzzle->options; spec && spec->name; spec++)
        if (strcmp(spec->name, option) == 0 && (spec->scope == 0 || spec->scope & capability))
            return true;
    return false;
}

bool puzzle_takes(const struct puzzle *puzzle, unsigned capability, const char *option) {
    const struct shared_use *use = is_shared(option) ? find_use(puzzle, option) : NULL;
    return has_own(puzzle, capability, option) || (use && use->scope & capability);
}

bool puzzle_refuses(const struct puzzle *puzzle, const char *call, const char *option,
                    const struct options *options, qd_error *error) {
    const struct shared_use *use = find_use(puzzle, option);
    const char *instead = use ? use->instead : NULL;
    bool plural = puzzle->name[strlen(puzzle->name) - 1] == 's'; /* flows' hint */
    return options_error(
        options, error, QD_BAD_INPUT, "%s'%s %s does not take " OPTION("%.40s") "%s%s",
        puzzle->name, plural ? "" : "s", call, option, instead ? "; " : "", instead ? instead : "");
}

static bool is_about_board(const struct puzzle *puzzle, unsigned capability, const char *option) {
    const struct option_spec *spec = option_find(puzzle->options, option);
    unsigned boards = CAN_SHOW | CAN_SOLVE | CAN_PLAY;
    return strcmp(option, "ascii") == 0 ||
           (capability & boards && spec && spec->scope & CAN_SHOW && spec->scope & capability);
}

/* What the option is for, if the call shows the board in another form or not at all; else NULL. */
static const char *lacks_board(const struct puzzle *puzzle, unsigned capability,
                               enum board_use board, const char *option) {
    const char *drawn = puzzle->render ? puzzle->render->drawn : NULL;
    if (board == BOARD_NONE)
        return is_about_board(puzzle, capability, option) ? "boards, and none is shown here" : NULL;
    if (board == BOARD_DRAWN)
        return strcmp(option, "ascii") == 0 ? "boards made of characters" : NULL;
    return capability == CAN_SHOW && drawn && strcmp(option, drawn) == 0 ? "pictures (SVG, PNG)"
                                                                         : NULL;
}

/* A puzzle that takes no number of threads searches with one, so it accepts that number. */
static bool carries_out(const struct puzzle *puzzle, unsigned capability, const char *option,
                        const struct options *options) {
    return puzzle_takes(puzzle, capability, option) ||
           (strcmp(option, "threads") == 0 && options_int(options, NULL, option) == 1);
}

bool puzzle_options_fit(const struct puzzle *puzzle, unsigned capability, enum board_use board,
                        const struct options *options, qd_error *error) {
    const char *name, *board_wanted;
    if (!puzzle_can(puzzle, capability))
        return true;
    for (size_t i = 0; (name = options_name(options, i)); i++) {
        bool known = is_shared(name) || option_find(puzzle->options, name);
        if (known && !carries_out(puzzle, capability, name, options))
            return puzzle_refuses(puzzle, capability_name(capability), name, options, error);
        if (known && (board_wanted = lacks_board(puzzle, capability, board, name)))
            return options_error(options, error, QD_BAD_INPUT, OPTION("%s") " is for %s", name,
                                 board_wanted);
    }
    return options_agree(options, puzzle->option_rules, capability, error);
}

/* ---- moves ---- */

void rules_replay(const struct puzzle_rules *rules, struct position *position, const char *move) {
    struct refusal refusal = {0};
    qd_status status = rules->move(position, move, NULL, &refusal);
    assert(status == QD_YES && "it was legal once");
    (void)status;
    refusal_free(&refusal);
}

/* ---- results ---- */

void refusal_free(struct refusal *refusal) {
    buf_free(&refusal->text);
    json_decref(refusal->fields);
    refusal->fields = NULL;
}

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
