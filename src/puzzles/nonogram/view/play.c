/* The full-screen player: the arrows move the cursor, other keys set the cell under it, the mouse
 * sets any cell or a stretch of cells. play_input.held is the colour to fill with (0: the first
 * one), play_input.pressed the cell, counted from 1, where the button went down. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/interface/terminal/player.h"
#include "puzzles/nonogram/view/layout.h"

/* Of a board that is too large the player sees a part: SPAN cells to a side, with at most MOST_TOP
 * lines and MOST_LEFT characters of clues. It moves by STEP cells, so that it does not slide all
 * the time. */
enum { SPAN = 20, STEP = 10, MOST_TOP = 8, MOST_LEFT = 24, MOST_CLUES = 20 };

enum { STATUS_LINES = 3 }; /* below the board */

static uint8_t colour_held(const struct position *position, const struct play_input *input) {
    return input->held > 0 && input->held <= (int)position->puzzle->colours ? (uint8_t)input->held
                                                                            : 1;
}

static uint8_t value_under(const struct position *position, const struct play_input *input) {
    return position->cells[(size_t)input->row * position->puzzle->width + (size_t)input->column];
}

/* A single step wraps around the edge; a larger one stops there. */
static void step(int *at, int by, int count) {
    if (by == 1 || by == -1)
        *at = (*at + by + count) % count;
    else
        *at = *at + by < 0 ? 0 : *at + by >= count ? count - 1 : *at + by;
}

static bool move_cursor(const struct position *position, struct play_input *input, int key) {
    static const struct {
        int key, rows, columns;
    } steps[] = {{PLAY_UP, -1, 0},          {PLAY_DOWN, 1, 0},         {PLAY_LEFT, 0, -1},
                 {PLAY_RIGHT, 0, 1},        {'{', -NONOGRAM_GROUP, 0}, {'}', NONOGRAM_GROUP, 0},
                 {'[', 0, -NONOGRAM_GROUP}, {']', 0, NONOGRAM_GROUP}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i].key == key) {
            if (steps[i].rows)
                step(&input->row, steps[i].rows, (int)position->puzzle->height);
            if (steps[i].columns)
                step(&input->column, steps[i].columns, (int)position->puzzle->width);
            return true;
        }
    return false;
}

/* Many small letters are commands already; their capitals are free. */
static int colour_of_letter(const struct nonogram_puzzle *puzzle, int letter) {
    int colour = nonogram_colour_find(puzzle, (char)letter);
    return colour > 0 ? colour : nonogram_colour_find(puzzle, (char)tolower(letter));
}

/* A digit, the colour's letter, or the next or previous one. */
static void choose_colour(const struct position *position, struct play_input *input, int key) {
    int colours = (int)position->puzzle->colours, held = colour_held(position, input);
    int chosen = key >= '1' && key <= '9' ? key - '0'
                 : key == 'n'             ? held % colours + 1
                 : key == 'p'             ? (held + colours - 2) % colours + 1
                 : key > ' ' && key < 127 ? colour_of_letter(position->puzzle, key)
                                          : 0;
    if (chosen > 0 && chosen <= colours)
        input->held = chosen;
}

/* What a key sets the cell to; the same key again clears it. Returns false if the key sets nothing.
 */
static bool value_for(const struct position *position, const struct play_input *input, int key,
                      uint8_t *value) {
    if (key == ' ' || key == PLAY_ENTER)
        *value = colour_held(position, input);
    else if (key == 'x' || key == '.')
        *value = NONOGRAM_EMPTY;
    else if (key == 'c' || key == PLAY_DELETE)
        *value = NONOGRAM_UNKNOWN;
    else
        return false;
    if (*value == value_under(position, input))
        *value = NONOGRAM_UNKNOWN;
    return true;
}

static bool take_key(const struct position *position, struct play_input *input, int key,
                     struct buf *move) {
    uint8_t value;
    if (move_cursor(position, input, key))
        return false;
    if (!value_for(position, input, key, &value)) {
        choose_colour(position, input, key);
        return false;
    }
    if (value == value_under(position, input)) /* already clear */
        return false;
    nonogram_move_add(move, position->puzzle, (unsigned)input->row, (unsigned)input->column, value);
    return true;
}

/* Strikes out the digits of clues with the combining character for that. */
static void strike(struct canvas *canvas, int line, int from, int to) {
    for (int column = from; column < to; column++) {
        struct cell cell = *canvas_cell(canvas, line, column);
        struct buf text = {0};
        if (!cell.style.dim || strchr(" .", cell.text[0]))
            continue;
        buf_printf(&text, "%s\u0336", cell.text);
        canvas_put(canvas, line, column, text.text, cell.style);
        buf_free(&text);
    }
}

