/* Flows: the puzzle's table of capabilities. */
#include "puzzles/flows/model/position.h"

#include "puzzles/flows/solve/opponent/think.h"

#define TEXT_OF(number)       #number
#define TEXT_OF_VALUE(number) TEXT_OF(number)

const struct option_spec flows_options[] = {
    {.name = "tile",
     .kind = OPTION_INT,
     .argument = "TYPE",
     .low = 0,
     .high = FLOWS_TYPES - 1,
     .scope = CAN_CHECK | CAN_HINT,
     .help = "check: map the legal placements of this tile, for each rotation; "
             "hint: the tile in hand, if it is not known"},
    {.name = "tiles-left",
     .kind = OPTION_FLAG,
     .scope = CAN_CHECK | CAN_SHOW,
     .help = "count only the tiles that are left, instead of any tiles, for a team's path"},
    {.name = "method",
     .kind = OPTION_CHOICE,
     .argument = "exact|heuristic",
     .initial = "exact",
     .scope = CAN_CHECK,
     .help = "heuristic: check placements like the original program, for comparison"},
    {.name = "routes",
     .kind = OPTION_FLAG,
     .scope = CAN_SHOW,
     .help = "show a path for every team, all possible at the same time"},
    {.name = "secret", .kind = OPTION_FLAG, .scope = CAN_SHOW, .help = "hide the tile in hand"},
    {.name = "opponent",
     .kind = OPTION_CHOICE,
     .argument = "random|greedy|strong",
     .initial = "strong",
     .scope = CAN_PLAY,
     .help =
         "how the program plays for the others: at random, by the shortest path, or by searching"},
    {.name = "me",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "1",
     .low = 0,
     .high = FLOWS_MOST_PLAYERS,
     .scope = CAN_PLAY,
     .help = "the player that you are, if the program plays for the others; 0: none, just watch"},
    {.name = "playouts",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = TEXT_OF_VALUE(FLOWS_PLAYOUTS),
     .low = 1,
     .high = 100000000,
     .scope = CAN_HINT | CAN_RATE | CAN_PLAY,
     .help = "play N games to the end to find the best move"},
    {.name = "players",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "2",
     .low = 2,
     .high = FLOWS_MOST_PLAYERS,
     .scope = CAN_GENERATE,
     .help = "the number of players"},
    {.name = "radius",
     .label = "Board",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "3",
     .low = FLOWS_LEAST_RADIUS,
     .high = FLOWS_MOST_RADIUS,
     .scope = CAN_GENERATE,
     .help = "the radius of the board: 7, 19, 37, 61 or 91 hexes"},
    {.name = "turns",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "0",
     .low = 0,
     .high = FLOWS_MOST_HEXES - 1,
     .scope = CAN_GENERATE,
     .help = "start after N random legal moves, with the game not over"},
    {.name = "legality",
     .kind = OPTION_CHOICE,
     .argument = "any|left",
     .initial = "any",
     .scope = CAN_GENERATE,
     .help = "every team must have a possible path: of any tiles, or of the tiles left"},
    {.name = "supermove",
     .kind = OPTION_CHOICE,
     .argument = "no|double|single",
     .initial = "no",
     .scope = CAN_GENERATE,
     .help = "every empty hex is legal, and a team that is cut off may replace a tile"},
    {.name = "anyone",
     .kind = OPTION_FLAG,
     .scope = CAN_GENERATE,
     .help = "supermove: a tile may also be replaced to free another team"},
    {0},
};

static const struct puzzle_sample samples[] = {
    {.name = "a game that is nearly decided",
     .text = "flows\n"
             "radius: 3\n"
             "players: 2\n"
             "seats: 2 0\n"
             "seed: 136\n"
             "moves:\n"
             "P1A1T3NE P2C3T2NW\n"
             "P1A4T3SE P2A3T0SW\n"
             "P1G4T2S P2F5T2S\n"
             "P1B4T3SE P2D4T0S\n"
             "P1E5T2S P2F1T1NE\n"
             "P1B1T1SE P2D7T0S\n"
             "P1E2T1NW P2E4T3S\n"},
    {.name = "a game that P2 wins",
     .text = "flows\n"
             "radius: 2\n"
             "seats: 0 1\n"
             "seed: 40\n"
             "moves:\n"
             "P1B3T2NW P2A1T0SW P1C2T3SW P2D3T0SW P1C3T1SE P2D4T3S P1D3T2SW\n"
             "P2E1T2S P1E2T1N P2A3T0SW P1C5T3S P2B4T0SE P1D4T2S\n"
             "P2C5T1N\n"},
    {.name = "two players, a game under way",
     .text = "flows\n"
             "radius: 3\n"
             "players: 2\n"
             "seats: 0 1\n"
             "moves:\n"
             "P1D4T2SE P2C3T0N\n"
             "P1B3T1S P2B4T3N\n"},
    {.name = "a new game for three",
     .text = "flows\n"
             "radius: 3\n"
             "players: 3\n"
             "seats: 2 4 0\n"
             "seed: 7\n"},
    {.name = "five players on a small board",
     .text = "flows ; the seat at edge 5 is empty, so P3 moves twice a round\n"
             "radius: 2\n"
             "players: 5\n"
             "seats: 0 1 2 3 4\n"
             "seed: 5\n"},
    {.name = "a diagram",
     .text = "flows\n"
             "radius: 1\n"
             "players: 2\n"
             "seats: 0 1\n"
             "board:\n"
             "   .   .\n"
             " 2S   .   .\n"
             "   0S   .\n"},
    {.name = "a code", .text = "axes=012 radius=2 ...A......P......B.\n"},
    {.name = "single supermove",
     .text = "flows\n"
             "radius: 1\n"
             "players: 4\n"
             "seats: 1 2 4 5\n"
             "supermove: single anyone\n"
             "seed: 11\n"},
    {0},
};

static const struct option_rule rules[] = {
    {"tiles-left", CAN_SHOW, NULL, "routes", NULL},
    {"me", CAN_PLAY, NULL, "opponent", NULL},
    {0},
};

static const struct shared_use shared[] = {
    {"count", 0, "a position has one value, and hint lists several moves"},
    {"unique", 0, "a position has one value, and hint lists several moves"},
    {"seed", CAN_GENERATE, "the same position always gives the same answer"},
    {"threads", 0, "it searches with one thread"},
    {"ascii", CAN_SOLVE | CAN_SHOW | CAN_PLAY, NULL},
    {0},
};

const struct puzzle flows_puzzle = {
    .name = "flows",
    .title = "Flows",
    .summary = "lay tiles so that a line joins your two edges; nobody may be cut off",
    .moves = "P1D4T2SE: player 1 lays a tile of type 2 on D4, turned south-east; P1-resign",
    .options = flows_options,
    .option_rules = rules,
    .shared = shared,
    .effort = "playouts",
    .samples = samples,
    .text = &flows_text,
    .rules = &flows_rules,
    .solve = &flows_solve,
    .check = &flows_check,
    .hint = &flows_hint,
    .opponent = &flows_opponent,
    .seats = &flows_seats,
    .generate = &flows_generate,
    .rate = &flows_rate,
    .render = &flows_render,
    .terminal = &flows_terminal,
    .view = &flows_view,
};
