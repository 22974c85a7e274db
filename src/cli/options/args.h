/* The command line, read into a request. */
#ifndef CLI_OPTIONS_ARGS_H
#define CLI_OPTIONS_ARGS_H

#include <stdatomic.h>

#include "base/option.h"
#include "cli/options/verbs.h"
#include "puzzles/interface/puzzle.h"

/* The options that do not belong to a puzzle. A name may stand twice for different verbs. */
extern const struct option_spec cli_options[];
/* Which of them go together. */
extern const struct option_rule cli_rules[];

/* An option that only a puzzle can judge, kept until it is known which puzzle it is. */
struct given_option {
    const char *name; /* NULL if the letter was given */
    char letter;
    const char *value; /* NULL for none */
    atomic_bool read;  /* see request_unread */
};

/* What was asked for. Points into argv, and into the list of files. */
struct request {
    const char *program; /* as it was called */
    const struct verb *verb;
    struct options *options;    /* of cli_options, checked */
    struct given_option *given; /* of the puzzles' tables, not yet checked */
    size_t given_count, given_room;
    const char **arguments; /* files, or what else the verb takes */
    size_t argument_count, argument_room;
    char *listed;                /* the text of --files-from, which holds some of the arguments */
    const struct puzzle *puzzle; /* from --as or from the argument, NULL: to be recognised */
};

/* Reads the words behind the program's name; the first one is the verb. With --help only the verb
 * counts, and the arguments are not checked. Returns false with an error. request_free in any
 * case. */
bool request_read(int argc, char **argv, struct request *request, qd_error *error);
void request_free(struct request *request);

/* The options for one puzzle: the common ones, and the puzzle's own, now checked. ascii adds the
 * option of that name. Returns NULL with an error (an option that this puzzle lacks, a wrong
 * value); else the caller frees them. */
struct options *request_options(const struct request *request, const struct puzzle *puzzle,
                                bool ascii, qd_error *error);

/* The values of common options. */
bool request_flag(const struct request *request, const char *name);
const char *request_text(const struct request *request, const char *name);

/* Counts as read what was read in the options for one puzzle. */
void request_note_read(const struct request *request, const struct options *used);
/* The name of an option that was given and whose value nobody asked for; NULL if there is none. For
 * tests: no option is ever ignored. */
const char *request_unread(const struct request *request);

/* True if the option counts for the verb. */
bool option_counts(const struct option_spec *spec, const struct verb *verb);
/* The puzzle's own options; NULL if it has none or the verb is not about a puzzle. */
const struct option_spec *options_of_puzzle(const struct puzzle *puzzle, const struct verb *verb);

#endif