/* Clues that are done are dim; here they are struck out as well. */
static void strike_clues(const struct nonogram_layout *layout, struct canvas *canvas) {
    const struct nonogram_part *part = &layout->part;
    int right = nonogram_layout_column(layout, part->column + part->columns - 1) + layout->cell;
    for (int line = 0; line < layout->top; line++)
        strike(canvas, line, layout->left, right);
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        strike(canvas, nonogram_layout_row(layout, row), 0, layout->left);
}

/* Brackets over the cell; what it holds shows in their colours, and between them. */
static void mark_cell(const struct position *position, const struct play_input *input,
                      const struct nonogram_layout *layout, struct canvas *canvas) {
    uint8_t value = value_under(position, input);
    int line = nonogram_layout_row(layout, (unsigned)input->row);
    int from = nonogram_layout_column(layout, (unsigned)input->column);
    struct style style = {.bold = true, .fore = INK_BRIGHT_WHITE, .back = INK_BLUE};
    if (value != NONOGRAM_UNKNOWN && value != NONOGRAM_EMPTY) {
        struct nonogram_terminal_colour palette[NONOGRAM_COLOURS + 1];
        bool plain = nonogram_black_and_white(position->puzzle);
        nonogram_terminal_palette(position->puzzle, palette);
        style.fore = plain ? INK_BLUE : palette[value].foreground;
        style.back = plain ? INK_BRIGHT_WHITE : palette[value].background;
    }
    canvas_put(canvas, line, from, "[", style);
    for (int i = 1; i + 1 < layout->cell; i++)
        canvas_put(canvas, line, from + i, canvas_cell(canvas, line, from + i)->text, style);
    canvas_put(canvas, line, from + layout->cell - 1, "]", style);
}

/* The clues, with brackets around those that are done; if there are many, only the others. */
static void add_line(const struct position *position, const struct nonogram_line *line,
                     const bool *done, struct buf *out) {
    unsigned left_out = 0;
    for (unsigned i = 0; i < line->count; i++) {
        if (done[i] && line->count > MOST_CLUES) {
            left_out++;
            continue;
        }
        buf_add(out, done[i] ? " (" : " ");
        nonogram_clue_add(position->puzzle, &line->clues[i], out);
        buf_add(out, done[i] ? ")" : "");
    }
    if (left_out)
        buf_printf(out, " and %u done", left_out);
    if (line->count == 0)
        buf_add(out, " 0");
}

static const char *name_of(const struct nonogram_puzzle *puzzle, uint8_t value) {
    return value == NONOGRAM_UNKNOWN ? "unknown"
           : value == NONOGRAM_EMPTY ? "empty"
                                     : puzzle->palette[value].name;
}

/* Below the board: the cell, the clues of its row and column, and the colour to fill with. */
static void put_status(const struct position *position, const struct play_input *input, int line,
                       struct canvas *canvas) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    unsigned row = (unsigned)input->row, column = (unsigned)input->column;
    bool *row_done = nonogram_row_done(position, row);
    bool *column_done = nonogram_column_done(position, column);
    struct buf text = {0};
    buf_printf(&text, "R%uC%u %s", row + 1, column + 1,
               name_of(puzzle, value_under(position, input)));
    if (!nonogram_black_and_white(puzzle))
        buf_printf(&text, "   filling with %s", name_of(puzzle, colour_held(position, input)));
    canvas_put(canvas, line, 0, text.text, (struct style){.bold = true});
    buf_clear(&text);
    buf_printf(&text, "row %u:", row + 1);
    add_line(position, &puzzle->rows[row], row_done, &text);
    canvas_put(canvas, line + 1, 0, text.text, (struct style){0});
    buf_clear(&text);
    buf_printf(&text, "column %u:", column + 1);
    add_line(position, &puzzle->columns[column], column_done, &text);
    canvas_put(canvas, line + 2, 0, text.text, (struct style){0});
    buf_free(&text);
    free(row_done);
    free(column_done);
}

static bool lies_in(const struct nonogram_part *part, const struct play_input *input) {
    unsigned row = (unsigned)input->row, column = (unsigned)input->column;
    return row >= part->row && row < part->row + part->rows && column >= part->column &&
           column < part->column + part->columns;
}

/* The middle of the part that is shown while the cursor is there: only every STEP-th cell is one.
 */
static unsigned middle_for(int at) {
    return (unsigned)(at + STEP / 2) / STEP * STEP;
}

/* The layout of the board with the cursor. *drawn: render.text has drawn it already; otherwise it
 * drew an overview, or a part without the cursor. */
