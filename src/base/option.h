/* Options as a table: what they are called, what they may be, what they mean. The same table reads
 * the command line, the library's calls and the server's requests, and writes the help, the manual
 * and the completions. */
#ifndef BASE_OPTION_H
#define BASE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

struct buf;

enum option_kind {
    OPTION_FLAG,   /* given or not */
    OPTION_INT,    /* a whole number from low to high */
    OPTION_NUMBER, /* a decimal number from low to high */
    OPTION_SIZE,   /* bytes: a whole number with an optional K, M, G (powers of 1024) */
    OPTION_CHOICE, /* one of the words in argument, separated by | */
    OPTION_TEXT,   /* anything */
    OPTION_LIST    /* anything but line ends; may be given several times: then the value is all of
                    * them, a line end between two */
};

struct option_spec {
    const char *name; /* NULL ends a table */
    char letter;      /* the short form, 0 for none */
    enum option_kind kind;
    const char *argument; /* how help names the value: "N", "FILE", "auto|always|never" */
    const char *initial;  /* the value when it is not given, as text; NULL: none */
    int64_t low, high;    /* OPTION_INT, OPTION_NUMBER */
    unsigned scope;       /* where it counts, as bits of the table's owner; 0: everywhere */
    const char *help;     /* one line, no full stop; names other options in plain words */
    const char *label;    /* how a form calls it; NULL: its name, see option_label */
};

/* A message names an option by its identifier; how that is spelled is for the front end to say
 * (struct option_spelling). Only in the format of options_error and options_printf:
 *   options_error(options, error, QD_BAD_INPUT, OPTION("rings") " needs " OPTION_IS("pegs", "3"));
 * OPTION_IS names it with a value. */
#define OPTION(name)           "\1" name "\2"
#define OPTION_IS(name, value) "\1" name "=" value "\2"
#define OPTION_MARK            '\1'

/* How a front end spells the options that a message names. */
struct option_spelling {
    const char *before, *is, *after;  /* around the name, and between name and value */
    const struct option_spec *labels; /* call them by their labels; NULL: by their names */
};

/* An option that means something only together with others, or without them. A name is
 * "name" or "name=value", and names stand with | between them. */
struct option_rule {
    const char *name;    /* NULL ends a table */
    unsigned scope;      /* where the rule holds, as bits; 0: everywhere */
    const char *when;    /* it holds only if one of these is given; NULL: always */
    const char *needs;   /* one of these must be given; NULL: none need be */
    const char *against; /* none of these may be given; NULL: all may */
};

/* Values for the options of one or more tables. */
struct options;

/* An empty set of values. Messages name its options by the spelling, which is copied; NULL: as
 * <name> and <name value>, for tests. Never NULL. */
struct options *options_new(const struct option_spelling *spelling);
void options_free(struct options *options);
/* The same values, none of them read yet. Never NULL. */
struct options *options_copy(const struct options *options);

/* Checks the value against the spec and keeps it; the last one wins. A flag takes NULL (given) or
 * "yes" / "no". Returns false with an error (QD_BAD_INPUT) if the value does not fit. */
bool options_set(struct options *options, const struct option_spec *spec, const char *value,
                 qd_error *error);

/* True if it was given (not only by its initial value). */
bool options_given(const struct options *options, const char *name);

/* The value that was given, else the initial value in the table (which must have the option), else
 * 0, false or NULL. */
bool options_flag(const struct options *options, const char *name);
int64_t options_int(const struct options *options, const struct option_spec *table,
                    const char *name);
double options_number(const struct options *options, const struct option_spec *table,
                      const char *name);
uint64_t options_size(const struct options *options, const struct option_spec *table,
                      const char *name);
const char *options_text(const struct options *options, const struct option_spec *table,
                         const char *name);

/* Checks the given options by the rules of the scope; rules may be NULL. Returns false with an
 * error (QD_BAD_INPUT) that names those that cannot be combined. */
bool options_agree(const struct options *options, const struct option_rule *rules, unsigned scope,
                   qd_error *error);

/* As error_set and buf_printf, with the options that the format names spelled for the front end
 * that made the set. options_error returns false. */
bool options_error(const struct options *options, qd_error *error, qd_status status,
                   const char *format, ...) QD_PRINTF(4, 5);
void options_printf(const struct options *options, struct buf *out, const char *format, ...)
    QD_PRINTF(3, 4);

/* Appends what a form calls the option: its label, or its name as words ("Smallest first"). */
void option_label(const struct option_spec *spec, struct buf *out);
/* Appends the text with the options that it names spelled. A mark that names nothing stays. */
void option_spell(const struct option_spelling *spelling, const char *text, struct buf *out);

/* The spec of that name in a table, NULL if there is none. table may be NULL. */
const struct option_spec *option_find(const struct option_spec *table, const char *name);

/* The name of a given option by its index from 0; NULL past the last. */
const char *options_name(const struct options *options, size_t index);

/* True if it was given and its value has been read since; options_given does not count. Tests
 * find options by this that are taken and then ignored. */
bool options_was_read(const struct options *options, const char *name);
/* Counts as read here what was read there, as for a copy that was handed on. */
void options_note_read(const struct options *options, const struct options *copy);

#endif
