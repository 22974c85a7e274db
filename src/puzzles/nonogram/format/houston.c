/* HoustonWeHaveABug's format: width and height on lines of their own, then the columns on one line
 * and the rows on the next, each in quotes: "3,1","2". In coloured puzzles a dash and a character
 * follow each number: "3-r,1-g". */
#include "puzzles/nonogram/format/format.h"

/* The next quoted part of a line; commas separate them. */
static bool next_quoted(struct nonogram_draft *draft, struct line *line, struct word *word) {
    const char *data = draft->source->data;
    while (line->from < line->to && data[line->from] != '"')
        if (data[line->from] != ',' && data[line->from] != ' ' && data[line->from] != '\t')
            return source_error(draft->source, line->from, draft->error,
                                "expected clues in quotes, such as \"3,1\"");
        else
            line->from++;
    word->from = line->from + 1;
    for (word->to = word->from; word->to < line->to && data[word->to] != '"';)
        word->to++;
    if (word->to >= line->to)
        return source_error(draft->source, line->from, draft->error,
                            "the closing quote is missing");
    line->from = word->to + 1;
    return true;
}

/* "3-r": a number and a colour. */
static bool read_clue(struct nonogram_draft *draft, enum nonogram_side side, struct word word) {
    const char *data = draft->source->data;
    struct word number = {.from = word.from, .to = word.from};
    while (number.to < word.to && data[number.to] != '-')
        number.to++;
    if (number.to == word.to || number.to == word.from)
        return nonogram_draft_clue_word(draft, side, word);
    unsigned length;
    if (number.to + 2 != word.to || !word_unsigned(draft->source, number, UINT16_MAX, &length) ||
        length == 0)
        return source_error(draft->source, word.from, draft->error,
                            "expected a number, a dash and one character for the colour");
    int colour = nonogram_draft_mark(draft, data[word.to - 1]);
    if (colour < 1) {
        if (!nonogram_draft_colour_letter(draft, data[word.to - 1], word.to - 1))
            return false;
        colour = (int)draft->colours;
    }
    return nonogram_draft_clue(draft, side, length, (unsigned)colour, word.from);
}

static bool read_lines(struct nonogram_draft *draft, enum nonogram_side side, struct line line) {
    struct word quoted = {0}, word;
    while (line.from < line.to) {
        if (!next_quoted(draft, &line, &quoted) || !nonogram_draft_line(draft, side, quoted.from))
            return false;
        struct line inner = {quoted.from, quoted.to};
        while (word_next(draft->source, &inner, ",", &word))
            if (!read_clue(draft, side, word))
                return false;
        while (line.from < line.to &&
               (draft->source->data[line.from] == ',' || draft->source->data[line.from] == ' '))
            line.from++;
    }
    return true;
}

bool nonogram_read_houston(struct nonogram_draft *draft) {
    const enum nonogram_side order[] = {NONOGRAM_COLUMNS, NONOGRAM_ROWS};
    size_t offset = nonogram_text_start(draft->source);
    for (int i = 0; i < 4; i++) {
        struct line line = {draft->source->size, draft->source->size};
        bool found = nonogram_next_line(draft->source, &offset, &line);
        if (i < 2 && !nonogram_draft_size_word(draft, order[i], (struct word){line.from, line.to}))
            return false;
        if (i >= 2 && found && !read_lines(draft, order[i - 2], line))
            return false;
    }
    struct line more;
    if (nonogram_next_line(draft->source, &offset, &more))
        return source_error(draft->source, more.from, draft->error,
                            "nothing may follow the columns and the rows");
    return nonogram_draft_puzzle(draft);
}

int nonogram_recognise_houston(const struct source *source) {
    size_t offset = nonogram_text_start(source);
    struct line line;
    unsigned number;
    for (int i = 0; i < 3; i++) {
        if (!nonogram_next_line(source, &offset, &line))
            return 0;
        struct word word = {line.from, line.to};
        if (i < 2 && !word_unsigned(source, word, UINT16_MAX, &number))
            return 0;
    }
    return source->data[line.from] == '"' ? 90 : 0;
}

static void print_quoted(const struct nonogram_line *lines, unsigned count, struct buf *out) {
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, i ? ",\"" : "\"");
        nonogram_write_clues(&lines[i], ",", out);
        buf_char(out, '"');
    }
    buf_char(out, '\n');
}

/* The coloured variant cannot say which colours they are. */
bool nonogram_write_houston(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    buf_printf(out, "%u\n%u\n", puzzle->width, puzzle->height);
    print_quoted(puzzle->columns, puzzle->width, out);
    print_quoted(puzzle->rows, puzzle->height, out);
    return true;
}
