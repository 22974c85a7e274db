/* Is what a text said a board? What is missing or does not add up is refused here. */
#include <string.h>

#include "puzzles/harmony/format/format.h"

static bool all_sections(struct harmony_reader *reader) {
    static const enum harmony_keyword sizes[] = {HARMONY_KEY_ROWS, HARMONY_KEY_COLS};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!reader->seen[sizes[i]])
            return source_error(reader->source, reader->source->size, reader->error,
                                "%s and the number of them are missing",
                                harmony_keyword_name(sizes[i]));
    if (reader->seen[HARMONY_KEY_BOARD])
        return true;
    if (!reader->seen[HARMONY_KEY_TILES])
        return source_error(reader->source, reader->source->size, reader->error,
                            "the tiles are missing: BOARD or TILES must list them");
    if (!reader->seen[HARMONY_KEY_TARGETS])
        return source_error(reader->source, reader->source->size, reader->error,
                            "TARGETS is missing: it names the colour of each row");
    return true;
}

/* Where the tiles are listed. */
static size_t list_offset(const struct harmony_reader *reader) {
    return reader->seen_at[reader->seen[HARMONY_KEY_BOARD] ? HARMONY_KEY_BOARD : HARMONY_KEY_TILES];
}

static bool a_colour_a_row(struct harmony_reader *reader) {
    bool by_colour = reader->seen[HARMONY_KEY_BOARD];
    if (reader->colours < reader->rows)
        return source_error(reader->source,
                            reader->seen_at[by_colour ? HARMONY_KEY_BOARD : HARMONY_KEY_COLORS],
                            reader->error, "%u colour%s for %u rows: each row needs its own",
                            reader->colours, reader->colours == 1 ? "" : "s", reader->rows);
    if (!by_colour && reader->targets < reader->rows)
        return source_error(reader->source, reader->seen_at[HARMONY_KEY_TARGETS], reader->error,
                            "TARGETS names %u colour%s for %u rows", reader->targets,
                            reader->targets == 1 ? "" : "s", reader->rows);
    return true;
}

static bool a_tile_a_place(struct harmony_reader *reader) {
    unsigned missing = 0, first = 0;
    for (unsigned cell = HARMONY_CELLS; cell-- > 0;)
        if (harmony_row(cell) < reader->rows && harmony_column(cell) < reader->columns &&
            !reader->placed[cell]) {
            missing++;
            first = cell;
        }
    if (missing == 0)
        return true;
    char row = (char)('A' + harmony_row(first));
    unsigned column = harmony_column(first) + 1;
    if (missing == 1)
        return source_error(reader->source, list_offset(reader), reader->error,
                            "there is no tile at %c%u", row, column);
    return source_error(reader->source, list_offset(reader), reader->error,
                        "%u places have no tile; the first of them is %c%u", missing, row, column);
}

static bool tiles_fill_rows(struct harmony_reader *reader) {
    bool even = true;
    struct buf counts = {0};
    for (unsigned i = 0; i < reader->colours; i++) {
        even = even && reader->colour[i].tiles == reader->columns;
        buf_printf(&counts, "%s%s %u", i ? ", " : "", reader->colour[i].name,
                   reader->colour[i].tiles);
    }
    if (!even)
        source_error(reader->source, list_offset(reader), reader->error,
                     "each colour must have %u tile%s to fill its row; the counts are %s",
                     reader->columns, reader->columns == 1 ? "" : "s", buf_text(&counts));
    buf_free(&counts);
    return even;
}

static bool moves_pair_up(struct harmony_reader *reader) {
    unsigned sum = 0;
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        sum += reader->tile_moves[cell];
    return sum % 2 == 0 ||
           source_error(reader->source, list_offset(reader), reader->error,
                        "the moves left add up to %u, an odd number, but each swap takes two", sum);
}

static void make_position(const struct harmony_reader *reader, struct position *position) {
    struct harmony_board *board = &position->board;
    board->rows = (uint8_t)reader->rows;
    board->columns = (uint8_t)reader->columns;
    memcpy(board->moves, reader->tile_moves, sizeof board->moves);
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        if (reader->placed[cell])
            board->colour[cell] = (uint8_t)reader->colour[reader->tile_colour[cell]].row;
    for (unsigned i = 0; i < reader->colours; i++) {
        const struct harmony_colour *colour = &reader->colour[i];
        memcpy(position->name[colour->row], colour->name, sizeof colour->name);
        position->number[colour->row] = (uint8_t)colour->number;
    }
}

bool harmony_read_end(struct harmony_reader *reader, struct position *position) {
    if (!all_sections(reader) || !a_colour_a_row(reader) || !a_tile_a_place(reader) ||
        !tiles_fill_rows(reader) || !moves_pair_up(reader))
        return false;
    make_position(reader, position);
    return true;
}
