/* The board as shapes: for the screen, or as a page for printing. All its lengths are multiples of
 * the size of a cell, which is chosen so that everything fits. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/drawing.h"
#include "puzzles/nonogram/view/layout.h"

/* In units of the drawing; a page has 96 of them to the inch. */
enum {
    CELL = 24,         /* a cell, where there is room */
    PRINTED_CELL = 34, /* the most on a page: 9 mm */
    LONGEST = 7600,    /* the longest side of the whole drawing, for PNG */
    MARGIN = 12,
    PAGE_MARGIN = 48,
    HEADING = 44, /* for the title of a page */
    SWATCH = 16,
    LEGEND = 28 /* a line of the legend */
};

/* A board with more cells is drawn as runs, without tags and crosses; empty is white then, and
 * unknown grey. */
enum { CELLS_APART = 10000 };

static const uint32_t UNKNOWN_PAPER = 0xf1f1eeff, FAINT = 0xb9b9b9ff, HEAVY = 0x303030ff,
                      DONE = 0xa8a8a8ff, BLACK = 0x000000ff, WHITE = 0xffffffff;

/* In cells: the height and the width of a clue. */
static const double CLUE_HEIGHT = 0.8, CLUE_WIDTH = 0.95, WIDE_CLUE = 1.3, CLUE_PAD = 0.3;

struct sheet {
    const struct position *position;
    const struct nonogram_puzzle *puzzle;
    struct nonogram_part part;
    bool print, solved;
    double clue_width;    /* in cells */
    double left, top;     /* the room for clues, in cells */
    double cell;          /* in units */
    double x, y;          /* the upper left corner of the first cell */
    double width, height; /* of the drawing */
    struct drawing *drawing;
};

static bool has_legend(const struct sheet *sheet) {
    return !nonogram_black_and_white(sheet->puzzle);
}

static void measure_clues(struct sheet *sheet) {
    unsigned across = 1, down = 1, longest = 0;
    for (unsigned i = 0; i < sheet->part.rows; i++) {
        const struct nonogram_line *line = &sheet->puzzle->rows[sheet->part.row + i];
        across = line->count > across ? line->count : across;
        for (unsigned clue = 0; clue < line->count; clue++)
            longest = line->clues[clue].length > longest ? line->clues[clue].length : longest;
    }
    for (unsigned i = 0; i < sheet->part.columns; i++) {
        const struct nonogram_line *line = &sheet->puzzle->columns[sheet->part.column + i];
        down = line->count > down ? line->count : down;
    }
    bool letters = sheet->print && has_legend(sheet);
    sheet->clue_width = longest > 99 || (letters && longest > 9) ? WIDE_CLUE : CLUE_WIDTH;
    sheet->left = across * sheet->clue_width + CLUE_PAD;
    sheet->top = down * CLUE_HEIGHT + CLUE_PAD;
}

static double legend_height(const struct sheet *sheet, double width);

/* Cells of a pleasant size, unless the PNG would become too large. */
static void fit_screen(struct sheet *sheet) {
    double across = sheet->left + sheet->part.columns, down = sheet->top + sheet->part.rows;
    double fitting = floor(LONGEST / fmax(across, down));
    sheet->cell = fmax(2, fmin(CELL, fitting));
    sheet->width = across * sheet->cell + 2 * MARGIN;
    sheet->height = down * sheet->cell + 2 * MARGIN;
    sheet->height += legend_height(sheet, sheet->width - 2 * MARGIN);
    sheet->x = MARGIN + sheet->left * sheet->cell;
    sheet->y = MARGIN + sheet->top * sheet->cell;
}

/* A page, upright or on its side, whichever lets the cells be larger. */
static void fit_page(struct sheet *sheet, const char *paper) {
    bool letter = strcmp(paper, "letter") == 0;
    double across = sheet->left + sheet->part.columns, down = sheet->top + sheet->part.rows;
    assert(across > 0 && down > 0);
    sheet->cell = 0;
    for (int turned = 0; turned < 2; turned++) {
        double width = letter ? 816 : 794, height = letter ? 1056 : 1123;
        double page_width = turned ? height : width, page_height = turned ? width : height;
        double room_x = page_width - 2 * PAGE_MARGIN;
        double room_y = page_height - 2 * PAGE_MARGIN - HEADING - legend_height(sheet, room_x);
        double cell = fmin(PRINTED_CELL, fmin(room_x / across, room_y / down));
        if (cell > sheet->cell) {
            sheet->cell = cell;
            sheet->width = page_width;
            sheet->height = page_height;
        }
    }
    sheet->x = (sheet->width - across * sheet->cell) / 2 + sheet->left * sheet->cell;
    sheet->y = PAGE_MARGIN + HEADING + sheet->top * sheet->cell;
}

