#include "library/library.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/suggest.h"
#include "session/verbs.h"

static const struct option_spec *own_options(const struct puzzle *puzzle) {
    return puzzle ? puzzle->options : NULL;
}

/* An option that a puzzle does not carry out for any call is not one of its own. Limits of time and
 * memory belong to the control, a seed to the call. */
static bool is_carried_out(const struct puzzle *puzzle, const char *name) {
    return !puzzle || puzzle_takes(puzzle, ~0U, name);
}

static const struct option_spec *find_spec(const struct puzzle *puzzle, const char *name) {
    const struct option_spec *spec = option_find(shared_options, name);
    return spec && is_carried_out(puzzle, name) ? spec : option_find(own_options(puzzle), name);
}

/* The option at the index, the shared ones first; NULL past the last. */
static const struct option_spec *spec_at(const struct puzzle *puzzle, size_t index) {
    const struct option_spec *spec = shared_options;
    for (; spec->name; spec++)
        if (is_carried_out(puzzle, spec->name) && index-- == 0)
            return spec;
    spec = own_options(puzzle);
    while (spec && spec->name && index-- > 0)
        spec++;
    return spec && spec->name ? spec : NULL;
}

qd_options *qd_options_new(const char *puzzle, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    const struct puzzle *kind = puzzle ? puzzle_named(puzzle, error) : NULL;
    if (puzzle && !kind)
        return NULL;
    qd_options *options = MEM_NEW(qd_options);
    options->puzzle = kind;
    options->values = options_new(&library_spelling);
    return options;
}

void qd_options_free(qd_options *options) {
    if (!options)
        return;
    options_free(options->values);
    free(options);
}

static bool unknown_option(const struct puzzle *puzzle, const char *name, qd_error *error) {
    struct suggest suggest = {.word = name};
    const struct option_spec *spec;
    for (size_t i = 0; (spec = spec_at(puzzle, i)); i++)
        suggest_consider(&suggest, spec->name);
    if (suggest.best)
        return error_set(error, QD_BAD_INPUT, "there is no option '%.40s'; did you mean '%s'?",
                         name, suggest.best);
    return error_set(error, QD_BAD_INPUT, "there is no option '%.40s'", name);
}

bool qd_options_set(qd_options *options, const char *name, const char *value, qd_error *error) {
    qd_error own;
    error = error_begin(error, &own);
    assert(name);
    const struct option_spec *spec = find_spec(options->puzzle, name);
    if (!spec)
        return unknown_option(options->puzzle, name, error);
    return options_set(options->values, spec, value, error);
}

bool qd_option_at(const qd_puzzle *puzzle, size_t index, qd_option *option) {
    const struct option_spec *spec = spec_at(puzzle_behind(puzzle), index);
    if (!spec)
        return false;
    *option = (qd_option){.name = spec->name,
                          .argument = spec->kind == OPTION_FLAG ? NULL : spec->argument,
                          .initial = spec->initial,
                          .help = spec->help,
                          .shared = option_find(shared_options, spec->name) == spec};
    return true;
}
