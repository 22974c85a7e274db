/* The lines of a Harmony text: keywords, and the sections they begin. */
#include "puzzles/harmony/format/format.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"

static const char *const keywords[HARMONY_KEYS] = {
    [HARMONY_KEY_ROWS] = "ROWS",       [HARMONY_KEY_COLS] = "COLS",
    [HARMONY_KEY_BOARD] = "BOARD",     [HARMONY_KEY_COLORS] = "COLORS",
    [HARMONY_KEY_TARGETS] = "TARGETS", [HARMONY_KEY_TILES] = "TILES",
    [HARMONY_KEY_MOVES] = "MOVES",
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

bool harmony_word_next(const struct source *source, struct line *line, struct harmony_word *word) {
    const char *data = source->data;
    while (line->from < line->to && is_blank(data[line->from]))
        line->from++;
    word->from = line->from;
    while (line->from < line->to && !is_blank(data[line->from]))
        line->from++;
    word->to = line->from;
    return word->from < word->to;
}

bool harmony_word_is(const struct source *source, struct harmony_word word, const char *text) {
    size_t size = strlen(text);
    return word.to - word.from == size && strncasecmp(source->data + word.from, text, size) == 0;
}

bool harmony_word_number(const struct source *source, struct harmony_word word, unsigned low,
                         unsigned high, unsigned *number) {
    *number = 0;
    for (size_t i = word.from; i < word.to; i++) {
        char c = source->data[i];
        if (c < '0' || c > '9')
            return false;
        *number = *number * 10 + (unsigned)(c - '0');
        if (*number > high)
            return false;
    }
    return word.from < word.to && *number >= low;
}

enum harmony_keyword harmony_word_keyword(const struct source *source, struct harmony_word word) {
    enum harmony_keyword keyword = HARMONY_KEY_ROWS;
    while (keyword < HARMONY_KEYS && !harmony_word_is(source, word, keywords[keyword]))
        keyword++;
    return keyword;
}

const char *harmony_keyword_name(enum harmony_keyword keyword) {
    return keywords[keyword];
}

/* A keyword that another one excludes, or that must have come before. */
static bool keyword_fits(struct harmony_reader *reader, enum harmony_keyword keyword, size_t at) {
    const bool *seen = reader->seen;
    bool by_place = keyword == HARMONY_KEY_COLORS || keyword == HARMONY_KEY_TARGETS ||
                    keyword == HARMONY_KEY_TILES;
    bool has_place =
        seen[HARMONY_KEY_COLORS] || seen[HARMONY_KEY_TARGETS] || seen[HARMONY_KEY_TILES];
    if (seen[keyword])
        return source_error(reader->source, at, reader->error, "there is already a %s",
                            keywords[keyword]);
    bool is_size = keyword == HARMONY_KEY_ROWS || keyword == HARMONY_KEY_COLS;
    if (!is_size && !(seen[HARMONY_KEY_ROWS] && seen[HARMONY_KEY_COLS]))
        return source_error(reader->source, at, reader->error, "ROWS and COLS must come before %s",
                            keywords[keyword]);
    if ((keyword == HARMONY_KEY_BOARD && has_place) || (by_place && seen[HARMONY_KEY_BOARD]))
        return source_error(reader->source, at, reader->error,
                            "tiles are listed by BOARD, or by COLORS, TARGETS and TILES, not both");
    if (by_place && keyword != HARMONY_KEY_COLORS && !seen[HARMONY_KEY_COLORS])
        return source_error(reader->source, at, reader->error, "COLORS must come before %s",
                            keywords[keyword]);
    return true;
}

static bool begin_section(struct harmony_reader *reader, enum harmony_keyword keyword, size_t at) {
    if (!keyword_fits(reader, keyword, at))
        return false;
    reader->seen[keyword] = true;
    reader->seen_at[keyword] = at;
    reader->section = keyword;
    return true;
}

static bool read_lines(struct harmony_reader *reader) {
    size_t offset = source_has_mark(reader->source) ? 3 : 0;
    struct line line;
    while (source_line(reader->source, &offset, &line)) {
        line_trim(reader->source, &line, '#');
        struct line rest = line;
        struct harmony_word word;
        if (!harmony_word_next(reader->source, &rest, &word))
            continue;
        enum harmony_keyword keyword = harmony_word_keyword(reader->source, word);
        if (keyword != HARMONY_KEY_NONE && !begin_section(reader, keyword, word.from))
            return false;
        if (!harmony_read_line(reader, keyword == HARMONY_KEY_NONE ? line : rest))
            return false;
    }
    return true;
}

static struct position *parse(const struct source *source, const struct puzzle_format *format,
                              qd_control *control, struct record *moves, qd_error *error) {
    (void)format; /* the keywords tell them apart */
    (void)control;
    struct harmony_reader *reader = MEM_NEW(struct harmony_reader);
    struct position *position = MEM_NEW(struct position);
    *reader = (struct harmony_reader){
        .source = source, .error = error, .moves = moves, .section = HARMONY_KEY_NONE};
    bool good = read_lines(reader) && harmony_read_end(reader, position);
    free(reader);
    if (good)
        return position;
    free(position);
    return NULL;
}

static bool print(const struct position *start, const struct record *moves,
                  const struct puzzle_format *format, struct buf *out, qd_error *error) {
    (void)error; /* both formats hold everything */
    if (strcmp(format->name, "tiles") == 0)
        harmony_print_tiles(start, moves, out);
    else
        harmony_print_board(start, moves, out);
    return true;
}

/* What a line says for this puzzle, as a bit for each keyword. A size counts only with a number
 * behind it, for other texts have rows too; moves are in texts of every puzzle. */
static unsigned keyword_bit(const struct source *source, struct line line) {
    struct harmony_word word;
    unsigned number;
    if (!harmony_word_next(source, &line, &word))
        return 0;
    enum harmony_keyword keyword = harmony_word_keyword(source, word);
    if (keyword == HARMONY_KEY_NONE || keyword == HARMONY_KEY_MOVES)
        return 0;
    bool is_size = keyword == HARMONY_KEY_ROWS || keyword == HARMONY_KEY_COLS;
    if (is_size && (!harmony_word_next(source, &line, &word) ||
                    !harmony_word_number(source, word, 0, UINT16_MAX, &number)))
        return 0;
    return 1u << keyword;
}

static const struct puzzle_format formats[] = {
    {"harmony", ".harmony", "the tiles of each colour, in the order of the rows: RED A1 3 B2 2",
     NULL},
    {"tiles", ".txt", "numbered colours, and the tiles by place: A1 0 3", NULL},
    {0},
};

/* By the number of different keywords at the beginnings of its first lines. */
static const struct puzzle_format *recognise(const struct source *source, int *sure) {
    enum { LINES = 100, FOR_ONE = 30, FOR_EACH = 25, MOST = 95 };
    size_t offset = source_has_mark(source) ? 3 : 0;
    struct line line;
    unsigned bits = 0;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++) {
        line_trim(source, &line, '#');
        bits |= keyword_bit(source, line);
    }
    int count = __builtin_popcount(bits);
    int score = FOR_ONE + FOR_EACH * (count - 1);
    *sure = count == 0 ? 0 : score < MOST ? score : MOST;
    return formats;
}

const struct puzzle_text harmony_text = {
    .formats = formats,
    .recognise = recognise,
    .parse = parse,
    .print = print,
};
