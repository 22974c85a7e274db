/* The lines of a Hanoi text: what each of them is, and the words in them. */
#include "puzzles/hanoi/format/format.h"

#include <string.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

bool hanoi_word_next(const struct source *source, struct line *line, struct word *word) {
    while (line->from < line->to && is_blank(source->data[line->from]))
        line->from++;
    if (line->from == line->to || source->data[line->from] != '|')
        return word_next(source, line, "|", word);
    *word = (struct word){.from = line->from, .to = line->from + 1};
    line->from++;
    return true;
}

/* Splits "goal: | | 3 2 1" into its keyword and the rest. Returns false if there is no colon. */
static bool split_keyword(const struct source *source, struct line *line, struct word *keyword) {
    const char *start = source->data + line->from;
    const char *colon = memchr(start, ':', line->to - line->from);
    if (!colon)
        return false;
    *keyword = (struct word){.from = line->from, .to = (size_t)(colon - source->data)};
    line->from = keyword->to + 1;
    line_trim(source, line, 0);
    return true;
}

/* Keeps the value of a line that may appear only once. */
static bool keep_once(struct hanoi_reader *reader, struct line *slot, struct line value, size_t at,
                      const char *what) {
    if (slot->to)
        return source_error(reader->source, at, reader->error, "there is already a %s", what);
    *slot = value;
    return true;
}

static bool keep_moves(struct hanoi_reader *reader, struct line line) {
    struct word word;
    while (hanoi_word_next(reader->source, &line, &word)) {
        const char *text = reader->source->data + word.from;
        size_t size = word.to - word.from;
        if (size > MOVE_LIMIT || memchr(text, '\0', size))
            return source_error(reader->source, word.from, reader->error,
                                "not a move; expected two pegs, such as 0>2");
        record_add_part(reader->moves, text, size, word.from);
    }
    return true;
}

static bool keep_keyword_line(struct hanoi_reader *reader, struct word keyword, struct line value) {
    struct {
        const char *name;
        struct line *slot;
    } known[] = {
        {"state", &reader->state},     {"goal", &reader->goal},   {"rings", &reader->rings},
        {"variant", &reader->variant}, {"costs", &reader->costs},
    };
    if (word_is(reader->source, keyword, "moves"))
        return keep_moves(reader, value);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (word_is(reader->source, keyword, known[i].name))
            return keep_once(reader, known[i].slot, value, keyword.from, known[i].name);
    return source_error(reader->source, keyword.from, reader->error,
                        "unknown keyword; expected goal, rings, variant, costs or moves before "
                        "the colon");
}

static bool sort_lines(struct hanoi_reader *reader) {
    size_t offset = source_has_mark(reader->source) ? 3 : 0;
    struct line line;
    while (source_line(reader->source, &offset, &line)) {
        line_trim(reader->source, &line, '#');
        if (line.from == line.to)
            continue;
        struct word keyword;
        bool good = split_keyword(reader->source, &line, &keyword)
                        ? keep_keyword_line(reader, keyword, line)
                        : keep_once(reader, &reader->state, line, line.from, "line with the pegs");
        if (!good)
            return false;
    }
    if (!reader->state.to)
        return source_error(reader->source, reader->source->size, reader->error,
                            "no line with the pegs, such as: 3 2 1 | |");
    return true;
}

/* The offset of the first character that is not a blank, a comment or a line end; the size if there
 * is none. */
static size_t first_character(const struct source *source) {
    size_t offset = source_has_mark(source) ? 3 : 0;
    struct line line;
    while (source_line(source, &offset, &line)) {
        line_trim(source, &line, '#');
        if (line.from < line.to)
            return line.from;
    }
    return source->size;
}

enum { OWN, ARRAY };
static const struct puzzle_format formats[] = {
    [OWN] = {"hanoi", ".hanoi", "pegs as lists of discs from the bottom: 3 2 | 1 |", NULL},
    [ARRAY] = {"array", ".txt",
               "the original firmware's array of ring weights: {{110, 60, 30}, ...}", NULL},
    {0},
};

static bool is_array(const struct source *source) {
    return source->data[first_character(source)] == '{';
}

static bool read_all(struct hanoi_reader *reader, const struct puzzle_format *format) {
    if (format == &formats[ARRAY])
        return hanoi_read_array(reader);
    return sort_lines(reader) && hanoi_read_state(reader) && hanoi_read_goal(reader) &&
           hanoi_read_variant(reader) && hanoi_read_costs(reader);
}

static struct position *parse(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error) {
    (void)control;
    struct hanoi_reader reader = {.source = source, .error = error, .moves = moves};
    reader.position = hanoi_position_new();
    if (read_all(&reader, format))
        return reader.position;
    hanoi_rules.free(reader.position);
    return NULL;
}

static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    if (format == &formats[ARRAY])
        return hanoi_print_array(start, moves, out, error);
    return hanoi_print_own(start, moves, out);
}

static bool has_keyword(const struct source *source, struct line line, const char *keyword) {
    size_t size = strlen(keyword);
    return line.to - line.from > size && source->data[line.from + size] == ':' &&
           strncasecmp(source->data + line.from, keyword, size) == 0;
}

static bool has_own_keyword(const struct source *source, struct line line) {
    static const char *const keywords[] = {"goal", "rings", "variant", "costs", "state"};
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (has_keyword(source, line, keywords[i]))
            return true;
    return false;
}

/* How much a line looks like pegs: bars and discs, little else. */
static int look_of_pegs(const struct source *source, struct line line) {
    size_t bars = 0, discs = 0, others = 0;
    for (size_t at = line.from; at < line.to; at++) {
        char c = source->data[at];
        bars += c == '|';
        discs += c >= '0' && c <= '9';
        others += c != '|' && !(c >= '0' && c <= '9') && !is_blank(c);
    }
    return !bars ? 0 : !others ? 90 : others <= discs + bars ? 40 : 0;
}

/* The first line that is neither a comment nor a list of moves decides; other puzzles have those
 * too. */
static int how_sure(const struct source *source) {
    size_t offset = source_has_mark(source) ? 3 : 0;
    struct line line;
    while (source_line(source, &offset, &line)) {
        line_trim(source, &line, '#');
        if (line.from == line.to || has_keyword(source, line, "moves"))
            continue;
        if (source->data[line.from] == '{')
            return source->data[line.from + 1] == '{' || is_blank(source->data[line.from + 1]) ? 60
                                                                                               : 0;
        return has_own_keyword(source, line) ? 70 : look_of_pegs(source, line);
    }
    return 0;
}

static const struct puzzle_format *recognise(const struct source *source, int *sure) {
    *sure = how_sure(source);
    return &formats[is_array(source) ? ARRAY : OWN];
}

const struct puzzle_text hanoi_text = {
    .formats = formats,
    .recognise = recognise,
    .parse = parse,
    .print = print,
};
