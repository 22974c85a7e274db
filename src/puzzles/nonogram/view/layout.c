/* Which part of a board is shown, and how: with its clues, or, if it is too large for that, as an
 * overview. */
#include "puzzles/nonogram/view/layout.h"

#include <assert.h>
#include <quandary/types.h>

static unsigned smaller(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static struct nonogram_part whole(const struct nonogram_puzzle *puzzle) {
    return (struct nonogram_part){.rows = puzzle->height, .columns = puzzle->width};
}

/* The first of count cells around the middle, on a side of `side` cells. */
static unsigned first_of(unsigned middle, unsigned count, unsigned side) {
    assert(count <= side);
    unsigned first = middle > count / 2 ? middle - count / 2 : 0;
    return smaller(first, side - count);
}

struct nonogram_part nonogram_part_around(const struct nonogram_puzzle *puzzle, unsigned row,
                                          unsigned column, unsigned span) {
    struct nonogram_part part = {.rows = smaller(span, puzzle->height),
                                 .columns = smaller(span, puzzle->width)};
    part.row = first_of(row, part.rows, puzzle->height);
    part.column = first_of(column, part.columns, puzzle->width);
    return part;
}

bool nonogram_part_chosen(const struct nonogram_puzzle *puzzle, const struct options *options,
                          struct nonogram_part *part) {
    *part = whole(puzzle);
    if (!options_given(options, "row") && !options_given(options, "column") &&
        !options_given(options, "span"))
        return false;
    unsigned row = (unsigned)options_int(options, nonogram_options, "row");
    unsigned column = (unsigned)options_int(options, nonogram_options, "column");
    unsigned span = (unsigned)options_int(options, nonogram_options, "span");
    *part = nonogram_part_around(puzzle, row - 1, column - 1, span);
    return true;
}

/* The more cells a character stands for are filled, the darker it is. */
static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
static const char *const ascii_shades[] = {" ", ".", ":", "+", "#"};
enum { DARKEST = sizeof shades / sizeof *shades - 1 };

/* How dark a rectangle of 2 * step rows and step columns is, from (row, column) on; it may reach
 * beyond the board. */
static unsigned shade_of(const struct position *position, unsigned row, unsigned column,
                         unsigned step) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    unsigned filled = 0, all = 0;
    for (unsigned y = row; y < row + 2 * step && y < puzzle->height; y++)
        for (unsigned x = column; x < column + step && x < puzzle->width; x++) {
            uint8_t value = position->cells[(size_t)y * puzzle->width + x];
            filled += value != NONOGRAM_EMPTY && value != NONOGRAM_UNKNOWN;
            all++;
        }
    return all ? (filled * DARKEST + all - 1) / all : 0; /* a single filled cell shows */
}

/* The picture without clues; each character stands for several cells. */
static void put_overview(const struct position *position, const struct options *options,
                         struct canvas *canvas) {
    bool ascii = options_flag(options, "ascii");
    const struct nonogram_puzzle *puzzle = position->puzzle;
    unsigned longer = puzzle->width > puzzle->height ? puzzle->width : puzzle->height;
    unsigned step = 1 + (longer - 1) / NONOGRAM_READABLE;
    int line = 0;
    for (unsigned row = 0; row < puzzle->height; row += 2 * step, line++) {
        int end = 0;
        for (unsigned column = 0; column < puzzle->width; column += step) {
            unsigned shade = shade_of(position, row, column, step);
            end = canvas_put(canvas, line, end, ascii ? ascii_shades[shade] : shades[shade],
                             (struct style){0});
        }
    }
    struct buf note = {0};
    options_printf(options, &note,
                   "%u rows, %u columns: too many for their clues; " OPTION_IS(
                       "row", "N") " " OPTION_IS("column", "N") " shows a part",
                   puzzle->height, puzzle->width);
    canvas_put(canvas, line, 0, note.text, (struct style){.dim = true});
    buf_free(&note);
}

static void render_text(const struct position *position, const struct options *options,
                        struct canvas *canvas) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    bool ascii = options_flag(options, "ascii");
    struct nonogram_part part;
    bool chosen = nonogram_part_chosen(puzzle, options, &part);
    if (!chosen && (puzzle->width > NONOGRAM_READABLE || puzzle->height > NONOGRAM_READABLE)) {
        put_overview(position, options, canvas);
        return;
    }
    struct nonogram_layout layout = nonogram_layout_make(puzzle, part, ascii, 0, 0);
    nonogram_text_put(position, &layout, canvas);
}

const struct puzzle_render nonogram_render = {
    .text = render_text, .draw = nonogram_draw, .drawn = "print"};
