/* Writes the formats that are lists of numbers; see puzzles/nonogram/format/number_lists.c,
 * _tournament.c and _houston.c. */
#include <string.h>

#include "puzzles/nonogram/format/format.h"

/* Lines of clues. */
static void print_lines(const struct nonogram_line *lines, unsigned count, const char *between,
                        const char *end, struct buf *out) {
    for (unsigned i = 0; i < count; i++) {
        nonogram_page_clues(&lines[i], between, out);
        buf_add(out, end);
    }
}

static void print_rows(const struct nonogram_puzzle *puzzle, struct buf *out) {
    print_lines(puzzle->rows, puzzle->height, " ", "\n", out);
}

static void print_columns(const struct nonogram_puzzle *puzzle, struct buf *out) {
    print_lines(puzzle->columns, puzzle->width, " ", "\n", out);
}

static bool only_clues(const struct nonogram_page *page, qd_error *error) {
    return nonogram_page_one_colour(page, error) && nonogram_page_nothing_known(page, error);
}

bool nonogram_write_nin(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    if (!only_clues(page, error))
        return false;
    buf_printf(out, "%u %u\n", page->puzzle->width, page->puzzle->height);
    print_rows(page->puzzle, out);
    print_columns(page->puzzle, out);
    return true;
}

bool nonogram_write_mk(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    if (!only_clues(page, error))
        return false;
    buf_printf(out, "%u %u\n", page->puzzle->height, page->puzzle->width);
    print_rows(page->puzzle, out);
    buf_add(out, "#\n");
    print_columns(page->puzzle, out);
    return true;
}

bool nonogram_write_cwd(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    if (!only_clues(page, error))
        return false;
    buf_printf(out, "%u\n%u\n", page->puzzle->height, page->puzzle->width);
    print_rows(page->puzzle, out);
    buf_char(out, '\n');
    print_columns(page->puzzle, out);
    return true;
}

bool nonogram_write_jcross(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = page->puzzle;
    if (!only_clues(page, error))
        return false;
    buf_printf(out, "1\n%u %u\n", puzzle->height, puzzle->width);
    for (unsigned i = 0; i < puzzle->height + puzzle->width; i++) {
        const struct nonogram_line *line =
            i < puzzle->height ? &puzzle->rows[i] : &puzzle->columns[i - puzzle->height];
        nonogram_page_clues(line, " ", out);
        buf_add(out, line->count ? " 0\n" : "\n");
    }
    return true;
}

bool nonogram_write_taai(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = page->puzzle;
    if (!only_clues(page, error))
        return false;
    if (puzzle->width != puzzle->height)
        return error_set(error, QD_BAD_INPUT, "the format taai is only for squares");
    const char *id = puzzle->about.id;
    bool number = id && strlen(id) < 7 && strspn(id, "0123456789") == strlen(id);
    buf_printf(out, "$%s\n", number ? id : "1");
    print_lines(puzzle->columns, puzzle->width, "\t", "\n", out);
    print_lines(puzzle->rows, puzzle->height, "\t", "\n", out);
    return true;
}

static void print_quoted(const struct nonogram_line *lines, unsigned count, struct buf *out) {
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, i ? ",\"" : "\"");
        nonogram_page_clues(&lines[i], ",", out);
        buf_char(out, '"');
    }
    buf_char(out, '\n');
}

/* The coloured variant has no place for what the colours are. */
bool nonogram_write_houston(const struct nonogram_page *page, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = page->puzzle;
    if (!only_clues(page, error))
        return false;
    buf_printf(out, "%u\n%u\n", puzzle->width, puzzle->height);
    print_quoted(puzzle->columns, puzzle->width, out);
    print_quoted(puzzle->rows, puzzle->height, out);
    return true;
}
