#include "cli/options/complete.h"

/* What _arguments treats specially within an explanation. */
static const char special[] = "[]:\\";

static void add_value(struct buf *out, const struct verb *verb, const struct option_spec *spec) {
    struct buf words = {0};
    enum complete_kind kind = complete_value(verb, spec, &words);
    if (kind != COMPLETE_FLAG) {
        buf_char(out, ':');
        complete_quote(out, spec->argument, special, false);
        buf_char(out, ':');
    }
    if (kind == COMPLETE_WORDS)
        buf_printf(out, "(%s)", words.text);
    if (kind == COMPLETE_FILE)
        buf_add(out, "_files");
    buf_free(&words);
}

/* '(-t --threads)'{-t+,--threads=}'[explanation]:N:' */
static void add_option(struct buf *out, const struct verb *verb, const struct option_spec *spec) {
    bool flag = spec->kind == OPTION_FLAG;
    buf_add(out, " \\\n            ");
    if (spec->letter)
        buf_printf(out, "'(-%c --%s)'{-%c%s,--%s%s}'", spec->letter, spec->name, spec->letter,
                   flag ? "" : "+", spec->name, flag ? "" : "=");
    else
        buf_printf(out, "'--%s%s", spec->name, flag ? "" : "=");
    buf_char(out, '[');
    complete_quote(out, spec->help, special, false);
    buf_char(out, ']');
    add_value(out, verb, spec);
    buf_char(out, '\'');
}

static void add_verb(struct buf *out, const struct verb *verb) {
    buf_printf(out, "    %s)\n        _arguments -s -S", verb->name);
    const struct option_spec *spec;
    for (size_t i = 0; (spec = complete_option(verb, i)); i++)
        add_option(out, verb, spec);
    struct buf words = {0};
    complete_arguments(verb, &words);
    if (complete_takes_files(verb))
        buf_add(out, " \\\n            '*:file:_files'");
    else if (words.size)
        buf_printf(out, " \\\n            '1:name:(%s)'", words.text);
    buf_add(out, " ;;\n");
    buf_free(&words);
}

void complete_zsh(struct buf *out) {
    buf_add(out, "#compdef quandary\n"
                 "# zsh completion for quandary, printed by `quandary completion zsh`\n"
                 "_quandary() {\n"
                 "    local -a verbs\n"
                 "    verbs=(\n");
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++) {
        if (verb->hidden)
            continue;
        buf_printf(out, "        '%s:", verb->name);
        complete_quote(out, verb->summary, ":\\", false);
        buf_add(out, "'\n");
    }
    buf_add(out, "    )\n"
                 "    if (( CURRENT == 2 )); then\n"
                 "        _describe -t commands command verbs\n"
                 "        return\n"
                 "    fi\n"
                 "    shift words\n"
                 "    (( CURRENT-- ))\n"
                 "    case $words[1] in\n");
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            add_verb(out, verb);
    buf_add(out, "    esac\n"
                 "}\n"
                 "if [[ $funcstack[1] == _quandary ]]; then\n"
                 "    _quandary \"$@\"\n"
                 "else\n"
                 "    compdef _quandary quandary\n"
                 "fi\n");
}
