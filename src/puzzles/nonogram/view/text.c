/* The board as characters. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/view/layout.h"

/* DOTS: the width of ".." and a blank, which stand for clues that are left out. */
enum { LEGEND_WIDTH = 78, DOTS = 3 };

/* Corners and crossings of a horizontal line of the frame. */
struct rule {
    const char *left, *cross, *right;
};

static const char *side_of(const struct nonogram_layout *layout) {
    return layout->ascii ? "|" : "│";
}

void nonogram_clue_add(const struct nonogram_puzzle *puzzle, const struct nonogram_clue *clue,
                       struct buf *out) {
    char digits[8];
    int at = sizeof digits;
    digits[--at] = '\0';
    for (unsigned rest = clue->length, first = 1; rest > 0 || first; rest /= 10, first = 0)
        digits[--at] = (char)('0' + rest % 10);
    buf_add(out, digits + at);
    if (!nonogram_black_and_white(puzzle))
        buf_char(out, puzzle->palette[clue->colour].letter);
}

static int clue_width(const struct nonogram_puzzle *puzzle, const struct nonogram_clue *clue) {
    int digits = 1 + (clue->length >= 10) + (clue->length >= 100) + (clue->length >= 1000);
    return digits + !nonogram_black_and_white(puzzle);
}

static struct style clue_style(const struct nonogram_puzzle *puzzle,
                               const struct nonogram_terminal_colour *palette,
                               const struct nonogram_clue *clue, bool done) {
    if (done)
        return (struct style){.dim = true};
    if (nonogram_black_and_white(puzzle))
        return (struct style){0};
    return (struct style){.fore = palette[clue->colour].foreground,
                          .back = palette[clue->colour].background};
}

