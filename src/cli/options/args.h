/* Reads the command line into a request. */
#ifndef CLI_OPTIONS_ARGS_H
#define CLI_OPTIONS_ARGS_H

#include <stdatomic.h>

#include "base/option.h"
#include "cli/options/verbs.h"
#include "puzzles/interface/puzzle.h"

/* The options that do not belong to a puzzle. A name may appear twice, for different verbs. */
extern const struct option_spec cli_options[];
/* Which of them exclude or need each other. */
extern const struct option_rule cli_rules[];

/* An option of a puzzle; it is checked when the puzzle is known. */
struct given_option {
    const char *name; /* NULL if given by its letter */
    char letter;
    const char *value; /* NULL: none */
    atomic_bool read;  /* see request_unread */
};

/* The parsed command line. Points into argv and into listed. */
struct request {
    const char *program; /* argv[0] */
    const struct verb *verb;
    struct options *options;    /* of cli_options, checked */
    struct given_option *given; /* of the puzzles' tables, not yet checked */
    size_t given_count, given_room;
    const char **arguments; /* files, or whatever the verb takes */
    size_t argument_count, argument_room;
    char *listed;                /* the text of --files-from, which holds some of the arguments */
    const struct puzzle *puzzle; /* from --as or the argument; NULL: to be recognised */
};

/* Reads argv; its second element is the verb. With --help the arguments are not checked. Returns
 * false with an error; call request_free even then. */
bool request_read(int argc, char **argv, struct request *request, qd_error *error);
void request_free(struct request *request);

/* Checks the puzzle's own options and returns them together with the common ones; ascii adds
 * --ascii. Returns NULL with an error (an option that this puzzle lacks, or a bad value). The
 * caller frees the options. */
struct options *request_options(const struct request *request, const struct puzzle *puzzle,
                                bool ascii, qd_error *error);

/* The values of common options. */
bool request_flag(const struct request *request, const char *name);
const char *request_text(const struct request *request, const char *name);

/* Marks the options that were read through used as read. */
void request_note_read(const struct request *request, const struct options *used);
/* The name of a given option that was never read, NULL if there is none. For tests: no option is
 * ever ignored. */
const char *request_unread(const struct request *request);

/* True if the option applies to the verb. */
bool option_applies(const struct option_spec *spec, const struct verb *verb);
/* The puzzle's own options; NULL if it has none or the verb does not take a puzzle. */
const struct option_spec *options_of_puzzle(const struct puzzle *puzzle, const struct verb *verb);

#endif
