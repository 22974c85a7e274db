#include "args.h"

enum {
    WORKING =
        VERB_SOLVE | VERB_HINT | VERB_CHECK | VERB_RATE | VERB_GENERATE | VERB_PLAY | VERB_DEMO,
    READING =
        VERB_SOLVE | VERB_HINT | VERB_CHECK | VERB_RATE | VERB_SHOW | VERB_CONVERT | VERB_PLAY,
    REPORTING = VERB_SOLVE | VERB_HINT | VERB_CHECK | VERB_RATE | VERB_GENERATE | VERB_SHOW |
                VERB_CONVERT | VERB_PUZZLES,
    SHOWING = VERB_SOLVE | VERB_HINT | VERB_CHECK | VERB_RATE | VERB_SHOW | VERB_PLAY | VERB_DEMO,
    MANY = READING & ~VERB_PLAY,
    WRITING = VERB_SHOW | VERB_CONVERT | VERB_GENERATE
};

/* clang-format off */
#define SHARED_OPTION(...) {__VA_ARGS__},
const struct option_spec cli_options[] = {
#include "shared_options.def"
    {"from", 0, OPTION_TEXT, "K", "0", 0, 0, VERB_SOLVE,
     "print the moves from number K on, counted from 0; K may have any number of digits"},
    {"moves", 0, OPTION_TEXT, "N|all", "4096", 0, 0, VERB_SOLVE,
     "print N moves at the most"},
    {"show", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_SOLVE,
     "print the board before and after the moves that are printed"},
    {"animate", 0, OPTION_TEXT, "FILE", NULL, 0, 0, VERB_SOLVE,
     "write the moves of the solution to this file as an SVG that plays in a browser"},
    {"pace", 0, OPTION_NUMBER, "SECONDS", "0.8", 0, 60, VERB_SOLVE,
     "the time for each move of the animation"},
    {"all", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_HINT,
     "every step to the end"},
    {"all", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_PUZZLES,
     "list those that are made for tests too"},
    {"number", 'n', OPTION_INT, "N", "1", 1, 1000000, VERB_GENERATE,
     "make N puzzles, from the seed and those that follow it"},
    {"to", 0, OPTION_TEXT, "FORMAT", NULL, 0, 0, VERB_CONVERT | VERB_GENERATE,
     "the file format to write; the puzzle's own if not given"},
    {"svg", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_SHOW,
     "a picture in SVG"},
    {"png", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_SHOW,
     "a picture in PNG"},
    {"scale", 0, OPTION_NUMBER, "N", "1", 0, 100, VERB_SHOW,
     "pixels for each unit of the PNG"},
    {"output", 'o', OPTION_TEXT, "FILE", NULL, 0, 0, WRITING,
     "write to this file instead of standard output"},
    {"plain", 0, OPTION_FLAG, NULL, NULL, 0, 0, VERB_PLAY,
     "play line by line, not on the full screen"},
    {"save", 0, OPTION_TEXT, "FILE", NULL, 0, 0, VERB_PLAY,
     "keep the game in this file, after every move"},

    {"as", 0, OPTION_TEXT, "NAME", NULL, 0, 0, READING,
     "which puzzle the file holds; recognised if not given"},
    {"files-from", 0, OPTION_TEXT, "FILE", NULL, 0, 0, MANY,
     "take the names of more files from this list, one a line; - is standard input"},
    {"jobs", 0, OPTION_INT, "N", NULL, 1, 1024, MANY,
     "with several files, work on N of them at once, each with one thread unless --threads is "
     "given; as many as the machine runs at once if not given"},
    {"json", 'j', OPTION_FLAG, NULL, NULL, 0, 0, REPORTING,
     "one JSON object a line for each input"},
    {"time", 0, OPTION_NUMBER, "SECONDS", NULL, 0, 1000000000, WORKING,
     "give up after so many seconds for each input; 0 is no limit"},
    {"memory", 0, OPTION_SIZE, "SIZE", NULL, 0, 0, WORKING,
     "the most memory for searching, such as 500M or 2G; three quarters of the machine's if not "
     "given, 0 is no limit"},
    {"nodes", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "give up after so many search states; 0 is no limit"},
    {"seed", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "the seed of random numbers: the same seed gives the same result"},
    {"progress", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, WORKING | MANY,
     "how far it is, on standard error; auto is on a terminal only"},
    {"stats", 0, OPTION_FLAG, NULL, NULL, 0, 0, WORKING & ~VERB_PLAY,
     "time, search states and memory, on standard error"},
    {"quiet", 'q', OPTION_FLAG, NULL, NULL, 0, 0, REPORTING & ~VERB_PUZZLES,
     "no more than the bare result"},
    {"color", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, SHOWING,
     "colours; auto is on a terminal, unless NO_COLOR is set"},
    {"help", 'h', OPTION_FLAG, NULL, NULL, 0, 0, 0,
     "this help"},
    {NULL, 0, OPTION_FLAG, NULL, NULL, 0, 0, 0, NULL}};
/* clang-format on */
