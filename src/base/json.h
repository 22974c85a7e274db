/* JSON, on top of jansson: reading, with errors that point into the text, and writing one-line
 * objects whose lists may be too long for memory. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/source.h"

/* Reads the whole text as one JSON value (duplicate keys are refused, jansson limits nesting).
 * Returns NULL with an error at the place of the mistake; the caller owns the value. */
json_t *json_read(const struct source *source, qd_error *error);

/* Any bytes as a JSON string; if they are not UTF-8, bytes beyond ASCII become '?'. Never NULL; the
 * caller owns it. */
json_t *json_text(const char *text);

/* An object on one line, written field by field to a stream. */
struct json_line {
    FILE *out;
    bool open;  /* the opening brace was written */
    bool comma; /* the next item needs a comma before it */
};

/* Zero-initialise with .out set. Each call writes immediately. */
void json_line_field(struct json_line *line, const char *name, const json_t *value);
/* Writes all fields of an object, in order. */
void json_line_fields(struct json_line *line, const json_t *object);
/* A list of strings, written item by item. */
void json_line_begin_list(struct json_line *line, const char *name);
void json_line_item(struct json_line *line, const char *text);
void json_line_end_list(struct json_line *line);
/* Closes the object and ends the line. */
void json_line_end(struct json_line *line);

#endif
