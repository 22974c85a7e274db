/* What stands in the sections of a Harmony text. */
#include <ctype.h>
#include <string.h>

#include "puzzles/harmony/format/format.h"

static bool expect_end(struct harmony_reader *reader, struct line line, const char *behind) {
    struct harmony_word word;
    if (!harmony_word_next(reader->source, &line, &word))
        return true;
    return source_error(reader->source, word.from, reader->error, "nothing may follow %s here",
                        behind);
}

/* "ROWS 3", "COLS 3"; the keyword is read already. */
static bool read_size(struct harmony_reader *reader, struct line line, unsigned *size) {
    const char *name = harmony_keyword_name(reader->section);
    const char *what = reader->section == HARMONY_KEY_ROWS ? "rows" : "columns";
    struct harmony_word word;
    if (!harmony_word_next(reader->source, &line, &word))
        return source_error(reader->source, word.from, reader->error,
                            "%s needs a number from 1 to %d", name, HARMONY_SIDE);
    if (!harmony_word_number(reader->source, word, 1, HARMONY_SIDE, size))
        return source_error(reader->source, word.from, reader->error,
                            "expected the number of %s, from 1 to %d", what, HARMONY_SIDE);
    reader->section = HARMONY_KEY_NONE;
    return expect_end(reader, line, "the number");
}

/* The colour of that name as an index, -1 if there is none. */
static int find_colour(const struct harmony_reader *reader, struct harmony_word word) {
    for (unsigned i = 0; i < reader->colours; i++)
        if (harmony_word_is(reader->source, word, reader->colour[i].name))
            return (int)i;
    return -1;
}

static bool is_name(const struct source *source, struct harmony_word word) {
    if (word.to - word.from > HARMONY_NAME || !isalpha((unsigned char)source->data[word.from]))
        return false;
    for (size_t i = word.from; i < word.to; i++) {
        unsigned char c = (unsigned char)source->data[i];
        if (c >= 0x80 || !(isalnum(c) || c == '_' || c == '-'))
            return false;
    }
    return harmony_word_keyword(source, word) == HARMONY_KEY_NONE;
}

/* A name that no colour has yet. */
static bool add_colour(struct harmony_reader *reader, struct harmony_word word) {
    if (!is_name(reader->source, word))
        return source_error(reader->source, word.from, reader->error,
                            "not a colour's name; expected a letter, then at most %d letters, "
                            "digits, _ or - (and no keyword)",
                            HARMONY_NAME - 1);
    if (find_colour(reader, word) >= 0)
        return source_error(reader->source, word.from, reader->error,
                            "the colour %.*s is listed already", (int)(word.to - word.from),
                            reader->source->data + word.from);
    if (reader->colours == reader->rows)
        return source_error(reader->source, word.from, reader->error,
                            "more colours than rows (%u), and each row is the home of just one",
                            reader->rows);
    struct harmony_colour *colour = &reader->colour[reader->colours];
    *colour = (struct harmony_colour){.number = reader->colours, .row = -1};
    memcpy(colour->name, reader->source->data + word.from, word.to - word.from);
    reader->colours++;
    return true;
}

/* A place of the board that has no tile yet. */
static bool read_place(struct harmony_reader *reader, struct harmony_word word, unsigned *cell) {
    const char *text = reader->source->data + word.from;
    unsigned row, column;
    if (harmony_place_read(text, word.to - word.from, &row, &column) != word.to - word.from)
        return source_error(reader->source, word.from, reader->error,
                            "expected a place: the letter of a row and the number of a column, "
                            "such as A1");
    if (row >= reader->rows || column >= reader->columns)
        return source_error(reader->source, word.from, reader->error,
                            "there is no such place; a board of %u x %u has rows A to %c and "
                            "columns 1 to %u",
                            reader->rows, reader->columns, (char)('A' + reader->rows - 1),
                            reader->columns);
    *cell = harmony_cell(row, column);
    if (reader->placed[*cell])
        return source_error(reader->source, word.from, reader->error,
                            "there is already a tile at %c%u", (char)('A' + row), column + 1);
    return true;
}

/* The moves left of a tile: the next word of the line. */
static bool read_moves_left(struct harmony_reader *reader, struct line *line, unsigned *moves) {
    struct harmony_word word;
    if (!harmony_word_next(reader->source, line, &word))
        return source_error(reader->source, line->to, reader->error,
                            "expected the moves that the tile has left, from 0 to %d",
                            HARMONY_MAX_MOVES);
    if (!harmony_word_number(reader->source, word, 0, HARMONY_MAX_MOVES, moves))
        return source_error(reader->source, word.from, reader->error,
                            "expected the moves that the tile has left, from 0 to %d",
                            HARMONY_MAX_MOVES);
    return true;
}

static void put_tile(struct harmony_reader *reader, unsigned cell, unsigned colour,
                     unsigned moves) {
    reader->placed[cell] = true;
    reader->tile_colour[cell] = (uint8_t)colour;
    reader->tile_moves[cell] = (uint8_t)moves;
    reader->colour[colour].tiles++;
}

