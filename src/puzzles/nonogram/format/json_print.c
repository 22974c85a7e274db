/* Writes JSON; see puzzles/nonogram/format/json.c. It holds what is known of the cells, but not in
 * which order they were filled in. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "puzzles/nonogram/format/format.h"

/* Adds a field on a line of its own. Takes over the value. */
static void add_field(struct buf *out, const char *key, json_t *value) {
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
    buf_printf(out, "%s\n \"%s\": %s", out->size > 0 && out->text[out->size - 1] == '{' ? "" : ",",
               key, text);
    free(text);
    json_decref(value);
}

static void add_about(struct buf *out, const char *key, const char *text) {
    if (text)
        add_field(out, key, json_text(text));
}

static json_t *json_of_letter(char letter) {
    return json_stringn(&letter, 1);
}

static json_t *colours_of(const struct nonogram_puzzle *puzzle) {
    json_t *list = json_array();
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        char rgb[8];
        snprintf(rgb, sizeof rgb, "#%06X", (unsigned)puzzle->palette[i].rgb & 0xFFFFFF);
        json_t *colour = json_object();
        json_object_set_new(colour, "name", json_text(puzzle->palette[i].name));
        json_object_set_new(colour, "letter", json_of_letter(puzzle->palette[i].letter));
        json_object_set_new(colour, "rgb", json_string(rgb));
        json_array_append_new(list, colour);
    }
    return list;
}

static json_t *clue_of(const struct nonogram_puzzle *puzzle, struct nonogram_clue clue) {
    if (puzzle->colours == 1)
        return json_integer(clue.length);
    char text[16];
    snprintf(text, sizeof text, "%u%c", clue.length, puzzle->palette[clue.colour].letter);
    return json_string(text);
}

static json_t *lines_of(const struct nonogram_puzzle *puzzle, const struct nonogram_line *lines,
                        unsigned count) {
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        json_t *line = json_array();
        for (unsigned k = 0; k < lines[i].count; k++)
            json_array_append_new(line, clue_of(puzzle, lines[i].clues[k]));
        json_array_append_new(list, line);
    }
    return list;
}

static json_t *picture_of(const struct nonogram_puzzle *puzzle, const uint8_t *cells) {
    json_t *list = json_array();
    struct buf row = {0};
    for (unsigned i = 0; i < puzzle->height; i++) {
        nonogram_page_row(puzzle, cells, i, &row);
        json_array_append_new(list, json_text(buf_text(&row)));
        buf_clear(&row);
    }
    buf_free(&row);
    return list;
}

static bool is_black_on_white(const struct nonogram_puzzle *puzzle) {
    struct nonogram_puzzle *usual = nonogram_puzzle_new(1, 1);
    bool same = puzzle->colours == 1;
    for (int i = 0; same && i < 2; i++)
        same = puzzle->palette[i].rgb == usual->palette[i].rgb &&
               strcmp(puzzle->palette[i].name, usual->palette[i].name) == 0;
    nonogram_puzzle_free(usual);
    return same;
}

bool nonogram_write_json(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = page->puzzle;
    const struct nonogram_about *about = &puzzle->about;
    buf_char(out, '{');
    add_about(out, "title", about->title);
    add_about(out, "author", about->author);
    add_about(out, "copyright", about->copyright);
    add_about(out, "license", about->license);
    add_about(out, "catalogue", about->catalogue);
    add_about(out, "source", about->source);
    add_about(out, "description", about->description);
    add_about(out, "id", about->id);
    add_field(out, "width", json_integer(puzzle->width));
    add_field(out, "height", json_integer(puzzle->height));
    if (!is_black_on_white(puzzle))
        add_field(out, "colours", colours_of(puzzle));
    add_field(out, "rows", lines_of(puzzle, puzzle->rows, puzzle->height));
    add_field(out, "columns", lines_of(puzzle, puzzle->columns, puzzle->width));
    if (puzzle->goal)
        add_field(out, "goal", picture_of(puzzle, puzzle->goal));
    if (page->any_known)
        add_field(out, "known", picture_of(puzzle, page->cells));
    buf_add(out, "\n}\n");
    return true;
}
