/* The full-screen player: the arrows lead the cursor, other keys set the cell under it, the mouse
 * any cell or a stretch of them. play_input.held is the colour that fills; 0 stands for the first
 * one. play_input.pressed is the cell, counted from 1, where the mouse went down. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/nonogram/view/layout.h"

/* Of a board too large to be shown whole, the player sees a part with so many cells to a side, and
 * so many lines and characters of clues; it moves in steps, so as not to slide under the eye. */
enum { SPAN = 20, STEP = 10, MOST_TOP = 8, MOST_LEFT = 24, MOST_CLUES = 20 };

enum { STATUS_LINES = 3 }; /* below the board */

static uint8_t colour_held(const struct position *position, const struct play_input *input) {
    return input->held > 0 && input->held <= (int)position->puzzle->colours ? (uint8_t)input->held
                                                                            : 1;
}

static uint8_t value_under(const struct position *position, const struct play_input *input) {
    return position->cells[(size_t)input->row * position->puzzle->width + (size_t)input->column];
}

/* By one cell around the edge; by several up to the edge. */
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

/* Many letters mean something else, to the player or here; their capitals do not. */
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

/* What a key makes of the cell. The same key again takes it back. Returns false if it is no such
 * key. */
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
    if (value == value_under(position, input)) /* nothing there to be cleared */
        return false;
    nonogram_move_add(move, position->puzzle, (unsigned)input->row, (unsigned)input->column, value);
    return true;
}

/* Strikes the digits of a clue through, by the combining character for that. */
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

/* Clues that are done are dim; here they are struck through as well. */
static void strike_clues(const struct nonogram_layout *layout, struct canvas *canvas) {
    const struct nonogram_part *part = &layout->part;
    int right = nonogram_layout_column(layout, part->column + part->columns - 1) + layout->cell;
    for (int line = 0; line < layout->top; line++)
        strike(canvas, line, layout->left, right);
    for (unsigned row = part->row; row < part->row + part->rows; row++)
        strike(canvas, nonogram_layout_row(layout, row), 0, layout->left);
}

/* Brackets on what the cell holds; the first and the last character of a cell say it too. */
static void mark_cell(const struct position *position, const struct play_input *input,
                      const struct nonogram_layout *layout, struct canvas *canvas) {
    uint8_t value = value_under(position, input);
    int line = nonogram_layout_row(layout, (unsigned)input->row);
    int from = nonogram_layout_column(layout, (unsigned)input->column);
    struct style style = {.bold = true, .fore = INK_BRIGHT_WHITE, .back = INK_BLUE};
    if (value != NONOGRAM_UNKNOWN && value != NONOGRAM_EMPTY) {
        struct nonogram_inks inks[NONOGRAM_COLOURS + 1];
        nonogram_inks_choose(position->puzzle, inks);
        style.fore = nonogram_black_and_white(position->puzzle) ? INK_BLUE : inks[value].ink;
        style.back =
            nonogram_black_and_white(position->puzzle) ? INK_BRIGHT_WHITE : inks[value].paper;
    }
    canvas_put(canvas, line, from, "[", style);
    for (int i = 1; i + 1 < layout->cell; i++)
        canvas_put(canvas, line, from + i, canvas_cell(canvas, line, from + i)->text, style);
    canvas_put(canvas, line, from + layout->cell - 1, "]", style);
}

/* The clues, those that are done in brackets; of many clues, only the others. */
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

/* Below the board: the cell, the clues of its row and column, and the colour that fills. */
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

/* The middle of the part that is shown when the cursor is there: only every STEP-th cell can be. */
static unsigned middle_for(int at) {
    return (unsigned)(at + STEP / 2) / STEP * STEP;
}

/* The layout of what is on the canvas in the end. Returns false in *drawn if render.text did not
 * draw it: the board is not shown whole there, or not the part with the cursor. */
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

/* The cell at that place on the canvas. Returns false if there is none. */
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

/* Sets the cell under the cursor; the move is added to the others. A stretch of marks or of filled
 * cells goes around the cells that are known. */
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

/* What the first cell got at the press, all cells up to this one get as well; along the row or the
 * column, whichever is longer. The cursor goes with it. */
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

/* The cursor follows when the button is let go: on a large board another part may be shown then. */
static bool let_go(const struct position *position, struct play_input *input,
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
        return let_go(position, input, &layout, row, column, moves);
    struct play_input there = *input;
    input->pressed = 0;
    if (!find_cell(&layout, row, column, &there.row, &there.column))
        return false;
    input->pressed = there.row * (int)position->puzzle->width + there.column + 1;
    return take_key(position, &there, button == PLAY_BUTTON_LEFT ? ' ' : 'x', moves);
}

const struct puzzle_play nonogram_play = {
    .help = "arrows []{}: move  space/click: fill  x/right: empty  c: clear  1-9 n p: colour",
    .key = take_key,
    .point = point,
    .mark = mark,
    .place = place,
};
