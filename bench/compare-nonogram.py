#!/usr/bin/env python3
"""Runs solvers of nonograms side by side on the same files and compares their processor time.

usage: compare-nonogram.py --ours BENCH_NONOGRAM [--fast NONOSOLVE] [--pbnsolve PBNSOLVE]
                           [--limit S] [--times N] [--instructions [--under S]]
                           [--group NAME FILE...]... [FILE...]

--ours      our bench_nonogram, which is given one file at a time
--fast      the program of FastNonogramSolver
--pbnsolve  the program of pbnsolve
--limit     seconds for each puzzle (60), after which the program is ended
--times     how often each is run; the shortest time counts (1)
--instructions  counts instructions as well (by valgrind, some fifty times slower), of the puzzles
            that every program answers in less than --under seconds (1)
--group     a name for the files that follow, for a line of its own in the summary

Each puzzle is solved with its uniqueness decided. Two times are compared:
whole   processor time of the process, user and system, with its start and its reading of the file
stated  what the program itself says that solving took, once the puzzle was read; at least 0.01 ms
A puzzle that a program does not answer counts as the limit: it would take longer. Instructions are
those of the whole process; net, what the same program needs for a puzzle of one cell is taken off (at
least 1000 are left). The programs take turns on every file.
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
LEAST_STATED, LEAST_INSTRUCTIONS = 1e-5, 1000
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


class Run:
    """How one program did on one puzzle: its verdict, and seconds: of the whole process, and as the
    program states them."""

    def __init__(self, verdict, whole, stated):
        self.verdict, self.whole, self.stated = verdict, whole, stated
        self.answered = verdict not in UNANSWERED

    def shortest(self, other):
        """The shortest times of the two."""
        return Run(self.verdict, min(self.whole, other.whole), min(self.stated, other.stated))

    def counted(self, limit):
        """(whole, stated) as they count: the limit if there is no answer."""
        return (self.whole, max(self.stated, LEAST_STATED)) if self.answered else (limit, limit)


class Solver:
    """A program: its name, its command, how its verdict is read, and the pattern of the seconds that
    it states."""

    def __init__(self, name, command, verdict, stated):
        self.name, self.command, self.verdict, self.stated = name, command, verdict, stated
        self.start_instructions = 0

    def run(self, path, limit):
        verdict, whole, said, _ = self.watch([], path, limit)
        stated = re.search(self.stated, said)
        if verdict not in UNANSWERED and not stated:
            verdict = "failed"
        return Run(verdict, whole, float(stated.group(1)) if stated else limit)

    def best(self, path, limit, times):
        """The shortest of so many runs, of one if that takes long."""
        best = self.run(path, limit)
        for _ in range(times - 1):
            if best.answered and best.whole < 1:
                best = best.shortest(self.run(path, limit))
        return best

    def instructions(self, path, seconds):
        """(verdict, instructions) of a run that takes so many seconds by itself."""
        limit = 10 + VALGRIND_SLOWER * seconds
        verdict, _, _, messages = self.watch(VALGRIND, path, limit)
        counted = re.search(r"Collected : (\d+)", messages)
        return (verdict, int(counted.group(1))) if counted else ("failed", 0)

    def watch(self, watcher, path, limit):
        """(verdict, seconds of processor time, output, messages). Spawned, not forked: what a fork of
        this process costs would be counted as the child's. The programs are not told the limit, as
        the system's own limit makes its clock of processor time coarse; they are killed."""
        command = watcher + self.command + [path]
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as messages:
            child = os.posix_spawnp(command[0], command, os.environ, file_actions=[
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, messages.fileno(), 2)])
            keeper = threading.Timer(limit, os.kill, (child, signal.SIGKILL))
            keeper.start()
            _, status, usage = os.wait4(child, 0)
            keeper.cancel()
            text, said = (read_all(file) for file in (output, messages))
        seconds = usage.ru_utime + usage.ru_stime
        if os.WIFSIGNALED(status):
            signalled = os.WTERMSIG(status)
            return ("limit" if signalled == signal.SIGKILL else "failed"), seconds, text, said
        return self.verdict(text), seconds, text, said


def read_all(file):
    file.seek(0)
    return file.read().decode("utf-8", "replace")


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
        yield Solver("ours", [chosen.ours, "--time", "100000"], ours_verdict,
                     r"(?m)^(?:[^#\t]*\t){3}([\d.]+)")
    if chosen.fast:
        yield Solver("fast", [chosen.fast, "-q"], fast_verdict, r"time=([\d.]+)")
    if chosen.pbnsolve:
        yield Solver("pbnsolve", [chosen.pbnsolve, "-b", "-u", "-t"], pbnsolve_verdict,
                     r"Processing Time: ([\d.]+)")


