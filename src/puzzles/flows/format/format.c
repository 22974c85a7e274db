/* Flows texts: which format it is, and the words in them. */
#include "puzzles/flows/format/format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

size_t flows_text_start(const struct source *source) {
    return source_has_mark(source) ? 3 : 0;
}

bool flows_line_cut(const struct source *source, struct line *line, struct line *comment) {
    size_t at = line->from;
    while (at < line->to && source->data[at] != ';' && source->data[at] != '#')
        at++;
    bool found = at < line->to;
    if (found) {
        *comment = (struct line){.from = at + 1, .to = line->to};
        line_trim(source, comment, 0);
    }
    line->to = at;
    line_trim(source, line, 0);
    return found;
}

static bool is_between(char c) {
    return c == ' ' || c == '\t' || c == ',';
}

bool flows_word_next(const struct source *source, struct line *line, struct flows_word *word) {
    while (line->from < line->to && is_between(source->data[line->from]))
        line->from++;
    word->from = line->from;
    while (line->from < line->to && !is_between(source->data[line->from]))
        line->from++;
    word->to = line->from;
    return word->to > word->from;
}

bool flows_word_is(const struct source *source, struct flows_word word, const char *text) {
    size_t size = strlen(text);
    return word.to - word.from == size && strncasecmp(source->data + word.from, text, size) == 0;
}

/* The next line that holds more than a comment. */
static bool next_line(const struct source *source, size_t *offset, struct line *line) {
    struct line comment;
    while (source_line(source, offset, line)) {
        flows_line_cut(source, line, &comment);
        if (line->from < line->to)
            return true;
    }
    return false;
}

/* A code begins with a field and its value: "axes=01". */
static bool is_code(const struct source *source, struct line line) {
    struct flows_word word;
    flows_word_next(source, &line, &word);
    const char *sign = memchr(source->data + word.from, '=', word.to - word.from);
    if (!sign)
        return false;
    struct flows_word name = {word.from, (size_t)(sign - source->data)};
    return flows_field_find(source, name) != FLOWS_FIELDS;
}

/* "P1D4T2SE", "P2E10T0N", or nearly so. */
static bool looks_like_move(const struct source *source, struct line line) {
    const char *text = source->data + line.from;
    size_t size = line.to - line.from;
    return size >= 6 && (text[0] | 32) == 'p' && text[1] >= '1' && text[1] <= '6' &&
           (text[2] | 32) >= 'a' && (text[2] | 32) <= 'k' && text[3] >= '1' && text[3] <= '9' &&
           ((text[4] | 32) == 't' || (text[5] | 32) == 't');
}

static bool has_keyword(const struct source *source, struct line line) {
    struct flows_word word;
    return flows_word_next(source, &line, &word) && flows_word_is(source, word, FLOWS_KEYWORD);
}

enum { RECORD, DIAGRAM, CODE };
static const struct puzzle_format formats[] = {
    [RECORD] = {.name = "flows",
                .extension = ".flows",
                .summary =
                    "a record: who plays, the start if it is not empty, the moves and comments"},
    [DIAGRAM] = {.name = "diagram",
                 .extension = ".flows",
                 .summary = "the position that was reached, drawn with a word for each hex"},
    [CODE] = {.name = "code",
              .extension = ".code",
              .summary = "the position that was reached, in one line",
              .between = ""},
    {.name = NULL},
};

/* A diagram is read as a record is. */
static const struct puzzle_format *recognise(const struct source *source, int *sure) {
    size_t offset = flows_text_start(source);
    struct line line;
    bool any = next_line(source, &offset, &line), code = any && is_code(source, line);
    *sure = !any                            ? 0
            : has_keyword(source, line)     ? 100
            : code                          ? 95
            : looks_like_move(source, line) ? 70
                                            : 0;
    return &formats[code ? CODE : RECORD];
}

static bool read_parts(struct flows_reader *reader, const struct puzzle_format *format) {
    return (format == &formats[CODE] ? flows_read_code(reader) : flows_read_lines(reader)) &&
           flows_read_setup(reader) && flows_read_board(reader) && flows_read_progress(reader);
}

/* Comments were counted from the first turn of the text, unless they tell their turn. Those come in
 * any order; the others are in order already. */
static void date_comments(struct position *position) {
    struct flows_comment *comments = position->comments;
    for (size_t i = 0; i < position->comment_count; i++) {
        struct flows_comment comment = comments[i];
        bool dated = comment.turn >= FLOWS_DATED;
        comment.turn = dated ? comment.turn - FLOWS_DATED : comment.turn + position->game.turn;
        size_t place = i;
        for (; place > 0 && comments[place - 1].turn > comment.turn; place--)
            comments[place] = comments[place - 1];
        comments[place] = comment;
    }
}

/* Whether the game goes on may take a search. */
static bool settle(struct position *position, const struct source *source, qd_control *control,
                   qd_error *error) {
    if (flows_game_settle(&position->game, control) == QD_YES)
        return true;
    source_error(source, 0, error,
                 "a limit was reached before it was known whether the game goes on");
    if (error)
        error->status = QD_LIMIT;
    return false;
}

static struct position *parse(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error) {
    struct flows_reader reader = {.source = source, .error = error, .moves = moves};
    reader.position = MEM_NEW(struct position);
    bool good = read_parts(&reader, format);
    free(reader.rows);
    if (good && settle(reader.position, source, control, error)) {
        date_comments(reader.position);
        return reader.position;
    }
    flows_rules.free(reader.position);
    return NULL;
}

/* A list of codes: each line is a position. */
static size_t cut(const struct source *source, const struct puzzle_format *format,
                  struct source_part **parts) {
    if (format != &formats[CODE])
        return 0;
    size_t offset = flows_text_start(source), count = 0, room = 0;
    struct line line, comment;
    struct source_part *found = NULL;
    for (int before = 0; source_line(source, &offset, &line); before++) {
        struct source_part part = {.from = line.from, .to = line.to, .lines_before = before};
        flows_line_cut(source, &line, &comment);
        if (line.from == line.to)
            continue;
        found = mem_grow(found, count, &room, sizeof *found);
        found[count++] = part;
    }
    if (count < 2) {
        free(found);
        return 0;
    }
    *parts = found;
    return count;
}

/* The position after the moves, which are legal. */
static struct position *reach(const struct position *start, const struct record *moves) {
    struct position *position = flows_rules.copy(start);
    for (size_t i = 0; i < moves->count; i++)
        rules_replay(&flows_rules, position, moves->moves[i].text);
    return position;
}

static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    if (format == &formats[RECORD]) {
        flows_print_record(start, moves, out);
        return true;
    }
    struct position *position = reach(start, moves);
    (void)error; /* every position can be written in every format */
    if (format == &formats[CODE])
        flows_print_code(&position->game, out);
    else
        flows_print_record(position, &(struct record){0}, out);
    flows_rules.free(position);
    return true;
}

const struct puzzle_text flows_text = {
    .formats = formats,
    .recognise = recognise,
    .parse = parse,
    .cut = cut,
    .print = print,
};
