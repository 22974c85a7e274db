/* Writes the XML of webpbn.com. It holds the known cells, but not the order of the moves. */
#include "puzzles/nonogram/format/format.h"

static void print_about(const char *name, const char *text, struct buf *out) {
    if (!text)
        return;
    buf_printf(out, "<%s>", name);
    nonogram_entities_encode(text, out);
    buf_printf(out, "</%s>\n", name);
}

static void print_attribute(const char *name, const char *text, struct buf *out) {
    buf_printf(out, " %s=\"", name);
    nonogram_entities_encode(text, out);
    buf_char(out, '"');
}

static void print_palette(const struct nonogram_puzzle *puzzle, struct buf *out) {
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        const char letter[] = {puzzle->palette[i].letter, '\0'};
        buf_add(out, "<color");
        print_attribute("name", puzzle->palette[i].name, out);
        print_attribute("char", letter, out);
        buf_printf(out, ">%06X</color>\n", (unsigned)puzzle->palette[i].rgb);
    }
}

static void print_clues(const struct nonogram_puzzle *puzzle, const char *type,
                        const struct nonogram_line *lines, unsigned count, struct buf *out) {
    buf_printf(out, "<clues type=\"%s\">\n", type);
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, "<line>");
        for (unsigned k = 0; k < lines[i].count; k++) {
            buf_add(out, "<count");
            if (puzzle->colours > 1)
                print_attribute("color", puzzle->palette[lines[i].clues[k].colour].name, out);
            buf_printf(out, ">%u</count>", lines[i].clues[k].length);
        }
        buf_add(out, "</line>\n");
    }
    buf_add(out, "</clues>\n");
}

static void print_picture(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                          struct buf *out) {
    struct buf rows = {0};
    for (unsigned row = 0; row < puzzle->height; row++) {
        buf_char(&rows, '|');
        nonogram_write_row(puzzle, cells, row, &rows);
        buf_char(&rows, '|');
        nonogram_entities_encode(buf_text(&rows), out);
        buf_char(out, '\n');
        buf_clear(&rows);
    }
    buf_free(&rows);
}

static void print_solution(const struct nonogram_puzzle *puzzle, const char *type,
                           const uint8_t *cells, struct buf *out) {
    buf_printf(out, "<solution type=\"%s\">\n<image>\n", type);
    print_picture(puzzle, cells, out);
    buf_add(out, "</image>\n</solution>\n");
}

static void print_all_about(const struct nonogram_about *about, struct buf *out) {
    print_about("source", about->source, out);
    print_about("id", about->id, out);
    print_about("catalogue", about->catalogue, out);
    print_about("title", about->title, out);
    print_about("author", about->author, out);
    print_about("copyright", about->copyright, out);
    print_about("license", about->license, out);
    print_about("description", about->description, out);
}

bool nonogram_write_xml(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    buf_add(out, "<?xml version=\"1.0\"?>\n<puzzleset>\n<puzzle type=\"grid\"");
    print_attribute("defaultcolor", puzzle->palette[1].name, out);
    print_attribute("backgroundcolor", puzzle->palette[0].name, out);
    buf_add(out, ">\n");
    print_all_about(&puzzle->about, out);
    print_palette(puzzle, out);
    print_clues(puzzle, "columns", puzzle->columns, puzzle->width, out);
    print_clues(puzzle, "rows", puzzle->rows, puzzle->height, out);
    if (puzzle->goal)
        print_solution(puzzle, "goal", puzzle->goal, out);
    if (game->any_known)
        print_solution(puzzle, "saved", game->cells, out);
    buf_add(out, "</puzzle>\n</puzzleset>\n");
    return true;
}
