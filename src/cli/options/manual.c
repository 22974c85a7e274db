#include "cli/options/manual.h"

#include <ctype.h>
#include <string.h>

#include "cli/options/verb_text.h"
#include "puzzles/interface/registry.h"

/* Escapes what scdoc takes as mark-up. */
static void add_plain(struct buf *out, const char *text) {
    for (; *text; text++) {
        if (strchr("\\*_`~#", *text))
            buf_char(out, '\\');
        buf_char(out, *text);
    }
}

/* Turns a line of a table into a sentence: a capital letter first, a full stop last. */
static void add_sentence(struct buf *out, const char *text) {
    char first[2] = {(char)toupper((unsigned char)text[0]), '\0'};
    add_plain(out, first);
    add_plain(out, text + 1);
    if (!strchr(".?", text[strlen(text) - 1]))
        buf_char(out, '.');
}

static void add_paragraphs(struct buf *out, const char *text) {
    add_plain(out, text);
    buf_add(out, "\n\n");
}

static void add_option(struct buf *out, const struct option_spec *spec) {
    if (spec->letter)
        buf_printf(out, "*-%c*, ", spec->letter);
    buf_printf(out, "*--%s*", spec->name);
    if (spec->argument) {
        buf_add(out, " _");
        add_plain(out, spec->argument);
        buf_add(out, "_");
    }
    buf_add(out, "\n\t");
    add_sentence(out, spec->help);
    if (spec->initial) {
        buf_add(out, " The default is ");
        add_plain(out, spec->initial);
        buf_char(out, '.');
    }
    buf_add(out, "\n\n");
}

static void add_heading(struct buf *out, const char *text) {
    buf_add(out, "# ");
    for (; *text; text++)
        buf_char(out, (char)toupper((unsigned char)*text));
    buf_add(out, "\n\n");
}

static void add_options(struct buf *out, const char *heading, const struct option_spec *table,
                        const struct verb *verb) {
    bool first = true;
    for (; table && table->name; table++) {
        if (!option_applies(table, verb))
            continue;
        if (first)
            add_heading(out, heading);
        first = false;
        add_option(out, table);
    }
}

static void add_puzzle_options(struct buf *out, const struct verb *verb) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        struct buf heading = {0};
        buf_printf(&heading, "options for %s", puzzle->name);
        if (!puzzle->hidden)
            add_options(out, heading.text, options_of_puzzle(puzzle, verb), verb);
        buf_free(&heading);
    }
}

static void add_status(struct buf *out, const char *value, const char *meaning) {
    if (!meaning)
        return;
    buf_printf(out, "*%s*\n\t", value);
    add_sentence(out, meaning);
    buf_add(out, "\n\n");
}

static void add_statuses(struct buf *out, const char *yes, const char *no, bool several) {
    add_heading(out, "exit status");
    add_status(out, "0", yes);
    add_status(out, "1", no);
    add_status(out, "2", "the command line or the input is wrong; the message tells where");
    add_status(out, "3",
               "a limit was reached, or the search was stopped, before there was an answer");
    add_status(out, "4",
               "the machine failed: a file could not be written, or there was too little memory");
    add_status(out, "130", "ended at once by a second Ctrl-C");
    if (several)
        buf_add(out, "With several files it is the largest status of all.\n\n");
}

static void add_examples(struct buf *out, const struct verb_text *text) {
    for (const struct verb_example *example = text->examples; example->command; example++) {
        add_sentence(out, example->meaning);
        buf_add(out, "\n\n```\n");
        buf_printf(out, "%s\n```\n\n", example->command);
    }
}

static void add_title(struct buf *out, const char *name, const char *summary) {
    buf_printf(out, "%s(1) \"\" \"Quandary\"\n\n# NAME\n\n%s - ", name, name);
    add_plain(out, summary);
    buf_add(out, "\n\n# SYNOPSIS\n\n");
}

static void add_synopsis(struct buf *out, const struct verb *verb) {
    buf_printf(out, "*quandary %s*", verb->name);
    if (verb_arguments(verb)[0])
        buf_printf(out, " _%s_", verb_arguments(verb));
    buf_add(out, " [options]\n\n");
}

