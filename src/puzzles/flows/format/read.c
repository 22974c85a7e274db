/* The lines of a record and the words of a code, sorted. */
#include <string.h>

#include "base/mem.h"
#include "puzzles/flows/format/format.h"

static const char *const names[FLOWS_FIELDS] = {"radius",   "players",  "axes",      "seats",
                                                "tiles",    "legality", "supermove", "seed",
                                                "resigned", "turn",     "next",      "hand"};

const char *flows_field_name(enum flows_field field) {
    return names[field];
}

enum flows_field flows_field_find(const struct source *source, struct flows_word name) {
    unsigned field = 0;
    while (field < FLOWS_FIELDS && !flows_word_is(source, name, names[field]))
        field++;
    return (enum flows_field)field;
}

static bool keep_field(struct flows_reader *reader, struct flows_word name, struct line value) {
    enum flows_field field = flows_field_find(reader->source, name);
    if (field == FLOWS_FIELDS)
        return source_error(reader->source, name.from, reader->error,
                            "unknown field; expected radius, players, axes, seats, tiles, "
                            "legality, supermove, seed, resigned, turn, next, hand, board or "
                            "moves");
    if (reader->given[field])
        return source_error(reader->source, name.from, reader->error, "there is already a field %s",
                            names[field]);
    reader->given[field] = true;
    reader->value[field] = value;
    return true;
}

/* ---- comments ---- */

/* Takes "[turn 7]" from the front of a comment. Returns false if it does not begin so. */
static bool take_date(const struct source *source, struct line *comment, unsigned *turn) {
    static const char mark[] = "[turn ";
    size_t at = comment->from + strlen(mark);
    if (at >= comment->to || memcmp(source->data + comment->from, mark, strlen(mark)) != 0)
        return false;
    unsigned number = 0;
    for (; source->data[at] >= '0' && source->data[at] <= '9' && number <= FLOWS_MOST_TURNS; at++)
        number = number * 10 + (unsigned)(source->data[at] - '0');
    if (source->data[at] != ']' || number > FLOWS_MOST_TURNS || at >= comment->to)
        return false;
    comment->from = at + 1;
    line_trim(source, comment, 0);
    *turn = number + FLOWS_DATED;
    return true;
}

/* Turns are counted from the start here, until it is known when that is. */
static bool keep_comment(struct flows_reader *reader, struct line comment, unsigned turn) {
    take_date(reader->source, &comment, &turn);
    const char *text = reader->source->data + comment.from;
    size_t size = comment.to - comment.from;
    if (size == 0)
        return true;
    if (memchr(text, '\0', size))
        return source_error(reader->source, comment.from, reader->error,
                            "a comment may not hold a NUL byte");
    if (size > FLOWS_COMMENT)
        return source_error(reader->source, comment.from, reader->error,
                            "a comment may have at most %d bytes", FLOWS_COMMENT);
    if (reader->position->comment_count == FLOWS_COMMENTS)
        return source_error(reader->source, comment.from, reader->error,
                            "there may be at most %d comments", FLOWS_COMMENTS);
    flows_position_comment(reader->position, turn, text, size);
    return true;
}

/* ---- a record ---- */

enum section { IN_FIELDS, IN_BOARD, IN_MOVES };

struct sorting {
    struct flows_reader *reader;
    enum section section;
    bool headed;   /* the keyword was read */
    unsigned turn; /* tiles laid by the moves read so far */
};

/* True if the word lays a tile, so that a turn is over: it ends with an orientation, while "P1T2"
 * and "P1-resign" do not. */
static bool lays_a_tile(const char *text, size_t size) {
    char last = size ? (char)(text[size - 1] | 32) : 0;
    bool resigns = memchr(text, '-', size) != NULL;
    return !resigns && (last == 'n' || last == 'e' || last == 's' || last == 'w');
}

static bool keep_moves(struct sorting *sorting, struct line line) {
    struct flows_reader *reader = sorting->reader;
    struct flows_word word;
    while (flows_word_next(reader->source, &line, &word)) {
        const char *text = reader->source->data + word.from;
        size_t size = word.to - word.from;
        if (size > MOVE_LIMIT || memchr(text, '\0', size))
            return source_error(reader->source, word.from, reader->error,
                                "not a move; expected one such as P1D4T2SE");
        record_add_part(reader->moves, text, size, word.from);
        sorting->turn += lays_a_tile(text, size);
    }
    return true;
}

static bool keep_row(struct flows_reader *reader, struct line line) {
    if (reader->row_count == 2 * FLOWS_MOST_RADIUS + 1)
        return source_error(
            reader->source, line.from, reader->error,
            "a board has at most %d rows; expected a field or moves:", 2 * FLOWS_MOST_RADIUS + 1);
    reader->rows =
        mem_grow(reader->rows, reader->row_count, &reader->row_room, sizeof *reader->rows);
    reader->rows[reader->row_count++] = line;
    return true;
}

