/* The board as an object, for front ends that draw it themselves. */
#include <stdio.h>
#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/legality/reason.h"
#include "puzzles/flows/view/layout.h"

static void set(json_t *object, const char *name, json_t *value) {
    json_object_set_new(object, name, value);
}

/* Players as a list of their numbers, from a set with bit n for player n. */
static json_t *numbers_of(unsigned players) {
    json_t *list = json_array();
    for (unsigned player = 0; player < FLOWS_MOST_PLAYERS; player++)
        if (players >> player & 1)
            json_array_append_new(list, json_integer(player + 1));
    return list;
}

static json_t *pair_of(unsigned a, unsigned b) {
    json_t *pair = json_array();
    json_array_append_new(pair, json_integer(a));
    json_array_append_new(pair, json_integer(b));
    return pair;
}

/* ---- hexes ---- */

static json_t *tile_of(unsigned tile, const uint8_t owners[FLOWS_PORTS]) {
    json_t *object = json_object(), *lines = json_array();
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned partner = flows_partner(tile, port);
        if (partner < port)
            continue;
        json_t *line = json_object();
        set(line, "ports", pair_of(port, partner));
        set(line, "seats", numbers_of(owners[port]));
        json_array_append_new(lines, line);
    }
    set(object, "type", json_integer(flows_tile_type(tile)));
    set(object, "rotation", json_integer(flows_tile_rotation(tile)));
    set(object, "lines", lines);
    return object;
}

static json_t *hexes_of(const struct flows_game *game) {
    const struct flows_grid *grid = game->board.grid;
    struct flows_owners owners;
    struct buf name = {0};
    json_t *hexes = json_array();
    flows_game_owners(game, &owners);
    for (unsigned hex = 0; hex < grid->hexes; hex++) {
        json_t *object = json_object();
        buf_clear(&name);
        flows_hex_name(grid, game->setup.seat[flows_game_player(game)], hex, &name);
        set(object, "row", json_integer(grid->hex[hex].row));
        set(object, "col", json_integer(grid->hex[hex].col));
        set(object, "name", json_string(buf_text(&name)));
        set(object, "tile",
            flows_is_empty(&game->board, hex)
                ? json_null()
                : tile_of(game->board.tile[hex], owners.players[hex]));
        json_array_append_new(hexes, object);
    }
    buf_free(&name);
    return hexes;
}

static json_t *types_of(void) {
    json_t *types = json_array();
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        json_t *pairs = json_array();
        for (unsigned port = 0; port < FLOWS_PORTS; port++)
            if (flows_partner(flows_tile(type, 0), port) > port)
                json_array_append_new(pairs,
                                      pair_of(port, flows_partner(flows_tile(type, 0), port)));
        json_array_append_new(types, pairs);
    }
    return types;
}

/* ---- players ---- */

static json_t *players_list(const struct flows_game *game) {
    const struct flows_setup *setup = &game->setup;
    json_t *players = json_array();
    for (unsigned player = 0; player < setup->players; player++) {
        json_t *object = json_object();
        unsigned axis = flows_axis_of(setup, player);
        set(object, "seat", json_integer(player + 1));
        set(object, "edge", json_integer(setup->seat[player]));
        set(object, "goal", json_integer((setup->seat[player] + 3) % FLOWS_EDGES));
        set(object, "team", flows_seats_of(setup, 1U << axis));
        set(object, "colour", json_sprintf("#%06x", flows_paint(setup, player) >> 8));
        set(object, "resigned", json_boolean(!(game->board.axes >> axis & 1)));
        json_array_append_new(players, object);
    }
    return players;
}

/* ---- the hand ---- */

/* With supermoves what is legal is not a matter of ways alone: every placement is tried. */
static void try_everywhere(const struct flows_game *game, qd_control *control,
                           struct flows_placements *map) {
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++)
        for (unsigned hex = 0; hex < game->board.grid->hexes; hex++) {
            struct flows_game after = *game;
            struct flows_move move = {.kind = FLOWS_LAY,
                                      .player = (uint8_t)flows_game_player(game),
                                      .hex = (uint8_t)hex,
                                      .tile = (uint8_t)flows_tile(game->hand, rotation)};
            qd_status status = flows_game_play(&after, move, control, NULL);
            bool empty = flows_is_empty(&game->board, hex);
            map->at[rotation][hex] = status == QD_LIMIT ? FLOWS_PLACE_UNKNOWN
                                     : status == QD_NO
                                         ? (empty ? FLOWS_PLACE_ILLEGAL : FLOWS_PLACE_OCCUPIED)
                                     : after.outcome == FLOWS_JOINED ? FLOWS_PLACE_WINS
                                                                     : FLOWS_PLACE_LEGAL;
        }
}

static json_t *hand_of(const struct flows_game *game, qd_control *control) {
    if (game->outcome != FLOWS_GOES_ON || game->hand == FLOWS_NONE)
        return json_null();
    struct flows_placements map;
    memset(&map, 0, sizeof map);
    if (game->setup.supermove == FLOWS_NO_SUPERMOVE)
        flows_place_everywhere(&game->board, game->hand, game->setup.tiles_left, control, &map);
    else
        try_everywhere(game, control, &map);
    json_t *hand = json_object(), *rows = json_array(), *names = json_array();
    unsigned edge = game->setup.seat[flows_game_player(game)];
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++) {
        json_array_append_new(rows, json_string(map.at[rotation]));
        json_array_append_new(names, json_string(flows_orientation(edge, rotation)));
    }
    set(hand, "type", json_integer(game->hand));
    set(hand, "carried", json_boolean(game->carried));
    set(hand, "map", rows);
    set(hand, "orientations", names);
    return hand;
}

/* ---- the whole ---- */

static void set_rules(const struct flows_setup *setup, json_t *object) {
    static const char *const supermoves[] = {"no", "double", "single"};
    set(object, "legality", json_string(setup->tiles_left ? "left" : "any"));
    set(object, "supermove", json_string(supermoves[setup->supermove]));
    set(object, "anyone", json_boolean(setup->for_anyone));
    set(object, "types", types_of());
}

static json_t *view_board(const struct position *position, qd_control *control) {
    const struct flows_game *game = &position->game;
    json_t *object = json_object(), *left = json_array();
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        json_array_append_new(left, json_integer(game->board.left[type]));
    set(object, "radius", json_integer(game->setup.radius));
    set(object, "hexes", hexes_of(game));
    set(object, "players", players_list(game));
    set(object, "left", left);
    set(object, "turn", json_integer(game->turn));
    set(object, "edge", json_integer(game->edge));
    set_rules(&game->setup, object);
    set(object, "outcome", json_string(flows_outcome_word(game)));
    set(object, "winners", flows_seats_of(&game->setup, game->winners));
    set(object, "hand", hand_of(game, control));
    return object;
}

static bool read_lay(const struct flows_game *game, const char *text, struct flows_move *move) {
    struct buf why = {0};
    bool known = flows_move_read(&game->setup, text, move, &why) && move->kind == FLOWS_LAY;
    buf_free(&why);
    return known;
}

static void view_places(const struct position *position, const char *text, struct record *places) {
    struct flows_move move;
    char number[16];
    if (!read_lay(&position->game, text, &move))
        return;
    snprintf(number, sizeof number, "%u", move.hex);
    record_add(places, number, 0);
}

const struct puzzle_view flows_view = {.board = view_board, .places = view_places};
