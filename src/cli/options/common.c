#include "cli/options/args.h"

enum {
    WORKING = CAN_SOLVE | CAN_HINT | CAN_CHECK | CAN_RATE | CAN_GENERATE | CAN_PLAY | CLI_DEMO,
    READING = CAN_SOLVE | CAN_HINT | CAN_CHECK | CAN_RATE | CAN_SHOW | CLI_CONVERT | CAN_PLAY,
    REPORTING = CAN_SOLVE | CAN_HINT | CAN_CHECK | CAN_RATE | CAN_GENERATE | CAN_SHOW |
                CLI_CONVERT | CLI_PUZZLES,
    SHOWING = CAN_SOLVE | CAN_SHOW | CAN_PLAY | CLI_DEMO,
    MANY = READING & ~CAN_PLAY,
    WRITING = CAN_SHOW | CLI_CONVERT | CAN_GENERATE
};

/* clang-format off */
#define ROW(name, letter, kind, argument, initial, low, high, scope, help) \
    {name, letter, kind, argument, initial, low, high, scope, help, NULL},
/* The demonstration plays. */
#define SHARED_OPTION(name, letter, kind, argument, initial, low, high, scope, help) \
    ROW(name, letter, kind, argument, initial, low, high, \
        (scope) & CAN_PLAY ? (scope) | CLI_DEMO : (scope), help)
