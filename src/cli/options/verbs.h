/* The commands of the program, as a table (verbs.def). */
#ifndef CLI_OPTIONS_VERBS_H
#define CLI_OPTIONS_VERBS_H

#include <stdbool.h>
#include <stddef.h>

#include <quandary/types.h>

/* The commands that an option applies to: bits of enum capability, or of this enum for commands
 * that need no capability of a puzzle. verbs.def assigns them. */
enum cli_scope {
    CLI_CONVERT = 1 << 16,
    CLI_DEMO = 1 << 17,
    CLI_PUZZLES = 1 << 18,
    CLI_RIG = 1 << 19,
    CLI_SERVE = 1 << 20,
    CLI_COMPLETION = 1 << 21,
    CLI_HELP = 1 << 22,
    CLI_MANUAL = 1 << 23
};

/* The arguments that follow the verb. */
enum verb_form {
    FORM_NONE,
    FORM_FILES,  /* one file or more */
    FORM_FILE,   /* exactly one */
    FORM_PUZZLE, /* the name of a puzzle */
    FORM_SHELL,  /* the name of a shell */
    FORM_TOPIC   /* the name of a verb, or nothing */
};

struct request;

struct verb {
    const char *name;
    unsigned scope; /* one bit of enum capability or enum cli_scope */
    enum verb_form form;
    const char *summary; /* one line, no full stop */
    bool hidden;         /* works, but is not listed */
    /* Runs the command, prints its results and errors, and returns the exit status. */
    qd_status (*run)(const struct request *request);
};

/* The verbs by index, from 0; NULL after the last. Hidden ones come last. */
const struct verb *verb_at(size_t index);
/* The verb of that name, NULL if there is none. */
const struct verb *verb_find(const char *name);
/* The verb's arguments as help shows them: "FILE...", "" for none. */
const char *verb_arguments(const struct verb *verb);

#define VERB(name, scope, form, summary)        qd_status cmd_##name(const struct request *request);
#define HIDDEN_VERB(name, scope, form, summary) VERB(name, scope, form, summary)
#include "cli/options/verbs.def"
#undef VERB
#undef HIDDEN_VERB

#endif
