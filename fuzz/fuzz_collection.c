/* Any bytes as a file that may hold several puzzles: each part opens, or is refused with its place
 * in the whole file; a number that is not there is refused. */
#include "fuzz/fuzz.h"

#include <string.h>

#include "base/file.h"
#include "puzzles/interface/registry.h"
#include "session/collection.h"

enum { PARTS = 20 };

static int lines_of(const uint8_t *data, size_t size) {
    int lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    return lines;
}

static void check_part(struct collection *collection, size_t number, int lines) {
    struct source part;
    qd_error error = {0};
    collection_part(collection, number, &part);
    struct session *session = session_open_as(&part, &collection->recognised, NULL, NULL, &error);
    if (!session) {
        fuzz_check_error(&error);
        fuzz_check(error.line <= lines, "line %d of %d", error.line, lines);
    }
    session_free(session);
    file_close(&part);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct collection collection;
    qd_error error = {0};
    const char *text = (const char *)data;
    if (!collection_open(text, size, NULL, 0, &collection, &error)) {
        fuzz_check_error(&error);
        return 0;
    }
    size_t count = collection.count;
    fuzz_check(count >= 1, "no puzzle at all");
    for (size_t number = 1; number <= count && number <= PARTS; number++)
        check_part(&collection, number, lines_of(data, size));
    collection_free(&collection);
    fuzz_check(!collection_open(text, size, NULL, count + 1, &collection, &error),
               "there is no number %zu", count + 1);
    fuzz_check(error.status == QD_BAD_INPUT && error.message[0], "no message");
    return 0;
}

/* Each sample in each format that can stand in such a file, three times. */
static void add_three(const struct session *session, size_t format, struct buf *out) {
    const struct puzzle_text *text = session_puzzle(session)->text;
    const struct puzzle_format *formats = text->formats;
    struct record none = {0};
    for (size_t i = 0; formats->name; formats++)
        if (formats->between && i++ == format)
            for (int n = 0; n < 3; n++) {
                buf_add(out, n > 0 ? formats->between : "");
                text->print(session_position(session), &none, formats, out, NULL);
            }
}

bool fuzz_seed(size_t index, struct buf *out) {
    const struct puzzle *puzzle;
    const struct puzzle_sample *sample = fuzz_sample(index / 4, &puzzle);
    if (!sample)
        return false;
    struct source source = fuzz_source(sample->text, strlen(sample->text));
    struct session *session = session_open(&source, puzzle, NULL, NULL, NULL);
    fuzz_check(session, "sample '%s' of %s", sample->name, puzzle->name);
    add_three(session, index % 4, out);
    if (out->size == 0)
        buf_add(out, sample->text);
    session_free(session);
    fuzz_source_free(&source);
    return true;
}
