#!/usr/bin/env python3
"""Many puzzles in one call: how much faster two jobs are than one, and the program's start-up time.

Makes the puzzles with the program's own generator in a temporary folder, then has them solved, in
turn, several times:
  one      one call with --jobs 1
  two      one call with --jobs 2
  halves   two calls with --jobs 1 at the same time, each for half of the files: what two cores can
           do when nothing is shared, under the load that the machine has at that moment
The speed-up is one / two; 2 is linear. On a machine that is busy with other things no way reaches
that, and the speed-up of two calls is the one to compare with.

usage: bench_batch.py PROGRAM [--puzzle NAME] [--number N] [--rounds N] [--generate=OPTIONS]
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time


def puzzle_names(program):
    listed = subprocess.run([program, "puzzles", "--json"], check=True, capture_output=True)
    return [json.loads(line)["puzzle"] for line in listed.stdout.splitlines()]


def make_puzzles(program, puzzle, number, options, folder):
    """The names of the new files."""
    made = subprocess.run([program, "generate", puzzle, "--seed", "1", "--number", str(number),
                           "--json", *options], check=True, capture_output=True)
    names = []
    for index, line in enumerate(made.stdout.splitlines()):
        path = folder / ("%05d" % index)
        path.write_text(json.loads(line)["text"])
        names.append(str(path))
    return names


def write_list(folder, name, files):
    path = folder / name
    path.write_text("".join(file + "\n" for file in files))
    return path


def cost(commands):
    """(wall seconds, CPU seconds) of commands that run at the same time."""
    start = time.perf_counter()
    children = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for command in commands]
    cpu = 0
    for child in children:
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        cpu += usage.ru_utime + usage.ru_stime
        if child.returncode not in (0, 1):
            raise SystemExit("a call ended with status %d" % child.returncode)
    return time.perf_counter() - start, cpu


def measure(ways, rounds):
    """For each way the rounds' costs; the ways take turns, so that all see the same load."""
    seen = {name: [] for name in ways}
    for _ in range(rounds):
        for name, commands in ways.items():
            seen[name].append(cost(commands))
    return seen


def print_table(seen, number):
    print("%-8s %10s %10s %10s %12s" % ("", "wall s", "least", "CPU s", "puzzles/s"))
    for name, costs in seen.items():
        wall = statistics.median(c[0] for c in costs)
        print("%-8s %10.3f %10.3f %10.3f %12.0f" % (
            name, wall, min(c[0] for c in costs), statistics.median(c[1] for c in costs),
            number / wall))


def ratio(seen, above, below, column, of=statistics.median):
    """Of the rounds' ratios: neighbours in time share their load."""
    return of(a[column] / b[column] for a, b in zip(seen[above], seen[below]))


def print_ratios(seen):
    print("\nspeed-up of two jobs %.2f (best round %.2f), of two calls %.2f (best round %.2f)" % (
        ratio(seen, "one", "two", 0), ratio(seen, "one", "two", 0, max),
        ratio(seen, "one", "halves", 0), ratio(seen, "one", "halves", 0, max)))
    print("two jobs are %.2f times as fast as two calls; their CPU time is %.2f times that of one" % (
        ratio(seen, "halves", "two", 0), ratio(seen, "two", "one", 1)))


def print_start_up(program, file):
    for words in (["--version"], ["solve", file, "--json"]):
        costs = [cost([[program, *words]]) for _ in range(101)]
        print("quandary %-14s %6.2f ms wall (least %.2f), %.2f ms CPU" % (
            words[0], statistics.median(c[0] for c in costs) * 1e3, min(costs)[0] * 1e3,
            statistics.median(c[1] for c in costs) * 1e3))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--puzzle")
    parser.add_argument("--number", type=int, default=10000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--generate", default="", metavar="OPTIONS", help="for generate")
    given = parser.parse_args()
    program = str(given.program.resolve())
    names = puzzle_names(program)
    puzzle = given.puzzle or ("nonogram" if "nonogram" in names else "harmony")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        files = make_puzzles(program, puzzle, given.number, given.generate.split(), folder)
        every = write_list(folder, "every", files)
        halves = [write_list(folder, "half%d" % i, files[i::2]) for i in (0, 1)]
        call = [program, "solve", "--json", "--files-from"]
        seen = measure({"one": [[*call, every, "--jobs", "1"]],
                        "two": [[*call, every, "--jobs", "2"]],
                        "halves": [[*call, half, "--jobs", "1"] for half in halves]}, given.rounds)
        print("%d puzzles (%s), %d cores, load %.1f, %d rounds\n" % (
            len(files), puzzle, os.cpu_count(), os.getloadavg()[0], given.rounds))
        print_table(seen, len(files))
        print_ratios(seen)
        print()
        print_start_up(program, files[0])


main()
