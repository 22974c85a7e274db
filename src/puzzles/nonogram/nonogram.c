/* Nonogram: the puzzle's table of capabilities. */
#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/model/position.h"

const struct option_spec nonogram_options[] = {
    /* show, and boards wherever else they are shown */
    {.name = "row",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "1",
     .low = 1,
     .high = NONOGRAM_SIDE,
     .scope = CAN_SHOW | CAN_SOLVE | CAN_PLAY,
     .help = "show the part of a large board around row N"},
    {.name = "column",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "1",
     .low = 1,
     .high = NONOGRAM_SIDE,
     .scope = CAN_SHOW | CAN_SOLVE | CAN_PLAY,
     .help = "show the part of a large board around column N"},
    {.name = "span",
     .kind = OPTION_INT,
     .argument = "N",
     .initial = "40",
     .low = 1,
     .high = NONOGRAM_SIDE,
     .scope = CAN_SHOW | CAN_SOLVE | CAN_PLAY,
     .help = "the number of rows and columns of that part"},
    {.name = "print",
     .kind = OPTION_CHOICE,
     .argument = "a4|letter",
     .scope = CAN_SHOW,
     .help = "pictures (SVG, PNG) only: lay it out as a page for printing"},

/* solve */

/* generate */
#include "puzzles/nonogram/generate/options.def"

    {0},
};

/* The pictures are our own. */
static const struct puzzle_sample samples[] = {
    {.name = "a cup",
     .text = "width 16\nheight 13\n"
             "\n"
             "rows\n"
             "1,1,1\n1,1,1\n1,1,1\n0\n13\n13\n14\n13,1\n13,1\n14\n11\n9\n16\n"
             "\n"
             "columns\n"
             "1\n6,1\n7,1\n1,9\n1,1,9\n9\n9\n1,9\n1,1,9\n9\n9\n1,9\n1,1,7,1\n6,1\n1,1,1\n"
             "2,1\n"},
    {.name = "an apple in four colours",
     .text = "color r #d02020 \"red\"\n"
             "color g #008000\n"
             "color n #a52a2a\n"
             "color y #ffd700 \"yellow\"\n"
             "width 10\nheight 10\n"
             "\n"
             "rows\n"
             "1n,2g\n1n,3g\n2r,1n,3r\n8r\n2r,1y,7r\n1r,2y,7r\n10r\n10r\n8r\n3r,2r\n"
             "\n"
             "columns\n"
             "4r\n2r,1y,3r\n2r,2y,4r\n8r\n7r\n3n,6r\n1g,8r\n2g,8r\n2g,7r\n4r\n"},
    {.name = "a mask that lines alone do not solve",
     .text = "width 8\nheight 8\n"
             "\n"
             "rows\n"
             "1,1,1,1\n1,1\n4\n2\n1,2,1\n1,1,1,1\n1,1\n4\n"
             "\n"
             "columns\n"
             "1,1\n1,1,1\n1,1,1,1\n3,1\n3,1\n1,1,1,1\n1,1,1\n1,1\n"},
    {.name = "several solutions",
     .text = "width 5\nheight 5\n"
             "\n"
             "rows\n"
             "1,1\n1,1\n1\n1,1\n1,1\n"
             "\n"
             "columns\n"
             "1,1\n1,1\n1\n1,1\n1,1\n"},
    {.name = "in the middle of play",
     .text = "width 6\nheight 6\n"
             "\n"
             "rows\n"
             "4\n6\n2,2\n2,2\n6\n4\n"
             "\n"
             "columns\n"
             "4\n6\n2,2\n2,2\n6\n4\n"
             "\n"
             "goal \"011110111111110011110011111111011110\"\n"
             "\n"
             "moves R2C1=# R2C2=# R2C3=# R2C4=# R2C5=# R2C6=# R1C1=.\n"},
    {.name = "all set",
     .text = "width 2\nheight 2\n"
             "\n"
             "rows\n"
             "1\n2\n"
             "\n"
             "columns\n"
             "2\n1\n"
             "\n"
             "saved \"1011\"\n"},
    {.name = "nothing to fill",
     .text = "width 3\nheight 2\n"
             "\n"
             "rows\n"
             "0\n0\n"
             "\n"
             "columns\n"
             "0\n0\n0\n"},
    {.name = "unsolvable, as its lines show",
     .text = "width 3\nheight 3\n"
             "\n"
             "rows\n"
             "2\n0\n2\n"
             "\n"
             "columns\n"
             "1,1\n0\n1,1\n"},
    {.name = "unsolvable, though every line can be filled",
     .text = "width 5\nheight 5\n"
             "\n"
             "rows\n"
             "1,1\n1\n1\n2,1\n1\n"
             "\n"
             "columns\n"
             "2\n1\n1,1\n2\n1\n"},
    {0},
};

static const struct option_rule rules[] = {
    {"threshold|invert", CAN_GENERATE, NULL, "image", NULL},
    {0},
};

static const struct shared_use shared[] = {
    {"count", CAN_SOLVE, NULL},
    {"unique", CAN_SOLVE, NULL},
    {"seed", CAN_GENERATE | CAN_SOLVE | CAN_PLAY, NULL},
    {"threads", CAN_SOLVE | CAN_CHECK | CAN_PLAY, "it searches with one thread"},
    {"ascii", CAN_SOLVE | CAN_SHOW | CAN_PLAY, NULL},
    {0},
};

const struct puzzle nonogram_puzzle = {
    .name = "nonogram",
    .title = "Nonogram",
    .summary = "fill cells so that every row and column has the runs in its clues",
    .moves = "R3C7=#: fills row 3, column 7; a colour's letter, '.' for empty, '?' to clear it",
    .options = nonogram_options,
    .option_rules = rules,
    .shared = shared,
    .samples = samples,
    .text = &nonogram_text,
    .rules = &nonogram_rules,
    .solve = &nonogram_solve,
    .hint = &nonogram_hint,
    .check = &nonogram_check,
    .generate = &nonogram_generate,
    .rate = &nonogram_rate,
    .render = &nonogram_render,
    .terminal = &nonogram_terminal,
    .view = &nonogram_view,
};
