#include "session/bundle.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "session/save.h"
#include "session/session.h"

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

static bool recognise(struct bundle *bundle, const struct puzzle *as, qd_error *error) {
    bundle->puzzle = as;
    bundle->count = 1;
    if (save_recognise(&bundle->whole))
        return true;
    if (!as)
        bundle->puzzle = session_recognise(&bundle->whole, error);
    if (!bundle->puzzle)
        return false;
    const struct puzzle_text *text = bundle->puzzle->text;
    size_t count = text->cut ? text->cut(&bundle->whole, &bundle->parts) : 0;
    bundle->count = count ? count : 1;
    assert((count > 0) == (bundle->parts != NULL));
    return true;
}

static bool choose(struct bundle *bundle, const char *path, size_t number, qd_error *error) {
    bundle->chosen = number;
    if (number >= 1 && number <= bundle->count)
        return true;
    if (bundle->count == 1)
        return error_set(error, QD_BAD_INPUT,
                         "there is no puzzle number %zu in %.200s; it holds one", number, path);
    return error_set(
        error, QD_BAD_INPUT,
        "there is no puzzle number %zu in %.200s; it holds %zu: %.200s#1 to %.200s#%zu", number,
        path, bundle->count, path, path, bundle->count);
}

bool bundle_read(const char *name, const struct puzzle *as, struct bundle *bundle,
                 qd_error *error) {
    size_t number = 0;
    bool chosen;
    *bundle = (struct bundle){0};
    char *path = path_of(name, &chosen, &number);
    bool done = file_read(path, &bundle->whole, error);
    if (done &&
        (!recognise(bundle, as, error) || (chosen && !choose(bundle, path, number, error)))) {
        bundle_free(bundle);
        done = false;
    }
    free(path);
    return done;
}

bool bundle_open(const char *data, size_t size, const struct puzzle *as, size_t number,
                 struct bundle *bundle, qd_error *error) {
    struct buf text = {0};
    buf_bytes(&text, data, size);
    *bundle = (struct bundle){.whole = {.name = mem_text("text"), .size = size}};
    bundle->whole.data = buf_take(&text);
    bundle->chosen = number;
    bool done = recognise(bundle, as, error);
    if (done && number > bundle->count)
        done = error_set(error, QD_BAD_INPUT, "there is no puzzle number %zu; the text holds %zu",
                         number, bundle->count);
    if (!done)
        bundle_free(bundle);
    return done;
}

void bundle_free(struct bundle *bundle) {
    if (bundle->whole.data)
        file_close(&bundle->whole);
    free(bundle->parts);
    *bundle = (struct bundle){0};
}

bool bundle_is_clear(const struct bundle *bundle, const char *name, qd_error *error) {
    return bundle->count == 1 || bundle->chosen ||
           error_set(error, QD_BAD_INPUT,
                     "%.200s holds %zu puzzles; choose one of them: %.200s#1 to %.200s#%zu", name,
                     bundle->count, name, name, bundle->count);
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

void bundle_part(struct bundle *bundle, size_t number, struct source *source) {
    assert(number >= 1 && number <= bundle->count);
    if (!bundle->parts) {
        assert(bundle->whole.data && "the only part is handed out once");
        *source = bundle->whole;
        bundle->whole = (struct source){0};
        return;
    }
    const struct source_part *part = &bundle->parts[number - 1];
    assert(part->from <= part->to && part->to <= bundle->whole.size);
    struct buf text = {0};
    add_part(&bundle->whole, part, &text);
    *source = (struct source){.name = mem_text(bundle->whole.name),
                              .size = text.size,
                              .lines_before = part->lines_before - lines_in(part->before)};
    source->data = buf_take(&text);
}
