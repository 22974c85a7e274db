/* The board as an object, for front ends that draw it themselves. */
#include "base/json.h"
#include "puzzles/harmony/model/position.h"

static json_t *colour_text(uint32_t rgba) {
    return json_sprintf("#%06x", rgba >> 8);
}

static json_t *colours_of(const struct position *position) {
    struct harmony_look looks[HARMONY_SIDE];
    json_t *colours = json_array();
    harmony_looks(position, looks);
    for (unsigned row = 0; row < position->board.rows; row++) {
        json_t *colour = json_object();
        json_object_set_new(colour, "name", json_text(position->name[row]));
        json_object_set_new(colour, "letter", json_sprintf("%c", looks[row].letter));
        json_object_set_new(colour, "fill", colour_text(looks[row].fill));
        json_object_set_new(colour, "ink", colour_text(looks[row].lettering));
        json_array_append_new(colours, colour);
    }
    return colours;
}

static json_t *tile_at(const struct harmony_board *board, unsigned cell) {
    struct buf place = {0};
    json_t *tile = json_object();
    harmony_place_add(&place, cell);
    json_object_set_new(tile, "place", json_string(buf_text(&place)));
    json_object_set_new(tile, "colour", json_integer(board->colour[cell]));
    json_object_set_new(tile, "moves", json_integer(board->moves[cell]));
    buf_free(&place);
    return tile;
}

static json_t *tiles_of(const struct harmony_board *board) {
    json_t *rows = json_array();
    for (unsigned row = 0; row < board->rows; row++) {
        json_t *tiles = json_array();
        for (unsigned column = 0; column < board->columns; column++)
            json_array_append_new(tiles, tile_at(board, harmony_cell(row, column)));
        json_array_append_new(rows, tiles);
    }
    return rows;
}

static json_t *view_board(const struct position *position, qd_control *control) {
    (void)control;
    const struct harmony_board *board = &position->board;
    json_t *object = json_object();
    json_object_set_new(object, "rows", json_integer(board->rows));
    json_object_set_new(object, "columns", json_integer(board->columns));
    json_object_set_new(object, "swaps_left", json_integer(harmony_swaps_left(board)));
    json_object_set_new(object, "colours", colours_of(position));
    json_object_set_new(object, "tiles", tiles_of(board));
    return object;
}

static void view_places(const struct position *position, const char *move, struct record *places) {
    struct harmony_swap swap;
    struct buf why = {0};
    if (harmony_swap_read(&position->board, move, &swap, &why)) {
        struct buf name = {0};
        harmony_place_add(&name, swap.a);
        record_add(places, buf_text(&name), 0);
        buf_clear(&name);
        harmony_place_add(&name, swap.b);
        record_add(places, buf_text(&name), 0);
        buf_free(&name);
    }
    buf_free(&why);
}

const struct puzzle_view harmony_view = {.board = view_board, .places = view_places};
