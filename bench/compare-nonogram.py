#!/usr/bin/env python3
"""Runs solvers of nonograms side by side on the same files and compares their processor time.

usage: compare-nonogram.py --ours BENCH_NONOGRAM [--fast NONOSOLVE] [--pbnsolve PBNSOLVE]
                           [--limit S] [--times N] [--instructions [--under S]]
                           [--group NAME FILE...]... [FILE...]

--ours      our bench_nonogram, which is given one file at a time
--fast      the program of FastNonogramSolver
--pbnsolve  the program of pbnsolve
--limit     seconds of processor time for each puzzle (60)
--times     how often each is run; the shortest time counts (1)
--instructions  counts instructions as well (by valgrind, some fifty times slower), of the puzzles
            that every program answers in less than --under seconds (1)
--group     a name for the files that follow, for a line of its own in the summary

Each puzzle is solved with its uniqueness decided. The time is that of the whole process, user and
system, with its start and its reading of the file; net of that, what the same program needs for a
puzzle of one cell is taken off (at least 0.1 ms is left). Instructions are those of the whole process,
too; net, at least 1000 of them are left. The programs take turns on every file.
Files are black and white ones in the .non format. Ends with status 1 if two programs contradict each
other, or one of them fails."""

import argparse
import math
import os
import re
import shutil
import signal
import sys
import tempfile
import threading

UNANSWERED = ("limit", "failed")
LEAST_SECONDS, LEAST_INSTRUCTIONS = 1e-4, 1000
VALGRIND = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
VALGRIND_SLOWER = 200  # times, at most
ONE_CELL = "width 1\nheight 1\n\nrows\n1\n\ncolumns\n1\n"


def ours_verdict(text):
    words = text.split("\t")
    return words[2] if len(words) > 3 else "failed"


def fast_verdict(text):
    words = text.split()
    names = {"UNIQUE": "unique", "MULTIPLE": "several", "NONE": "none", "TIMEOUT": "limit"}
    return names.get(words[2], "failed") if len(words) > 2 else "failed"


def pbnsolve_verdict(text):
    for word, verdict in (("contradiction", "none"), ("timeout", "limit"), ("multiple", "several"),
                          ("unique", "unique"), ("line", "unique"), ("depth-2", "unique")):
        if word in text.split():
            return verdict
    return "failed"


class Solver:
    """A program: its name, its command with a limit of seconds, how its verdict is read."""

    def __init__(self, name, command, verdict):
        self.name, self.command, self.verdict = name, command, verdict
        self.start, self.start_instructions = math.inf, 0

    def run(self, path, limit):
        """(verdict, seconds of processor time)"""
        verdict, seconds, _ = self.watch([], path, limit)
        return verdict, seconds

    def best(self, path, limit, times):
        verdict, seconds = self.run(path, limit)
        for _ in range(times - 1):
            if verdict not in UNANSWERED and seconds < 1:
                seconds = min(seconds, self.run(path, limit)[1])
        return verdict, seconds

    def instructions(self, path, seconds):
        """(verdict, instructions) of a run that takes so many seconds by itself."""
        limit = 10 + VALGRIND_SLOWER * seconds
        verdict, _, messages = self.watch(VALGRIND, path, limit)
        counted = re.search(r"Collected : (\d+)", messages)
        return (verdict, int(counted.group(1))) if counted else ("failed", 0)

    def watch(self, watcher, path, limit):
        """(verdict, seconds of processor time, messages). Spawned, not forked: what a fork of this
        process costs would be counted as the child's. The programs are told their limit; one that
        does not mind it is killed later."""
        command = watcher + self.command(str(math.ceil(limit))) + [path]
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            child = os.posix_spawnp(command[0], command, os.environ, file_actions=[
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, messages.fileno(), 2)])
            keeper = threading.Timer(4 * limit + 5, os.kill, (child, signal.SIGKILL))
            keeper.start()
            _, status, usage = os.wait4(child, 0)
            keeper.cancel()
            text, said = (read_all(file) for file in (output, messages))
        seconds = usage.ru_utime + usage.ru_stime
        if os.WIFSIGNALED(status):
            return ("limit" if seconds > limit - 1 else "failed"), seconds, said
        return self.verdict(text), seconds, said