/* The characters of a row's clues with blanks between them; "0" if there are none. */
static int line_width(const struct nonogram_puzzle *puzzle, const struct nonogram_line *line) {
    int width = line->count ? (int)line->count - 1 : 1;
    for (unsigned i = 0; i < line->count; i++)
        width += clue_width(puzzle, &line->clues[i]);
    return width;
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int at_most(int value, int most) {
    return most && value > most ? most : value;
}

struct nonogram_layout nonogram_layout_make(const struct nonogram_puzzle *puzzle,
                                            struct nonogram_part part, bool ascii, int most_top,
                                            int most_left) {
    struct nonogram_layout layout = {.part = part, .top = 1, .left = 1, .cell = 2, .ascii = ascii};
    for (unsigned i = 0; i < part.rows; i++)
        layout.left = larger(layout.left, line_width(puzzle, &puzzle->rows[part.row + i]));
    for (unsigned i = 0; i < part.columns; i++) {
        const struct nonogram_line *line = &puzzle->columns[part.column + i];
        layout.top = larger(layout.top, (int)line->count);
        for (unsigned clue = 0; clue < line->count; clue++) /* a blank keeps neighbours apart */
            layout.cell = larger(layout.cell, 1 + clue_width(puzzle, &line->clues[clue]));
    }
    layout.top = at_most(layout.top, most_top);
    layout.left = at_most(layout.left, most_left);
    return layout;
}

/* How many lines between groups lie before the cell, counted from the part's first one. */
static int groups_before(unsigned first, unsigned at) {
    assert(at >= first);
    return (int)(at / NONOGRAM_GROUP - first / NONOGRAM_GROUP);
}

int nonogram_layout_row(const struct nonogram_layout *layout, unsigned row) {
    return layout->top + 1 + (int)(row - layout->part.row) + groups_before(layout->part.row, row);
}

int nonogram_layout_column(const struct nonogram_layout *layout, unsigned column) {
    return layout->left + 1 + (int)(column - layout->part.column) * layout->cell +
           groups_before(layout->part.column, column);
}

static bool begins_group(unsigned first, unsigned at) {
    return at > first && at % NONOGRAM_GROUP == 0;
}

/* The line of the frame below the last row, and its column right of the last one. */
static int bottom_of(const struct nonogram_layout *layout) {
    return nonogram_layout_row(layout, layout->part.row + layout->part.rows - 1) + 1;
}

static int right_of(const struct nonogram_layout *layout) {
    return nonogram_layout_column(layout, layout->part.column + layout->part.columns - 1) +
           layout->cell;
}

static void put_rule(const struct nonogram_layout *layout, int line, const struct rule *rule,
                     struct canvas *canvas) {
    const struct style faint = {.dim = true};
    const struct nonogram_part *part = &layout->part;
    canvas_fill(canvas, line, layout->left, 1, right_of(layout) - layout->left,
                layout->ascii ? "-" : "─", faint);
    canvas_put(canvas, line, layout->left, layout->ascii ? "+" : rule->left, faint);
    canvas_put(canvas, line, right_of(layout), layout->ascii ? "+" : rule->right, faint);
    for (unsigned column = part->column; column < part->column + part->columns; column++)
        if (begins_group(part->column, column))
            canvas_put(canvas, line, nonogram_layout_column(layout, column) - 1,
                       layout->ascii ? "+" : rule->cross, faint);
}

static void put_frame(const struct nonogram_layout *layout, struct canvas *canvas) {
    static const struct rule upper = {"┌", "┬", "┐"}, middle = {"├", "┼", "┤"},
                             lower = {"└", "┴", "┘"};
    const struct nonogram_part *part = &layout->part;
    put_rule(layout, layout->top, &upper, canvas);
    put_rule(layout, bottom_of(layout), &lower, canvas);
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        if (begins_group(part->row, row))
            put_rule(layout, nonogram_layout_row(layout, row) - 1, &middle, canvas);
}

/* The sides of the frame, and the lines between groups, beside the cells of a row. */
static void put_sides(const struct nonogram_layout *layout, int line, struct canvas *canvas) {
    const struct style faint = {.dim = true};
    const struct nonogram_part *part = &layout->part;
    canvas_put(canvas, line, layout->left, side_of(layout), faint);
    canvas_put(canvas, line, right_of(layout), side_of(layout), faint);
    for (unsigned column = part->column; column < part->column + part->columns; column++)
        if (begins_group(part->column, column))
            canvas_put(canvas, line, nonogram_layout_column(layout, column) - 1, side_of(layout),
                       faint);
}

/* Every fifth row and column has its number, on the right and below. */
static void put_numbers(const struct nonogram_layout *layout, struct canvas *canvas) {
    const struct style faint = {.dim = true};
    const struct nonogram_part *part = &layout->part;
    struct buf number = {0};
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        if ((row + 1) % NONOGRAM_GROUP == 0) {
            buf_clear(&number);
            buf_printf(&number, "%u", row + 1);
            canvas_put(canvas, nonogram_layout_row(layout, row), right_of(layout) + 2, number.text,
                       faint);
        }
    for (unsigned column = part->column; column < part->column + part->columns; column++)
        if ((column + 1) % NONOGRAM_GROUP == 0) {
            buf_clear(&number);
            buf_printf(&number, "%u", column + 1);
            int end = nonogram_layout_column(layout, column) + layout->cell;
            canvas_put(canvas, bottom_of(layout) + 1, end - (int)number.size, number.text, faint);
        }
    buf_free(&number);
}

/* What is drawn, and how. */
struct board {
    const struct position *position;
    const struct nonogram_puzzle *puzzle;
    const struct nonogram_layout *layout;
    struct nonogram_terminal_colour palette[NONOGRAM_COLOURS + 1];
    bool solved;
    struct canvas *canvas;
};

/* Writes the clue so that it ends just before the column `end`. Returns where it begins. */
static int put_clue(const struct board *board, int line, int end, const struct nonogram_clue *clue,
                    bool done) {
    struct buf text = {0};
    nonogram_clue_add(board->puzzle, clue, &text);
    int start = end - (int)text.size;
    canvas_put(board->canvas, line, start, text.text,
               clue_style(board->puzzle, board->palette, clue, done));
    buf_free(&text);
    return start;
}

/* The clues of a line that are shown; to is not one of them. */
struct range {
    unsigned from, to;
};

static bool has_room(const struct board *board, const struct nonogram_line *line, bool is_row) {
    return is_row ? line_width(board->puzzle, line) <= board->layout->left
                  : (int)line->count <= board->layout->top;
}

/* The room that a clue takes. */
static int cost_of(const struct board *board, const struct nonogram_clue *clue, bool is_row) {
    return is_row ? clue_width(board->puzzle, clue) + 1 : 1;
}

/* All clues if there is room; otherwise those around the one that would be in the middle of the
 * part if the clues were spread evenly. */
static struct range range_shown(const struct board *board, const struct nonogram_line *line,
                                bool is_row) {
    if (has_room(board, line, is_row))
        return (struct range){0, line->count};
    const struct nonogram_part *part = &board->layout->part;
    unsigned middle = is_row ? part->column + part->columns / 2 : part->row + part->rows / 2;
    unsigned length = is_row ? board->puzzle->width : board->puzzle->height;
    unsigned centre = (unsigned)((size_t)line->count * middle / length);
    int room = is_row ? board->layout->left - 2 * DOTS : board->layout->top - 2;
    struct range range = {centre, centre};
    for (bool grown = true; grown;) {
        grown = false;
        if (range.to < line->count && cost_of(board, &line->clues[range.to], is_row) <= room) {
            room -= cost_of(board, &line->clues[range.to++], is_row);
            grown = true;
        }
        if (range.from > 0 && cost_of(board, &line->clues[range.from - 1], is_row) <= room) {
            room -= cost_of(board, &line->clues[--range.from], is_row);
            grown = true;
        }
    }
    return range;
}

/* Which clues are done: on a solved board, all. The caller frees it. */
static bool *clues_done(const struct board *board, unsigned number, bool is_row) {
    if (!board->solved)
        return is_row ? nonogram_row_done(board->position, number)
                      : nonogram_column_done(board->position, number);
    unsigned count =
        is_row ? board->puzzle->rows[number].count : board->puzzle->columns[number].count;
    bool *done = mem_new(count + 1, sizeof *done);
    for (unsigned i = 0; i < count; i++)
        done[i] = true;
    return done;
}

static void put_row_clues(const struct board *board, unsigned row) {
    const struct style faint = {.dim = true};
    const struct nonogram_line *line = &board->puzzle->rows[row];
    int at = nonogram_layout_row(board->layout, row), end = board->layout->left;
    struct range range = range_shown(board, line, true);
    bool *done = clues_done(board, row, true);
    if (line->count == 0)
        canvas_put(board->canvas, at, end - 1, "0", (struct style){0});
    if (range.to < line->count) {
        canvas_put(board->canvas, at, end - 2, "..", faint);
        end -= DOTS;
    }
    for (unsigned i = range.to; i-- > range.from;)
        end = put_clue(board, at, end, &line->clues[i], done[i]) - 1;
    if (range.from > 0)
        canvas_put(board->canvas, at, end - 2, "..", faint);
    free(done);
}

static void put_column_clues(const struct board *board, unsigned column) {
    const struct style faint = {.dim = true};
    const struct nonogram_line *line = &board->puzzle->columns[column];
    int end = nonogram_layout_column(board->layout, column) + board->layout->cell;
    int at = board->layout->top - 1;
    struct range range = range_shown(board, line, false);
    bool *done = clues_done(board, column, false);
    if (line->count == 0)
        canvas_put(board->canvas, at, end - 1, "0", (struct style){0});
    if (range.to < line->count)
        canvas_put(board->canvas, at--, end - 2, "..", faint);
    for (unsigned i = range.to; i-- > range.from; at--)
        put_clue(board, at, end, &line->clues[i], done[i]);
    if (range.from > 0)
        canvas_put(board->canvas, at, end - 2, "..", faint);
    free(done);
}

/* A filled cell of a coloured puzzle repeats the colour's letter, so that it can be read without
 * colours; with them the letter is invisible unless another colour looks the same. */
static void put_colour(const struct board *board, int line, int column, uint8_t colour) {
    const struct nonogram_terminal_colour *shown = &board->palette[colour];
    char letter[2] = {board->puzzle->palette[colour].letter, '\0'};
    struct style style = {.fore = shown->distinct ? shown->background : shown->foreground,
                          .back = shown->background};
    canvas_fill(board->canvas, line, column, 1, board->layout->cell, letter, style);
}

/* A solved picture needs no marks on its empty cells. */
static void put_cell(const struct board *board, unsigned row, unsigned column) {
    uint8_t value = board->position->cells[(size_t)row * board->puzzle->width + column];
    int line = nonogram_layout_row(board->layout, row);
    int from = nonogram_layout_column(board->layout, column);
    bool ascii = board->layout->ascii;
    if (value == NONOGRAM_UNKNOWN || value == NONOGRAM_EMPTY)
        canvas_fill(board->canvas, line, from, 1, board->layout->cell, " ", (struct style){0});
    if (value == NONOGRAM_UNKNOWN || (value == NONOGRAM_EMPTY && board->solved))
        return;
    if (value == NONOGRAM_EMPTY)
        canvas_put(board->canvas, line, from + board->layout->cell - 1, ascii ? "." : "·",
                   (struct style){.dim = true});
    else if (nonogram_black_and_white(board->puzzle))
        canvas_fill(board->canvas, line, from, 1, board->layout->cell, ascii ? "#" : "█",
                    (struct style){0});
    else
        put_colour(board, line, from, value);
}

/* Writes the legend, or, without a canvas, only measures it. Returns its number of lines. */
static int put_legend(const struct nonogram_puzzle *puzzle,
                      const struct nonogram_terminal_colour *palette, int line,
                      struct canvas *canvas) {
    int column = 0, lines = nonogram_black_and_white(puzzle) ? 0 : 1;
    for (unsigned i = 1; lines && i <= puzzle->colours; i++) {
        const struct nonogram_colour *colour = &puzzle->palette[i];
        int width = 4 + (int)strlen(colour->name) + 2;
        if (column > 0 && column + width > LEGEND_WIDTH) {
            column = 0;
            lines++;
        }
        if (canvas) {
            char letter[4] = {' ', colour->letter, ' ', '\0'};
            int at = canvas_put(
                canvas, line + lines - 1, column, letter,
                (struct style){.fore = palette[i].foreground, .back = palette[i].background});
            canvas_put(canvas, line + lines - 1, at + 1, colour->name, (struct style){0});
        }
        column += width;
    }
    return lines;
}

/* The line below the frame, or below the numbers if there are any. */
static int legend_line(const struct nonogram_layout *layout) {
    const struct nonogram_part *part = &layout->part;
    bool numbers = (part->column + part->columns) / NONOGRAM_GROUP > part->column / NONOGRAM_GROUP;
    return bottom_of(layout) + 1 + numbers;
}

int nonogram_layout_end(const struct nonogram_puzzle *puzzle,
                        const struct nonogram_layout *layout) {
    return legend_line(layout) + put_legend(puzzle, NULL, 0, NULL);
}

void nonogram_text_put(const struct position *position, const struct nonogram_layout *layout,
                       struct canvas *canvas) {
    struct board board = {.position = position,
                          .puzzle = position->puzzle,
                          .layout = layout,
                          .solved = nonogram_rules.solved(position),
                          .canvas = canvas};
    const struct nonogram_part *part = &layout->part;
    nonogram_terminal_palette(board.puzzle, board.palette);
    for (unsigned column = part->column; column < part->column + part->columns; column++)
        put_column_clues(&board, column);
    put_frame(layout, canvas);
    for (unsigned row = part->row; row < part->row + part->rows; row++) {
        put_row_clues(&board, row);
        put_sides(layout, nonogram_layout_row(layout, row), canvas);
        for (unsigned column = part->column; column < part->column + part->columns; column++)
            put_cell(&board, row, column);
    }
    put_numbers(layout, canvas);
    put_legend(board.puzzle, board.palette, legend_line(layout), canvas);
}
