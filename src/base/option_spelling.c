#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "base/option.h"

enum { MARK_END = '\2' };

void option_label(const struct option_spec *spec, struct buf *out) {
    if (spec->label) {
        buf_add(out, spec->label);
        return;
    }
    buf_char(out, (char)toupper((unsigned char)spec->name[0]));
    for (const char *at = spec->name + 1; *at; at++)
        buf_char(out, *at == '-' ? ' ' : *at);
}

/* The length of a name that is a mark's: what stands between may come from a user. */
static size_t name_length(const char *text) {
    return strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
}

static void spell_name(const struct option_spelling *spelling, const char *name, size_t size,
                       struct buf *out) {
    struct buf copy = {0};
    buf_bytes(&copy, name, size);
    const struct option_spec *spec = option_find(spelling->labels, copy.text);
    if (spelling->labels)
        option_label(spec ? spec : &(struct option_spec){.name = copy.text}, out);
    else
        buf_add(out, copy.text);
    buf_free(&copy);
}

/* Spells the option named at the mark. Returns what follows it, or NULL if it names none. */
static const char *spell_mark(const struct option_spelling *spelling, const char *mark,
                              struct buf *out) {
    const char *name = mark + 1, *end = name + strcspn(name, "\1\2");
    size_t size = name_length(name);
    if (size == 0 || *end != MARK_END || (name[size] != '=' && name + size != end))
        return NULL;
    buf_add(out, spelling->before);
    spell_name(spelling, name, size, out);
    if (name[size] == '=') {
        buf_add(out, spelling->is);
        buf_bytes(out, name + size + 1, (size_t)(end - name) - size - 1);
    }
    buf_add(out, spelling->after);
    return end + 1;
}

void option_spell(const struct option_spelling *spelling, const char *text, struct buf *out) {
    while (*text) {
        const char *next = *text == OPTION_MARK ? spell_mark(spelling, text, out) : NULL;
        if (!next)
            buf_char(out, *text);
        text = next ? next : text + 1;
    }
}
