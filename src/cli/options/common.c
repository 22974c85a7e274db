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
/* The demo takes the options of play. */
#define SHARED_OPTION(name, letter, kind, argument, initial, low, high, scope, help) \
    ROW(name, letter, kind, argument, initial, low, high, \
        (scope) & CAN_PLAY ? (scope) | CLI_DEMO : (scope), help)
const struct option_spec cli_options[] = {
#include "session/shared_options.def"
    ROW("from", 0, OPTION_TEXT, "K", "0", 0, 0, CAN_SOLVE,
     "start printing at move K, counted from 0; K may have any number of digits")
    ROW("moves", 0, OPTION_TEXT, "N|all", "4096", 0, 0, CAN_SOLVE,
     "print at most N moves")
    ROW("show", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SOLVE,
     "print the board before and after the printed moves")
    ROW("animate", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CAN_SOLVE,
     "write the solution to FILE as an animated SVG")
    ROW("pace", 0, OPTION_NUMBER, "SECONDS", "0.8", 0, 60, CAN_SOLVE,
     "the duration of a move in the animation")
    ROW("all", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_HINT,
     "print every step to the end")
    ROW("all", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_PUZZLES,
     "list the puzzles made for tests too")
    ROW("number", 'n', OPTION_INT, "N", "1", 1, 1000000, CAN_GENERATE,
     "make N puzzles, with the seed and the N-1 after it")
    ROW("to", 0, OPTION_TEXT, "FORMAT", NULL, 0, 0, CLI_CONVERT | CAN_GENERATE,
     "the file format to write (default: by the extension of FILE, else the puzzle's own)")
    ROW("svg", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SHOW,
     "draw it as an SVG image")
    ROW("png", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_SHOW,
     "draw it as a PNG image")
    ROW("scale", 0, OPTION_NUMBER, "N", "1", 0, 100, CAN_SHOW,
     "PNG: enlarge the image N times")
    ROW("output", 'o', OPTION_TEXT, "FILE", NULL, 0, 0, WRITING,
     "write to FILE instead of standard output")
    ROW("plain", 0, OPTION_FLAG, NULL, NULL, 0, 0, CAN_PLAY,
     "read moves line by line instead of using the full screen")
    ROW("save", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CAN_PLAY,
     "save the game to FILE after every move")

    ROW("sim", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "run on a simulated machine")
    ROW("device", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "run on the machine at this serial port")
    ROW("replay", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "replay a run that was recorded with --record")
    ROW("mode", 0, OPTION_CHOICE, "participant|solve|reset|calibrate", "reset", 0, 0, CLI_RIG,
     "watch a person play, move all rings to the goal, move them back to the start, or calibrate the "
     "load cells")
    ROW("rings", 0, OPTION_TEXT, "GRAMS,...", "30,60,110", 0, 0, CLI_RIG,
     "the weights of the rings in grams, the lightest first")
    ROW("start", 0, OPTION_INT, "TOWER", "0", 0, 2, CLI_RIG,
     "the tower to start from and to reset to")
    ROW("goal", 0, OPTION_INT, "TOWER", "2", 0, 2, CLI_RIG,
     "the tower to solve to")
    ROW("journal", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "log each step to FILE, and continue from it after a power cut")
    ROW("calibration", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "the zeros and gains of the load cells; --mode calibrate writes FILE, the other modes read it")
    ROW("record", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "record every call to the machine and its answer in FILE, for --replay")
    ROW("report", 0, OPTION_TEXT, "FILE", NULL, 0, 0, CLI_RIG,
     "write the report of a participant's attempt; the extension decides: .txt, .csv, .json or .svg")
    ROW("fault", 0, OPTION_LIST, "NAME@STEP", NULL, 0, 0, CLI_RIG,
     "inject this fault into the simulated machine at that step; may be repeated")
    ROW("faults", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "list the faults for --fault")
    ROW("board", 0, OPTION_TEXT, "RINGS", NULL, 0, 0, CLI_RIG,
     "the rings on each simulated tower, from the bottom up, such as '110 60 | 30 |'")
    ROW("play", 0, OPTION_TEXT, "MOVES", NULL, 0, 0, CLI_RIG,
     "the moves of the simulated participant, such as '0>2 0>1'")
    ROW("baud", 0, OPTION_INT, "N", "115200", 9600, 921600, CLI_RIG,
     "the speed of the serial port in bits per second")
    ROW("idle", 0, OPTION_NUMBER, "SECONDS", "120", 1, 86400, CLI_RIG,
     "end an attempt after SECONDS without activity")
    ROW("picture", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, CLI_RIG,
     "draw the arm and the towers; auto: animated, on a terminal only")
    ROW("speed", 0, OPTION_NUMBER, "N", "4", 0, 1000000, CLI_RIG,
     "show the simulated machine at N times real speed; 0: as fast as possible")
    ROW("json", 'j', OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "print one line of JSON for each event, the result last")
    ROW("time", 0, OPTION_NUMBER, "SECONDS", "14400", 1, 1000000, CLI_RIG,
     "stop safely after SECONDS of machine time")
    ROW("seed", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, CLI_RIG,
     "the random seed of the simulated machine: the same seed gives the same run")
    ROW("ascii", 0, OPTION_FLAG, NULL, NULL, 0, 0, CLI_RIG,
     "draw with ASCII characters only")

    ROW("bind", 0, OPTION_TEXT, "ADDRESS", "127.0.0.1", 0, 0, CLI_SERVE,
     "listen on this IP address; any but a loopback address lets other machines connect")
    ROW("port", 0, OPTION_INT, "N", "8420", 0, 65535, CLI_SERVE,
     "listen on this port; 0: any free port")
    ROW("store", 0, OPTION_TEXT, "URL", NULL, 0, 0, CLI_SERVE,
     "where to store games: sqlite:FILE or postgresql:... (default: a file in your data folder)")
    ROW("games", 0, OPTION_INT, "N", "100000", 0, 1000000000000, CLI_SERVE,
     "store at most N games; 0: no limit")
    ROW("keep", 0, OPTION_INT, "DAYS", "0", 0, 100000, CLI_SERVE,
     "delete games after DAYS without activity; 0: never")

    ROW("as", 0, OPTION_TEXT, "NAME", NULL, 0, 0, READING,
     "the kind of puzzle in the file (default: recognised from its text)")
    ROW("files-from", 0, OPTION_TEXT, "FILE", NULL, 0, 0, MANY,
     "read more file names from FILE, one per line (-: standard input)")
    ROW("jobs", 0, OPTION_INT, "N", NULL, 1, 1024, MANY,
     "run N files in parallel, each with one thread unless --threads is given (default: one for each "
     "core)")
    ROW("json", 'j', OPTION_FLAG, NULL, NULL, 0, 0, REPORTING,
     "print one line of JSON for each puzzle")
    ROW("time", 0, OPTION_NUMBER, "SECONDS", NULL, 0, 1000000000, WORKING,
     "stop after SECONDS per puzzle (0: no limit)")
    ROW("memory", 0, OPTION_SIZE, "SIZE", NULL, 0, 0, WORKING,
     "stop when the search needs more than SIZE, such as 500M or 2G (0: no limit; default: three "
     "quarters of the machine's memory)")
    ROW("nodes", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "stop after N search states (0: no limit)")
    ROW("seed", 0, OPTION_INT, "N", NULL, 0, INT64_MAX, WORKING,
     "the random seed: the same seed gives the same result")
    ROW("progress", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, WORKING | MANY,
     "show progress on standard error; auto: on a terminal only")
    ROW("stats", 0, OPTION_FLAG, NULL, NULL, 0, 0, WORKING & ~CAN_PLAY,
     "print time, search states and memory on standard error")
    ROW("quiet", 'q', OPTION_FLAG, NULL, NULL, 0, 0, (REPORTING & ~CLI_PUZZLES) | CLI_RIG | CLI_SERVE,
     "print only the result")
    ROW("color", 0, OPTION_CHOICE, "auto|always|never", "auto", 0, 0, SHOWING | CLI_RIG,
     "use colours; auto: on a terminal unless NO_COLOR is set, or if FORCE_COLOR is")
    ROW("help", 'h', OPTION_FLAG, NULL, NULL, 0, 0, 0,
     "show this help")
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
