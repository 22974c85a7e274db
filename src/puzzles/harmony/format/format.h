/* Reading and writing Harmony texts. # starts a comment, words are read in any letter case. Both
 * formats begin with the size; then the tiles are listed by colour, in the order of the rows that
 * the colours are at home in (format harmony), or by place (format tiles):
 *
 *     ROWS 2                     ROWS 2
 *     COLS 2                     COLS 2
 *     BOARD                      COLORS
 *     RED   A1 1  B2 2           RED 0
 *     BLUE  A2 1  B1 0           BLUE 1
 *     MOVES                      TARGETS RED BLUE      the colour of each row, from A
 *     A1-A2                      TILES
 *                                A1 0 1                place, number of its colour, moves left
 *                                ...
 *                                MOVES
 *                                A1-A2
 *
 * MOVES may be left out; it lists swaps made from the board. */
#ifndef PUZZLES_HARMONY_FORMAT_FORMAT_H
#define PUZZLES_HARMONY_FORMAT_FORMAT_H

#include "puzzles/harmony/model/position.h"

enum harmony_keyword {
    HARMONY_KEY_ROWS,
    HARMONY_KEY_COLS,
    HARMONY_KEY_BOARD,
    HARMONY_KEY_COLORS,
    HARMONY_KEY_TARGETS,
    HARMONY_KEY_TILES,
    HARMONY_KEY_MOVES,
    HARMONY_KEYS,
    HARMONY_KEY_NONE = HARMONY_KEYS
};

/* What stands between blanks. */
struct harmony_word {
    size_t from, to; /* offsets in the source */
};

/* A colour of a text. */
struct harmony_colour {
    char name[HARMONY_NAME + 1];
    unsigned number;
    unsigned tiles; /* how many were listed */
    int row;        /* its home, -1 while that is not known */
};

/* A text being read. Colours are numbered here in the order of the text. */
struct harmony_reader {
    const struct source *source;
    qd_error *error;
    struct record *moves;
    enum harmony_keyword section; /* what the lines that begin with no keyword belong to */
    bool seen[HARMONY_KEYS];
    size_t seen_at[HARMONY_KEYS]; /* where the keyword stands */
    unsigned rows, columns;
    struct harmony_colour colour[HARMONY_SIDE];
    unsigned colours, targets;
    bool placed[HARMONY_CELLS];
    uint8_t tile_colour[HARMONY_CELLS];
    uint8_t tile_moves[HARMONY_CELLS];
};

/* The next word of the line; the line then begins behind it. Returns false at its end. */
bool harmony_word_next(const struct source *source, struct line *line, struct harmony_word *word);
/* True if the word is this text, in any letter case. */
bool harmony_word_is(const struct source *source, struct harmony_word word, const char *text);
/* Reads a whole number from low to high; false if the word is none. */
bool harmony_word_number(const struct source *source, struct harmony_word word, unsigned low,
                         unsigned high, unsigned *number);
/* Which keyword the word is; HARMONY_KEY_NONE for another word. */
enum harmony_keyword harmony_word_keyword(const struct source *source, struct harmony_word word);
/* How the keyword is written. */
const char *harmony_keyword_name(enum harmony_keyword keyword);

/* Reads a line, or the rest of one, of the section that the reader is in. Returns false with an
 * error. */
bool harmony_read_line(struct harmony_reader *reader, struct line line);
/* Looks at all that was read, and makes the position of it. Returns false with an error. */
bool harmony_read_end(struct harmony_reader *reader, struct position *position);

/* Write the start and the moves made from it. */
void harmony_print_board(const struct position *start, const struct record *moves, struct buf *out);
void harmony_print_tiles(const struct position *start, const struct record *moves, struct buf *out);

#endif
