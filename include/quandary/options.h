/* Options of calls: the ones that all puzzles share, and each puzzle's own. They have the same
 * names and values as on the command line, without the dashes. */
#ifndef QUANDARY_OPTIONS_H
#define QUANDARY_OPTIONS_H

#include <stdbool.h>

#include <quandary/puzzle.h>
#include <quandary/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_options qd_options;

/* An empty set of options for the puzzle of that name. With NULL it is for any puzzle, and takes
 * only the shared options. Returns NULL with an error (QD_BAD_INPUT) if there is no such puzzle. */
QD_API qd_options *qd_options_new(const char *puzzle, qd_error *error);

QD_API void qd_options_free(qd_options *options);

/* Sets an option; the last value wins. For a flag, value is NULL or "yes" to set it and "no" to
 * clear it. Returns false with an error (QD_BAD_INPUT), and changes nothing, if there is no option
 * of that name or the value does not fit.
 *
 * No call ignores an option: one that it does not carry out is refused (QD_BAD_INPUT, with the
 * option's name), and so is a set that was made for another puzzle. Make a set for each kind of
 * call. */
QD_API bool qd_options_set(qd_options *options, const char *name, const char *value,
                           qd_error *error);

/* What an option is; the texts last as long as the program. */
typedef struct qd_option {
    const char *name;
    const char *argument; /* what a value looks like: "N", "one|two"; NULL for a flag */
    const char *initial;  /* the value when it is not set; NULL: none */
    const char *help;     /* what it does, in one line */
    bool shared;          /* true if it is no option of the puzzle itself */
} qd_option;

/* An option that a set for this puzzle takes, by its index from 0, the shared ones first. puzzle
 * may be NULL: only those. Returns false past the last, and leaves option alone then. */
QD_API bool qd_option_at(const qd_puzzle *puzzle, size_t index, qd_option *option);

#ifdef __cplusplus
}
#endif
#endif