static double x_of(const struct sheet *sheet, unsigned column) {
    return sheet->x + (column - sheet->part.column) * sheet->cell;
}

static double y_of(const struct sheet *sheet, unsigned row) {
    return sheet->y + (row - sheet->part.row) * sheet->cell;
}

static uint32_t fill_of(const struct nonogram_puzzle *puzzle, unsigned colour) {
    return puzzle->palette[colour].rgb << 8 | 0xff;
}

/* Text centred on (x, y). */
static void draw_label(struct sheet *sheet, double x, double y, const char *text,
                       struct lettering lettering) {
    lettering.anchor = ANCHOR_MIDDLE;
    drawing_text(sheet->drawing, x, y + DRAWING_CAP * lettering.size / 2, text, lettering);
}

/* A clue around (x, y); one that is done is pale and struck out. */
static void draw_clue(struct sheet *sheet, double x, double y, const struct nonogram_clue *clue,
                      bool done) {
    bool coloured = has_legend(sheet) && !done;
    bool light = nonogram_is_light(sheet->puzzle->palette[clue->colour].rgb);
    double half = sheet->clue_width * sheet->cell * 0.44, high = CLUE_HEIGHT * sheet->cell * 0.44;
    struct buf text = {0};
    if (sheet->print) /* with the letter of its colour, for printers that have none */
        nonogram_clue_add(sheet->puzzle, clue, &text);
    else
        buf_printf(&text, "%u", clue->length);
    if (coloured)
        drawing_rect(sheet->drawing, x - half, y - high, 2 * half, 2 * high, sheet->cell * 0.1,
                     (struct paint){.fill = fill_of(sheet->puzzle, clue->colour),
                                    .stroke = FAINT,
                                    .stroke_width = sheet->cell * 0.02});
    draw_label(sheet, x, y, text.text,
               (struct lettering){.size = sheet->cell * 0.66,
                                  .colour = done                 ? DONE
                                            : coloured && !light ? WHITE
                                                                 : BLACK});
    if (done)
        drawing_line(sheet->drawing, x - half * 0.8, y, x + half * 0.8, y,
                     (struct paint){.stroke = DONE, .stroke_width = sheet->cell * 0.06});
    buf_free(&text);
}

static void draw_row_clues(struct sheet *sheet, unsigned row) {
    const struct nonogram_line *line = &sheet->puzzle->rows[row];
    double y = y_of(sheet, row) + sheet->cell / 2;
    double x = sheet->x - (CLUE_PAD / 2 + sheet->clue_width / 2) * sheet->cell;
    bool *done = nonogram_row_done(sheet->position, row);
    for (unsigned i = line->count; i-- > 0; x -= sheet->clue_width * sheet->cell)
        draw_clue(sheet, x, y, &line->clues[i], done[i]);
    if (line->count == 0)
        draw_label(sheet, x, y, "0",
                   (struct lettering){.size = sheet->cell * 0.66, .colour = DONE});
    free(done);
}

static void draw_column_clues(struct sheet *sheet, unsigned column) {
    const struct nonogram_line *line = &sheet->puzzle->columns[column];
    double x = x_of(sheet, column) + sheet->cell / 2;
    double y = sheet->y - (CLUE_PAD / 2 + CLUE_HEIGHT / 2) * sheet->cell;
    bool *done = nonogram_column_done(sheet->position, column);
    for (unsigned i = line->count; i-- > 0; y -= CLUE_HEIGHT * sheet->cell)
        draw_clue(sheet, x, y, &line->clues[i], done[i]);
    if (line->count == 0)
        draw_label(sheet, x, y, "0",
                   (struct lettering){.size = sheet->cell * 0.66, .colour = DONE});
    free(done);
}

static uint8_t value_at(const struct sheet *sheet, unsigned row, unsigned column) {
    return sheet->position->cells[(size_t)row * sheet->puzzle->width + column];
}

