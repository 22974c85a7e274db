/* The board as characters and as shapes, and the keys of the full-screen player. */
#include "puzzles/interface/terminal/player.h"
#include "puzzles/template/model/position.h"

enum { TOP = 1, LEFT = 2, STEP = 2 }; /* where the lamps begin on the canvas; columns apart */

static void draw_names(const struct position *position, struct canvas *canvas) {
    const struct style faint = {.dim = true};
    for (int column = 0; column < position->columns; column++)
        canvas_put(canvas, 0, LEFT + column * STEP, (char[]){(char)('1' + column), 0}, faint);
    for (int row = 0; row < position->rows; row++)
        canvas_put(canvas, TOP + row, 0, (char[]){(char)('A' + row), 0}, faint);
}

static void text(const struct position *position, const struct options *options,
                 struct canvas *canvas) {
    bool ascii = options_flag(options, "ascii");
    const struct style bright = {.fore = INK_BRIGHT_YELLOW, .bold = true};
    const struct style faint = {.dim = true};
    draw_names(position, canvas);
    for (int cell = 0; cell < template_cells(position); cell++) {
        bool lit = position->lit >> cell & 1;
        const char *lamp = ascii ? (lit ? "#" : ".") : (lit ? "●" : "·");
        canvas_put(canvas, TOP + cell / position->columns, LEFT + cell % position->columns * STEP,
                   lamp, lit ? bright : faint);
    }
}

/* A drawing's unit is a pixel of a PNG that is not scaled. */
enum { CELL = 40, MARGIN = 30 };

static double centre_of(int index) {
    return MARGIN + (index + 0.5) * CELL;
}

static void draw_lamp(struct drawing *drawing, const struct position *position, int cell) {
    const struct paint lit = {.fill = 0xffcc33ff, .stroke = 0x7a5c00ff, .stroke_width = 2};
    const struct paint dark = {.fill = 0x3a3f4bff, .stroke = 0x1d2027ff, .stroke_width = 2};
    struct buf name = {0};
    template_name(position, cell, &name);
    drawing_tag(drawing, name.text); /* so that a page knows which lamp is clicked */
    drawing_circle(drawing, centre_of(cell % position->columns),
                   centre_of(cell / position->columns), CELL * 0.4,
                   position->lit >> cell & 1 ? lit : dark);
    buf_free(&name);
}

static void draw_margin(struct drawing *drawing, const struct position *position) {
    const struct lettering small = {.size = 16, .anchor = ANCHOR_MIDDLE, .colour = 0x555555ff};
    const double below = DRAWING_CAP * small.size / 2; /* from the middle to the baseline */
    for (int column = 0; column < position->columns; column++)
        drawing_text(drawing, centre_of(column), MARGIN / 2.0 + below,
                     (char[]){(char)('1' + column), 0}, small);
    for (int row = 0; row < position->rows; row++)
        drawing_text(drawing, MARGIN / 2.0, centre_of(row) + below, (char[]){(char)('A' + row), 0},
                     small);
}

static struct drawing *draw(const struct position *position, const struct options *options) {
    (void)options;
    struct drawing *drawing = drawing_new(MARGIN + position->columns * CELL + MARGIN / 2.0,
                                          MARGIN + position->rows * CELL + MARGIN / 2.0);
    struct buf words = {0};
    buf_printf(&words, "%d rows of %d lamps, %d lit", position->rows, position->columns,
               template_size(position->lit));
    drawing_title(drawing, "Lamps", words.text);
    buf_free(&words);
    draw_margin(drawing, position);
    for (int cell = 0; cell < template_cells(position); cell++)
        draw_lamp(drawing, position, cell);
    return drawing;
}

const struct puzzle_render template_render = {.text = text, .draw = draw};

/* The full-screen player: arrows move a cursor, Enter or the space bar presses; or the mouse. */

static void step(int *at, int by, int count) {
    *at = (*at + by + count) % count;
}

static bool press(const struct position *position, const struct play_input *input,
                  struct buf *move) {
    template_name(position, input->row * position->columns + input->column, move);
    return true;
}

static bool key(const struct position *position, struct play_input *input, int key,
                struct buf *move) {
    if (key == PLAY_UP || key == PLAY_DOWN)
        step(&input->row, key == PLAY_UP ? -1 : 1, position->rows);
    else if (key == PLAY_LEFT || key == PLAY_RIGHT)
        step(&input->column, key == PLAY_LEFT ? -1 : 1, position->columns);
    else if (key == PLAY_ENTER || key == ' ')
        return press(position, input, move);
    return false;
}

/* The blank behind a lamp counts as the lamp. */
static bool point(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button,
                  struct buf *move) {
    (void)options;
    bool hit = row >= TOP && row < TOP + position->rows && column >= LEFT &&
               column < LEFT + position->columns * STEP;
    if (!hit || button != PLAY_BUTTON_LEFT)
        return false;
    input->row = row - TOP;
    input->column = (column - LEFT) / STEP;
    return press(position, input, move);
}

/* Paints the lamp under the cursor again on a coloured ground. */
static void mark(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas) {
    (void)position;
    (void)options;
    int row = TOP + input->row, column = LEFT + input->column * STEP;
    struct cell lamp = *canvas_cell(canvas, row, column);
    lamp.style.back = INK_BLUE;
    lamp.style.dim = false;
    canvas_put(canvas, row, column, lamp.text, lamp.style);
}

static void place(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place) {
    (void)position;
    (void)options;
    place->row = TOP + input->row;
    place->column = LEFT + input->column * STEP;
    place->width = 1;
    place->top = TOP;
    place->left = LEFT;
}

const struct puzzle_terminal template_terminal = {
    .help = "arrows: move   Enter, space or the mouse: press the lamp",
    .key = key,
    .point = point,
    .mark = mark,
    .place = place,
};
