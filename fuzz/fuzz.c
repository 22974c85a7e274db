#include "fuzz/fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/interface/registry.h"

void fuzz_check(bool condition, const char *format, ...) {
    if (condition)
        return;
    va_list args;
    va_start(args, format);
    fputs("found: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    abort();
}

struct source fuzz_source(const void *data, size_t size) {
    char *bytes = mem_new(size + 1, 1);
    if (size)
        memcpy(bytes, data, size);
    return (struct source){.name = "input", .data = bytes, .size = size};
}

void fuzz_source_free(struct source *source) {
    union {
        const char *kept;
        char *owned;
    } data = {.kept = source->data};
    free(data.owned);
}

char *fuzz_picture(const struct session *session) {
    const struct puzzle_text *text = session_puzzle(session)->text;
    struct buf out = {0};
    struct record none = {0};
    fuzz_check(text->print(session_position(session), &none, text->formats, &out, NULL),
               "a position cannot be printed");
    return buf_take(&out);
}

char *fuzz_game(const struct session *session) {
    struct buf out = {0};
    session_print(session, &out);
    return buf_take(&out);
}

void fuzz_check_error(const qd_error *error) {
    fuzz_check(error->status == QD_BAD_INPUT, "status %d: %s", error->status, error->message);
    fuzz_check(error->line >= 1 && error->column >= 1, "no place: %s", error->message);
    fuzz_check(error->message[0], "no message");
}

void fuzz_check_saved(const struct session *session) {
    char *first = fuzz_game(session);
    struct source source = fuzz_source(first, strlen(first));
    qd_error error = {0};
    struct session *again = session_open(&source, NULL, NULL, NULL, &error);
    fuzz_check(again, "a saved game cannot be opened: %d:%d: %s", error.line, error.column,
               error.message);
    char *second = fuzz_game(again);
    fuzz_check(strcmp(first, second) == 0, "a saved game changed:\n%s\n%s", first, second);
    free(first);
    free(second);
    fuzz_source_free(&source);
    session_free(again);
}

const struct puzzle_sample *fuzz_sample(size_t index, const struct puzzle **puzzle) {
    for (size_t i = 0; (*puzzle = registry_at(i)); i++)
        for (const struct puzzle_sample *sample = (*puzzle)->samples; sample->name; sample++)
            if (index-- == 0)
                return sample;
    return NULL;
}
