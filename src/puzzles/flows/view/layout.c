/* The board as characters. A tile shows at each of its six ports the letter of the line that ends
 * there, so that equal letters are joined, and behind it the number of the player whose flow it is:
 * all can be read without colours. An empty hex shows its name as the player to move would write
 * it. */
#include <stdio.h>

#include "puzzles/flows/model/legality/reason.h"
#include "puzzles/flows/view/layout.h"

/* Where the two characters of a port are, from the first one of its hex. */
static const struct {
    int8_t row, column;
} port_spot[FLOWS_PORTS] = {
    {2, 2}, {1, 0}, {0, 2}, {0, 5}, {1, 7}, {2, 5},
};

int flows_canvas_row(const struct flows_grid *grid, unsigned hex) {
    return FLOWS_TOP + ((int)grid->radius - grid->hex[hex].row) * FLOWS_HEX_LINES;
}

int flows_canvas_column(const struct flows_grid *grid, unsigned hex) {
    return FLOWS_HEX_PITCH * ((int)grid->radius + grid->hex[hex].col) +
           FLOWS_HEX_PITCH / 2 * grid->hex[hex].row;
}

void flows_put_port(const struct flows_grid *grid, unsigned hex, unsigned port, const char *text,
                    struct style style, struct canvas *canvas) {
    canvas_put(canvas, flows_canvas_row(grid, hex) + port_spot[port].row,
               flows_canvas_column(grid, hex) + port_spot[port].column, text, style);
}

/* Puts three characters into the middle of a hex. */
static void put_middle(const struct flows_grid *grid, unsigned hex, const char *text,
                       struct style style, struct canvas *canvas) {
    canvas_put(canvas, flows_canvas_row(grid, hex) + 1, flows_canvas_column(grid, hex) + 3, text,
               style);
}

char flows_line_letter(unsigned tile, unsigned port) {
    char letter = 'a';
    unsigned partner = flows_partner(tile, port), first = partner < port ? partner : port;
    for (unsigned other = 0; other < first; other++)
        letter = (char)(letter + (flows_partner(tile, other) > other));
    return letter;
}

static unsigned first_of_team(const struct flows_setup *setup, unsigned axis) {
    unsigned player = 0;
    while (flows_axis_of(setup, player) != axis)
        player++;
    return player;
}

/* Teams are counted in the order of their first players. */
static unsigned team_of(const struct flows_setup *setup, unsigned player) {
    unsigned before = 0, first = first_of_team(setup, flows_axis_of(setup, player));
    for (unsigned other = 0; other < first; other++)
        before |= 1U << flows_axis_of(setup, other);
    return (unsigned)__builtin_popcount(before);
}

/* Who comes second in a team has a lighter shade of its colour. */
static bool is_second(const struct flows_setup *setup, unsigned player) {
    return first_of_team(setup, flows_axis_of(setup, player)) != player;
}

uint8_t flows_ink(const struct flows_setup *setup, unsigned player) {
    static const uint8_t inks[FLOWS_AXES][2] = {
        {INK_RED, INK_BRIGHT_RED}, {INK_BLUE, INK_BRIGHT_BLUE}, {INK_GREEN, INK_BRIGHT_GREEN}};
    return inks[team_of(setup, player)][is_second(setup, player)];
}

/* Colours that people with colour blindness can tell apart (Okabe and Ito), and lighter ones. */
uint32_t flows_paint(const struct flows_setup *setup, unsigned player) {
    static const uint32_t paints[FLOWS_AXES][2] = {
        {0xd55e00ff, 0xf0a35eff}, {0x0072b2ff, 0x56b4e9ff}, {0x009e73ff, 0x66cfaaff}};
    return paints[team_of(setup, player)][is_second(setup, player)];
}

unsigned flows_owner(const struct flows_setup *setup, unsigned players) {
    if (!players)
        return FLOWS_NONE;
    unsigned first = (unsigned)__builtin_ctz(players);
    for (unsigned player = first; player < setup->players; player++)
        if (players >> player & 1 && flows_axis_of(setup, player) != flows_axis_of(setup, first))
            return setup->players;
    return first;
}

/* ---- ways ---- */

/* Marks the line of the filling that joins the team's edges. */
static void mark_way(const struct flows_setup *setup, unsigned axis, struct flows_ways *ways) {
    struct flows_step steps[FLOWS_MOST_STEPS];
    uint8_t team = (uint8_t)(first_of_team(setup, axis) + 1);
    for (unsigned place = 0; place < flows_edge_ports(ways->filled.grid); place++) {
        struct flows_port start = flows_edge_port(ways->filled.grid, axis, place);
        struct flows_end end = flows_follow(&ways->filled, start, steps);
        if (end.kind != FLOWS_END_BORDER || end.edge != axis + 3)
            continue;
        for (unsigned i = 0; i < end.steps; i++) {
            ways->team[steps[i].hex][steps[i].in] = team;
            ways->team[steps[i].hex][steps[i].out] = team;
        }
        return;
    }
}

void flows_find_ways(const struct flows_game *game, const struct options *options,
                     struct flows_ways *ways) {
    *ways = (struct flows_ways){.wanted = options_flag(options, "routes")};
    bool tiles_left = options_flag(options, "tiles-left") || game->setup.tiles_left;
    if (!ways->wanted || !flows_reason_fill(&game->board, tiles_left, &ways->filled))
        return;
    ways->found = true;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (game->board.axes >> axis & 1)
            mark_way(&game->setup, axis, ways);
}

