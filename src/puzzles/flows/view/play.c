/* The full-screen player, hot seat: the arrows move the cursor from hex to hex, n and p turn the
 * tile, Enter lays it. Where the hand is unknown the digits say which tile it is. The mouse puts
 * the cursor on a hex, a second click on the hex lays the tile, the right button turns it.
 * play_input.held is 1 + the tile (type * 6 + rotation) that was chosen; 0 for none yet. */
#include <stdio.h>
#include <stdlib.h>

#include "puzzles/flows/view/layout.h"
#include "puzzles/interface/terminal/player.h"

static const struct flows_grid *grid_of(const struct position *position) {
    return position->game.board.grid;
}

/* Rows are counted from the top. */
static int row_size(const struct flows_grid *grid, int row) {
    return 2 * (int)grid->radius + 1 - abs((int)grid->radius - row);
}

static unsigned hex_under(const struct flows_grid *grid, const struct play_input *input) {
    int row = (int)grid->radius - input->row;
    int first = row < 0 ? -(int)grid->radius - row : -(int)grid->radius;
    return flows_hex_at(grid, row, first + input->column);
}

/* The tile as it would be laid. */
static unsigned tile_held(const struct flows_game *game, const struct play_input *input) {
    unsigned tile =
        input->held > 0 && input->held <= FLOWS_TYPES * 6 ? (unsigned)input->held - 1 : 0;
    unsigned type = game->hand == FLOWS_NONE ? flows_tile_type(tile) : game->hand;
    return flows_canonical_tile(flows_tile(type, flows_tile_rotation(tile)));
}

static void turn(const struct flows_game *game, struct play_input *input, unsigned by) {
    unsigned tile = tile_held(game, input), type = flows_tile_type(tile);
    unsigned rotations = flows_rotations(type);
    unsigned rotation = (flows_tile_rotation(tile) + (by == 1 ? 1 : rotations - 1)) % rotations;
    input->held = 1 + (int)flows_tile(type, rotation);
}

static void go(const struct flows_grid *grid, struct play_input *input, int down, int right) {
    int rows = 2 * (int)grid->radius + 1;
    int before = row_size(grid, input->row);
    input->row = (input->row + down + rows) % rows;
    int size = row_size(grid, input->row);
    if (down) /* stay as nearly above or below as can be */
        input->column += (size - before) / 2;
    input->column = (input->column + right + size) % size;
}

static bool lay(const struct position *position, const struct play_input *input, struct buf *move) {
    const struct flows_game *game = &position->game;
    flows_move_add(&game->setup,
                   (struct flows_move){.kind = FLOWS_LAY,
                                       .player = (uint8_t)flows_game_player(game),
                                       .hex = (uint8_t)hex_under(grid_of(position), input),
                                       .tile = (uint8_t)tile_held(game, input)},
                   move);
    return true;
}

static bool key(const struct position *position, struct play_input *input, int key,
                struct buf *move) {
    const struct flows_grid *grid = grid_of(position);
    if (key == PLAY_UP || key == PLAY_DOWN)
        go(grid, input, key == PLAY_UP ? -1 : 1, 0);
    else if (key == PLAY_LEFT || key == PLAY_RIGHT)
        go(grid, input, 0, key == PLAY_LEFT ? -1 : 1);
    else if (key == 'n' || key == ' ' || key == 'p')
        turn(&position->game, input, key == 'p' ? 5 : 1);
    else if (key >= '0' && key < '0' + FLOWS_TYPES)
        input->held = 1 + (int)flows_tile((unsigned)(key - '0'), 0);
    else if (key == PLAY_ENTER)
        return lay(position, input, move);
    return false;
}

/* Puts the cursor on the hex there. Returns false if there is none. */
static bool hit(const struct flows_grid *grid, struct play_input *input, int row, int column) {
    struct play_input there = *input;
    for (there.row = 0; there.row <= 2 * (int)grid->radius; there.row++)
        for (there.column = 0; there.column < row_size(grid, there.row); there.column++) {
            unsigned hex = hex_under(grid, &there);
            int down = row - flows_canvas_row(grid, hex);
            int right = column - flows_canvas_column(grid, hex);
            if (down >= 0 && down < FLOWS_HEX_LINES && right >= 0 && right < FLOWS_HEX_WIDTH) {
                *input = there;
                return true;
            }
        }
    return false;
}

static bool point(const struct position *position, struct play_input *input,
                  const struct options *options, int row, int column, int button,
                  struct buf *move) {
    (void)options;
    int before = (int)hex_under(grid_of(position), input);
    if (button == PLAY_BUTTON_RIGHT)
        turn(&position->game, input, 1);
    if (button != PLAY_BUTTON_LEFT || !hit(grid_of(position), input, row, column))
        return false;
    int now = (int)hex_under(grid_of(position), input);
    return now == before && lay(position, input, move);
}

/* The tile in hand over the hex: the letters of its lines, and its name in brackets. */
static void mark(const struct position *position, const struct play_input *input,
                 const struct options *options, struct canvas *canvas) {
    (void)options;
    const struct flows_game *game = &position->game;
    const struct flows_grid *grid = grid_of(position);
    unsigned hex = hex_under(grid, input), tile = tile_held(game, input);
    struct style style = {.bold = true, .fore = INK_BRIGHT_WHITE, .back = INK_BLUE};
    int row = flows_canvas_row(grid, hex) + 1, column = flows_canvas_column(grid, hex);
    char padded[8];
    if (flows_is_empty(&game->board, hex))
        for (unsigned port = 0; port < FLOWS_PORTS; port++) {
            char text[3] = {flows_line_letter(tile, port), '?', 0};
            flows_put_port(grid, hex, port, text, (struct style){.bold = true}, canvas);
        }
    struct flows_tile_name name = flows_tile_name(game->setup.seat[flows_game_player(game)], tile);
    snprintf(padded, sizeof padded, "%-3s", name.text);
    canvas_put(canvas, row, column + 2, "[", style);
    canvas_put(canvas, row, column + 3, padded, style);
    canvas_put(canvas, row, column + 6, "]", style);
}

static void place(const struct position *position, const struct play_input *input,
                  const struct options *options, struct play_place *place) {
    (void)options;
    const struct flows_grid *grid = grid_of(position);
    unsigned hex = hex_under(grid, input);
    place->row = flows_canvas_row(grid, hex) + 1;
    place->column = flows_canvas_column(grid, hex);
    place->width = FLOWS_HEX_WIDTH;
    place->bottom = place->end - 1; /* whose turn it is */
}

const struct puzzle_terminal flows_terminal = {
    .help = "arrows or click: choose a hex   n, p or right button: turn   0-3: type   Enter: lay",
    .key = key,
    .point = point,
    .mark = mark,
    .place = place,
};