def mean(values):
    """The geometric mean, nan if there are none."""
    if not values:
        return math.nan
    return math.exp(sum(math.log(value) for value in values) / len(values))


def print_summary(name, solvers, results, limit):
    """A ratio is the program's geometric mean by the first program's."""
    print("# %s: %d puzzles" % (name, len(results)))
    first = None
    for i, solver in enumerate(solvers):
        runs = [row[i] for _, row, _ in results]
        answered = [run.whole for run in runs if run.answered]
        means = [mean(times) for times in zip(*(run.counted(limit) for run in runs))]
        first = first or means
        print("#   %-9s answered %3d, sum %8.3f s, worst %7.3f s; geometric mean whole %8.3f ms (%.2f "
              "times), stated %8.3f ms (%.2f times)"
              % (solver.name, len(answered), sum(answered), max(answered, default=math.nan),
                 *(part for one, by in zip(means, first) for part in (1e3 * one, one / by))))


def print_instructions(name, solvers, results):
    """The same of instructions, over the puzzles where they were counted."""
    counted = [counts for _, _, counts in results if counts]
    print("# %s: instructions of %d puzzles" % (name, len(counted)))
    first = None
    for i, solver in enumerate(solvers):
        counts = [row[i] for row in counted]
        whole = mean(counts)
        net = mean([max(count - solver.start_instructions, LEAST_INSTRUCTIONS) for count in counts])
        first = first or (whole, net)
        print("#   %-9s geometric mean %10.3f million (%.2f times), net %10.3f million (%.2f "
              "times)" % (solver.name, 1e-6 * whole, whole / first[0], 1e-6 * net, net / first[1]))


def print_slower(solvers, results):
    """The puzzles that take over 50 ms and that another one solves sooner than the first."""
    for path, row, _ in results:
        first = row[0]
        best = min((run.whole for run in row[1:] if run.answered), default=math.inf)
        if first.whole > 0.05 and (first.whole > best or not first.answered):
            print("# slower: %s, %s %.3f s (%s), the best of the others %.3f s"
                  % (os.path.basename(path), solvers[0].name, first.whole, first.verdict, best))


def contradicted(verdicts):
    return len(verdicts - {"limit"}) > 1 or "failed" in verdicts


def count_instructions(solvers, path, row, under):
    """The instructions of each solver; none if one of them has no answer in time. The verdicts that
    were given meanwhile."""
    if any(not run.answered or run.whole >= under for run in row):
        return None, set()
    runs = [solver.instructions(path, run.whole) for solver, run in zip(solvers, row)]
    verdicts = {run[0] for run in runs}
    return (None if verdicts & set(UNANSWERED) else [run[1] for run in runs]), verdicts


def measure(solvers, path, chosen):
    """(path, the run of each solver, instructions of each or None), and whether all agree."""
    row = [solver.best(path, chosen.limit, chosen.times) for solver in solvers]
    counts, verdicts = None, set()
    if chosen.instructions:
        counts, verdicts = count_instructions(solvers, path, row, chosen.under)
    words = [os.path.basename(path)] + ["%s\t%.4f\t%.6f" % (run.verdict, run.whole, run.stated)
                                           for run in row]
    words += [str(count) for count in counts or []]
    print("\t".join(words), flush=True)
    return (path, row, counts), not contradicted(verdicts | {run.verdict for run in row})


def print_all(name, solvers, results, chosen):
    print_summary(name, solvers, results, chosen.limit)
    if chosen.instructions:
        print_instructions(name, solvers, results)


def compare(solvers, groups, chosen, one_cell):
    """How many puzzles there are of which two solvers contradict each other."""
    everything, wrong = [], 0
    if chosen.instructions:
        count_starts(solvers, one_cell)
    print("\t".join(["file"] + ["%s\tseconds\tstated" % solver.name for solver in solvers]
                    + ["%s's instructions" % solver.name
                       for solver in solvers if chosen.instructions]))
    for name, files in groups:
        results = []
        for path in files:
            result, agreed = measure(solvers, path, chosen)
            results.append(result)
            if not agreed:
                wrong += 1
                print("# CONTRADICTION: %s" % path)
        print_all(name, solvers, results, chosen)
        everything += results
    if len(groups) > 1:
        print_all("all", solvers, everything, chosen)
    print_slower(solvers, everything)
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
