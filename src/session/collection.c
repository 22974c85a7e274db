#include "session/collection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"

/* More digits than this are no number of a puzzle. */
enum { DIGITS = 9 };

/* Where "#3" begins at the end of a name, and the number; NULL if there is none. */
static const char *number_at_end(const char *name, size_t *number) {
    const char *hash = strrchr(name, '#');
    size_t digits = hash ? strspn(hash + 1, "0123456789") : 0;
    if (digits == 0 || digits > DIGITS || hash[1 + digits] || hash == name)
        return NULL;
    *number = strtoul(hash + 1, NULL, 10);
    return hash;
}

/* The path of the file, which the caller frees, and whether a puzzle in it is named. */
static char *path_of(const char *name, bool *chosen, size_t *number) {
    const char *hash = number_at_end(name, number);
    *chosen = hash && access(name, F_OK) != 0;
    char *path = mem_text(name);
    if (*chosen)
        path[hash - name] = '\0';
    return path;
}

static bool recognise(struct collection *collection, const struct puzzle *as, qd_error *error) {
    struct recognised *recognised = &collection->recognised;
    collection->count = 1;
    if (!session_recognise(&collection->whole, as, recognised, error))
        return false;
    if (recognised->saved)
        return true;
    const struct puzzle_text *text = recognised->puzzle->text;
    size_t count =
        text->cut ? text->cut(&collection->whole, recognised->format, &collection->parts) : 0;
    collection->count = count ? count : 1;
    assert((count > 0) == (collection->parts != NULL));
    return true;
}

static bool choose(struct collection *collection, const char *path, size_t number,
                   qd_error *error) {
    collection->chosen = number;
    if (number >= 1 && number <= collection->count)
        return true;
    if (collection->count == 1)
        return error_set(error, QD_BAD_INPUT,
                         "there is no puzzle number %zu in %.200s; it holds one", number, path);
    return error_set(
        error, QD_BAD_INPUT,
        "there is no puzzle number %zu in %.200s; it holds %zu: %.200s#1 to %.200s#%zu", number,
        path, collection->count, path, path, collection->count);
}

bool collection_read(const char *name, const struct puzzle *as, struct collection *collection,
                     qd_error *error) {
    size_t number = 0;
    bool chosen;
    *collection = (struct collection){0};
    char *path = path_of(name, &chosen, &number);
    bool done = file_read(path, &collection->whole, error);
    if (done && (!recognise(collection, as, error) ||
                 (chosen && !choose(collection, path, number, error)))) {
        collection_free(collection);
        done = false;
    }
    free(path);
    return done;
}

bool collection_open(const char *data, size_t size, const struct puzzle *as, size_t number,
                     struct collection *collection, qd_error *error) {
    struct buf text = {0};
    buf_bytes(&text, data, size);
    *collection = (struct collection){.whole = {.name = mem_text("text"), .size = size}};
    collection->whole.data = buf_take(&text);
    collection->chosen = number;
    bool done = recognise(collection, as, error);
    if (done && number > collection->count)
        done = error_set(error, QD_BAD_INPUT, "there is no puzzle number %zu; the text holds %zu",
                         number, collection->count);
    if (!done)
        collection_free(collection);
    return done;
}

void collection_free(struct collection *collection) {
    if (collection->whole.data)
        file_close(&collection->whole);
    free(collection->parts);
    *collection = (struct collection){0};
}

bool collection_is_clear(const struct collection *collection, const char *name, qd_error *error) {
    return collection->count == 1 || collection->chosen ||
           error_set(error, QD_BAD_INPUT,
                     "%.200s holds %zu puzzles; choose one of them: %.200s#1 to %.200s#%zu", name,
                     collection->count, name, name, collection->count);
}

/* Blanks before the text keep the columns of its first line. */
static void add_part(const struct source *whole, const struct source_part *part, struct buf *text) {
    if (part->before)
        buf_add(text, part->before);
    for (size_t at = source_line_start(whole, part->from); at < part->from; at++)
        if (((unsigned char)whole->data[at] & 0xc0) != 0x80)
            buf_char(text, ' ');
    buf_bytes(text, whole->data + part->from, part->to - part->from);
    if (part->after)
        buf_add(text, part->after);
}

static int lines_in(const char *text) {
    int lines = 0;
    for (; text && *text; text++)
        lines += *text == '\n';
    return lines;
}

void collection_part(struct collection *collection, size_t number, struct source *source) {
    assert(number >= 1 && number <= collection->count);
    if (!collection->parts) {
        assert(collection->whole.data && "the only part is handed out once");
        *source = collection->whole;
        collection->whole = (struct source){0};
        return;
    }
    const struct source_part *part = &collection->parts[number - 1];
    assert(part->from <= part->to && part->to <= collection->whole.size);
    struct buf text = {0};
    add_part(&collection->whole, part, &text);
    *source = (struct source){.name = mem_text(collection->whole.name),
                              .size = text.size,
                              .lines_before = part->lines_before - lines_in(part->before)};
    source->data = buf_take(&text);
}