const struct option_spec cli_options[] = {
#include "session/shared_options.def"
    ROW("from", 0, OPTION_TEXT, "K", "0", 0, 0, CAN_SOLVE,
     "print the moves from number K on, counted from 0; K may have any number of digits")
    ROW("moves", 0, OPTION_TEXT, "N|all", "4096", 0, 0, CAN_SOLVE,
     "print N moves at the most")
    ROW("show", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SOLVE,
     "print the board before and after the moves that are printed")
    ROW("animate", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CAN_SOLVE,
     "write the moves of the solution to this file as an SVG that plays in a browser")
    ROW("pace", 0, OPTION_NUMBER, "SECONDS", "0.8", 0, 60, CAN_SOLVE,
     "the time for each move of the animation")
    ROW("all", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_HINT,
     "every step to the end")
    ROW("all", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_PUZZLES,
     "list those that are made for tests too")
    ROW("number", 'n', OPTION_INT, "N", "1", 1, 1000000, CAN_GENERATE,
     "make N puzzles, from the seed and those that follow it")
    ROW("to", 0, OPTION_TEXT, "FORMAT", NULL, 0, 0, CLI_CONVERT | CAN_GENERATE,
     "the file format to write; the puzzle's own if not given")
    ROW("svg", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SHOW,
     "a picture in SVG")
    ROW("png", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SHOW,
     "a picture in PNG")
    ROW("scale", 0, OPTION_NUMBER, "N", "1", 0, 100, CAN_SHOW,
     "pixels for each unit of the PNG")
    ROW("output", 'o', OPTION_TEXT, "FILE", NULL, 0, 0, WRITING,
     "write to this file instead of standard output")
    ROW("plain", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_PLAY,
     "play line by line, not on the full screen")
    ROW("save", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CAN_PLAY,
     "keep the game in this file, after every move")

    ROW("sim", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "run on a simulated machine")
    ROW("device", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "run on the machine at this serial port or terminal")
    ROW("replay", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "run on the answers of a machine that --record has kept")
    ROW("mode", 0, OPTION_CHOICE, "participant|solve|reset|calibrate", "reset", 0, 0, CLI_RIG,
     "watch a person play, move all rings to the goal, move them to the start, or measure the cells")
    ROW("rings", 0, OPTION_TEXT, "GRAMS,...", "30,60,110", 0, 0, CLI_RIG,
     "the weights of the rings in grams, the lightest first")
    ROW("start", 0, OPTION_INT, "TOWER", "0", 0, 2, CLI_RIG,
     "the tower to start from and to reset to")
    ROW("goal", 0, OPTION_INT, "TOWER", "2", 0, 2, CLI_RIG,
     "the tower to solve to")
    ROW("journal", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "keep what is done in this file, and go on from there after a power cut")
    ROW("calibration", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "the zeros and gains of the cells; --mode calibrate writes it, the other modes read it")
    ROW("record", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "write every call of the machine and its answer to this file, for --replay")
    ROW("report", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "write the report of a participant's attempt, by the file's name: .txt, .csv, .json or .svg")
    ROW("fault", 0, OPTION_LIST, "NAME@STEP", NULL, 0, 0, CLI_RIG,
     "let this go wrong with the simulated machine at that step; may be given several times")
    ROW("faults", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "list the names for --fault")
    ROW("board", 0, OPTION_TEXT, "RINGS", NULL, 0, 0, CLI_RIG,
     "where the simulated rings stand, from the bottom, such as '110 60 | 30 |'")
    ROW("play", 0, OPTION_TEXT, "MOVES", NULL, 0, 0, CLI_RIG,
     "what a simulated participant plays, such as '0>2 0>1'")
    ROW("baud", 0, OPTION_INT, "N", "115200", 9600, 921600, CLI_RIG,
     "the speed of the serial port in bits a second")
    ROW("idle", 0, OPTION_NUMBER, "SECONDS", "120", 1, 86400, CLI_RIG,
     "an attempt ends when nothing happened for so long")
    ROW("picture", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, CLI_RIG,
     "arm and towers; auto is a moving picture on a terminal")
    ROW("speed", 0, OPTION_NUMBER, "N", "4", 0, 1000000, CLI_RIG,
     "show the simulated machine N times as fast as a real one; 0 is as fast as it can be")
    ROW("json", 'j', OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "one JSON object a line for each event, the result last")
    ROW("time", 0, OPTION_NUMBER, "SECONDS", "14400", 1, 1000000, CLI_RIG,
     "stop safely after so many seconds of the machine's time")
    ROW("seed", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, CLI_RIG,
     "the seed of the simulated machine: the same seed gives the same run")
    ROW("ascii", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "draw with ASCII characters only")

    ROW("bind", 0, OPTION_TEXT, "ADDRESS", "127.0.0.1", 0, 0, CLI_SERVE,
     "listen on this numeric address; any but a loopback address lets other machines connect")
    ROW("port", 0, OPTION_INT, "N", "8420", 0, 65535, CLI_SERVE,
     "listen on this port; 0: one that is free")
    ROW("store", 0, OPTION_TEXT, "URL", NULL, 0, 0, CLI_SERVE,
     "keep the games there: sqlite:FILE or postgresql:...; a file in your data folder if not given")
    ROW("games", 0, OPTION_INT, "N", "100000", 0, 1000000000000, CLI_SERVE,
     "keep at most so many games; 0: any number")
    ROW("keep", 0, OPTION_INT, "DAYS", "0", 0, 100000, CLI_SERVE,
     "remove games that nobody has touched for so many days; 0: never")

    ROW("as", 0, OPTION_TEXT, "NAME", NULL, 0, 0, READING,
     "which puzzle the file holds; recognised if not given")
    ROW("files-from", 0, OPTION_TEXT, "FILE", NULL, 0, 0, MANY,
     "take the names of more files from this list, one a line; - is standard input")
    ROW("jobs", 0, OPTION_INT, "N", NULL, 1, 1024, MANY,
     "with several files, work on N of them at once, each with one thread unless --threads is "
     "given; as many as the machine runs at once if not given")
    ROW("json", 'j', OPTION_FLAG, NULL, NULL, 0, 0, REPORTING,
     "one JSON object a line for each input")
    ROW("time", 0, OPTION_NUMBER, "SECONDS", NULL, 0, 1000000000, WORKING,
     "give up after so many seconds for each input; 0 is no limit")
    ROW("memory", 0, OPTION_SIZE, "SIZE", NULL, 0, 0, WORKING,
     "the most memory for searching, such as 500M or 2G; three quarters of the machine's if not "
     "given, 0 is no limit")
    ROW("nodes", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "give up after so many search states; 0 is no limit")
    ROW("seed", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "the seed of random numbers: the same seed gives the same result")
    ROW("progress", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, WORKING | MANY,
     "how far it is, on standard error; auto is on a terminal only")
    ROW("stats", 0, OPTION_FLAG, NULL, NULL, 0, 0, WORKING & ~CAN_PLAY,
     "time, search states and memory, on standard error")
    ROW("quiet", 'q', OPTION_FLAG, NULL, NULL, 0, 0, (REPORTING & ~CLI_PUZZLES) | CLI_RIG | CLI_SERVE,
     "no more than the bare result")
    ROW("color", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, SHOWING | CLI_RIG,
     "colours; auto is on a terminal, unless NO_COLOR is set, or FORCE_COLOR is")
    ROW("help", 'h', OPTION_FLAG, NULL, NULL, 0, 0, 0,
     "this help")
    {.name = NULL}};
/* clang-format on */

const struct option_rule cli_rules[] = {
    {"pace", CAN_SOLVE, NULL, "animate", NULL},
    {"scale", CAN_SHOW, NULL, "png", NULL},
    {"svg", CAN_SHOW, NULL, NULL, "png"},
    {"ascii|color", CAN_SHOW, NULL, NULL, "svg|png"},
    {"color", CAN_SOLVE | CAN_SHOW, NULL, NULL, "json"},
    {0},
};