static bool begin_board(struct sorting *sorting, struct flows_word name, struct line rest) {
    struct flows_reader *reader = sorting->reader;
    if (reader->board_at)
        return source_error(reader->source, name.from, reader->error, "there is already a board");
    if (rest.from < rest.to)
        return source_error(reader->source, rest.from, reader->error,
                            "the rows of the board begin on the next line");
    reader->board_at = name.from;
    sorting->section = IN_BOARD;
    return true;
}

static bool keep_named(struct sorting *sorting, struct flows_word name, struct line rest) {
    struct flows_reader *reader = sorting->reader;
    if (flows_word_is(reader->source, name, "moves")) {
        sorting->section = IN_MOVES;
        return keep_moves(sorting, rest);
    }
    if (sorting->section == IN_MOVES)
        return source_error(reader->source, name.from, reader->error,
                            "only moves may follow the moves");
    if (flows_word_is(reader->source, name, "board"))
        return begin_board(sorting, name, rest);
    sorting->section = IN_FIELDS;
    return keep_field(reader, name, rest);
}

static bool keep_heading(struct sorting *sorting, struct line line) {
    const struct source *source = sorting->reader->source;
    struct flows_word word;
    if (!flows_word_next(source, &line, &word) || !flows_word_is(source, word, FLOWS_KEYWORD))
        return source_error(source, word.from, sorting->reader->error,
                            "the first line of a record is '" FLOWS_KEYWORD "'");
    if (flows_word_next(source, &line, &word))
        return source_error(source, word.from, sorting->reader->error,
                            "nothing may follow '" FLOWS_KEYWORD "' in its line");
    sorting->headed = true;
    return true;
}

/* Splits "seats: 0 1" at the colon. Returns false if there is none. */
static bool split(const struct source *source, struct line *line, struct flows_word *name) {
    const char *colon = memchr(source->data + line->from, ':', line->to - line->from);
    if (!colon)
        return false;
    struct line before = {.from = line->from, .to = (size_t)(colon - source->data)};
    line->from = before.to + 1;
    line_trim(source, &before, 0);
    line_trim(source, line, 0);
    *name = (struct flows_word){before.from, before.to};
    return true;
}

static bool keep_line(struct sorting *sorting, struct line line) {
    const struct source *source = sorting->reader->source;
    struct flows_word name;
    if (!sorting->headed)
        return keep_heading(sorting, line);
    if (split(source, &line, &name))
        return keep_named(sorting, name, line);
    if (sorting->section == IN_BOARD)
        return keep_row(sorting->reader, line);
    if (sorting->section == IN_MOVES)
        return keep_moves(sorting, line);
    return source_error(source, line.from, sorting->reader->error,
                        "expected a field, such as 'seats: 0 1', or 'board:' or 'moves:'");
}

bool flows_read_lines(struct flows_reader *reader) {
    struct sorting sorting = {.reader = reader};
    size_t offset = flows_text_start(reader->source);
    struct line line, comment;
    while (source_line(reader->source, &offset, &line)) {
        bool said = flows_line_cut(reader->source, &line, &comment);
        if (line.from < line.to && !keep_line(&sorting, line))
            return false;
        if (said && !keep_comment(reader, comment, sorting.turn))
            return false;
    }
    return sorting.headed ||
           source_error(reader->source, reader->source->size, reader->error,
                        "the text is empty; the first line of a record is '" FLOWS_KEYWORD "'");
}

/* ---- a code ---- */

/* The words of a code are separated by blanks only: commas belong to the values. */
static bool blank_word(const struct source *source, struct line *line, struct flows_word *word) {
    line_trim(source, line, 0);
    word->from = line->from;
    while (line->from < line->to && source->data[line->from] != ' ' &&
           source->data[line->from] != '\t')
        line->from++;
    word->to = line->from;
    return word->to > word->from;
}

static bool keep_code_word(struct flows_reader *reader, struct flows_word word) {
    const char *text = reader->source->data + word.from;
    const char *sign = memchr(text, '=', word.to - word.from);
    if (reader->code.to)
        return source_error(reader->source, word.from, reader->error,
                            "nothing may follow the board");
    if (!sign) {
        reader->code = word;
        reader->board_at = word.from;
        return true;
    }
    size_t at = (size_t)(sign - reader->source->data);
    return keep_field(reader, (struct flows_word){word.from, at},
                      (struct line){.from = at + 1, .to = word.to});
}

static bool keep_code_line(struct flows_reader *reader, struct line line) {
    struct flows_word word;
    size_t end = line.to;
    if (reader->board_at)
        return source_error(reader->source, line.from, reader->error,
                            "a code is one line; nothing may follow it");
    while (blank_word(reader->source, &line, &word))
        if (!keep_code_word(reader, word))
            return false;
    return reader->board_at || source_error(reader->source, end, reader->error,
                                            "the board is missing: a character for each hex");
}

bool flows_read_code(struct flows_reader *reader) {
    size_t offset = flows_text_start(reader->source);
    struct line line, comment;
    while (source_line(reader->source, &offset, &line)) {
        bool said = flows_line_cut(reader->source, &line, &comment);
        if (line.from < line.to && !keep_code_line(reader, line))
            return false;
        if (said && !keep_comment(reader, comment, 0))
            return false;
    }
    return true;
}
