/* The prose of help and manual about each verb. */
#ifndef CLI_OPTIONS_VERB_TEXT_H
#define CLI_OPTIONS_VERB_TEXT_H

#include "cli/options/verbs.h"

struct verb_example {
    const char *command; /* NULL ends the list */
    const char *meaning; /* one line, no full stop */
};

struct verb_text {
    const char *verb;
    const char *description;         /* paragraphs, separated by an empty line */
    const char *yes, *no;            /* what the exit statuses 0 and 1 mean; no may be NULL */
    struct verb_example examples[6]; /* room for the NULL at the end */
};

/* The text for a verb. Never NULL: hidden verbs have a text too. */
const struct verb_text *verb_text_of(const struct verb *verb);

#endif
