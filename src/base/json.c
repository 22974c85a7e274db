#include "base/json.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

json_t *json_read(const struct source *source, qd_error *error) {
    json_error_t where;
    json_t *value = json_loadb(source->data, source->size, JSON_REJECT_DUPLICATES, &where);
    if (value)
        return value;
    size_t at = where.position > 0 ? (size_t)where.position : 0;
    if (at > 0 && at <= source->size)
        at--; /* jansson's position is one past the character that it could not accept */
    source_error(source, at, error, "not valid JSON: %s", where.text);
    return NULL;
}

json_t *json_text(const char *text) {
    json_t *value = json_string(text);
    if (value)
        return value;
    char *plain = mem_text(text);
    for (char *at = plain; *at; at++)
        if ((unsigned char)*at >= 0x80)
            *at = '?';
    value = json_string(plain);
    free(plain);
    assert(value && "ASCII is always UTF-8");
    return value;
}

static void write_value(struct json_line *line, const json_t *value) {
    json_dumpf(value, line->out, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
}

static void write_text(struct json_line *line, const char *text) {
    json_t *value = json_text(text);
    write_value(line, value);
    json_decref(value);
}

static void write_name(struct json_line *line, const char *name) {
    assert((line->open || !line->comma) && name[0]);
    fputs(!line->open ? "{" : line->comma ? "," : "", line->out);
    line->open = line->comma = true;
    write_text(line, name);
    fputc(':', line->out);
}

void json_line_field(struct json_line *line, const char *name, const json_t *value) {
    assert(value);
    write_name(line, name);
    write_value(line, value);
}

void json_line_fields(struct json_line *line, const json_t *object) {
    const char *name;
    json_t *value;
    union {
        const json_t *kept;
        json_t *walked; /* jansson's iteration macro wants it writable, but only reads */
    } fields = {.kept = object};
    json_object_foreach(fields.walked, name, value) {
        json_line_field(line, name, value);
    }
}

void json_line_begin_list(struct json_line *line, const char *name) {
    write_name(line, name);
    fputc('[', line->out);
    line->comma = false;
}

void json_line_item(struct json_line *line, const char *text) {
    assert(line->open && "a list must be begun first");
    if (line->comma)
        fputc(',', line->out);
    write_text(line, text);
    line->comma = true;
}

void json_line_end_list(struct json_line *line) {
    assert(line->open && "a list must be begun first");
    fputc(']', line->out);
    line->comma = true;
}

void json_line_end(struct json_line *line) {
    fputs(line->open ? "}\n" : "{}\n", line->out);
    line->open = line->comma = false;
}
