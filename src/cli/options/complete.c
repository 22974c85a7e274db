#include "cli/options/complete.h"

#include <string.h>

#include "puzzles/interface/registry.h"
#include "rig/sim/sim.h"

static void add_word(struct buf *words, const char *word, size_t size) {
    if (words->size)
        buf_char(words, ' ');
    buf_bytes(words, word, size);
}

/* Adds the word unless it is there already. */
static void add_new_word(struct buf *words, const char *word, size_t size) {
    for (const char *at = buf_text(words); *at;) {
        size_t length = strcspn(at, " ");
        if (length == size && strncmp(at, word, size) == 0)
            return;
        at += length + (at[length] == ' ');
    }
    add_word(words, word, size);
}

static void add_puzzles(struct buf *words) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            add_word(words, puzzle->name, strlen(puzzle->name));
}

static void add_formats(struct buf *words) {
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        for (const struct puzzle_format *f = puzzle->text->formats; !puzzle->hidden && f->name; f++)
            add_new_word(words, f->name, strlen(f->name));
}

static void add_choices(struct buf *words, const char *choices) {
    while (*choices) {
        size_t size = strcspn(choices, "|");
        add_new_word(words, choices, size);
        choices += size + (choices[size] == '|');
    }
}

static void add_faults(struct buf *words) {
    for (int i = 0; i < RIG_FAULTS; i++) {
        const char *name = rig_fault_word((enum rig_fault)i);
        add_word(words, name, strlen(name));
    }
}

void complete_verbs(struct buf *words) {
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            add_word(words, verb->name, strlen(verb->name));
}

/* The options of all tables one after the other, with repeated names. */
static const struct option_spec *any_option(const struct verb *verb, size_t index) {
    const struct option_spec *spec = cli_options;
    for (size_t table = 0;; table++) {
        for (; spec && spec->name; spec++)
            if (option_applies(spec, verb) && index-- == 0)
                return spec;
        const struct puzzle *puzzle = registry_at(table);
        if (!puzzle)
            return NULL;
        spec = puzzle->hidden ? NULL : options_of_puzzle(puzzle, verb);
    }
}

static bool seen_before(const struct verb *verb, size_t index, const char *name) {
    for (size_t i = 0; i < index; i++)
        if (strcmp(any_option(verb, i)->name, name) == 0)
            return true;
    return false;
}

const struct option_spec *complete_option(const struct verb *verb, size_t index) {
    const struct option_spec *spec;
    for (size_t i = 0; (spec = any_option(verb, i)); i++)
        if (!seen_before(verb, i, spec->name) && index-- == 0)
            return spec;
    return NULL;
}

/* Puzzles may have different choices for the same option: offer all of them. */
static void add_all_choices(const struct verb *verb, const char *name, struct buf *words) {
    const struct option_spec *spec;
    for (size_t i = 0; (spec = any_option(verb, i)); i++)
        if (spec->kind == OPTION_CHOICE && strcmp(spec->name, name) == 0)
            add_choices(words, spec->argument);
}

enum complete_kind complete_value(const struct verb *verb, const struct option_spec *spec,
                                  struct buf *words) {
    if (spec->kind == OPTION_FLAG)
        return COMPLETE_FLAG;
    if (strcmp(spec->argument, "FILE") == 0)
        return COMPLETE_FILE;
    if (strcmp(spec->name, "as") == 0)
        add_puzzles(words);
    else if (strcmp(spec->name, "to") == 0)
        add_formats(words);
    else if (strcmp(spec->name, "fault") == 0)
        add_faults(words);
    else
        add_all_choices(verb, spec->name, words);
    return words->size ? COMPLETE_WORDS : COMPLETE_FREE;
}

void complete_arguments(const struct verb *verb, struct buf *words) {
    if (verb->form == FORM_SHELL)
        add_choices(words, verb_arguments(verb));
    if (verb->form == FORM_TOPIC)
        complete_verbs(words);
    if (verb->form == FORM_TOPIC || verb->form == FORM_PUZZLE)
        add_puzzles(words);
}

bool complete_takes_files(const struct verb *verb) {
    return verb->form == FORM_FILES || verb->form == FORM_FILE;
}

void complete_quote(struct buf *out, const char *text, const char *special, bool fish) {
    for (; *text; text++) {
        if (*text == '\'') {
            buf_add(out, fish ? "\\'" : "'\\''");
            continue;
        }
        if (strchr(special, *text))
            buf_char(out, '\\');
        buf_char(out, *text);
    }
}
