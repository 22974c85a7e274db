/* Harmony: the puzzle's table of capabilities. */
#include "puzzles/harmony/model/position.h"

const struct option_spec harmony_options[] = {
    {.name = "method",
     .kind = OPTION_CHOICE,
     .argument = "solver|classic",
     .initial = "solver",
     .scope = CAN_SOLVE,
     .help = "classic: search like the original program, for comparison"},
    {.name = "tests",
     .kind = OPTION_TEXT,
     .argument = "LIST",
     .initial = "default",
     .scope = CAN_SOLVE,
     .help = "classic: the invalidity tests to use: their names, default, all, none, seed_v1, seed "
             "(not sound)"},
    {.name = "scope",
     .kind = OPTION_CHOICE,
     .argument = "touched|board",
     .initial = "touched",
     .scope = CAN_SOLVE,
     .help = "classic: the tiles that the invalidity tests look at: those touched by the last "
             "swap, or all"},
    {.name = "forced",
     .kind = OPTION_CHOICE,
     .argument = "both|vertical|none",
     .initial = "both",
     .scope = CAN_SOLVE,
     .help = "classic: the kinds of perfect swaps to play at once"},
    {.name = "no-last-move-filter",
     .kind = OPTION_FLAG,
     .scope = CAN_SOLVE,
     .help = "classic: also try swaps that waste a tile's last move"},
    {.name = "cache",
     .letter = 'c',
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "4",
     .low = 0,
     .high = 1000,
     .scope = CAN_SOLVE,
     .help = "classic: states with fewer than N swaps left are not shared between threads"},
    {.name = "smallest-first",
     .kind = OPTION_FLAG,
     .scope = CAN_SOLVE,
     .help = "classic: try swaps of tiles with few moves left first"},
    {.name = "largest-first",
     .kind = OPTION_FLAG,
     .scope = CAN_SOLVE,
     .help = "classic: try swaps of tiles with many moves left first"},
    {.name = "report",
     .letter = 'r',
     .kind = OPTION_NUMBER,
     .argument = "SECONDS",
     .initial = "0",
     .low = 0,
     .high = 1000000,
     .scope = CAN_SOLVE,
     .help = "classic: print rate and depths on standard error every SECONDS; 0: never"},
    {.name = "checkpoint",
     .kind = OPTION_TEXT,
     .argument = "FILE",
     .scope = CAN_SOLVE,
     .help = "classic: save the state of the search to FILE, and continue from it if it exists"},
    {.name = "rows",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "4",
     .low = 2,
     .high = HARMONY_SIDE,
     .scope = CAN_GENERATE,
     .help = "the number of rows, which is also the number of colours"},
    {.name = "columns",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "4",
     .low = 1,
     .high = HARMONY_SIDE,
     .scope = CAN_GENERATE,
     .help = "the number of columns"},
    {.name = "swaps",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "12",
     .low = 1,
     .high = HARMONY_SCRAMBLE,
     .scope = CAN_GENERATE,
     .help = "the number of swaps in the solution"},
    {.name = "alike",
     .kind = OPTION_FLAG,
     .scope = CAN_GENERATE,
     .help = "include swaps of two tiles of the same colour"},
    {.name = "difficulty",
     .kind = OPTION_CHOICE,
     .argument = "easy|medium|hard|expert",
     .scope = CAN_GENERATE,
     .help = "the difficulty to aim for"},
    {.name = "solutions",
     .kind = OPTION_INT,
     .argument = "N",
     .low = 1,
     .high = 100000,
     .scope = CAN_GENERATE | CAN_RATE,
     .help = "generate: allow at most N solutions; rate: count solutions, up to N"},
    {.name = "tries",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "200",
     .low = 1,
     .high = 1000000,
     .scope = CAN_GENERATE,
     .help = "try at most N scrambles for the requested difficulty or solutions"},
    {0},
};

