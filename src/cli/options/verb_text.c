#include "cli/options/verb_text.h"

#include <string.h>

/* clang-format off */
static const struct verb_text texts[] = {
    {"solve",
     "Solves the puzzle in each file, starting from the position after its listed moves. Prints a "
     "solution, or that there is none (which is proven), or, if a limit was reached, what is known "
     "so far. Every solution is checked against the rules before it is printed.\n\n"
     "A solution can have more moves than any disk could hold, so only --moves of them are printed, "
     "starting at --from.\n\n"
     "With --animate the same moves (at most 2000) become an SVG that plays in a browser and repeats. "
     "If there are several solutions, it shows the first. If FILE is -, the SVG replaces the answer "
     "on standard output; with --json it is the field animation.\n\n"
     "Several files are solved in parallel (--jobs); the answers are printed in the order of the "
     "command line.\n\n"
     "Ctrl-C stops the search and prints what is known; a second Ctrl-C ends the program at once.",
     "a solution was found (with --unique: the only one)",
     "there is no solution (with --unique: or more than one)",
     {{"quandary solve tower.hanoi", "solve it and print the moves"},
      {"quandary solve tower.hanoi --show --time 10", "show the boards too; stop after 10 seconds"},
      {"quandary solve tower.hanoi --animate tower.svg", "animate the solution"},
      {"quandary generate hanoi | quandary solve - --json", "read standard input, print JSON"},
      {"find . -name '*.hanoi' | quandary solve --json --files-from -", "solve many files in parallel"}}},
    {"hint",
     "Shows the next step and explains it. The step always leads to a solution.",
     "there is a next step",
     "there is none: the puzzle is solved, or has no solution",
     {{"quandary hint tower.hanoi", "show the next step"},
      {"quandary hint tower.hanoi --all", "show and explain every step to the end"}}},
    {"check",
     "Checks a puzzle, a position or a game. If a listed move is illegal or something else is wrong, "
     "it says what and where.",
     "valid",
     "invalid; the message says what is wrong and where",
     {{"quandary check game.json", "check a saved game"},
      {"quandary check *.hanoi --quiet", "print nothing, only set the exit status"}}},
    {"rate",
     "Rates how difficult the puzzle is for a person, and says what makes it so.",
     "rated",
     "it has no solution",
     {{"quandary rate tower.hanoi", "print the rating and the reasons"}}},
    {"generate",
     "Makes a new puzzle of the kind NAME and prints it. The same seed and options always give the "
     "same puzzle.\n\n"
     "With --number it makes several, separated by an empty line, or as one line of JSON each.",
     "made",
     NULL,
     {{"quandary generate hanoi -o tower.hanoi", "write a new puzzle to a file"},
      {"quandary generate hanoi --seed 7 --number 3", "make three, the same ones every time"}}},
    {"show",
     "Shows the board after the listed moves, as text for a terminal or as an image.",
     "shown",
     NULL,
     {{"quandary show tower.hanoi", "show it in the terminal"},
      {"quandary show tower.hanoi --svg -o tower.svg", "draw an SVG image"},
      {"quandary show tower.hanoi --png --scale 2 -o tower.png", "draw a PNG image at double size"}}},
    {"convert",
     "Writes the puzzle in another file format, with the listed moves if that format can hold them. "
     "quandary puzzles lists the formats.",
     "written",
     NULL,
     {{"quandary convert game.json", "convert a saved game to the puzzle's own format"}}},
    {"play",
     "Plays the puzzle, or continues a saved game. On a terminal it uses the full screen and shows the "
     "keys below the board. Otherwise, or with --plain, it reads moves and commands line by line; the "
     "command help lists them.",
     "you quit, or the game ended",
     NULL,
     {{"quandary play tower.hanoi --save game.json", "save the game after every move"},
      {"quandary play game.json --save game.json", "continue it"}}},
    {"rig",
     "Runs a rig: an arm with two axes and a gripper that moves the rings of a Tower of Hanoi, with a "
     "load cell under each tower. --mode reset moves all rings back to the start, solve moves them to "
     "the goal, participant watches a person play and reports the attempt, and calibrate measures the "
     "load cells with the help of a person.\n\n"
     "Every pick and every place is verified by weight. If something goes wrong, the rig retries, "
     "finds out where the rings are and makes a new plan; if that does not help, it stops safely and "
     "says what is known and what a person has to do. It never reports success unless it is "
     "sure.\n\n"
     "The machine is a simulated one with --sim (and any fault can be injected: --fault, --faults), a "
     "real one that speaks the line protocol of docs/rig.md with --device, or a recorded run with "
     "--replay. With --journal a run survives a power cut: start the same command again.\n\n"
     "Ctrl-C works like the exit button: the arm puts down what it holds, moves up and stops. A second "
     "Ctrl-C ends the program at once; the machine then finishes its motion by itself.",
     "the goal is reached and verified, or the attempt or the calibration is complete",
     "a safe stop; the message says what is known and what a person has to do",
     {{"quandary rig --sim", "watch a simulated reset"},
      {"quandary rig --sim --fault grip-miss@6 --fault bias@20", "inject two faults"},
      {"quandary rig --device /dev/ttyUSB0 --journal rig.journal", "reset a real tower"},
      {"quandary rig --sim --mode participant --play '0>2 0>1 2>1' --report attempt.svg",
       "report a simulated attempt"},
      {"quandary rig --replay run.log --json", "replay a recorded run as JSON"}}},
    {"serve",
     "Starts a web server for playing, solving and sharing all puzzles in the browser, with hints; "
     "two to six people can play Flows together. Open the address that it prints. Games are stored in "
     "your data folder, or where --store says. A move is on disk before the server confirms it.\n\n"
     "Only this machine can connect, unless --bind names another address. The connection is not "
     "encrypted: anyone who can read the network traffic can read the players' tokens. Put a proxy "
     "with TLS in front of it.\n\n"
     "Ctrl-C stops the server.",
     "stopped by Ctrl-C or SIGTERM",
     NULL,
     {{"quandary serve", "then open http://127.0.0.1:8420/"},
      {"quandary serve --port 0 --store sqlite:games.sqlite", "use any free port, and store games in this file"},
      {"quandary serve --bind 192.168.1.2", "let others in the same network connect"}}},
    {"puzzles",
     "Lists the puzzles with their file formats, and how a move is written in each.",
     "listed",
     NULL,
     {{"quandary puzzles", "list the puzzles"}, {"quandary puzzles --json", "the same as JSON"}}},
    {"demo",
     "Solves one sample of each puzzle and shows the board before and after.",
     "all were solved",
     "one has no solution",
     {{"quandary demo", "take a first look"}}},
    {"completion",
     "Prints a script with which your shell completes commands, options and their values.",
     "printed",
     NULL,
     {{"quandary completion bash > ~/.local/share/bash-completion/completions/quandary", "install it for bash"},
      {"quandary completion zsh > \"${fpath[1]}/_quandary\"", "install it for zsh"},
      {"quandary completion fish > ~/.config/fish/completions/quandary.fish", "install it for fish"}}},
    {"help",
     "Shows help on the program, a command or a puzzle.",
     "printed",
     NULL,
     {{"quandary help solve", "help on a command"}, {"quandary help hanoi", "help on a puzzle"}}},
    {"manual",
     "Prints the scdoc source of the manual page of the program, or of a command.",
     "printed",
     NULL,
     {{"quandary manual solve | scdoc > quandary-solve.1", "make the manual page of solve"}}}};
/* clang-format on */

const struct verb_text *verb_text_of(const struct verb *verb) {
    size_t i = 0;
    while (i + 1 < sizeof texts / sizeof *texts && strcmp(texts[i].verb, verb->name) != 0)
        i++;
    return &texts[i];
}