static struct nonogram_layout find_layout(const struct position *position,
                                          const struct play_input *input,
                                          const struct options *options, bool *drawn) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    bool ascii = options_flag(options, "ascii");
    struct nonogram_part part;
    bool chosen = nonogram_part_chosen(puzzle, options, &part);
    bool whole = puzzle->width <= NONOGRAM_READABLE && puzzle->height <= NONOGRAM_READABLE;
    *drawn = (chosen || whole) && lies_in(&part, input);
    if (*drawn)
        return nonogram_layout_make(puzzle, part, ascii, 0, 0);
    unsigned span = chosen ? (unsigned)options_int(options, nonogram_options, "span") : SPAN;
    part = nonogram_part_around(puzzle, middle_for(input->row), middle_for(input->column), span);
    if (!lies_in(&part, input)) /* a span of a few cells */
        part = nonogram_part_around(puzzle, (unsigned)input->row, (unsigned)input->column, span);
    return nonogram_layout_make(puzzle, part, ascii, MOST_TOP, MOST_LEFT);
}

static void mark(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas) {
    bool drawn;
    struct nonogram_layout layout = find_layout(position, input, options, &drawn);
    if (!drawn) {
        canvas_fill(canvas, 0, 0, canvas_rows(canvas), canvas_cols(canvas), " ", (struct style){0});
        nonogram_text_put(position, &layout, canvas);
    }
    if (!layout.ascii)
        strike_clues(&layout, canvas);
    mark_cell(position, input, &layout, canvas);
    put_status(position, input, nonogram_layout_end(position->puzzle, &layout), canvas);
}

static void place(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place) {
    bool drawn;
    struct nonogram_layout layout = find_layout(position, input, options, &drawn);
    place->row = nonogram_layout_row(&layout, (unsigned)input->row);
    place->column = nonogram_layout_column(&layout, (unsigned)input->column);
    place->width = layout.cell;
    place->top = layout.top + 1; /* with the frame */
    place->left = layout.left + 1;
    place->bottom = nonogram_layout_end(position->puzzle, &layout);
    place->end = place->bottom + STATUS_LINES;
}

/* The cell at a place on the canvas. Returns false if there is none. */
static bool find_cell(const struct nonogram_layout *layout, int line, int character, int *row,
                      int *column) {
    const struct nonogram_part *part = &layout->part;
    unsigned down = part->row, right = part->column;
    while (down < part->row + part->rows && nonogram_layout_row(layout, down) != line)
        down++;
    while (right < part->column + part->columns &&
           nonogram_layout_column(layout, right) + layout->cell <= character)
        right++;
    *row = (int)down;
    *column = (int)right;
    return down < part->row + part->rows && right < part->column + part->columns &&
           nonogram_layout_column(layout, right) <= character;
}

/* Sets the cell under the cursor by another move, unless it is known: dragging leaves known cells
 * as they are, except to clear them. */
static void set_cell(const struct position *position, const struct play_input *input, uint8_t value,
                     struct buf *moves) {
    uint8_t now = value_under(position, input);
    if (value == now || (value != NONOGRAM_UNKNOWN && now != NONOGRAM_UNKNOWN))
        return;
    if (moves->size)
        buf_char(moves, ' ');
    nonogram_move_add(moves, position->puzzle, (unsigned)input->row, (unsigned)input->column,
                      value);
}

static int sign_of(int value) {
    return (value > 0) - (value < 0);
}

/* Sets all cells up to this one to what the first one got when the button was pressed, along the
 * row or the column, whichever is longer. The cursor follows. */
static void drag(const struct position *position, struct play_input *input, int row, int column,
                 struct buf *moves) {
    uint8_t value = value_under(position, input);
    int down = row - input->row, right = column - input->column;
    bool is_row = abs(right) >= abs(down);
    for (int left = is_row ? abs(right) : abs(down); left > 0; left--) {
        *(is_row ? &input->column : &input->row) += sign_of(is_row ? right : down);
        set_cell(position, input, value, moves);
    }
}

/* The cursor follows only on release: on a large board another part may be shown then. */
static bool release(const struct position *position, struct play_input *input,
                    const struct nonogram_layout *layout, int line, int character,
                    struct buf *moves) {
    int row, column, width = (int)position->puzzle->width;
    if (!input->pressed)
        return false;
    bool hit = find_cell(layout, line, character, &row, &column);
    input->row = (input->pressed - 1) / width;
    input->column = (input->pressed - 1) % width;
    input->pressed = 0;
    if (hit)
        drag(position, input, row, column, moves);
    return moves->size > 0;
}

static bool point(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button,
                  struct buf *moves) {
    bool drawn;
    struct nonogram_layout layout = find_layout(position, input, options, &drawn);
    if (button == PLAY_LET_GO)
        return release(position, input, &layout, row, column, moves);
    struct play_input there = *input;
    input->pressed = 0;
    if (!find_cell(&layout, row, column, &there.row, &there.column))
        return false;
    input->pressed = there.row * (int)position->puzzle->width + there.column + 1;
    return take_key(position, &there, button == PLAY_BUTTON_LEFT ? ' ' : 'x', moves);
}

const struct puzzle_terminal nonogram_terminal = {
    .help = "arrows []{}: move  space/click: fill  x/right: empty  c: clear  1-9 n p: colour",
    .key = take_key,
    .point = point,
    .mark = mark,
    .place = place,
};