def read_all(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def measure_starts(solvers, path):
    """The shortest start-up counts. It is measured before each puzzle, as the machine's pace changes."""
    for solver in solvers:
        solver.start = min(solver.start, solver.run(path, 10)[1])


def count_starts(solvers, path):
    for solver in solvers:
        _, solver.start_instructions = solver.instructions(path, 1)


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    for name in ("--ours", "--fast", "--pbnsolve"):
        parser.add_argument(name)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--under", type=float, default=1)
    parser.add_argument("--group", action="append", nargs="+", default=[])
    parser.add_argument("files", nargs="*")
    chosen = parser.parse_args()
    groups = [(group[0], group[1:]) for group in chosen.group]
    if chosen.files:
        groups.append(("files", chosen.files))
    return chosen, groups


def solvers_of(chosen):
    if chosen.ours:
        yield Solver("ours", lambda limit: [chosen.ours, "--time", "100000"], ours_verdict)
    if chosen.fast:
        yield Solver("fast", lambda limit: [chosen.fast, "-q"], fast_verdict)
    if chosen.pbnsolve:
        yield Solver("pbnsolve", lambda limit: [chosen.pbnsolve, "-b", "-u", "-x" + limit],
                     pbnsolve_verdict)


def mean(values, taken_off, least):
    """The geometric mean of what is left of the values, nan if there are none."""
    if not values:
        return math.nan
    return math.exp(sum(math.log(max(value - taken_off, least)) for value in values) / len(values))


def print_summary(name, solvers, results):
    """Means are over the puzzles that every solver answers; a ratio is its mean by the first's."""
    common = [row for _, row, _ in results if all(one[0] not in UNANSWERED for one in row)]
    print("# %s: %d puzzles, %d answered by all" % (name, len(results), len(common)))
    first = None
    for i, solver in enumerate(solvers):
        answered = [row[i][1] for _, row, _ in results if row[i][0] not in UNANSWERED]
        seconds = [row[i][1] for row in common]
        whole, net = mean(seconds, 0, LEAST_SECONDS), mean(seconds, solver.start, LEAST_SECONDS)
        first = first or (whole, net)
        print("#   %-9s answered %3d, sum %8.3f s, worst %7.3f s; geometric mean %8.3f ms (%.2f "
              "times), net %8.3f ms (%.2f times)"
              % (solver.name, len(answered), sum(answered), max(answered, default=math.nan),
                 1e3 * whole, whole / first[0], 1e3 * net, net / first[1]))


def print_instructions(name, solvers, results):
    """The same of instructions, over the puzzles where they were counted."""
    counted = [counts for _, _, counts in results if counts]
    print("# %s: instructions of %d puzzles" % (name, len(counted)))
    first = None
    for i, solver in enumerate(solvers):
        counts = [row[i] for row in counted]
        whole = mean(counts, 0, LEAST_INSTRUCTIONS)
        net = mean(counts, solver.start_instructions, LEAST_INSTRUCTIONS)
        first = first or (whole, net)
        print("#   %-9s geometric mean %10.3f million (%.2f times), net %10.3f million (%.2f "
              "times)" % (solver.name, 1e-6 * whole, whole / first[0], 1e-6 * net, net / first[1]))


def print_slower(solvers, results):
    """The puzzles that take over 50 ms and that another one solves sooner than the first."""
    for path, row, _ in results:
        others = [one for one in row[1:] if one[0] not in UNANSWERED]
        best = min((one[1] for one in others), default=math.inf)
        if row[0][1] > 0.05 and (row[0][1] > best or row[0][0] in UNANSWERED):
            print("# slower: %s, %s %.3f s (%s), the best of the others %.3f s"
                  % (os.path.basename(path), solvers[0].name, row[0][1], row[0][0], best))


def contradicted(verdicts):
    return len(verdicts - {"limit"}) > 1 or "failed" in verdicts


def count_instructions(solvers, path, row, under):
    """The instructions of each solver; none if one of them has no answer in time. The verdicts that
    were given meanwhile."""
    if any(one[0] in UNANSWERED or one[1] >= under for one in row):
        return None, set()
    runs = [solver.instructions(path, one[1]) for solver, one in zip(solvers, row)]
    verdicts = {run[0] for run in runs}
    return (None if verdicts & set(UNANSWERED) else [run[1] for run in runs]), verdicts


def measure(solvers, path, chosen, one_cell):
    """(path, (verdict, seconds) of each solver, instructions of each or None), and whether all agree.
    """
    measure_starts(solvers, one_cell)
    row = [solver.best(path, chosen.limit, chosen.times) for solver in solvers]
    counts, verdicts = None, set()
    if chosen.instructions:
        counts, verdicts = count_instructions(solvers, path, row, chosen.under)
    words = [os.path.basename(path)] + ["%s\t%.4f" % one for one in row]
    words += [str(count) for count in counts or []]
    print("\t".join(words), flush=True)
    return (path, row, counts), not contradicted(verdicts | {one[0] for one in row})


def print_all(name, solvers, results, chosen):
    print_summary(name, solvers, results)
    if chosen.instructions:
        print_instructions(name, solvers, results)


def compare(solvers, groups, chosen, one_cell):
    """How many puzzles there are of which two solvers contradict each other."""
    everything, wrong = [], 0
    if chosen.instructions:
        count_starts(solvers, one_cell)
    print("\t".join(["file"] + ["%s\tseconds" % solver.name for solver in solvers]
                    + ["%s's instructions" % solver.name
                       for solver in solvers if chosen.instructions]))
    for name, files in groups:
        results = []
        for path in files:
            result, agreed = measure(solvers, path, chosen, one_cell)
            results.append(result)
            if not agreed:
                wrong += 1
                print("# CONTRADICTION: %s" % path)
        print_all(name, solvers, results, chosen)
        everything += results
    if len(groups) > 1:
        print_all("all", solvers, everything, chosen)
    print_slower(solvers, everything)
    for solver in solvers:
        print("# %s starts in %.2f ms" % (solver.name, 1e3 * solver.start))
    return wrong


def main():
    chosen, groups = arguments()
    solvers = list(solvers_of(chosen))
    if not solvers or not groups:
        sys.exit(__doc__)
    if chosen.instructions and not shutil.which(VALGRIND[0]):
        sys.exit("--instructions needs valgrind, which is not there")
    with tempfile.NamedTemporaryFile("w", suffix=".non") as one_cell:
        one_cell.write(ONE_CELL)
        one_cell.flush()
        sys.exit(1 if compare(solvers, groups, chosen, one_cell.name) else 0)


if __name__ == "__main__":
    main()
