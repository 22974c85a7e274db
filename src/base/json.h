/* JSON, through jansson: reading with errors that point into the text, and one-line objects that
 * can hold a list too long to keep in memory. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/source.h"

/* Reads the whole text as one JSON value (duplicate keys refused, nesting limited by jansson).
 * Returns NULL with an error at the place where it broke; the caller owns the value. */
json_t *json_read(const struct source *source, qd_error *error);

/* A JSON text of any bytes: what is not UTF-8 becomes '?'. Never NULL; the caller owns it. */
json_t *json_text(const char *text);

/* An object on one line, written field by field to a stream. */
struct json_line {
    FILE *out;
    bool open;  /* the brace was written */
    bool comma; /* something stands before the next item */
};

/* Zero-initialise with .out set. Each call writes at once. */
void json_line_field(struct json_line *line, const char *name, const json_t *value);
/* All fields of an object, in their order. */
void json_line_fields(struct json_line *line, const json_t *object);
/* A list of texts, item by item. */
void json_line_begin_list(struct json_line *line, const char *name);
void json_line_item(struct json_line *line, const char *text);
void json_line_end_list(struct json_line *line);
/* Closes the object and ends the line. */
void json_line_end(struct json_line *line);

#endif
