/* The board as shapes. Hexes stand on a corner; rows go upwards. */
#include <math.h>
#include <stdio.h>

#include "puzzles/flows/view/layout.h"

/* Sizes of the drawing, in its own units: from the middle of a hex to a corner, the coloured rim,
 * lines and lettering. */
enum { SIDE = 40, RIM = 12, MARGIN = 34, FOOT = 40, LINE = 8, NUMBER = 13, NAME = 12 };

static const double root3 = 1.7320508075688772;

struct point {
    double x, y;
};

struct sheet {
    const struct flows_game *game;
    struct drawing *drawing;
    struct point middle; /* of the board */
};

static struct point centre_of(const struct sheet *sheet, unsigned hex) {
    const struct flows_hex *at = &sheet->game->board.grid->hex[hex];
    return (struct point){sheet->middle.x + root3 * SIDE * (at->col + at->row / 2.0),
                          sheet->middle.y - 1.5 * SIDE * at->row};
}

/* The direction of a port from the middle of its hex: SW, W, NW, NE, E, SE; y goes downwards. */
static struct point towards(unsigned port, double distance) {
    static const double x[FLOWS_PORTS] = {-0.5, -1, -0.5, 0.5, 1, 0.5};
    static const double y[FLOWS_PORTS] = {0.5, 0, -0.5, -0.5, 0, 0.5};
    return (struct point){x[port] * distance, y[port] * root3 * distance};
}

static struct point port_of(const struct sheet *sheet, unsigned hex, unsigned port) {
    struct point centre = centre_of(sheet, hex), out = towards(port, root3 / 2 * SIDE);
    return (struct point){centre.x + out.x, centre.y + out.y};
}

/* ---- hexes ---- */

static void draw_hex(const struct sheet *sheet, unsigned hex, struct paint paint, double side) {
    struct point centre = centre_of(sheet, hex);
    double xy[12];
    for (int corner = 0; corner < 6; corner++) {
        double angle = (corner * 60 + 30) * 3.14159265358979324 / 180;
        xy[2 * corner] = centre.x + side * cos(angle);
        xy[2 * corner + 1] = centre.y + side * sin(angle);
    }
    struct buf name = {0};
    flows_hex_name(sheet->game->board.grid, 0, hex, &name);
    drawing_tag(sheet->drawing, buf_text(&name));
    drawing_polygon(sheet->drawing, xy, 6, paint);
    buf_free(&name);
}

/* Text whose capitals are centred on a point. */
static void draw_label(const struct sheet *sheet, struct point at, const char *text, double size,
                       uint32_t colour, bool bold) {
    drawing_text(
        sheet->drawing, at.x, at.y + DRAWING_CAP * size / 2, text,
        (struct lettering){.size = size, .anchor = ANCHOR_MIDDLE, .bold = bold, .colour = colour});
}

/* ---- lines ---- */

/* From port to port, bent towards the middle of the hex: sharper, the nearer the ports are. */
static void draw_line(const struct sheet *sheet, unsigned hex, unsigned in, unsigned out,
                      struct paint paint) {
    struct point from = port_of(sheet, hex, in), to = port_of(sheet, hex, out);
    struct point centre = centre_of(sheet, hex);
    const double pull = 0.6;
    drawing_path(sheet->drawing, paint);
    drawing_move(sheet->drawing, from.x, from.y);
    drawing_curve(sheet->drawing, from.x + (centre.x - from.x) * pull,
                  from.y + (centre.y - from.y) * pull, to.x + (centre.x - to.x) * pull,
                  to.y + (centre.y - to.y) * pull, to.x, to.y);
}

/* The middle of the curve of draw_line. */
static struct point bend_of(const struct sheet *sheet, unsigned hex, unsigned in, unsigned out) {
    struct point from = port_of(sheet, hex, in), to = port_of(sheet, hex, out);
    struct point centre = centre_of(sheet, hex);
    const double kept = 0.55; /* 1 - 0.75 * pull */
    return (struct point){centre.x + ((from.x + to.x) / 2 - centre.x) * kept,
                          centre.y + ((from.y + to.y) / 2 - centre.y) * kept};
}

static struct paint line_paint(const struct flows_setup *setup, unsigned owner) {
    struct paint paint = {.stroke = 0xb0b0b0ff, .stroke_width = LINE - 2};
    if (owner == setup->players)
        paint.stroke = 0x444444ff;
    else if (owner != FLOWS_NONE) {
        paint.stroke = flows_paint(setup, owner);
        paint.stroke_width = LINE;
    }
    return paint;
}

/* A rim in the colour of the tile separates crossing lines. */
static void draw_tile_line(const struct sheet *sheet, unsigned hex, unsigned port,
                           const struct flows_owners *owners) {
    const struct flows_setup *setup = &sheet->game->setup;
    unsigned partner = flows_partner(sheet->game->board.tile[hex], port);
    unsigned owner = flows_owner(setup, owners->players[hex][port]);
    struct paint paint = line_paint(setup, owner);
    draw_line(sheet, hex, port, partner,
              (struct paint){.stroke = 0xf6f1e3ff, .stroke_width = paint.stroke_width + 3});
    draw_line(sheet, hex, port, partner, paint);
}

/* The owner's number on the line, for those who do not see the colour. */
static void draw_number(const struct sheet *sheet, unsigned hex, unsigned port, unsigned owner) {
    unsigned partner = flows_partner(sheet->game->board.tile[hex], port);
    struct point at = bend_of(sheet, hex, port, partner);
    char number[2] = {(char)('1' + owner), 0};
    if (partner == flows_opposite(port)) { /* not where the other lines cross it */
        struct point aside = towards(port, SIDE * 0.45);
        at.x += aside.x;
        at.y += aside.y;
    }
    drawing_circle(sheet->drawing, at.x, at.y, NUMBER * 0.55,
                   (struct paint){.fill = flows_paint(&sheet->game->setup, owner)});
    draw_label(sheet, at, number, NUMBER, 0xffffffff, true);
}

