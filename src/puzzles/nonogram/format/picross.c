/* The format of picross-solver: `GRID name`, `ROWS`, a line `[ 1 2 ]` for each row, `COLUMNS` and
 * the same; # begins a comment. */
#include <string.h>

#include "puzzles/nonogram/format/format.h"

static bool read_name(struct nonogram_draft *draft, struct line line) {
    line.from += 4;
    line_trim(draft->source, &line, 0);
    return nonogram_draft_about(draft, &draft->about.title, "title",
                                draft->source->data + line.from, line.to - line.from, line.from);
}

static bool read_clues(struct nonogram_draft *draft, int side, struct line line) {
    const char *data = draft->source->data;
    if (side < 0)
        return source_error(draft->source, line.from, draft->error,
                            "expected ROWS or COLUMNS before the clues");
    if (data[line.from] != '[' || data[line.to - 1] != ']' || line.to - line.from < 2)
        return source_error(draft->source, line.from, draft->error,
                            "expected clues in brackets, such as [ 3 1 ]");
    struct line inner = {line.from + 1, line.to - 1};
    return nonogram_draft_clue_line(draft, (enum nonogram_side)side, inner);
}

static bool begin_side(struct nonogram_draft *draft, enum nonogram_side side, int *now, size_t at) {
    if (draft->side[side].count > 0 || *now == (int)side)
        return source_error(draft->source, at, draft->error, "there is already a list of these");
    *now = (int)side;
    return true;
}

bool nonogram_read_picross(struct nonogram_draft *draft) {
    const struct source *source = draft->source;
    size_t offset = nonogram_text_start(source);
    struct line line;
    int side = -1;
    bool good = true, named = false;
    while (good && source_line(source, &offset, &line)) {
        line_trim(source, &line, '#');
        if (line.from == line.to)
            continue;
        struct word word;
        struct line rest = line;
        word_next(source, &rest, "", &word);
        if (word_is(source, word, "GRID")) {
            good = named || side >= 0 ? nonogram_draft_second(draft, line.from)
                                      : read_name(draft, line);
            named = true;
        } else if (nonogram_line_is(source, line, "ROWS")) {
            good = begin_side(draft, NONOGRAM_ROWS, &side, line.from);
        } else if (nonogram_line_is(source, line, "COLUMNS")) {
            good = begin_side(draft, NONOGRAM_COLUMNS, &side, line.from);
        } else {
            good = read_clues(draft, side, line);
        }
    }
    return good && nonogram_draft_puzzle(draft);
}

int nonogram_recognise_picross(const struct source *source) {
    enum { LINES = 100 };
    size_t offset = nonogram_text_start(source);
    struct line line;
    bool grid = false, section = false;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++) {
        line_trim(source, &line, '#');
        grid |=
            nonogram_line_begins(source, line, "GRID ") || nonogram_line_is(source, line, "GRID");
        if (section && line.from < line.to)
            return source->data[line.from] == '[' ? 90 : grid ? 60 : 0;
        section =
            nonogram_line_is(source, line, "ROWS") || nonogram_line_is(source, line, "COLUMNS");
    }
    return grid ? 60 : 0;
}

static bool is_grid(const struct source *source, struct line line) {
    struct word word;
    line_trim(source, &line, '#');
    return word_next(source, &line, "", &word) && word_is(source, word, "GRID");
}

size_t nonogram_cut_picross(const struct source *source, struct source_part **parts) {
    return nonogram_cut_before(source, parts, is_grid);
}

static void print_lines(const char *heading, const struct nonogram_line *lines, unsigned count,
                        struct buf *out) {
    buf_printf(out, "%s\n", heading);
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, "[ ");
        for (unsigned k = 0; k < lines[i].count; k++)
            buf_printf(out, "%u ", lines[i].clues[k].length);
        buf_add(out, "]\n");
    }
}

bool nonogram_write_picross(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    const char *title = puzzle->about.title ? puzzle->about.title : "";
    if (strpbrk(title, "#\n"))
        return error_set(error, QD_BAD_INPUT,
                         "the format picross needs a title of one line without a #");
    buf_printf(out, "GRID %s\n", title);
    print_lines("ROWS", puzzle->rows, puzzle->height, out);
    print_lines("COLUMNS", puzzle->columns, puzzle->width, out);
    return true;
}
