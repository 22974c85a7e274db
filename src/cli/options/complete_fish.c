#include "cli/options/complete.h"

/* What fish treats specially between single quotes, besides the quote. */
static const char special[] = "\\";

static void add_start(struct buf *out, const struct verb *verb) {
    buf_printf(out, "complete -c quandary -n '__fish_seen_subcommand_from %s'", verb->name);
}

static void add_explanation(struct buf *out, const char *text) {
    buf_add(out, " -d '");
    complete_quote(out, text, special, true);
    buf_add(out, "'\n");
}

static void add_option(struct buf *out, const struct verb *verb, const struct option_spec *spec) {
    struct buf words = {0};
    enum complete_kind kind = complete_value(verb, spec, &words);
    add_start(out, verb);
    buf_printf(out, " -l %s", spec->name);
    if (spec->letter)
        buf_printf(out, " -s %c", spec->letter);
    if (kind == COMPLETE_FILE)
        buf_add(out, " -r -F");
    if (kind == COMPLETE_FREE)
        buf_add(out, " -x");
    if (kind == COMPLETE_WORDS)
        buf_printf(out, " -x -a '%s'", words.text);
    add_explanation(out, spec->help);
    buf_free(&words);
}

static void add_verb(struct buf *out, const struct verb *verb) {
    buf_printf(out, "complete -c quandary -n __fish_use_subcommand -f -a %s", verb->name);
    add_explanation(out, verb->summary);
    const struct option_spec *spec;
    for (size_t i = 0; (spec = complete_option(verb, i)); i++)
        add_option(out, verb, spec);
    struct buf words = {0};
    complete_arguments(verb, &words);
    if (!complete_takes_files(verb)) {
        add_start(out, verb);
        buf_add(out, " -f");
        if (words.size)
            buf_printf(out, " -a '%s'", words.text);
        buf_char(out, '\n');
    }
    buf_free(&words);
}

void complete_fish(struct buf *out) {
    buf_add(out, "# fish completion for quandary, printed by `quandary completion fish`\n");
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            add_verb(out, verb);
}
