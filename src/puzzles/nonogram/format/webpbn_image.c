/* The pictures in webpbn's XML. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/webpbn_xml.h"

static int cell_of(const struct nonogram_draft *draft, char c, bool saved) {
    int marked = nonogram_draft_mark(draft, c);
    if (marked >= 0)
        return marked;
    if (c == '.' || c == ' ')
        return NONOGRAM_EMPTY;
    if (c == '?' && saved)
        return NONOGRAM_UNKNOWN;
    return (c == 'X' || c == '#') && draft->colours == 1 ? 1 : -1;
}

/* The rows of an image, which are written between bars. */
struct rows {
    uint8_t *cells;
    size_t count, room;
    unsigned width, height;
    size_t at; /* of the first row */
};

static bool end_row(struct nonogram_draft *draft, struct rows *rows, size_t cells, size_t at) {
    if (rows->height == 0)
        rows->width = (unsigned)cells;
    if (cells == 0 || cells != rows->width)
        return source_error(draft->source, at, draft->error,
                            "this row of the picture has %zu cells, the first one has %u", cells,
                            rows->width);
    if (rows->height == NONOGRAM_SIDE)
        return source_error(draft->source, at, draft->error, "there may be at most %d rows",
                            NONOGRAM_SIDE);
    rows->height++;
    return true;
}

static bool add_cell(struct nonogram_draft *draft, struct rows *rows, char c, bool saved,
                     size_t cells, size_t at) {
    int cell = cell_of(draft, c, saved);
    if (cell < 0)
        return source_error(draft->source, at, draft->error,
                            "expected the character of one of the puzzle's colours%s",
                            saved ? ", or ?" : "");
    if (cells == NONOGRAM_SIDE)
        return source_error(draft->source, at, draft->error, "a row may have at most %d cells",
                            NONOGRAM_SIDE);
    rows->cells = mem_grow(rows->cells, rows->count, &rows->room, 1);
    rows->cells[rows->count++] = (uint8_t)cell;
    return true;
}

static bool read_rows(struct nonogram_draft *draft, const struct nonogram_xml_image *image,
                      bool saved, struct rows *rows) {
    bool inside = false;
    size_t cells = 0;
    for (size_t i = 0; i < image->size; i++) {
        char c = image->text[i];
        size_t at = image->at[i];
        if (c == '|') {
            if (inside && !end_row(draft, rows, cells, at))
                return false;
            inside = !inside;
            cells = 0;
            continue;
        }
        if (!inside && strchr(" \t\r\n", c))
            continue;
        if (!inside || c == '\n' || c == '\r')
            return source_error(draft->source, at, draft->error,
                                "a row of the picture stands between bars: |..##|");
        if (!add_cell(draft, rows, c, saved, cells++, at))
            return false;
    }
    return (!inside && rows->height > 0) ||
           source_error(draft->source, image->begins, draft->error,
                        "a row of the picture stands between bars: |..##|");
}

static bool right_size(struct nonogram_draft *draft, const struct rows *rows, size_t at) {
    const struct nonogram_puzzle *puzzle = draft->puzzle;
    return (rows->width == puzzle->width && rows->height == puzzle->height) ||
           source_error(draft->source, at, draft->error,
                        "the picture has %u x %u cells, the clues are for %u x %u", rows->width,
                        rows->height, puzzle->width, puzzle->height);
}

/* Takes over the cells of rows. */
static bool use_rows(struct nonogram_draft *draft, struct rows *rows, bool saved, size_t at) {
    if (!draft->puzzle)
        return nonogram_draft_from_picture(draft, rows->width, rows->height, rows->cells);
    if (!right_size(draft, rows, at)) {
        free(rows->cells);
        return false;
    }
    if (!saved)
        return nonogram_draft_goal(draft, rows->cells, at, 0);
    draft->known = rows->cells;
    return true;
}

bool nonogram_xml_picture(struct nonogram_draft *draft, const struct nonogram_xml_image *image,
                          bool saved) {
    struct rows rows = {0};
    if (!image->text)
        return true;
    if (read_rows(draft, image, saved, &rows))
        return use_rows(draft, &rows, saved, image->begins);
    free(rows.cells);
    return false;
}
