#include "cli/options/help.h"

#include <stdio.h>
#include <string.h>

#include "cli/options/verb_text.h"
#include "cli/options/wrap.h"
#include "puzzles/interface/registry.h"

/* The column where the right part of a row begins. */
enum { OPTION_COLUMN = 30, VERB_COLUMN = 14, LABEL_COLUMN = 11 };

/* Two columns; the right one begins on the next line if the left one is too wide. */
static void add_row(struct buf *out, const char *left, const char *right, int column) {
    bool wide = (int)strlen(left) + 4 > column;
    buf_printf(out, "  %-*s", wide ? 0 : column - 2, left);
    if (wide)
        buf_printf(out, "\n%*s", column, "");
    wrap_text_to(out, right, (size_t)column, (size_t)column, wrap_terminal_width());
}

void help_overview(struct buf *out) {
    buf_add(out, "Quandary solves puzzles by search and by proof, and explains itself.\n\n"
                 "usage: quandary VERB [FILE...] [options]\n\n"
                 "  quandary demo         take a first look\n"
                 "  quandary solve FILE   solve the puzzle in a file\n"
                 "  quandary help VERB    show the options of a command\n"
                 "  quandary --version    show the version\n\n"
                 "commands:\n");
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            add_row(out, verb->name, verb->summary, VERB_COLUMN);
    buf_add(out, "\n");
    wrap_text_to(
        out,
        "The puzzle is recognised from the file. Without a FILE, or with -, it is read from "
        "standard "
        "input; FILE#3 is the third puzzle in a file that holds several. Options can be spelled in "
        "British or American English. Exit status: 0 yes, 1 no, 2 bad usage or input, 3 a limit "
        "was "
        "reached, 4 the machine failed.",
        0, 0, wrap_terminal_width());
}

static void add_option(struct buf *out, const struct option_spec *spec) {
    struct buf left = {0}, right = {0};
    if (spec->letter)
        buf_printf(&left, "-%c, ", spec->letter);
    buf_printf(&left, "--%s", spec->name);
    if (spec->argument)
        buf_printf(&left, " %s", spec->argument);
    buf_add(&right, spec->help);
    if (spec->initial)
        buf_printf(&right, " (default %s)", spec->initial);
    add_row(out, left.text, right.text, OPTION_COLUMN);
    buf_free(&left);
    buf_free(&right);
}

/* Adds a heading and the options of the table that apply to the verb, if there are any. */
static void add_options(struct buf *out, const char *heading, const struct option_spec *table,
                        const struct verb *verb) {
    bool first = true;
    for (; table && table->name; table++) {
        if (verb && !option_applies(table, verb))
            continue;
        if (first)
            buf_printf(out, "\n%s:\n", heading);
        first = false;
        add_option(out, table);
    }
}

static void add_puzzle_options(struct buf *out, const struct verb *verb) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        if (puzzle->hidden)
            continue;
        char heading[64];
        snprintf(heading, sizeof heading, "options for %.40s", puzzle->name);
        add_options(out, heading, options_of_puzzle(puzzle, verb), verb);
    }
}

static void add_examples(struct buf *out, const struct verb_text *text) {
    buf_add(out, "\nexamples:\n");
    for (const struct verb_example *example = text->examples; example->command; example++) {
        buf_printf(out, "  %s\n", example->command);
        buf_printf(out, "      %s\n", example->meaning);
    }
}

void help_verb(const struct verb *verb, struct buf *out) {
    const struct verb_text *text = verb_text_of(verb);
    const char *arguments = verb_arguments(verb);
    buf_printf(out, "usage: quandary %s %s%s[options]\n\n", verb->name, arguments,
               arguments[0] ? " " : "");
    wrap_text_to(out, text->description, 0, 0, wrap_terminal_width());
    add_examples(out, text);
    add_options(out, "options", cli_options, verb);
    add_puzzle_options(out, verb);
}

static void add_label(struct buf *out, const char *label, const char *text) {
    buf_printf(out, "  %-*s", LABEL_COLUMN - 2, label);
    wrap_text_to(out, text, LABEL_COLUMN, LABEL_COLUMN, wrap_terminal_width());
}

static void add_formats(struct buf *out, const struct puzzle *puzzle) {
    const struct puzzle_format *first = puzzle->text->formats;
    for (const struct puzzle_format *format = first; format->name; format++) {
        struct buf text = {0};
        buf_printf(&text, "%s", format->name);
        if (format->extension && format->extension[0])
            buf_printf(&text, " (.%s)", format->extension + (format->extension[0] == '.'));
        buf_printf(&text, ": %s", format->summary);
        add_label(out, format == first ? "formats" : "", text.text);
        buf_free(&text);
    }
}

void help_puzzle_entry(const struct puzzle *puzzle, struct buf *out) {
    buf_printf(out, "%s: %s\n", puzzle->name, puzzle->title);
    add_label(out, "", puzzle->summary);
    add_formats(out, puzzle);
    add_label(out, "moves", puzzle->moves);
}

void help_puzzle(const struct puzzle *puzzle, struct buf *out) {
    help_puzzle_entry(puzzle, out);
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++) {
        char heading[64];
        snprintf(heading, sizeof heading, "options for %s", verb->name);
        add_options(out, heading, options_of_puzzle(puzzle, verb), verb);
    }
}
