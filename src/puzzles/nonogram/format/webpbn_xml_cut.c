/* Recognises webpbn's XML, and finds the puzzles of a set. */
#include <expat.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "puzzles/nonogram/format/format.h"

int nonogram_recognise_xml(const struct source *source) {
    enum { BYTES = 20000 };
    size_t at = nonogram_text_start(source);
    while (at < source->size && strchr(" \t\r\n", source->data[at]) && source->data[at])
        at++;
    if (at >= source->size || source->data[at] != '<')
        return 0;
    size_t size = source->size - at < BYTES ? source->size - at : BYTES;
    if (memmem(source->data + at, size, "<puzzle", 7))
        return 95;
    return size >= 5 && memcmp(source->data + at, "<?xml", 5) == 0 ? 30 : 10;
}

/* The search for the puzzles of a set. */
struct cut {
    XML_Parser parser;
    struct nonogram_parts parts;
    unsigned depth, puzzle_depth; /* the latter is 0 outside of a puzzle */
    size_t from;
};

static void on_start(void *context, const XML_Char *name, const XML_Char **attributes) {
    struct cut *cut = context;
    (void)attributes;
    cut->depth++;
    if (cut->puzzle_depth || strcmp(name, "puzzle") != 0)
        return;
    cut->puzzle_depth = cut->depth;
    cut->from = (size_t)XML_GetCurrentByteIndex(cut->parser);
}

static void on_end(void *context, const XML_Char *name) {
    struct cut *cut = context;
    (void)name;
    if (cut->depth-- != cut->puzzle_depth)
        return;
    cut->puzzle_depth = 0;
    size_t to =
        (size_t)XML_GetCurrentByteIndex(cut->parser) + (size_t)XML_GetCurrentByteCount(cut->parser);
    nonogram_parts_add(&cut->parts, (struct source_part){.from = cut->from,
                                                         .to = to,
                                                         .before = "<puzzleset>\n",
                                                         .after = "</puzzleset>"});
}

/* A part is read without the text above the first puzzle, so that text must not declare another
 * encoding. */
static bool is_plain_utf8(const struct source *source) {
    const char *encoding = memmem(source->data, source->size, "encoding", 8);
    const char *puzzle = memmem(source->data, source->size, "<puzzle", 7);
    return !encoding || encoding > puzzle || strncasecmp(encoding + 10, "utf-8", 5) == 0 ||
           strncasecmp(encoding + 10, "us-ascii", 8) == 0;
}

/* True if there is more than one "<puzzle", not counting "<puzzleset". */
static bool may_be_several(const struct source *source) {
    size_t count = 0;
    const char *at = source->data, *end = source->data + source->size;
    while ((at = memmem(at, (size_t)(end - at), "<puzzle", 7))) {
        at += 7;
        count += *at != 's';
    }
    return count > 1;
}

size_t nonogram_cut_xml(const struct source *source, struct source_part **parts) {
    if (!may_be_several(source) || !is_plain_utf8(source))
        return 0;
    struct cut cut = {.parts.source = source, .parser = XML_ParserCreate(NULL)};
    if (!cut.parser)
        return 0;
    XML_SetUserData(cut.parser, &cut);
    XML_SetElementHandler(cut.parser, on_start, on_end);
    enum XML_Status status = XML_Parse(cut.parser, source->data, (int)source->size, XML_TRUE);
    XML_ParserFree(cut.parser);
    if (status == XML_STATUS_OK && cut.parts.count > 1) {
        *parts = cut.parts.items;
        return cut.parts.count;
    }
    free(cut.parts.items); /* the reader reports what is wrong */
    return 0;
}
