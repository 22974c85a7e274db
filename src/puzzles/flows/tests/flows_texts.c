#include "puzzles/flows/tests/flows_texts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/format/format.h"
#include "tests/support/puzzle_texts.h"

struct position *flows_parse(const char *text, struct record *moves, qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    return text_parse(&flows_text, &source, moves, error);
}

struct position *flows_must_parse(const char *text, struct record *moves) {
    qd_error error = {0};
    struct position *position = flows_parse(text, moves, &error);
    if (!position)
        fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return position;
}

char *flows_print(const struct position *start, const struct record *moves, int format) {
    struct buf out = {0};
    qd_error error = {0};
    if (!flows_text.print(start, moves, &flows_text.formats[format], &out, &error))
        fail_msg("%s", error.message);
    return buf_take(&out);
}

char *flows_rewritten(const char *text, int format) {
    struct record moves = {0};
    struct position *position = flows_must_parse(text, &moves);
    char *again = flows_print(position, &moves, format);
    flows_rules.free(position);
    record_free(&moves);
    return again;
}
