#include "puzzles/nonogram/tests/nonogram_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/model/position.h"

struct options *nonogram_read_options(const char *text) {
    struct options *options = options_new(NULL);
    char *copy = mem_text(text), *rest = copy, *word;
    while ((word = strtok_r(rest, " ", &rest))) {
        char *equals = strchr(word, '=');
        if (equals)
            *equals = '\0';
        const struct option_spec *spec = option_find(nonogram_options, word);
        assert_non_null(spec);
        assert_true(options_set(options, spec, equals ? equals + 1 : NULL, NULL));
    }
    free(copy);
    return options;
}

bool nonogram_make(const char *text, uint64_t seed, struct nonogram_generated *made,
                   qd_error *error) {
    struct options *options = nonogram_read_options(text);
    qd_control *control = control_new(NULL);
    *error = (qd_error){0};
    bool done = nonogram_generate_puzzle(options, seed, control, made, error);
    control_free(control);
    options_free(options);
    return done;
}

void nonogram_make_well(const char *text, uint64_t seed, struct nonogram_generated *made) {
    qd_error error;
    if (!nonogram_make(text, seed, made, &error))
        fail_msg("%s, seed %llu: %s", text, (unsigned long long)seed, error.message);
    assert_true(nonogram_picture_fits(made->puzzle, made->puzzle->goal, NULL, NULL));
}