static uint32_t paper_of(const struct sheet *sheet, uint8_t value) {
    if (value == NONOGRAM_UNKNOWN && !sheet->solved)
        return sheet->print ? WHITE : UNKNOWN_PAPER;
    return fill_of(sheet->puzzle, value == NONOGRAM_UNKNOWN ? NONOGRAM_EMPTY : value);
}

/* A small cross for an empty cell. */
static void draw_cross(struct sheet *sheet, unsigned row, unsigned column) {
    double x = x_of(sheet, column) + sheet->cell / 2, y = y_of(sheet, row) + sheet->cell / 2;
    double arm = sheet->cell * 0.16;
    drawing_path(sheet->drawing,
                 (struct paint){.stroke = 0x8c8c8cff, .stroke_width = sheet->cell * 0.06});
    drawing_move(sheet->drawing, x - arm, y - arm);
    drawing_to(sheet->drawing, x + arm, y + arm);
    drawing_move(sheet->drawing, x - arm, y + arm);
    drawing_to(sheet->drawing, x + arm, y - arm);
}

/* The cells of a row: one rectangle each, tagged so that a page knows which one is clicked, or one
 * for each run. */
static void draw_row(struct sheet *sheet, unsigned row, bool apart) {
    const struct nonogram_part *part = &sheet->part;
    unsigned end = part->column + part->columns;
    struct buf name = {0};
    for (unsigned column = part->column, next; column < end; column = next) {
        uint8_t value = value_at(sheet, row, column);
        for (next = column + 1; !apart && next < end && value_at(sheet, row, next) == value;)
            next++;
        if (apart) {
            buf_clear(&name);
            buf_printf(&name, "R%uC%u", row + 1, column + 1);
            drawing_tag(sheet->drawing, name.text);
        }
        drawing_rect(sheet->drawing, x_of(sheet, column), y_of(sheet, row),
                     (next - column) * sheet->cell, sheet->cell, 0,
                     (struct paint){.fill = paper_of(sheet, value)});
    }
    for (unsigned column = part->column; apart && !sheet->solved && column < end; column++)
        if (value_at(sheet, row, column) == NONOGRAM_EMPTY)
            draw_cross(sheet, row, column);
    buf_free(&name);
}

static bool is_heavy(unsigned at, unsigned first, unsigned count) {
    return at == first || at == first + count || at % NONOGRAM_GROUP == 0;
}

static void draw_grid_line(struct sheet *sheet, bool across, unsigned at, bool heavy) {
    const struct nonogram_part *part = &sheet->part;
    const struct paint paint = {.stroke = heavy ? HEAVY : FAINT,
                                .stroke_width = sheet->cell * (heavy ? 0.09 : 0.04)};
    if (across)
        drawing_line(sheet->drawing, sheet->x, y_of(sheet, at),
                     x_of(sheet, part->column + part->columns), y_of(sheet, at), paint);
    else
        drawing_line(sheet->drawing, x_of(sheet, at), sheet->y, x_of(sheet, at),
                     y_of(sheet, part->row + part->rows), paint);
}

/* The heavy lines lie above the faint ones. */
static void draw_grid(struct sheet *sheet) {
    const struct nonogram_part *part = &sheet->part;
    for (int heavy = 0; heavy < 2; heavy++) {
        for (unsigned at = part->row; at <= part->row + part->rows; at++)
            if (is_heavy(at, part->row, part->rows) == heavy)
                draw_grid_line(sheet, true, at, heavy);
        for (unsigned at = part->column; at <= part->column + part->columns; at++)
            if (is_heavy(at, part->column, part->columns) == heavy)
                draw_grid_line(sheet, false, at, heavy);
    }
}

/* Draws the legend from (x, y) on, in lines of that width, or, without a drawing, only measures it.
 * Returns its height. */
