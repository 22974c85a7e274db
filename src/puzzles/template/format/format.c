/* Text to position and back:
 *
 *     lamps          ; the first line; a comment goes from a semicolon to the end of its line
 *     .#.            ; a line for each row: '#' is lit, '.' is dark
 *     ###
 *     .#.
 *     moves: B2 A1   ; what was pressed since; may be left out, or take several lines
 *
 * A parser works with offsets into the source and gives source_error the one where things went
 * wrong; that makes the line, the column and the excerpt. */
#include "puzzles/template/model/position.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static const char moves_word[] = "moves:";

enum { MOVES_IN_A_LINE = 16 };

static const struct puzzle_format formats[] = {
    {.name = TEMPLATE_KEYWORD,
     .extension = "." TEMPLATE_KEYWORD,
     .summary = "rows of '#' (lit) and '.' (dark), and the moves"},
    {.name = NULL},
};

/* Finds the next line that says something. */
static bool next_line(const struct source *source, size_t *offset, struct line *line) {
    if (*offset == 0 && source_has_mark(source))
        *offset = 3;
    while (source_line(source, offset, line)) {
        line_trim(source, line, ';');
        if (line->from < line->to)
            return true;
    }
    return false;
}

static bool begins_with(const struct source *source, const struct line *line, const char *word) {
    size_t size = strlen(word);
    return line->to - line->from >= size && memcmp(source->data + line->from, word, size) == 0;
}

static bool is_keyword(const struct source *source, const struct line *line) {
    return begins_with(source, line, TEMPLATE_KEYWORD) &&
           line->to - line->from == strlen(TEMPLATE_KEYWORD);
}

/* A text whose first line only begins with the word is most likely meant for this puzzle too, and
 * deserves this parser's error rather than "cannot tell which puzzle this is". */
static const struct puzzle_format *recognise(const struct source *source, int *sure) {
    size_t offset = 0;
    struct line line;
    bool begins = next_line(source, &offset, &line) && begins_with(source, &line, TEMPLATE_KEYWORD);
    *sure = !begins ? 0 : is_keyword(source, &line) ? 100 : 50;
    return formats;
}

static bool read_heading(const struct source *source, size_t *offset, qd_error *error) {
    struct line line = {0};
    if (!next_line(source, offset, &line))
        return source_error(source, source->size, error,
                            "the text is empty; the first line must be '%s'", TEMPLATE_KEYWORD);
    if (!is_keyword(source, &line))
        return source_error(source, line.from, error, "the first line must be '%s'",
                            TEMPLATE_KEYWORD);
    return true;
}

/* Limits are checked before anything is stored. */
static bool row_fits(const struct source *source, const struct line *line,
                     const struct position *position, qd_error *error) {
    size_t length = line->to - line->from;
    if (position->rows == TEMPLATE_SIDE)
        return source_error(source, line->from, error, "there may be at most %d rows",
                            TEMPLATE_SIDE);
    if (length > TEMPLATE_SIDE)
        return source_error(source, line->from + TEMPLATE_SIDE, error,
                            "a row may have at most %d lamps", TEMPLATE_SIDE);
    if (position->rows > 0 && length != (size_t)position->columns)
        return source_error(source, line->from, error,
                            "this row has %zu lamps, the first one has %d", length,
                            position->columns);
    return true;
}

static bool read_row(const struct source *source, const struct line *line,
                     struct position *position, qd_error *error) {
    for (size_t at = line->from; at < line->to; at++)
        if (source->data[at] != '#' && source->data[at] != '.')
            return source_error(source, at, error, "a lamp is '#' (lit) or '.' (dark)");
    if (!row_fits(source, line, position, error))
        return false;
    position->columns = (int)(line->to - line->from);
    for (int column = 0; column < position->columns; column++)
        if (source->data[line->from + (size_t)column] == '#')
            position->lit |= (template_set)1 << (template_cells(position) + column);
    position->rows++;
    return true;
}

/* Each move keeps the place where it stands, for the error if it turns out to be illegal. */
static void read_moves(const struct source *source, struct line line, struct record *moves) {
    size_t at = line.from + strlen(moves_word);
    while (at < line.to) {
        size_t from = at;
        while (at < line.to && source->data[at] != ' ' && source->data[at] != '\t')
            at++;
        if (at > from)
            record_add_part(moves, source->data + from, at - from, from);
        else
            at++;
    }
}

/* Reads a line below the heading: rows first, then moves. */
static bool read_item(const struct source *source, const struct line *line, bool *in_moves,
                      struct position *position, struct record *moves, qd_error *error) {
    if (begins_with(source, line, moves_word)) {
        if (position->rows == 0)
            return source_error(source, line->from, error, "the rows must stand before the moves");
        *in_moves = true;
        read_moves(source, *line, moves);
        return true;
    }
    if (*in_moves)
        return source_error(source, line->from, error, "only more lines '%s' may follow here",
                            moves_word);
    return read_row(source, line, position, error);
}

static bool read_all(const struct source *source, struct position *position, struct record *moves,
                     qd_error *error) {
    size_t offset = 0;
    struct line line;
    bool in_moves = false;
    if (!read_heading(source, &offset, error))
        return false;
    while (next_line(source, &offset, &line))
        if (!read_item(source, &line, &in_moves, position, moves, error))
            return false;
    return position->rows > 0 || source_error(source, source->size, error, "the rows are missing");
}

static struct position *parse(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error) {
    struct position *position = MEM_NEW(struct position);
    (void)format; /* there is only one */
    (void)control;
    if (read_all(source, position, moves, error))
        return position;
    free(position);
    return NULL;
}

/* There is only one format, and it can hold everything. */
static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    (void)format;
    (void)error;
    buf_add(out, TEMPLATE_KEYWORD "\n");
    for (int cell = 0; cell < template_cells(start); cell++) {
        buf_char(out, start->lit >> cell & 1 ? '#' : '.');
        if ((cell + 1) % start->columns == 0)
            buf_char(out, '\n');
    }
    for (size_t i = 0; i < moves->count; i++) {
        bool first = i % MOVES_IN_A_LINE == 0;
        bool last = (i + 1) % MOVES_IN_A_LINE == 0 || i + 1 == moves->count;
        buf_printf(out, "%s %s%s", first ? moves_word : "", moves->moves[i].text, last ? "\n" : "");
    }
    return true;
}

const struct puzzle_text template_text = {
    .formats = formats,
    .recognise = recognise,
    .parse = parse,
    .print = print,
};
