/* "Did you mean ...?" for everything that can be mistyped on the command line. */
#ifndef CLI_OPTIONS_NEAREST_H
#define CLI_OPTIONS_NEAREST_H

#include "cli/options/args.h"

/* The name nearest to the word, NULL if none is near. Hidden names are never suggested. */
const char *nearest_verb(const char *word);
const char *nearest_puzzle(const char *word);
const char *nearest_option(const struct verb *verb, const char *word);
/* The first verb with exactly this option, common or of a puzzle; NULL if there is none. */
const struct verb *nearest_verb_with_option(const char *word);

/* Adds "; did you mean X?" to the error if one of the choices (separated by |) is near. */
void nearest_choice_hint(const char *choices, const char *word, qd_error *error);

#endif
