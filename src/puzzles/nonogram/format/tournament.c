/* The format of the solver tournaments (TAAI, TCGA, ICGA): a line $N, then the columns and the rows
 * of a square, with tabs between the numbers. */
#include <stdlib.h>
#include <string.h>

#include "puzzles/nonogram/format/format.h"

static bool is_heading(const struct source *source, struct line line) {
    line_trim(source, &line, 0);
    unsigned number;
    struct word word = {line.from + 1, line.to};
    return line.to > line.from && source->data[line.from] == '$' &&
           word_unsigned(source, word, 1000000, &number);
}

static bool collect(struct nonogram_draft *draft, struct nonogram_lines *lines, size_t *at) {
    size_t offset = nonogram_text_start(draft->source);
    struct line line;
    if (!nonogram_next_line(draft->source, &offset, &line) || !is_heading(draft->source, line))
        return source_error(draft->source, line.from, draft->error,
                            "expected $ and a number, and the clues below it");
    *at = line.from;
    line.from++;
    if (!nonogram_draft_about(draft, &draft->about.id, "number", draft->source->data + line.from,
                              line.to - line.from, line.from))
        return false;
    while (source_line(draft->source, &offset, &line)) {
        if (is_heading(draft->source, line))
            return nonogram_draft_second(draft, line.from);
        nonogram_lines_add(lines, line);
    }
    return true;
}

static bool read_lines(struct nonogram_draft *draft, const struct nonogram_lines *lines,
                       size_t at) {
    size_t count = nonogram_lines_used(draft->source, lines);
    if (count == 0 || count % 2 || !lines->items)
        return source_error(
            draft->source, at, draft->error,
            "expected as many lines for the rows as for the columns, found %zu altogether", count);
    for (size_t i = 0; i < count; i++)
        if (!nonogram_draft_clue_line(draft, i < count / 2 ? NONOGRAM_COLUMNS : NONOGRAM_ROWS,
                                      lines->items[i]))
            return false;
    return true;
}

bool nonogram_read_taai(struct nonogram_draft *draft) {
    struct nonogram_lines lines = {0};
    size_t at = 0;
    bool good = collect(draft, &lines, &at) && read_lines(draft, &lines, at) &&
                nonogram_draft_puzzle(draft);
    free(lines.items);
    return good;
}

int nonogram_recognise_taai(const struct source *source) {
    size_t offset = nonogram_text_start(source);
    struct line line;
    return nonogram_next_line(source, &offset, &line) && is_heading(source, line) ? 90 : 0;
}

size_t nonogram_cut_taai(const struct source *source, struct source_part **parts) {
    return nonogram_cut_before(source, parts, is_heading);
}

bool nonogram_write_taai(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    if (puzzle->width != puzzle->height)
        return error_set(error, QD_BAD_INPUT, "the format taai is only for squares");
    const char *id = puzzle->about.id;
    bool number = id && strlen(id) < 7 && strspn(id, "0123456789") == strlen(id);
    buf_printf(out, "$%s\n", number ? id : "1");
    nonogram_write_lines(puzzle->columns, puzzle->width, "\t", out);
    nonogram_write_lines(puzzle->rows, puzzle->height, "\t", out);
    return true;
}