/* "RED A1 3 B2 2": the next row's colour and its tiles. */
static bool read_board_line(struct harmony_reader *reader, struct line line) {
    struct harmony_word word;
    if (!harmony_word_next(reader->source, &line, &word))
        return true;
    if (!add_colour(reader, word))
        return false;
    unsigned colour = reader->colours - 1;
    reader->colour[colour].row = (int)colour;
    while (harmony_word_next(reader->source, &line, &word)) {
        unsigned cell = 0, moves = 0;
        if (!read_place(reader, word, &cell) || !read_moves_left(reader, &line, &moves))
            return false;
        put_tile(reader, cell, colour, moves);
    }
    return true;
}

/* The number of the colour that was added last. */
static bool number_colour(struct harmony_reader *reader, struct harmony_word word) {
    unsigned number;
    if (!harmony_word_number(reader->source, word, 0, HARMONY_MAX_NUMBER, &number))
        return source_error(reader->source, word.from, reader->error,
                            "expected the colour's number, from 0 to %d", HARMONY_MAX_NUMBER);
    for (unsigned i = 0; i + 1 < reader->colours; i++)
        if (reader->colour[i].number == number)
            return source_error(reader->source, word.from, reader->error,
                                "%s has the number %u already", reader->colour[i].name, number);
    reader->colour[reader->colours - 1].number = number;
    return true;
}

/* "RED 0". */
static bool read_colour_line(struct harmony_reader *reader, struct line line) {
    struct harmony_word name, number;
    while (harmony_word_next(reader->source, &line, &name)) {
        if (!add_colour(reader, name))
            return false;
        if (!harmony_word_next(reader->source, &line, &number))
            return source_error(reader->source, line.to, reader->error,
                                "expected the colour's number, from 0 to %d", HARMONY_MAX_NUMBER);
        if (!number_colour(reader, number))
            return false;
    }
    return true;
}

static bool unknown_colour(struct harmony_reader *reader, size_t at) {
    struct buf known = {0};
    for (unsigned i = 0; i < reader->colours; i++)
        buf_printf(&known, "%s%s %u", i ? ", " : "", reader->colour[i].name,
                   reader->colour[i].number);
    source_error(reader->source, at, reader->error, "unknown colour; COLORS has %s",
                 known.size ? known.text : "none");
    buf_free(&known);
    return false;
}

/* "RED BLUE GREEN": the colours of the rows from A. */
static bool read_target_line(struct harmony_reader *reader, struct line line) {
    struct harmony_word word;
    while (harmony_word_next(reader->source, &line, &word)) {
        int colour = find_colour(reader, word);
        if (colour < 0)
            return unknown_colour(reader, word.from);
        if (reader->colour[colour].row >= 0)
            return source_error(reader->source, word.from, reader->error,
                                "%s is the target of row %c already", reader->colour[colour].name,
                                (char)('A' + reader->colour[colour].row));
        reader->colour[colour].row = (int)reader->targets++;
    }
    return true;
}

/* The colour of a tile, by its number: the next word of the line. */
static bool read_number(struct harmony_reader *reader, struct line *line, unsigned *colour) {
    struct harmony_word word;
    unsigned number;
    if (!harmony_word_next(reader->source, line, &word))
        return source_error(reader->source, line->to, reader->error,
                            "expected the number of the tile's colour and its moves left");
    if (harmony_word_number(reader->source, word, 0, HARMONY_MAX_NUMBER, &number))
        for (unsigned i = 0; i < reader->colours; i++)
            if (reader->colour[i].number == number) {
                *colour = i;
                return true;
            }
    return unknown_colour(reader, word.from);
}

/* "A1 0 2": place, colour, moves left. */
static bool read_tile_line(struct harmony_reader *reader, struct line line) {
    struct harmony_word word;
    while (harmony_word_next(reader->source, &line, &word)) {
        unsigned cell = 0, colour = 0, moves = 0;
        if (!read_place(reader, word, &cell) || !read_number(reader, &line, &colour) ||
            !read_moves_left(reader, &line, &moves))
            return false;
        put_tile(reader, cell, colour, moves);
    }
    return true;
}

/* The moves are played later, by the rules; here they only have to be text. */
static bool read_move_line(struct harmony_reader *reader, struct line line) {
    struct harmony_word word;
    while (harmony_word_next(reader->source, &line, &word)) {
        const char *text = reader->source->data + word.from;
        size_t size = word.to - word.from;
        if (size > MOVE_LIMIT || memchr(text, '\0', size))
            return source_error(reader->source, word.from, reader->error,
                                "not a swap; expected two places, such as A1-B1");
        record_add_part(reader->moves, text, size, word.from);
    }
    return true;
}

bool harmony_read_line(struct harmony_reader *reader, struct line line) {
    switch (reader->section) {
    case HARMONY_KEY_ROWS:
        return read_size(reader, line, &reader->rows);
    case HARMONY_KEY_COLS:
        return read_size(reader, line, &reader->columns);
    case HARMONY_KEY_BOARD:
        return read_board_line(reader, line);
    case HARMONY_KEY_COLORS:
        return read_colour_line(reader, line);
    case HARMONY_KEY_TARGETS:
        return read_target_line(reader, line);
    case HARMONY_KEY_TILES:
        return read_tile_line(reader, line);
    case HARMONY_KEY_MOVES:
        return read_move_line(reader, line);
    case HARMONY_KEY_NONE:
        break;
    }
    return source_error(reader->source, line.from, reader->error,
                        "expected a keyword: ROWS, COLS, BOARD, COLORS, TARGETS, TILES or MOVES");
}