static const struct puzzle_sample samples[] = {
    {.name = "twelve swaps",
     .text = "ROWS 4\n"
             "COLS 4\n"
             "\n"
             "BOARD\n"
             "RED     A2 0  B1 1  B3 2  C1 3\n"
             "BLUE    A1 1  C2 2  C3 4  D2 1\n"
             "GREEN   A3 2  C4 0  D1 1  D3 2\n"
             "YELLOW  A4 1  B2 1  B4 2  D4 1\n"},
    {.name = "six swaps",
     .text = "ROWS 3\n"
             "COLS 3\n"
             "\n"
             "BOARD\n"
             "RED    A3 0  B2 2  C2 1\n"
             "BLUE   A1 5  A2 1  B1 0\n"
             "GREEN  B3 1  C1 1  C3 1\n"},
    {.name = "tiles by place, colours out of order",
     .text = "ROWS 4\n"
             "COLS 3\n"
             "# the order of the numbers is not that of the rows\n"
             "COLORS\n"
             "GREEN 0\n"
             "RED 1\n"
             "YELLOW 2\n"
             "BLUE 3\n"
             "TARGETS RED BLUE GREEN YELLOW\n"
             "TILES\n"
             "A1 1 0   A2 2 2   A3 0 3\n"
             "B1 1 2   B2 2 2   B3 2 2\n"
             "C1 0 0   C2 1 2   C3 0 0\n"
             "D1 3 1   D2 3 2   D3 3 2\n"},
    {.name = "one column",
     .text = "ROWS 3\n"
             "COLS 1\n"
             "\n"
             "BOARD\n"
             "RED    A1 2\n"
             "BLUE   B1 3\n"
             "GREEN  C1 3\n"},
    {.name = "played on",
     .text = "ROWS 2\n"
             "COLS 4\n"
             "\n"
             "BOARD\n"
             "RED   A1 1  A4 0  B2 1  B4 3\n"
             "BLUE  A2 1  A3 2  B1 1  B3 1\n"
             "\n"
             "MOVES\n"
             "A1-A3\n"
             "A2-B2\n"},
    {.name = "six by six",
     .text = "ROWS 6\n"
             "COLS 6\n"
             "\n"
             "BOARD\n"
             "RED     A2 0  A4 0  B4 2  B5 1  E1 1  F6 2\n"
             "BLUE    A3 4  B2 1  B6 1  C3 1  D2 4  D3 2\n"
             "GREEN   C1 0  C2 0  C4 0  C5 0  C6 0  E3 3\n"
             "YELLOW  A5 2  B1 2  B3 2  D1 0  D6 0  F5 2\n"
             "PURPLE  A1 1  D4 4  E4 0  E5 0  E6 0  F2 1\n"
             "ORANGE  A6 1  D5 2  E2 1  F1 0  F3 0  F4 0\n"},
    {.name = "solved already",
     .text = "ROWS 2\n"
             "COLS 3\n"
             "\n"
             "BOARD\n"
             "RED   A1 0  A2 0  A3 0\n"
             "BLUE  B1 0  B2 0  B3 0\n"},
    {.name = "unsolvable, though many swaps are legal",
     .text = "ROWS 3\n"
             "COLS 3\n"
             "\n"
             "BOARD\n"
             "RED    A1 0  C1 2  C3 2\n"
             "BLUE   B1 1  B2 2  C2 2\n"
             "GREEN  A2 3  A3 2  B3 2\n"},
    {.name = "unsolvable, nothing can swap",
     .text = "ROWS 2\n"
             "COLS 2\n"
             "\n"
             "BOARD\n"
             "RED   A1 1  A2 0\n"
             "BLUE  B1 0  B2 1\n"},
    {0},
};

static const struct option_rule rules[] = {
    {"seed", CAN_SOLVE, "method=classic", NULL, "method=classic"},
    {"tries", CAN_GENERATE, NULL, "difficulty|solutions", NULL},
    {0},
};

static const struct shared_use shared[] = {
    {"count", CAN_SOLVE, NULL},
    {"unique", CAN_SOLVE, NULL},
    {"seed", CAN_GENERATE | CAN_SOLVE | CAN_PLAY, NULL},
    {"threads", CAN_SOLVE | CAN_PLAY, "it searches with one thread"},
    {"ascii", CAN_SOLVE | CAN_SHOW | CAN_PLAY, NULL},
    {0},
};

const struct puzzle harmony_puzzle = {
    .name = "harmony",
    .title = "Harmony",
    .summary = "swap tiles until each is in its colour's row and all moves are used up",
    .moves = "A1-B1: swaps the tiles of row A, column 1 and row B, column 1",
    .options = harmony_options,
    .option_rules = rules,
    .shared = shared,
    .samples = samples,
    .text = &harmony_text,
    .rules = &harmony_rules,
    .solve = &harmony_solve,
    .hint = &harmony_hint,
    .check = &harmony_check,
    .generate = &harmony_generate,
    .rate = &harmony_rate,
    .render = &harmony_render,
    .terminal = &harmony_terminal,
    .view = &harmony_view,
};
