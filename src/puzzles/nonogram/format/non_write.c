/* Writes .non, the puzzle's own format: it holds everything. */
#include <string.h>

#include "puzzles/nonogram/format/format.h"

enum { MOVES_IN_A_LINE = 10 };

static void print_about(const char *key, const char *text, struct buf *out) {
    if (!text)
        return;
    buf_printf(out, "%s \"", key);
    nonogram_entities_encode(text, out);
    buf_add(out, "\"\n");
}

/* The code of a licence is written without quotes. */
static void print_license(const char *text, struct buf *out) {
    static const char code[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-";
    if (text && strspn(text, code) == strlen(text))
        buf_printf(out, "license %s\n", text);
    else
        print_about("license", text, out);
}

static void print_colour(char mark, const struct nonogram_colour *colour, struct buf *out) {
    char usual[NONOGRAM_NAME + 1];
    nonogram_name_of_rgb(colour->rgb, usual);
    buf_printf(out, "color %c #%06x", mark, (unsigned)colour->rgb);
    if (strcmp(usual, colour->name) != 0) {
        buf_add(out, " \"");
        nonogram_entities_encode(colour->name, out);
        buf_char(out, '"');
    }
    buf_char(out, '\n');
}

static bool is_usual(const struct nonogram_colour *colour, const char *name, uint32_t rgb) {
    return strcmp(colour->name, name) == 0 && colour->rgb == rgb;
}

/* Black on white goes without saying. */
static void print_colours(const struct nonogram_puzzle *puzzle, struct buf *out) {
    if (!is_usual(&puzzle->palette[0], "white", 0xFFFFFF))
        print_colour('0', &puzzle->palette[0], out);
    if (puzzle->colours == 1) {
        if (!is_usual(&puzzle->palette[1], "black", 0x000000))
            print_colour('1', &puzzle->palette[1], out);
        return;
    }
    for (unsigned i = 1; i <= puzzle->colours; i++)
        print_colour(puzzle->palette[i].letter, &puzzle->palette[i], out);
}

static void print_lines(const struct nonogram_puzzle *puzzle, const char *heading,
                        const struct nonogram_line *lines, unsigned count, struct buf *out) {
    buf_printf(out, "\n%s\n", heading);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < lines[i].count; k++) {
            buf_printf(out, "%s%u", k ? "," : "", lines[i].clues[k].length);
            if (puzzle->colours > 1)
                buf_char(out, puzzle->palette[lines[i].clues[k].colour].letter);
        }
        buf_add(out, lines[i].count ? "\n" : "0\n");
    }
}

static void print_picture(const struct nonogram_puzzle *puzzle, const char *key,
                          const uint8_t *cells, struct buf *out) {
    size_t count = (size_t)puzzle->width * puzzle->height;
    buf_printf(out, "\n%s \"", key);
    for (size_t i = 0; i < count; i++)
        buf_char(out, cells[i] == NONOGRAM_EMPTY     ? '0'
                      : cells[i] == NONOGRAM_UNKNOWN ? '?'
                      : puzzle->colours == 1         ? '1'
                                                     : puzzle->palette[cells[i]].letter);
    buf_add(out, "\"\n");
}

static void print_moves(const struct record *moves, struct buf *out) {
    for (size_t i = 0; i < moves->count; i++) {
        buf_add(out, i % MOVES_IN_A_LINE ? " " : "\nmoves ");
        buf_add(out, moves->moves[i].text);
    }
    if (moves->count)
        buf_char(out, '\n');
}

static bool any_known(const struct position *start) {
    size_t count = (size_t)start->puzzle->width * start->puzzle->height;
    for (size_t i = 0; i < count; i++)
        if (start->cells[i] != NONOGRAM_UNKNOWN)
            return true;
    return false;
}

bool nonogram_write_non(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    const struct nonogram_about *about = &puzzle->about;
    print_about("catalogue", about->catalogue, out);
    print_about("title", about->title, out);
    print_about("by", about->author, out);
    print_about("copyright", about->copyright, out);
    print_license(about->license, out);
    print_about("source", about->source, out);
    print_about("description", about->description, out);
    print_about("id", about->id, out);
    print_colours(puzzle, out);
    buf_printf(out, "width %u\nheight %u\n", puzzle->width, puzzle->height);
    print_lines(puzzle, "rows", puzzle->rows, puzzle->height, out);
    print_lines(puzzle, "columns", puzzle->columns, puzzle->width, out);
    if (puzzle->goal)
        print_picture(puzzle, "goal", puzzle->goal, out);
    if (any_known(game->start))
        print_picture(puzzle, "saved", game->start->cells, out);
    print_moves(game->moves, out);
    return true;
}
