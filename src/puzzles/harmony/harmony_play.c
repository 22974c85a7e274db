/* The keys of the full-screen player: the arrows lead the cursor, Enter picks a tile, and Enter on
 * another one swaps the two. */
#include "canvas.h"
#include "harmony.h"
#include "harmony_render.h"

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

const struct puzzle_play harmony_play = {
    .help = "arrows: move   Enter or space: pick a tile, then the one to swap it with",
    .key = key,
    .mark = mark,
};
