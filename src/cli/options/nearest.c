#include "cli/options/nearest.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "puzzles/interface/registry.h"

const char *nearest_verb(const char *word) {
    struct suggest suggest = {.word = word};
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            suggest_consider(&suggest, verb->name);
    return suggest.best;
}

const char *nearest_puzzle(const char *word) {
    struct suggest suggest = {.word = word};
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            suggest_consider(&suggest, puzzle->name);
    return suggest.best;
}

static void consider_table(struct suggest *suggest, const struct option_spec *table,
                           const struct verb *verb) {
    for (; table && table->name; table++)
        if (option_applies(table, verb))
            suggest_consider(suggest, table->name);
}

const char *nearest_option(const struct verb *verb, const char *word) {
    struct suggest suggest = {.word = word};
    consider_table(&suggest, cli_options, verb);
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            consider_table(&suggest, options_of_puzzle(puzzle, verb), verb);
    return suggest.best;
}

static bool table_has(const struct option_spec *table, const struct verb *verb, const char *word) {
    for (; table && table->name; table++)
        if (strcmp(table->name, word) == 0 && option_applies(table, verb))
            return true;
    return false;
}

const struct verb *nearest_verb_with_option(const char *word) {
    const struct verb *verb;
    const struct puzzle *puzzle;
    for (size_t v = 0; (verb = verb_at(v)); v++) {
        if (table_has(cli_options, verb, word))
            return verb;
        for (size_t p = 0; (puzzle = registry_at(p)); p++)
            if (!puzzle->hidden && table_has(options_of_puzzle(puzzle, verb), verb, word))
                return verb;
    }
    return NULL;
}

void nearest_choice_hint(const char *choices, const char *word, qd_error *error) {
    char words[8][32];
    struct suggest suggest = {.word = word};
    for (size_t i = 0; *choices && i < 8; i++) {
        size_t size = strcspn(choices, "|");
        snprintf(words[i], sizeof words[i], "%.*s", (int)size, choices);
        suggest_consider(&suggest, words[i]);
        choices += size + (choices[size] == '|');
    }
    if (!suggest.best)
        return;
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, "; did you mean %s?",
             suggest.best);
}