static void draw_tile(const struct sheet *sheet, unsigned hex, const struct flows_owners *owners) {
    unsigned tile = sheet->game->board.tile[hex];
    draw_hex(sheet, hex,
             (struct paint){.fill = 0xf6f1e3ff, .stroke = 0x555555ff, .stroke_width = 1.5}, SIDE);
    for (unsigned port = 0; port < FLOWS_PORTS; port++)
        if (flows_partner(tile, port) > port)
            draw_tile_line(sheet, hex, port, owners);
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned owner = flows_owner(&sheet->game->setup, owners->players[hex][port]);
        if (flows_partner(tile, port) > port && owner < sheet->game->setup.players)
            draw_number(sheet, hex, port, owner);
    }
}

static void draw_empty(const struct sheet *sheet, unsigned hex) {
    const struct flows_game *game = sheet->game;
    struct buf name = {0};
    draw_hex(sheet, hex,
             (struct paint){.fill = 0xffffffff, .stroke = 0x999999ff, .stroke_width = 1}, SIDE);
    flows_hex_name(game->board.grid, game->setup.seat[flows_game_player(game)], hex, &name);
    draw_label(sheet, centre_of(sheet, hex), buf_text(&name), NAME, 0x888888ff, false);
    buf_free(&name);
}

static void draw_ways(const struct sheet *sheet, const struct flows_ways *ways) {
    for (unsigned hex = 0; ways->found && hex < sheet->game->board.grid->hexes; hex++)
        for (unsigned port = 0; port < FLOWS_PORTS; port++) {
            unsigned team = ways->team[hex][port];
            unsigned partner = team ? flows_partner(ways->filled.tile[hex], port) : 0;
            if (team && partner > port)
                draw_line(sheet, hex, port, partner,
                          (struct paint){.stroke = flows_paint(&sheet->game->setup, team - 1),
                                         .stroke_width = 4,
                                         .dash = 6});
        }
}

/* ---- around the board ---- */

/* The rim of an edge along each of its ports. */
static void draw_rim(const struct sheet *sheet, unsigned edge, uint32_t colour) {
    const struct flows_grid *grid = sheet->game->board.grid;
    for (unsigned place = 0; place < flows_edge_ports(grid); place++) {
        struct flows_port at = flows_edge_port(grid, edge, place);
        struct point port = port_of(sheet, at.hex, at.port), out = towards(at.port, RIM / 2.0 + 1);
        struct point along = {-out.y, out.x};
        double length = SIDE / 2.0 / (RIM / 2.0 + 1);
        drawing_line(sheet->drawing, port.x + out.x - along.x * length,
                     port.y + out.y - along.y * length, port.x + out.x + along.x * length,
                     port.y + out.y + along.y * length,
                     (struct paint){.stroke = colour, .stroke_width = RIM});
    }
}

static void draw_edge(const struct sheet *sheet, unsigned edge) {
    const struct flows_grid *grid = sheet->game->board.grid;
    unsigned player = flows_player_at(&sheet->game->setup, edge);
    bool seated = player != FLOWS_NONE;
    draw_rim(sheet, edge, seated ? flows_paint(&sheet->game->setup, player) : 0x222222ff);
    if (!seated)
        return;
    struct flows_port middle = flows_edge_port(grid, edge, grid->radius);
    struct point at = port_of(sheet, middle.hex, middle.port);
    struct point out = towards(middle.port, RIM + 14);
    char name[8];
    snprintf(name, sizeof name, "P%u", player + 1);
    draw_label(sheet, (struct point){at.x + out.x, at.y + out.y}, name, 18, 0x222222ff, true);
}

static void draw_status(const struct sheet *sheet, const struct options *options, double y) {
    struct flows_game seen = *sheet->game;
    struct buf text = {0};
    if (options_flag(options, "secret") && seen.outcome == FLOWS_GOES_ON && !seen.carried)
        seen.hand = FLOWS_NONE;
    flows_game_describe(&seen, &text);
    drawing_title(sheet->drawing, "Flows", buf_text(&text));
    draw_label(sheet, (struct point){sheet->middle.x, y}, buf_text(&text), 14, 0x444444ff, false);
    buf_free(&text);
}

struct drawing *flows_draw(const struct position *position, const struct options *options) {
    const struct flows_game *game = &position->game;
    double across = root3 * SIDE * (2 * game->board.grid->radius + 1) + 2 * MARGIN;
    double down = SIDE * (3.0 * game->board.grid->radius + 2) + 2 * MARGIN;
    double width = across > 420 ? across : 420;
    struct sheet sheet = {
        .game = game, .drawing = drawing_new(width, down + FOOT), .middle = {width / 2, down / 2}};
    struct flows_owners owners;
    struct flows_ways ways;
    flows_game_owners(game, &owners);
    flows_find_ways(game, options, &ways);
    drawing_rect(sheet.drawing, 0, 0, width, down + FOOT, 0, (struct paint){.fill = 0xffffffff});
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        draw_edge(&sheet, edge);
    for (unsigned hex = 0; hex < game->board.grid->hexes; hex++)
        if (flows_is_empty(&game->board, hex))
            draw_empty(&sheet, hex);
        else
            draw_tile(&sheet, hex, &owners);
    draw_ways(&sheet, &ways);
    draw_status(&sheet, options, down + FOOT / 2.0 - 6);
    return sheet.drawing;
}