/* ---- hexes ---- */

static struct style owner_style(const struct flows_setup *setup, unsigned owner) {
    if (owner == FLOWS_NONE)
        return (struct style){.dim = true};
    if (owner == setup->players)
        return (struct style){.underline = true};
    return (struct style){.fore = flows_ink(setup, owner), .bold = true};
}

static void put_tile(const struct flows_game *game, unsigned hex, const struct flows_owners *owners,
                     struct canvas *canvas) {
    unsigned tile = game->board.tile[hex];
    struct flows_tile_name name = flows_tile_name(game->setup.seat[flows_game_player(game)], tile);
    put_middle(game->board.grid, hex, name.text, (struct style){0}, canvas);
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned owner = flows_owner(&game->setup, owners->players[hex][port]);
        char text[3] = {flows_line_letter(tile, port), ' ', 0};
        if (owner != FLOWS_NONE)
            text[1] = owner == game->setup.players ? '*' : (char)('1' + owner);
        flows_put_port(game->board.grid, hex, port, text, owner_style(&game->setup, owner), canvas);
    }
}

static void put_empty(const struct flows_game *game, unsigned hex, struct canvas *canvas) {
    struct buf name = {0};
    flows_hex_name(game->board.grid, game->setup.seat[flows_game_player(game)], hex, &name);
    put_middle(game->board.grid, hex, buf_text(&name), (struct style){.dim = true}, canvas);
    buf_free(&name);
}

static void put_way(const struct flows_game *game, unsigned hex, const struct flows_ways *ways,
                    struct canvas *canvas) {
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned team = ways->team[hex][port];
        char text[3] = {'~', (char)('0' + team), 0};
        struct style style = {.fore = team ? flows_ink(&game->setup, team - 1) : INK_DEFAULT};
        if (team)
            flows_put_port(game->board.grid, hex, port, text, style, canvas);
    }
}

/* ---- around the board ---- */

/* A hex in the middle of each edge, and where the edge's label stands from there. */
static void edge_spot(const struct flows_grid *grid, unsigned edge, int *row, int *column) {
    int radius = (int)grid->radius, half = (radius + 1) / 2;
    const struct {
        int row, col, down, right;
    } spots[FLOWS_EDGES] = {
        {-radius, half, FLOWS_HEX_LINES, -1},
        {-half, radius, FLOWS_HEX_LINES - 1, FLOWS_HEX_WIDTH + 1},
        {half, radius - half, 0, FLOWS_HEX_WIDTH + 1},
        {radius, -half, -1, -1},
        {half, -radius, 0, -4},
        {-half, half - radius, FLOWS_HEX_LINES - 1, -4},
    };
    unsigned hex = flows_hex_at(grid, spots[edge].row, spots[edge].col);
    *row = flows_canvas_row(grid, hex) + spots[edge].down;
    *column = flows_canvas_column(grid, hex) + spots[edge].right;
}

/* "P1" where player 1 sits, "(1)" where a line of theirs must arrive. */
static void put_edge(const struct flows_game *game, unsigned edge, struct canvas *canvas) {
    char text[8];
    int row, column;
    unsigned player = flows_player_at(&game->setup, edge);
    bool seated = player != FLOWS_NONE;
    if (!seated)
        player = flows_player_at(&game->setup, (edge + 3) % FLOWS_EDGES);
    if (player == FLOWS_NONE)
        return;
    edge_spot(game->board.grid, edge, &row, &column);
    snprintf(text, sizeof text, seated ? "P%u" : "(%u)", player + 1);
    canvas_put(canvas, row, column, text,
               (struct style){.fore = flows_ink(&game->setup, player), .bold = seated});
}

static void put_status(const struct flows_game *game, const struct options *options,
                       const struct flows_ways *ways, struct canvas *canvas) {
    int row = FLOWS_TOP + (2 * (int)game->board.grid->radius + 1) * FLOWS_HEX_LINES + 2;
    struct flows_game seen = *game;
    struct buf text = {0};
    if (options_flag(options, "secret") && game->outcome == FLOWS_GOES_ON && !game->carried)
        seen.hand = FLOWS_NONE;
    flows_game_describe(&seen, &text);
    buf_add(&text, ".");
    canvas_put(canvas, row, 0, text.text, (struct style){0});
    if (ways->wanted)
        canvas_put(canvas, row + 1, 0,
                   ways->found ? "~: a way for each team, all at once."
                               : "No filling leaves every team a way.",
                   (struct style){0});
    buf_free(&text);
}

static void render_text(const struct position *position, const struct options *options,
                        struct canvas *canvas) {
    const struct flows_game *game = &position->game;
    struct flows_owners owners;
    struct flows_ways ways;
    flows_game_owners(game, &owners);
    flows_find_ways(game, options, &ways);
    for (unsigned hex = 0; hex < game->board.grid->hexes; hex++) {
        if (flows_is_empty(&game->board, hex))
            put_empty(game, hex, canvas);
        else
            put_tile(game, hex, &owners, canvas);
        put_way(game, hex, &ways, canvas);
    }
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        put_edge(game, edge, canvas);
    put_status(game, options, &ways, canvas);
}

const struct puzzle_render flows_render = {.text = render_text, .draw = flows_draw};
