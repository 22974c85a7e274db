#include "cli/options/complete.h"

static const char head[] =
    "# bash completion for quandary, printed by `quandary completion bash`\n"
    "_quandary() {\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
    "    COMPREPLY=()\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then\n"
    "        prev=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n";

static const char tail[] = "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
                           "}\n"
                           "complete -F _quandary quandary\n";

static const char to_files[] = "compopt -o default 2>/dev/null; return ;;\n";

/* A branch for the previous word: the option whose value is being typed. */
static void add_value(struct buf *out, const struct verb *verb, const struct option_spec *spec) {
    struct buf words = {0};
    enum complete_kind kind = complete_value(verb, spec, &words);
    if (kind != COMPLETE_FLAG) {
        buf_add(out, "        ");
        if (spec->letter)
            buf_printf(out, "-%c|", spec->letter);
        buf_printf(out, "--%s) ", spec->name);
        if (kind == COMPLETE_WORDS)
            buf_printf(out, "words=\"%s\" ;;\n", words.text);
        else
            buf_add(out, kind == COMPLETE_FILE ? to_files : "return ;;\n");
    }
    buf_free(&words);
}

static void add_names(struct buf *out, const struct verb *verb) {
    const struct option_spec *spec;
    for (size_t i = 0; (spec = complete_option(verb, i)); i++) {
        buf_printf(out, "%s--%s", i ? " " : "", spec->name);
        if (spec->letter)
            buf_printf(out, " -%c", spec->letter);
    }
}

static void add_verb(struct buf *out, const struct verb *verb) {
    buf_printf(out, "    %s)\n        case $prev in\n", verb->name);
    const struct option_spec *spec;
    for (size_t i = 0; (spec = complete_option(verb, i)); i++)
        add_value(out, verb, spec);
    buf_add(out, "        *)\n            case $cur in\n            -*) words=\"");
    add_names(out, verb);
    buf_add(out, "\" ;;\n            *) ");
    struct buf words = {0};
    complete_arguments(verb, &words);
    if (complete_takes_files(verb))
        buf_add(out, to_files);
    else
        buf_printf(out, "words=\"%s\" ;;\n", buf_text(&words));
    buf_add(out, "            esac ;;\n        esac ;;\n");
    buf_free(&words);
}

void complete_bash(struct buf *out) {
    struct buf verbs = {0};
    complete_verbs(&verbs);
    buf_add(out, head);
    buf_add(out, "    [[ $COMP_CWORD -eq 1 ]] && words=\"");
    buf_printf(out, "%s --help --version\"\n", verbs.text);
    buf_add(out, "    [[ $COMP_CWORD -gt 1 ]] && case ${COMP_WORDS[1]} in\n");
    const struct verb *verb;
    for (size_t i = 0; (verb = verb_at(i)); i++)
        if (!verb->hidden)
            add_verb(out, verb);
    buf_add(out, "    esac\n");
    buf_add(out, tail);
    buf_free(&verbs);
}