void manual_verb(const struct verb *verb, struct buf *out) {
    const struct verb_text *text = verb_text_of(verb);
    char name[64] = "quandary-";
    strncat(name, verb->name, sizeof name - strlen(name) - 1);
    add_title(out, name, verb->summary);
    add_synopsis(out, verb);
    add_heading(out, "description");
    add_paragraphs(out, text->description);
    add_options(out, "options", cli_options, verb);
    add_puzzle_options(out, verb);
    add_statuses(out, text->yes, text->no, verb->form == FORM_FILES);
    add_heading(out, "examples");
    add_examples(out, text);
    buf_add(out, "# SEE ALSO\n\n*quandary*(1)\n");
}

static void add_verbs(struct buf *out) {
    add_heading(out, "commands");
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++) {
        if (verb->hidden)
            continue;
        buf_printf(out, "*quandary-%s*(1)\n\t", verb->name);
        add_sentence(out, verb->summary);
        buf_add(out, "\n\n");
    }
}

static void add_puzzle(struct buf *out, const struct puzzle *puzzle) {
    buf_printf(out, "*%s*\n\t", puzzle->name);
    add_sentence(out, puzzle->summary);
    buf_add(out, "\n\n\tA move: ");
    add_plain(out, puzzle->moves);
    buf_add(out, "\n\n\tFile formats:");
    for (const struct puzzle_format *format = puzzle->text->formats; format->name; format++) {
        buf_printf(out, "%s *%s* (", format == puzzle->text->formats ? "" : ";", format->name);
        add_plain(out, format->summary);
        buf_char(out, ')');
    }
    buf_add(out, ".\n\n");
}

static void add_puzzles(struct buf *out) {
    add_heading(out, "puzzles");
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            add_puzzle(out, puzzle);
}

static const char description[] =
    "Quandary solves puzzles by search and by proof. It finds a solution or proves that there is "
    "none, explains the next step, checks moves, rates, generates and draws puzzles, and lets you "
    "play them.\n\n"
    "The puzzle is recognised from the file, or named with --as. The file - is standard input. If "
    "a "
    "file holds several puzzles, the command runs on each of them; FILE#3 is the third one alone. "
    "Options and files can be in any order; -- ends the options.\n\n"
    "Results go to standard output, messages to standard error. Errors in a file are reported as "
    "FILE:LINE:COLUMN, and nothing is repaired silently.";

static const char json_description[] =
    "With --json, each puzzle gives one object on one line. It has the fields puzzle, file "
    "and status, then what was found, and stats with seconds (CPU time), nodes (search states) and "
    "peak_bytes. The status is solved, unsolvable or unknown for solve; valid, invalid or unknown "
    "for check; hint, none or unknown for hint; rated, unsolvable or unknown for rate; ok for the "
    "others. On bad input the status is error, with line, column (0 if there is none) and "
    "message.\n\n"
    "For solve, moves holds the requested moves of the first solution; with --count 2 or more, "
    "other_moves holds those of the second, moves_3 those of the third and so on. complete is "
    "false "
    "if a solution has further moves. If the status is unknown, ended tells why: time, memory, "
    "nodes "
    "or stopped.";

static void add_variable(struct buf *out, const char *name, const char *meaning) {
    buf_char(out, '*');
    add_plain(out, name);
    buf_printf(out, "*\n\t%s\n\n", meaning);
}

static void add_environment(struct buf *out) {
    add_heading(out, "environment");
    add_variable(out, "NO_COLOR",
                 "If set and not empty, colours are off unless *--color always* is given.");
    add_variable(out, "FORCE_COLOR",
                 "If set and not empty, colours are on even without a terminal; _0_ turns them "
                 "off.");
    add_variable(out, "TERM", "Colours are off if this is _dumb_.");
    add_variable(out, "LC_ALL, LC_CTYPE, LANG",
                 "Boards are drawn in ASCII unless the character set is UTF-8.");
}

void manual_program(struct buf *out) {
    add_title(out, "quandary", "solve, explain, check, generate and play puzzles");
    buf_add(out, "*quandary* _COMMAND_ [_FILE..._] [options]\n\n*quandary* *--help*\n\n"
                 "*quandary* *--version*\n\n");
    add_heading(out, "description");
    add_paragraphs(out, description);
    add_verbs(out);
    add_puzzles(out);
    add_heading(out, "json");
    add_paragraphs(out, json_description);
    add_statuses(out, "yes: solved, legal, valid, unique, done",
                 "no: proven unsolvable, illegal, wrong, not unique", true);
    add_environment(out);
    buf_add(out, "# SEE ALSO\n\n*quandary-solve*(1), *quandary-play*(1), *quandary-help*(1)\n");
}
