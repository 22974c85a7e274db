/* Files that hold several puzzles: where each begins and ends. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

/* Counted as in errors: LF, CRLF and CR. */
static void count_lines(struct nonogram_parts *parts, size_t to) {
    const char *data = parts->source->data;
    for (; parts->at < to; parts->at++) {
        char c = data[parts->at];
        bool second_half = c == '\n' && parts->at > 0 && data[parts->at - 1] == '\r';
        parts->lines += (c == '\n' || c == '\r') && !second_half;
    }
}

void nonogram_parts_add(struct nonogram_parts *parts, struct source_part part) {
    assert(part.from <= part.to && part.to <= parts->source->size);
    assert(parts->at <= part.from); /* in order */
    count_lines(parts, part.from);
    part.lines_before = parts->lines;
    parts->items = mem_grow(parts->items, parts->count, &parts->room, sizeof *parts->items);
    parts->items[parts->count++] = part;
}

size_t nonogram_cut_before(const struct source *source, struct source_part **parts,
                           bool (*begins)(const struct source *source, struct line line)) {
    struct nonogram_parts found = {.source = source};
    size_t offset = nonogram_text_start(source);
    struct line line;
    while (source_line(source, &offset, &line)) {
        if (!begins(source, line))
            continue;
        if (found.count > 0)
            found.items[found.count - 1].to = line.from;
        nonogram_parts_add(&found, (struct source_part){.from = line.from, .to = source->size});
    }
    if (found.count < 2) {
        free(found.items);
        return 0;
    }
    *parts = found.items;
    return found.count;
}

static bool is_blank(const struct source *source, size_t from, size_t to) {
    while (from < to && strchr(" \t\r\n", source->data[from]) && source->data[from])
        from++;
    return from == to;
}

size_t nonogram_cut_between(const struct source *source, struct source_part **parts,
                            bool (*separates)(const struct source *source, struct line line)) {
    struct nonogram_parts found = {.source = source};
    size_t from = nonogram_text_start(source), offset = from;
    struct line line;
    bool any = false;
    while (source_line(source, &offset, &line)) {
        if (!separates(source, line))
            continue;
        any = true;
        if (!is_blank(source, from, line.from))
            nonogram_parts_add(&found, (struct source_part){.from = from, .to = line.from});
        from = offset < source->size ? offset : source->size;
    }
    if (any && !is_blank(source, from, source->size))
        nonogram_parts_add(&found, (struct source_part){.from = from, .to = source->size});
    if (found.count > 0)
        *parts = found.items;
    return found.count;
}

size_t nonogram_cut_never(const struct source *source, struct source_part **parts) {
    (void)source;
    (void)parts;
    return 0;
}
