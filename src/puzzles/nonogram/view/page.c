/* The board as an object, for front ends that draw it themselves. */
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "puzzles/nonogram/view/layout.h"

static json_t *text_or_null(const char *text) {
    return text ? json_text(text) : json_null();
}

static json_t *colours_of(const struct nonogram_puzzle *puzzle) {
    json_t *colours = json_array();
    for (unsigned i = 0; i <= puzzle->colours; i++) {
        json_t *colour = json_object();
        json_object_set_new(colour, "letter", json_sprintf("%c", puzzle->palette[i].letter));
        json_object_set_new(colour, "name", json_text(puzzle->palette[i].name));
        json_object_set_new(colour, "fill", json_sprintf("#%06x", puzzle->palette[i].rgb));
        json_array_append_new(colours, colour);
    }
    return colours;
}

/* Takes over done. */
static json_t *clues_of(const struct nonogram_line *line, bool *done) {
    json_t *clues = json_array();
    for (unsigned i = 0; i < line->count; i++) {
        json_t *clue = json_object();
        json_object_set_new(clue, "length", json_integer(line->clues[i].length));
        json_object_set_new(clue, "colour", json_integer(line->clues[i].colour));
        json_object_set_new(clue, "done", json_boolean(done[i]));
        json_array_append_new(clues, clue);
    }
    free(done);
    return clues;
}

static char letter_of(const struct nonogram_puzzle *puzzle, uint8_t cell) {
    return cell == NONOGRAM_UNKNOWN ? '?' : puzzle->palette[cell].letter;
}

static json_t *cells_of(const struct position *position) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    char *text = mem_new(puzzle->width + 1, 1);
    json_t *cells = json_array();
    for (unsigned row = 0; row < puzzle->height; row++) {
        for (unsigned column = 0; column < puzzle->width; column++)
            text[column] = letter_of(puzzle, position->cells[row * puzzle->width + column]);
        json_array_append_new(cells, json_string(text));
    }
    free(text);
    return cells;
}

static json_t *view_board(const struct position *position, qd_control *control) {
    (void)control;
    const struct nonogram_puzzle *puzzle = position->puzzle;
    json_t *object = json_object(), *rows = json_array(), *columns = json_array();
    for (unsigned row = 0; row < puzzle->height; row++)
        json_array_append_new(rows, clues_of(&puzzle->rows[row], nonogram_row_done(position, row)));
    for (unsigned column = 0; column < puzzle->width; column++)
        json_array_append_new(
            columns, clues_of(&puzzle->columns[column], nonogram_column_done(position, column)));
    json_object_set_new(object, "width", json_integer(puzzle->width));
    json_object_set_new(object, "height", json_integer(puzzle->height));
    json_object_set_new(object, "title", text_or_null(puzzle->about.title));
    json_object_set_new(object, "author", text_or_null(puzzle->about.author));
    json_object_set_new(object, "colours", colours_of(puzzle));
    json_object_set_new(object, "rows", rows);
    json_object_set_new(object, "columns", columns);
    json_object_set_new(object, "cells", cells_of(position));
    return object;
}

static void view_places(const struct position *position, const char *move, struct record *places) {
    unsigned row, column;
    uint8_t value;
    struct buf why = {0};
    char name[32];
    if (nonogram_move_read(position->puzzle, move, &row, &column, &value, &why)) {
        snprintf(name, sizeof name, "R%uC%u", row + 1, column + 1);
        record_add(places, name, 0);
    }
    buf_free(&why);
}

const struct puzzle_view nonogram_view = {.board = view_board, .places = view_places};
