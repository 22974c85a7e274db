#include "cli/options/verbs.h"

#include <string.h>

#include "puzzles/interface/puzzle.h"

#define VERB(name, scope, form, summary)        {#name, scope, form, summary, false, cmd_##name},
#define HIDDEN_VERB(name, scope, form, summary) {#name, scope, form, summary, true, cmd_##name},
static const struct verb verbs[] = {
#include "cli/options/verbs.def"
};
#undef VERB
#undef HIDDEN_VERB

const struct verb *verb_at(size_t index) {
    return index < sizeof verbs / sizeof *verbs ? &verbs[index] : NULL;
}

const struct verb *verb_find(const char *name) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    return NULL;
}

const char *verb_arguments(const struct verb *verb) {
    static const char *const words[] = {
        [FORM_NONE] = "",       [FORM_FILES] = "FILE...",       [FORM_FILE] = "FILE",
        [FORM_PUZZLE] = "NAME", [FORM_SHELL] = "bash|zsh|fish", [FORM_TOPIC] = "[TOPIC]"};
    return words[verb->form];
}