static double draw_legend(const struct sheet *sheet, double x, double y, double width) {
    double at = 0, height = has_legend(sheet) ? LEGEND : 0;
    struct buf words = {0};
    for (unsigned i = 1; height > 0 && i <= sheet->puzzle->colours; i++) {
        const struct nonogram_colour *colour = &sheet->puzzle->palette[i];
        buf_clear(&words);
        buf_printf(&words, "%c %s", colour->letter, colour->name);
        double wide = SWATCH + 6 + drawing_text_width(words.text, 13, false) + 16;
        if (at > 0 && at + wide > width) {
            at = 0;
            height += LEGEND;
        }
        if (sheet->drawing) {
            double middle = y + height - LEGEND / 2.0;
            drawing_rect(sheet->drawing, x + at, middle - SWATCH / 2.0, SWATCH, SWATCH, 2,
                         (struct paint){.fill = fill_of(sheet->puzzle, i),
                                        .stroke = HEAVY,
                                        .stroke_width = 0.7});
            drawing_text(sheet->drawing, x + at + SWATCH + 6, middle + DRAWING_CAP * 13 / 2,
                         words.text, (struct lettering){.size = 13, .colour = HEAVY});
        }
        at += wide;
    }
    buf_free(&words);
    return height;
}

static double legend_height(const struct sheet *sheet, double width) {
    struct sheet bare = *sheet;
    bare.drawing = NULL;
    return draw_legend(&bare, 0, 0, width);
}

static void draw_heading(struct sheet *sheet) {
    const struct nonogram_about *about = &sheet->puzzle->about;
    double y = PAGE_MARGIN + 20;
    drawing_text(sheet->drawing, PAGE_MARGIN, y, about->title ? about->title : "Nonogram",
                 (struct lettering){.size = 20, .bold = true, .colour = BLACK});
    struct buf right = {0};
    buf_printf(&right, "%s%s%u x %u", about->author ? about->author : "", about->author ? ", " : "",
               sheet->puzzle->width, sheet->puzzle->height);
    drawing_text(sheet->drawing, sheet->width - PAGE_MARGIN, y, right.text,
                 (struct lettering){.size = 13, .anchor = ANCHOR_END, .colour = HEAVY});
    buf_free(&right);
}

static void describe_lines(const struct sheet *sheet, const char *what,
                           const struct nonogram_line *lines, unsigned count, struct buf *words) {
    for (unsigned i = 0; i < count; i++) {
        buf_printf(words, "; %s %u:", what, i + 1);
        for (unsigned clue = 0; clue < lines[i].count; clue++) {
            buf_char(words, ' ');
            nonogram_clue_add(sheet->puzzle, &lines[i].clues[clue], words);
        }
        if (lines[i].count == 0)
            buf_add(words, " 0");
    }
}

/* For people who cannot see it: the clues, unless they would fill a book. */
static void describe(struct sheet *sheet) {
    const struct nonogram_puzzle *puzzle = sheet->puzzle;
    struct buf words = {0};
    buf_printf(&words, "%u rows, %u columns", puzzle->height, puzzle->width);
    if ((size_t)puzzle->width * puzzle->height <= CELLS_APART) {
        describe_lines(sheet, "row", puzzle->rows, puzzle->height, &words);
        describe_lines(sheet, "column", puzzle->columns, puzzle->width, &words);
    }
    drawing_title(sheet->drawing, "Nonogram", words.text);
    buf_free(&words);
}

static void draw_board(struct sheet *sheet) {
    const struct nonogram_part *part = &sheet->part;
    bool apart = (size_t)part->rows * part->columns <= CELLS_APART;
    for (unsigned column = part->column; column < part->column + part->columns; column++)
        draw_column_clues(sheet, column);
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        draw_row_clues(sheet, row);
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        draw_row(sheet, row, apart);
    draw_grid(sheet);
}

struct drawing *nonogram_draw(const struct position *position, const struct options *options) {
    const char *paper = options_text(options, nonogram_options, "print");
    struct sheet sheet = {.position = position,
                          .puzzle = position->puzzle,
                          .print = paper != NULL,
                          .solved = nonogram_rules.solved(position)};
    nonogram_part_chosen(sheet.puzzle, options, &sheet.part);
    measure_clues(&sheet);
    if (paper)
        fit_page(&sheet, paper);
    else
        fit_screen(&sheet);
    sheet.drawing = drawing_new(sheet.width, sheet.height);
    describe(&sheet);
    drawing_rect(sheet.drawing, 0, 0, sheet.width, sheet.height, 0, (struct paint){.fill = WHITE});
    if (paper)
        draw_heading(&sheet);
    draw_board(&sheet);
    double margin = paper ? PAGE_MARGIN : MARGIN;
    draw_legend(&sheet, margin, y_of(&sheet, sheet.part.row + sheet.part.rows) + MARGIN / 2.0,
                sheet.width - 2 * margin);
    return sheet.drawing;
}
