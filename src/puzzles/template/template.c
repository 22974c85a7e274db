/* The puzzle as the rest of the program sees it. The registry finds it by its name: the line
 * PUZZLE(template) in registry.def means this folder and this `template_puzzle`. */
#include "puzzles/template/model/position.h"

/* What help, the manual and the completions say of a puzzle's own options comes from here. Options
 * that belong to all puzzles are not listed again: "count", "unique", "threads", "ascii". A message
 * about one names it by OPTION("rows"), which each front end spells its own way. */
const struct option_spec template_options[] = {
    {.name = "rows",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "5",
     .low = 1,
     .high = TEMPLATE_SIDE,
     .scope = CAN_GENERATE,
     .help = "how many rows"},
    {.name = "columns",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "5",
     .low = 1,
     .high = TEMPLATE_SIDE,
     .scope = CAN_GENERATE,
     .help = "how many columns"},
    {.name = NULL},
};

/* A sample is solvable unless its name begins with "unsolvable": the conformance test holds the
 * solver to it. */
static const struct puzzle_sample samples[] = {
    {.name = "cross",
     .text = TEMPLATE_KEYWORD "\n"
                              ".#.\n"
                              "###\n"
                              ".#.\n"},
    {.name = "several solutions",
     .text = TEMPLATE_KEYWORD "\n"
                              "#...#\n"
                              ".#.#.\n"
                              "#...#\n"
                              ".#.#.\n"
                              "#...#\n"},
    {.name = "unsolvable corner",
     .text = TEMPLATE_KEYWORD "\n"
                              "#...\n"
                              "....\n"
                              "....\n"
                              "....\n"},
    {.name = "in the middle of play",
     .text = TEMPLATE_KEYWORD " ; two presses were made\n"
                              "######\n"
                              "#....#\n"
                              "#....#\n"
                              "######\n"
                              "moves: B2 C3\n"},
    {.name = NULL},
};

/* What it makes of the options that every puzzle is offered; others are refused. */
static const struct shared_use shared[] = {
    {"count", CAN_SOLVE, NULL},
    {"unique", CAN_SOLVE, NULL},
    {"seed", CAN_GENERATE, NULL},
    {"threads", CAN_SOLVE | CAN_PLAY, NULL},
    {"ascii", CAN_SOLVE | CAN_SHOW | CAN_PLAY, NULL},
    {0},
};

const struct puzzle template_puzzle = {
    .name = "template",
    .title = "Lamps (the template)",
    .summary = "switch all lamps off; a press toggles a lamp and its neighbours",
    .moves = "B3: presses the lamp in row B, column 3",
    .hidden = true, /* a copy leaves this out */
    .options = template_options,
    .shared = shared,
    .samples = samples,
    .text = &template_text,
    .rules = &template_rules,
    .solve = &template_solve,
    .check = &template_check,
    .hint = &template_hint,
    .generate = &template_generate,
    .rate = &template_rate,
    .render = &template_render,
    .terminal = &template_terminal,
};
