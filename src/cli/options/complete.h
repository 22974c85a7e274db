/* Completion scripts, made from the tables. */
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
    COMPLETE_FLAG,  /* there is no value */
    COMPLETE_WORDS, /* one of a few words */
    COMPLETE_FILE,
    COMPLETE_FREE /* anything */
};

/* The options of a verb, each name once: common ones first, then those of the puzzles. Index from
 * 0, NULL behind the last. */
const struct option_spec *complete_option(const struct verb *verb, size_t index);

/* What the option's value can be; the words are appended, separated by spaces. */
enum complete_kind complete_value(const struct verb *verb, const struct option_spec *spec,
                                  struct buf *words);

/* The words that can stand behind the verb, separated by spaces; none if it takes files or
 * nothing. */
void complete_arguments(const struct verb *verb, struct buf *words);
/* True if files can stand behind the verb. */
bool complete_takes_files(const struct verb *verb);

/* The names of the verbs that are not hidden, separated by spaces. */
void complete_verbs(struct buf *words);

/* Appends the text for use between single quotes, with a backslash before each character of
 * special. fish's rule for a quote within quotes differs from that of the others. */
void complete_quote(struct buf *out, const char *text, const char *special, bool fish);

#endif
