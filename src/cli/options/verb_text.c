#include "cli/options/verb_text.h"

#include <string.h>

/* clang-format off */
static const struct verb_text texts[] = {
    {"solve",
     "Solves the puzzle in each file, from where its listed moves lead. The answer is a solution, "
     "the proof that there is none, or, when a limit was reached first, what is known so far. "
     "Every solution is checked by the rules before it is printed.\n\n"
     "A solution can have more moves than any disk could hold. It is therefore printed from move "
     "--from on, and no more than --moves of it.\n\n"
     "With --animate the same moves, 2000 at the most, become an SVG that plays in a browser: "
     "pieces glide from place to place, and at the end it begins again. It is the first solution "
     "if there are several. If FILE is -, it goes to standard output in place of the answer (with "
     "--json: into the field animation).\n\n"
     "Several files are worked on at the same time (--jobs), and answered in the order in which "
     "they are given.\n\n"
     "Ctrl-C ends the search and prints what is known; a second Ctrl-C ends the program.",
     "a solution was found (with --unique: the only one)",
     "proven to have no solution (with --unique: or more than one)",
     {{"quandary solve tower.hanoi", "a solution, and what is known about it"},
      {"quandary solve tower.hanoi --show --time 10", "with the boards; give up after 10 seconds"},
      {"quandary solve tower.hanoi --animate tower.svg", "the moves as a picture that moves"},
      {"quandary generate hanoi | quandary solve - --json", "from standard input, for programs"},
      {"find . -name '*.hanoi' | quandary solve --json --files-from -", "many files at once"}}},
    {"hint",
     "Tells the next step and the reason for it. The step is always one that leads on to a "
     "solution.",
     "there is a next step",
     "there is none: it is solved, or it has no solution",
     {{"quandary hint tower.hanoi", "the next step"},
      {"quandary hint tower.hanoi --all", "every step to the end, each with its reason"}}},
    {"check",
     "Checks a puzzle, a position or a record of moves. If a listed move is not legal, or "
     "something else is wrong, it says what and where.",
     "all is as it should be",
     "something is wrong; the message says what and where",
     {{"quandary check game.json", "a saved game"},
      {"quandary check *.hanoi --quiet", "only the exit status"}}},
    {"rate",
     "Tells how difficult the puzzle is for people, and what makes it so.",
     "rated",
     "it has no solution",
     {{"quandary rate tower.hanoi", "the rating and the reasons"}}},
    {"generate",
     "Makes a new puzzle of the kind NAME and prints its text. The same seed and options always "
     "give the same puzzle.\n\n"
     "With --number several are printed, with an empty line between them, or one JSON object each.",
     "made",
     NULL,
     {{"quandary generate hanoi -o tower.hanoi", "a new puzzle in a file"},
      {"quandary generate hanoi --seed 7 --number 3", "three, the same ones every time"}}},
    {"show",
     "Shows the board after the moves that the file lists: as characters for a terminal, or as a "
     "picture.",
     "shown",
     NULL,
     {{"quandary show tower.hanoi", "in the terminal"},
      {"quandary show tower.hanoi --svg -o tower.svg", "a picture that scales"},
      {"quandary show tower.hanoi --png --scale 2 -o tower.png", "a picture in pixels"}}},
    {"convert",
     "Writes the puzzle in another of its file formats, together with the moves that the file "
     "lists where the format can hold them. quandary puzzles lists the formats.",
     "written",
     NULL,
     {{"quandary convert game.json", "a saved game in the puzzle's own format"}}},
    {"play",
     "Lets you play the puzzle, or go on with a saved game. On a terminal it takes the whole "
     "screen: the keys are shown below the board. Otherwise, or with --plain, it reads moves and "
     "commands line by line; help lists them.",
     "the game ended as you wished",
     NULL,
     {{"quandary play tower.hanoi --save game.json", "keep the game in a file"},
      {"quandary play game.json --save game.json", "go on with it"}}},
    {"rig",
     "Runs a rig: an arm with two axes and a gripper that moves the rings of a Tower of Hanoi, and a "
     "load cell under each tower. --mode reset brings all rings back to the start after a "
     "participant, solve takes them to the goal, participant watches a person play and reports the "
     "attempt, calibrate measures the load cells with the help of a person.\n\n"
     "Every half of a move is verified by weight. What went wrong is tried again, found out or "
     "planned anew; where that does not help the run ends in a safe stop, which says what is known "
     "and what a person must do. It never says done when it is not sure.\n\n"
     "With --sim the machine is a simulated one, in which anything can go wrong (--fault, --faults); "
     "with --device it is one that speaks the line protocol of docs/rig.md; with --replay it is a "
     "log. With --journal a power cut at any step does no harm: start the same command again.\n\n"
     "Ctrl-C is like the exit button: the arm puts down what it holds, goes up and stops. A second "
     "one ends the program at once; the machine then ends its motion by itself.",
     "the goal is reached and verified, or the attempt or the calibration is complete",
     "a safe stop; the message says what is known and what a person must do",
     {{"quandary rig --sim", "a simulated reset, before your eyes"},
      {"quandary rig --sim --fault grip-miss@6 --fault bias@20", "with things going wrong"},
      {"quandary rig --device /dev/ttyUSB0 --journal rig.journal", "a real reset"},
      {"quandary rig --sim --mode participant --play '0>2 0>1 2>1' --report attempt.svg",
       "an attempt and its report"},
      {"quandary rig --replay run.log --json", "what happened, for programs"}}},
    {"serve",
     "Starts a web server with a page on which all puzzles can be played, hinted, solved and shared, "
     "and Flows can be played by two to six people. Open the address that it prints in a browser. "
     "Games are kept in a file of your data folder, or where --store says; every move that was "
     "answered is on disk.\n\n"
     "Only this machine can connect unless --bind names another address. Nothing is encrypted then: "
     "whoever can read the network can read the tokens of the seats. Put a proxy with TLS before it.\n\n"
     "Ctrl-C ends it.",
     "it was ended by Ctrl-C or a signal to terminate",
     NULL,
     {{"quandary serve", "then open http://127.0.0.1:8420/"},
      {"quandary serve --port 0 --store sqlite:games.sqlite", "any free port, games in this file"},
      {"quandary serve --bind 192.168.1.2", "for others in the same network"}}},
    {"puzzles",
     "Lists the puzzles with their file formats, and how a move is written in each.",
     "listed",
     NULL,
     {{"quandary puzzles", "for people"}, {"quandary puzzles --json", "for programs"}}},
    {"demo",
     "Takes one puzzle of each kind that comes with the program, shows it, solves it, and shows "
     "the end.",
     "all were solved",
     "one has no solution",
     {{"quandary demo", "a first look"}}},
    {"completion",
     "Prints a script that makes your shell complete commands, options and their values.",
     "printed",
     NULL,
     {{"quandary completion bash > ~/.local/share/bash-completion/completions/quandary", "bash"},
      {"quandary completion zsh > \"${fpath[1]}/_quandary\"", "zsh"},
      {"quandary completion fish > ~/.config/fish/completions/quandary.fish", "fish"}}},
    {"help",
     "Prints help on the program, on a command or on a puzzle.",
     "printed",
     NULL,
     {{"quandary help solve", "a command"}, {"quandary help hanoi", "a puzzle"}}},
    {"manual",
     "Prints the source of the program's manual page, or of a command's, for scdoc.",
     "printed",
     NULL,
     {{"quandary manual solve | scdoc > quandary-solve.1", "the manual page of solve"}}}};
/* clang-format on */

const struct verb_text *verb_text_of(const struct verb *verb) {
    size_t i = 0;
    while (i + 1 < sizeof texts / sizeof *texts && strcmp(texts[i].verb, verb->name) != 0)
        i++;
    return &texts[i];
}
