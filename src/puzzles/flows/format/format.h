/* Reading and writing Flows texts. A record or diagram has a line for each field, "radius: 3"; a
 * code has all of them in one line, "radius=3", and the board behind them. Both are read into the
 * same slots first, and then understood in a fixed order. */
#ifndef PUZZLES_FLOWS_FORMAT_FORMAT_H
#define PUZZLES_FLOWS_FORMAT_FORMAT_H

#include "puzzles/flows/model/position.h"

/* Added to the turn of a comment that tells its turn itself, "[turn 7] ...", until it is known at
 * which turn the text begins. */
#define FLOWS_DATED (1U << 30)

/* The first word of a record or diagram. */
#define FLOWS_KEYWORD "flows"

enum flows_field {
    FLOWS_FIELD_RADIUS,
    FLOWS_FIELD_PLAYERS,
    FLOWS_FIELD_AXES,
    FLOWS_FIELD_SEATS,
    FLOWS_FIELD_TILES,
    FLOWS_FIELD_LEGALITY,
    FLOWS_FIELD_SUPERMOVE,
    FLOWS_FIELD_SEED,
    FLOWS_FIELD_RESIGNED,
    FLOWS_FIELD_TURN,
    FLOWS_FIELD_NEXT,
    FLOWS_FIELD_HAND,
    FLOWS_FIELDS
};

struct flows_word {
    size_t from, to;
};

struct flows_reader {
    const struct source *source;
    qd_error *error;
    struct record *moves;
    struct position *position;
    struct line value[FLOWS_FIELDS]; /* what stands behind each field's name */
    bool given[FLOWS_FIELDS];
    struct line *rows; /* the lines of the diagram, comments cut off */
    size_t row_count, row_room;
    struct flows_word code; /* the board of a code; empty: none */
    size_t board_at;        /* where the board begins, for errors about it; 0: there is none */
};

/* puzzles/flows/format/format.c */

/* Where the text begins, behind a byte-order mark. */
size_t flows_text_start(const struct source *source);
/* Cuts a comment off and trims the line. Returns true with what the comment says, trimmed, if there
 * is one. */
bool flows_line_cut(const struct source *source, struct line *line, struct line *comment);
/* Takes the next word of the line; blanks and commas stand between words. Returns false at the
 * end. */
bool flows_word_next(const struct source *source, struct line *line, struct flows_word *word);
/* True if the word is that text, in any case. */
bool flows_word_is(const struct source *source, struct flows_word word, const char *text);

/* puzzles/flows/format/read.c */

/* Sorts the lines of a record or diagram, the words of a code, into the slots, moves and comments.
 * Return false with an error. */
bool flows_read_lines(struct flows_reader *reader);
bool flows_read_code(struct flows_reader *reader);
/* The field of that name, FLOWS_FIELDS if there is none. */
enum flows_field flows_field_find(const struct source *source, struct flows_word name);
const char *flows_field_name(enum flows_field field);

/* puzzles/flows/format/fields.c */

/* Understands the fields. Return false with an error: the setup, which is put into the position
 * with an empty board, and what belongs to a game that has begun, for when the board is read. */
bool flows_read_setup(struct flows_reader *reader);
bool flows_read_progress(struct flows_reader *reader);

/* puzzles/flows/format/diagram.c */

/* Lays the tiles of the diagram or the code. Returns false with an error. */
bool flows_read_board(struct flows_reader *reader);
/* Appends the diagram, a line for each row; the last lines are nearest to edge 0. */
void flows_print_diagram(const struct flows_board *board, struct buf *out);
/* Appends a character for each hex. */
void flows_print_code_board(const struct flows_board *board, struct buf *out);

/* puzzles/flows/format/print.c */

/* The start and the moves as a record. */
void flows_print_record(const struct position *start, const struct record *moves, struct buf *out);
/* A position as a code: one line. */
void flows_print_code(const struct flows_game *game, struct buf *out);

#endif
