#!/usr/bin/env python3
"""Compares two builds of the program by the instructions that they take for the same work, by callgrind:
the figures do not depend on what else the machine does. Twenty instances of each puzzle, made by the first
program, on one thread.

usage: compare-instructions.py OLD NEW [--only PUZZLE] [--limit PERCENT]

Prints a line an instance, and for each puzzle the mean ratio of new to old. Ends with status 1 if a mean is
more than --limit percent (2) above 1, or if the two programs end with different statuses.
"""

import argparse
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# (verb and its options, options of generate, seeds)
WORK = {
    "hanoi": [
        ("solve", "--discs 64 --goal random", 2),
        ("solve", "--discs 12 --pegs 4 --goal random", 4),
        ("solve", "--discs 10 --pegs 5 --goal random", 3),
        ("solve", "--discs 8 --pegs 4 --variant adjacent --goal random", 3),
        ("solve", "--discs 6 --irregular --goal random", 4),
        ("solve", "--discs 6 --pegs 4 --irregular --goal random", 2),
        ("rate", "--discs 9 --pegs 4 --goal random", 2),
    ],
    "harmony": [
        ("solve", "--rows 4 --columns 4 --swaps 20", 4),
        ("solve", "--rows 6 --columns 6 --swaps 40", 5),
        ("solve", "--rows 8 --columns 8 --swaps 60", 3),
        ("solve --unique", "--rows 3 --columns 3 --swaps 9", 3),
        ("solve --method classic", "--rows 4 --columns 4 --swaps 13", 3),
        ("hint", "--rows 5 --columns 5 --swaps 25", 2),
    ],
    "nonogram": [
        ("solve --unique", "--style noise --unique no --width 25 --height 25", 6),
        ("solve --unique", "--style noise --unique no --width 30 --height 30 --density 40", 5),
        ("solve --unique", "--style noise --unique no --width 20 --height 20 --colours 3", 4),
        ("solve --unique", "--width 60 --height 60", 2),
        ("hint --all", "--width 15 --height 15", 2),
        ("rate", "--width 20 --height 20", 1),
    ],
    "flows": [
        ("check --tile 1", "--turns 6", 3),
        ("check --tile 2", "--turns 16", 3),
        ("check --tile 3 --tiles-left", "--turns 20 --legality left", 3),
        ("check --tile 1", "--players 6 --radius 5 --turns 20", 4),
        ("check --tile 3", "--players 3 --radius 5 --turns 30", 3),
        ("hint", "--turns 30", 2),
        ("hint", "--radius 2 --turns 10", 2),
    ],
}
EXTENSION = {"nonogram": "non"}  # of the file, where it is not the puzzle's name
SECONDS = 300  # for one run


def make(program, puzzle, options, seed, folder):
    """A new instance, as a file; None if there is none for that seed."""
    path = folder / ("%s-%d.%s" % (re.sub(r"\W+", "-", options).strip("-"), seed, EXTENSION.get(puzzle, puzzle)))
    command = [program, "generate", puzzle, "--seed", str(seed), "-o", str(path)] + options.split()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit("%s: %s" % (" ".join(command), done.stderr.decode().strip()))
    return path


def count(program, verb, path):
    """(instructions, exit status) of one run."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program] + verb.split()
    command += [path.name] + (["--threads", "1"] if verb.startswith(("solve", "hint")) else [])
    environment = dict(os.environ, LC_ALL="C")
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=path.parent,
                          env=environment, timeout=SECONDS)
    found = re.search(r"Collected : (\d+)", done.stderr.decode(errors="replace"))
    if not found:
        sys.exit("%s: no count" % " ".join(command))
    if done.returncode > 1:
        sys.exit("%s: exit status %d\n%s" % (" ".join(command), done.returncode, done.stderr.decode()))
    return int(found.group(1)), done.returncode


def compare(old, new, puzzle, folder):
    """Prints a line for each instance of a puzzle. Returns (mean ratio, largest ratio, whether all agree)."""
    ratios, agree = [], True
    for verb, options, seeds in WORK[puzzle]:
        for seed in range(1, seeds + 1):
            path = make(old, puzzle, options, seed, folder)
            before, status_before = count(old, verb, path)
            after, status_after = count(new, verb, path)
            agree = agree and status_before == status_after
            ratios.append(after / before)
            print("%-9s %-30s %-52s %2d %12d %12d %7.4f%s" % (
                puzzle, verb, options, seed, before, after, ratios[-1],
                "" if status_before == status_after else "  STATUS %d %d" % (status_before, status_after)), flush=True)
    return math.exp(sum(map(math.log, ratios)) / len(ratios)), max(ratios), len(ratios), agree


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("old", type=os.path.abspath)
    parser.add_argument("new", type=os.path.abspath)
    parser.add_argument("--only", choices=sorted(WORK))
    parser.add_argument("--limit", type=float, default=2)
    arguments = parser.parse_args()
    good, means = True, []
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in [arguments.only] if arguments.only else WORK:
            mean, most, instances, agree = compare(arguments.old, arguments.new, puzzle, pathlib.Path(folder))
            means.append("%-9s %d instances, new to old: mean %.4f, largest %.4f" % (puzzle, instances, mean, most))
            good = good and agree and mean <= 1 + arguments.limit / 100
    print("\n" + "\n".join(means))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
