/* The full-screen player: the arrows move the cursor, Enter picks a tile, and Enter on another one
 * swaps the two. The mouse does it with two clicks, or drags one tile to the other. */
#include "base/draw/canvas.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/view/text.h"
#include "puzzles/interface/terminal/player.h"

static void step(int *at, int by, int count) {
    *at = (*at + by + count) % count;
}

static bool pick(struct play_input *input, struct buf *move) {
    int cell = (int)harmony_cell((unsigned)input->row, (unsigned)input->column);
    int other = input->held - 1;
    if (!input->held) {
        input->held = cell + 1;
        return false;
    }
    input->held = 0;
    if (other == cell) /* put back */
        return false;
    struct harmony_swap swap = {.a = (uint8_t)(cell < other ? cell : other),
                                .b = (uint8_t)(cell < other ? other : cell)};
    harmony_swap_add(move, swap);
    return true;
}

static bool key(const struct position *position, struct play_input *input, int key,
                struct buf *move) {
    if (key == PLAY_UP || key == PLAY_DOWN)
        step(&input->row, key == PLAY_UP ? -1 : 1, position->board.rows);
    else if (key == PLAY_LEFT || key == PLAY_RIGHT)
        step(&input->column, key == PLAY_LEFT ? -1 : 1, position->board.columns);
    else if (key == PLAY_ENTER || key == ' ')
        return pick(input, move);
    return false;
}

/* The tile there, on which the cursor is put. Returns false if there is none. */
static bool hit(const struct harmony_board *board, struct play_input *input, int row, int column) {
    if (row < HARMONY_TOP || row >= HARMONY_TOP + board->rows)
        return false;
    for (int i = 0; i < board->columns; i++) {
        int from = harmony_tile_column(board, i);
        if (column >= from && column < from + harmony_tile_width(board)) {
            input->row = row - HARMONY_TOP;
            input->column = i;
            return true;
        }
    }
    return false;
}

/* pressed is the tile, counted from 1, that may be on its way to another. */
static bool point(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button,
                  struct buf *move) {
    (void)options;
    int dragged = input->pressed;
    input->pressed = 0;
    if (button == PLAY_BUTTON_RIGHT)
        input->held = 0;
    if (button == PLAY_BUTTON_RIGHT || !hit(&position->board, input, row, column))
        return false;
    int cell = (int)harmony_cell((unsigned)input->row, (unsigned)input->column);
    if (button == PLAY_LET_GO)
        return dragged && dragged == input->held && dragged != cell + 1 && pick(input, move);
    bool complete = pick(input, move);
    input->pressed = input->held;
    return complete;
}

/* Writes over the blanks on either side of a tile. */
static void embrace(const struct position *position, int row, int column, const char *left,
                    const char *right, struct canvas *canvas) {
    int line = HARMONY_TOP + row;
    int from = harmony_tile_column(&position->board, column);
    int to = from + harmony_tile_width(&position->board) - 1;
    struct style style = canvas_cell(canvas, line, from)->style;
    style.bold = true;
    canvas_put(canvas, line, from, left, style);
    canvas_put(canvas, line, to, right, style);
}

static void mark(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas) {
    (void)options;
    if (input->held) {
        unsigned cell = (unsigned)input->held - 1;
        embrace(position, (int)harmony_row(cell), (int)harmony_column(cell), "*", "*", canvas);
    }
    embrace(position, input->row, input->column, "[", "]", canvas);
}

static void place(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place) {
    (void)options;
    place->row = HARMONY_TOP + input->row;
    place->column = harmony_tile_column(&position->board, input->column);
    place->width = harmony_tile_width(&position->board);
    place->top = HARMONY_TOP;
    place->left = HARMONY_LEFT;
}

const struct puzzle_terminal harmony_terminal = {
    .help = "arrows: move   Enter, space or click: pick a tile, then the one to swap it with",
    .key = key,
    .point = point,
    .mark = mark,
    .place = place,
};
