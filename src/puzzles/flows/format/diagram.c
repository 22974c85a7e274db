/* Boards as text. In a diagram every hex is a word: a dot, or the type and orientation of its tile
 * as the player at edge 0 would write them, "2SE". In a code it is a character: a dot, or the
 * letter of type * 6 + rotation. */

#include "puzzles/flows/format/format.h"

/* Characters from hex to hex in a diagram: three for a tile and a blank. */
enum { PITCH = 4 };

static int first_col(int radius, int row) {
    return row < 0 ? -radius - row : -radius;
}

static int last_col(int radius, int row) {
    return row > 0 ? radius - row : radius;
}

/* ---- reading ---- */

static bool lay(struct flows_reader *reader, size_t at, unsigned hex, unsigned tile) {
    struct flows_board *board = &reader->position->game.board;
    unsigned type = flows_tile_type(tile);
    if (board->left[type] == 0)
        return source_error(reader->source, at, reader->error,
                            "more than %u tiles T%u; that is how many the game has",
                            reader->position->game.setup.tiles[type], type);
    flows_place(board, hex, flows_canonical_tile(tile));
    return true;
}

/* "2SE" as a tile; FLOWS_NONE if it is none. */
static unsigned find_tile(const struct source *source, struct flows_word word) {
    unsigned type = (unsigned)(source->data[word.from] - '0');
    struct flows_word turned = {word.from + 1, word.to};
    if (type >= FLOWS_TYPES)
        return FLOWS_NONE;
    for (unsigned rotation = 0; rotation < 6; rotation++)
        if (flows_word_is(source, turned, flows_orientation(0, rotation)))
            return flows_tile(type, rotation);
    return FLOWS_NONE;
}

static bool read_hex(struct flows_reader *reader, struct flows_word word, int row, int col) {
    const struct flows_grid *grid = reader->position->game.board.grid;
    if (flows_word_is(reader->source, word, "."))
        return true;
    unsigned tile = find_tile(reader->source, word);
    if (tile == FLOWS_NONE)
        return source_error(reader->source, word.from, reader->error,
                            "expected a dot for an empty hex, or a tile: its type 0 to 3 and N, "
                            "NE, SE, S, SW or NW, such as 2SE");
    return lay(reader, word.from, flows_hex_at(grid, row, col), tile);
}

static bool read_row(struct flows_reader *reader, struct line line, int row) {
    int radius = (int)reader->position->game.board.grid->radius;
    int col = first_col(radius, row), last = last_col(radius, row);
    struct flows_word word;
    for (; flows_word_next(reader->source, &line, &word); col++) {
        if (col > last)
            return source_error(reader->source, word.from, reader->error,
                                "this row has %d hexes, and no more",
                                last - first_col(radius, row) + 1);
        if (!read_hex(reader, word, row, col))
            return false;
    }
    return col > last ||
           source_error(reader->source, line.to, reader->error,
                        "this row has %d hexes; only %d are here",
                        last - first_col(radius, row) + 1, col - first_col(radius, row));
}

static bool read_diagram(struct flows_reader *reader) {
    int radius = (int)reader->position->game.board.grid->radius;
    size_t rows = 2 * (size_t)radius + 1;
    if (reader->row_count > rows)
        return source_error(reader->source, reader->rows[rows].from, reader->error,
                            "a board of radius %d has %zu rows, and no more", radius, rows);
    for (size_t i = 0; i < reader->row_count; i++)
        if (!read_row(reader, reader->rows[i], radius - (int)i))
            return false;
    return reader->row_count == rows ||
           source_error(reader->source, reader->board_at, reader->error,
                        "a board of radius %d has %zu rows; only %zu are here", radius, rows,
                        reader->row_count);
}

static bool read_characters(struct flows_reader *reader) {
    unsigned hexes = reader->position->game.board.grid->hexes;
    size_t size = reader->code.to - reader->code.from;
    for (unsigned hex = 0; hex < hexes && hex < size; hex++) {
        size_t at = reader->code.from + hex;
        char c = reader->source->data[at];
        unsigned tile = (unsigned)(c - 'A');
        if (c == '.')
            continue;
        if (tile >= FLOWS_TYPES * 6)
            return source_error(reader->source, at, reader->error,
                                "expected a dot for an empty hex, or a letter from A to X");
        if (!lay(reader, at, hex, tile))
            return false;
    }
    return size == hexes ||
           source_error(reader->source, reader->code.from + (size < hexes ? size : hexes),
                        reader->error, "the board has %zu characters, but radius %u has %u hexes",
                        size, reader->position->game.board.grid->radius, hexes);
}

bool flows_read_board(struct flows_reader *reader) {
    if (reader->code.to)
        return read_characters(reader);
    return !reader->board_at || read_diagram(reader);
}

/* ---- writing ---- */

static void print_hex(const struct flows_board *board, unsigned hex, bool last, struct buf *out) {
    unsigned tile = board->tile[hex];
    struct flows_tile_name word = {"."};
    if (tile != FLOWS_NONE)
        word = flows_tile_name(0, tile);
    buf_printf(out, "%-*s", last ? 0 : PITCH, word.text);
}

void flows_print_diagram(const struct flows_board *board, struct buf *out) {
    int radius = (int)board->grid->radius;
    for (int row = radius; row >= -radius; row--) {
        int last = last_col(radius, row), away = row < 0 ? -row : row;
        buf_printf(out, "%*s", 2 + away * PITCH / 2, "");
        for (int col = first_col(radius, row); col <= last; col++)
            print_hex(board, flows_hex_at(board->grid, row, col), col == last, out);
        buf_char(out, '\n');
    }
}

void flows_print_code_board(const struct flows_board *board, struct buf *out) {
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        buf_char(out, flows_is_empty(board, hex) ? '.' : (char)('A' + board->tile[hex]));
}
