/* The board as characters and as shapes. A tile shows the letter of its colour and its moves left,
 * so that it can be read without colours. */
#include <stdio.h>
#include <string.h>

#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/view/text.h"

int harmony_tile_width(const struct harmony_board *board) {
    unsigned most = 0;
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        most = board->moves[cell] > most ? board->moves[cell] : most;
    /* a blank, the letter, the digits, a blank */
    return most > 99 ? 6 : most > 9 ? 5 : 4;
}

int harmony_tile_column(const struct harmony_board *board, int column) {
    return HARMONY_LEFT + column * (harmony_tile_width(board) + 1);
}

static void put_names(const struct harmony_board *board, struct canvas *canvas) {
    const struct style faint = {.dim = true};
    char name[8];
    for (int column = 0; column < board->columns; column++) {
        snprintf(name, sizeof name, "%d", column + 1);
        canvas_put(canvas, 0, harmony_tile_column(board, column) + 1, name, faint);
    }
    for (int row = 0; row < board->rows; row++) {
        snprintf(name, sizeof name, "%c", (char)('A' + row));
        canvas_put(canvas, HARMONY_TOP + row, 0, name, faint);
    }
}

static void put_tile(const struct harmony_board *board, int row, int column,
                     const struct harmony_look *looks, struct canvas *canvas) {
    unsigned cell = harmony_cell((unsigned)row, (unsigned)column);
    const struct harmony_look *look = &looks[board->colour[cell]];
    char label[8], tile[16];
    snprintf(label, sizeof label, "%c%u", look->letter, board->moves[cell]);
    snprintf(tile, sizeof tile, " %-*s", harmony_tile_width(board) - 1, label);
    struct style style = {.fore = look->ink, .back = look->paper, .bold = board->moves[cell] > 0};
    canvas_put(canvas, HARMONY_TOP + row, harmony_tile_column(board, column), tile, style);
}

/* Behind each row the colour that is at home there. */
static void put_home(const struct position *position, int row, const struct harmony_look *look,
                     struct canvas *canvas) {
    char letter[8];
    snprintf(letter, sizeof letter, " %c ", look->letter);
    int column = harmony_tile_column(&position->board, position->board.columns) + 1;
    column = canvas_put(canvas, HARMONY_TOP + row, column, letter,
                        (struct style){.fore = look->ink, .back = look->paper});
    canvas_put(canvas, HARMONY_TOP + row, column + 1, position->name[row], (struct style){0});
}

static void render_text(const struct position *position, const struct options *options,
                        struct canvas *canvas) {
    (void)options; /* it is all ASCII */
    const struct harmony_board *board = &position->board;
    struct harmony_look looks[HARMONY_SIDE];
    harmony_looks(position, looks);
    put_names(board, canvas);
    for (int row = 0; row < board->rows; row++) {
        for (int column = 0; column < board->columns; column++)
            put_tile(board, row, column, looks, canvas);
        put_home(position, row, &looks[row], canvas);
    }
    char left[32];
    unsigned swaps = harmony_swaps_left(board);
    snprintf(left, sizeof left, "%u swap%s left", swaps, swaps == 1 ? "" : "s");
    canvas_put(canvas, HARMONY_TOP + board->rows, HARMONY_LEFT, left, (struct style){.dim = true});
}

/* Sizes of the drawing, in its own units. */
enum { CELL = 56, GAP = 6, MARGIN = 34, SWATCH = 22, PAD = 14, NAME_SIZE = 16 };

static double corner_of(int index) {
    return MARGIN + index * CELL + GAP / 2.0;
}

static double middle_of(int index) {
    return MARGIN + (index + 0.5) * CELL;
}

/* Text whose capitals are centred on y. */
static void draw_label(struct drawing *drawing, double x, double y, const char *text,
                       struct lettering lettering) {
    drawing_text(drawing, x, y + DRAWING_CAP * lettering.size / 2, text, lettering);
}

static void draw_tile(const struct harmony_board *board, int row, int column,
                      const struct harmony_look *looks, struct drawing *drawing) {
    unsigned cell = harmony_cell((unsigned)row, (unsigned)column);
    const struct harmony_look *look = &looks[board->colour[cell]];
    const struct paint paint = {.fill = look->fill, .stroke = 0x444444ff, .stroke_width = 1};
    struct buf name = {0};
    harmony_place_add(&name, cell);
    drawing_begin_group(drawing, name.text, corner_of(column), corner_of(row));
    drawing_tag(drawing, name.text);
    drawing_rect(drawing, corner_of(column), corner_of(row), CELL - GAP, CELL - GAP, 7, paint);
    buf_free(&name);
    char text[8];
    snprintf(text, sizeof text, "%c", look->letter);
    draw_label(drawing, corner_of(column) + 11, corner_of(row) + 12, text,
               (struct lettering){
                   .size = 14, .anchor = ANCHOR_MIDDLE, .bold = true, .colour = look->lettering});
    snprintf(text, sizeof text, "%u", board->moves[cell]);
    draw_label(drawing, middle_of(column) + 4, middle_of(row) + 5, text,
               (struct lettering){.size = board->moves[cell] > 99 ? 19 : 25,
                                  .anchor = ANCHOR_MIDDLE,
                                  .bold = board->moves[cell] > 0,
                                  .colour = look->lettering});
    drawing_end_group(drawing);
}

