/* Shell completion scripts, generated from the tables. */
#ifndef CLI_OPTIONS_COMPLETE_H
#define CLI_OPTIONS_COMPLETE_H

#include "cli/options/args.h"

/* Each appends the script for one shell. */
void complete_bash(struct buf *out);
void complete_zsh(struct buf *out);
void complete_fish(struct buf *out);

/* What the scripts share: */

/* What a value can be completed to. */
enum complete_kind {
    COMPLETE_FLAG,  /* no value */
    COMPLETE_WORDS, /* one of a few words */
    COMPLETE_FILE,
    COMPLETE_FREE /* anything */
};

/* The options of a verb, each name once: common ones first, then those of the puzzles. The index
 * counts from 0; NULL after the last. */
const struct option_spec *complete_option(const struct verb *verb, size_t index);

/* How to complete the option's value; appends the words, separated by spaces. */
enum complete_kind complete_value(const struct verb *verb, const struct option_spec *spec,
                                  struct buf *words);

/* Appends the words that can follow the verb, separated by spaces; none if it takes files or
 * nothing. */
void complete_arguments(const struct verb *verb, struct buf *words);
/* True if the verb takes files. */
bool complete_takes_files(const struct verb *verb);

/* Appends the names of the verbs that are not hidden, separated by spaces. */
void complete_verbs(struct buf *words);

/* Appends the text for use within single quotes, with a backslash before each character of special.
 * A quote is escaped by fish's rule, or by that of the other shells. */
void complete_quote(struct buf *out, const char *text, const char *special, bool fish);

#endif
