#include "puzzles/flows/model/board/notation.h"

#include <string.h>
#include <strings.h>

static const char *const orientations[6] = {"N", "NE", "SE", "S", "SW", "NW"};
static const char resign_word[] = "-resign";

/* Turns the board by that many sixths; one brings edge 1 to where edge 0 was. */
static void turn(int *row, int *col, unsigned times) {
    for (; times > 0; times--) {
        int next = -*col;
        *col = *row + *col;
        *row = next;
    }
}

/* The largest column of a row: names count downwards from it, so that with row A at the bottom
 * number 1 is at the right end. */
static int last_col(int radius, int row) {
    return row > 0 ? radius - row : radius;
}

void flows_hex_name(const struct flows_grid *grid, unsigned edge, unsigned hex, struct buf *out) {
    int row = (int)grid->hex[hex].row, col = (int)grid->hex[hex].col, radius = (int)grid->radius;
    turn(&row, &col, edge);
    buf_printf(out, "%c%d", (char)('A' + row + radius), last_col(radius, row) - col + 1);
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char capital(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

unsigned flows_hex_find(const struct flows_grid *grid, unsigned edge, const char **text) {
    const char *at = *text;
    int radius = (int)grid->radius, row = capital(*at) - 'A' - radius, number = 0;
    if (row < -radius || row > radius || at[1] == '0')
        return FLOWS_NONE;
    for (at++; is_digit(*at) && number < 100; at++)
        number = number * 10 + (*at - '0');
    int col = last_col(radius, row) - number + 1;
    if (number == 0)
        return FLOWS_NONE;
    turn(&row, &col, (FLOWS_EDGES - edge) % FLOWS_EDGES);
    unsigned hex = flows_hex_at(grid, row, col);
    if (hex != FLOWS_NONE)
        *text = at;
    return hex;
}

const char *flows_orientation(unsigned edge, unsigned rotation) {
    return orientations[(rotation + FLOWS_EDGES - edge + 3) % 6];
}

struct flows_tile_name flows_tile_name(unsigned edge, unsigned tile) {
    struct flows_tile_name name = {{(char)('0' + flows_tile_type(tile))}};
    const char *turned = flows_orientation(edge, flows_tile_rotation(tile));
    memcpy(name.text + 1, turned, strlen(turned));
    return name;
}

void flows_move_add(const struct flows_setup *setup, struct flows_move move, struct buf *out) {
    buf_printf(out, "P%u", move.player + 1u);
    if (move.kind == FLOWS_RESIGN) {
        buf_add(out, resign_word);
        return;
    }
    if (move.kind == FLOWS_LAY)
        flows_hex_name(flows_grid(setup->radius), setup->seat[move.player], move.hex, out);
    buf_printf(out, "T%u", flows_tile_type(move.tile));
    if (move.kind == FLOWS_LAY)
        buf_add(out, flows_orientation(setup->seat[move.player],
                                       flows_tile_rotation(flows_canonical_tile(move.tile))));
}

static bool refuse_form(struct buf *why) {
    buf_add(why, "not a move; expected the player, the hex, the type and the orientation, such as "
                 "P1D4T2SE (or P1T2 for a draw, P1-resign)");
    return false;
}

/* The orientation is all that is left of the text. Returns 6 if it is none. */
static unsigned find_rotation(const char *text, unsigned edge) {
    unsigned rotation = 0;
    while (rotation < 6 && strcasecmp(text, flows_orientation(edge, rotation)) != 0)
        rotation++;
    return rotation;
}

/* "T2SE", or "T2" if only a draw is wanted. */
static bool read_tile(const char *text, unsigned edge, struct flows_move *move, struct buf *why) {
    if (capital(text[0]) != 'T' || !is_digit(text[1]))
        return refuse_form(why);
    unsigned type = (unsigned)(text[1] - '0'), rotation = 0;
    if (type >= FLOWS_TYPES) {
        buf_add(why, "there is no such type of tile; they are T0 to T3");
        return false;
    }
    if (move->kind == FLOWS_LAY)
        rotation = find_rotation(text + 2, edge);
    else if (text[2])
        return refuse_form(why);
    if (rotation == 6) {
        buf_add(why, "expected the orientation N, NE, SE, S, SW or NW behind the type");
        return false;
    }
    move->tile = (uint8_t)flows_canonical_tile(flows_tile(type, rotation));
    return true;
}

static bool read_player(const struct flows_setup *setup, const char *text, struct flows_move *move,
                        struct buf *why) {
    if (capital(text[0]) != 'P' || !is_digit(text[1]) || is_digit(text[2]))
        return refuse_form(why);
    if (text[1] == '0' || text[1] > '0' + setup->players) {
        buf_printf(why, "there is no such player; they are P1 to P%u", setup->players);
        return false;
    }
    move->player = (uint8_t)(text[1] - '1');
    return true;
}

bool flows_move_read(const struct flows_setup *setup, const char *text, struct flows_move *move,
                     struct buf *why) {
    const struct flows_grid *grid = flows_grid(setup->radius);
    *move = (struct flows_move){.kind = FLOWS_LAY};
    if (!read_player(setup, text, move, why))
        return false;
    unsigned edge = setup->seat[move->player];
    const char *rest = text + 2;
    if (strcasecmp(rest, resign_word) == 0) {
        move->kind = FLOWS_RESIGN;
        return true;
    }
    if (capital(rest[0]) == 'T') {
        move->kind = FLOWS_DRAW;
        return read_tile(rest, edge, move, why);
    }
    char letter = capital(rest[0]);
    if (letter < 'A' || letter > 'Z' || !is_digit(rest[1]))
        return refuse_form(why);
    unsigned hex = flows_hex_find(grid, edge, &rest);
    if (hex == FLOWS_NONE) {
        buf_printf(why,
                   "there is no such hex; rows are A to %c, the middle row has columns 1 to %u",
                   (char)('A' + 2 * grid->radius), 2 * grid->radius + 1);
        return false;
    }
    move->hex = (uint8_t)hex;
    return read_tile(rest, edge, move, why);
}