static void draw_names(const struct harmony_board *board, struct drawing *drawing) {
    const struct lettering small = {
        .size = NAME_SIZE, .anchor = ANCHOR_MIDDLE, .colour = 0x555555ff};
    char name[8];
    for (int column = 0; column < board->columns; column++) {
        snprintf(name, sizeof name, "%d", column + 1);
        draw_label(drawing, middle_of(column), MARGIN / 2.0, name, small);
    }
    for (int row = 0; row < board->rows; row++) {
        snprintf(name, sizeof name, "%c", (char)('A' + row));
        draw_label(drawing, MARGIN / 2.0, middle_of(row), name, small);
    }
}

static void draw_home(const struct position *position, int row, const struct harmony_look *look,
                      struct drawing *drawing) {
    double x = corner_of(position->board.columns) + PAD;
    const struct paint paint = {.fill = look->fill, .stroke = 0x444444ff, .stroke_width = 1};
    char letter[8];
    snprintf(letter, sizeof letter, "%c", look->letter);
    drawing_class(drawing, "home");
    drawing_rect(drawing, x, middle_of(row) - SWATCH / 2.0, SWATCH, SWATCH, 4, paint);
    draw_label(drawing, x + SWATCH / 2.0, middle_of(row), letter,
               (struct lettering){
                   .size = 14, .anchor = ANCHOR_MIDDLE, .bold = true, .colour = look->lettering});
    draw_label(drawing, x + SWATCH + 8, middle_of(row), position->name[row],
               (struct lettering){.size = NAME_SIZE, .colour = 0x333333ff});
}

static double widest_name(const struct position *position) {
    double widest = 0;
    for (unsigned row = 0; row < position->board.rows; row++) {
        double width = drawing_text_width(position->name[row], NAME_SIZE, false);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void describe(const struct position *position, const struct harmony_look *looks,
                     struct drawing *drawing) {
    const struct harmony_board *board = &position->board;
    struct buf words = {0};
    for (unsigned row = 0; row < board->rows; row++) {
        buf_printf(&words, "row %c, home of %s:", (char)('A' + row), position->name[row]);
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            buf_printf(&words, " %c%u", looks[board->colour[cell]].letter, board->moves[cell]);
        }
        buf_add(&words, "; ");
    }
    buf_printf(&words, "swaps left: %u", harmony_swaps_left(board));
    drawing_title(drawing, "Harmony", words.text);
    buf_free(&words);
}

static struct drawing *render_draw(const struct position *position, const struct options *options) {
    (void)options;
    const struct harmony_board *board = &position->board;
    double width = corner_of(board->columns) + PAD + SWATCH + 8 + widest_name(position) + PAD;
    double height = corner_of(board->rows) + PAD;
    struct harmony_look looks[HARMONY_SIDE];
    harmony_looks(position, looks);
    struct drawing *drawing = drawing_new(width, height);
    describe(position, looks, drawing);
    drawing_rect(drawing, 0, 0, width, height, 0, (struct paint){.fill = 0xffffffff});
    draw_names(board, drawing);
    for (int row = 0; row < board->rows; row++)
        draw_home(position, row, &looks[row], drawing);
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < board->columns; column++)
            draw_tile(board, row, column, looks, drawing);
    return drawing;
}

/* Groups are named after their cells, and a swap exchanges two of them. */
static void follow(const struct position *position, const char *move, const char *id,
                   struct buf *now) {
    struct harmony_swap swap = {0};
    struct buf why = {0}, a = {0}, b = {0};
    if (harmony_swap_read(&position->board, move, &swap, &why)) {
        harmony_place_add(&a, swap.a);
        harmony_place_add(&b, swap.b);
    }
    bool is_a = strcmp(id, buf_text(&a)) == 0, is_b = strcmp(id, buf_text(&b)) == 0;
    buf_add(now, is_a ? b.text : is_b ? a.text : id);
    buf_free(&why);
    buf_free(&a);
    buf_free(&b);
}

const struct puzzle_render harmony_render = {
    .text = render_text, .draw = render_draw, .follow = follow};
