#!/usr/bin/env python3
"""Runs solvers of nonograms side by side on the same files and compares their processor time.

usage: compare-nonogram.py --ours BENCH_NONOGRAM [--fast NONOSOLVE] [--pbnsolve PBNSOLVE]
                           [--limit S] [--times N] [--group NAME FILE...]... [FILE...]

--ours      our bench_nonogram, which is given one file at a time
--fast      the program of FastNonogramSolver
--pbnsolve  the program of pbnsolve
--limit     seconds of processor time for each puzzle (60)
--times     how often each is run; the shortest time counts (1)
--group     a name for the files that follow, for a line of its own in the summary

Each puzzle is solved with its uniqueness decided. The time is that of the whole process, user and
system, with its start and its reading of the file; net of that, what the same program needs for a
puzzle of one cell is taken off (at least 0.1 ms is left). The programs take turns on every file.
Files are black and white ones in the .non format. Ends with status 1 if two programs contradict each
other, or one of them fails."""

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

UNANSWERED = ("limit", "failed")
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
    def __init__(self, name, command, verdict):
        self.name, self.command, self.verdict = name, command, verdict
        self.start = 0

    def run(self, path, limit):
        """(verdict, seconds of processor time)"""
        def set_limit():
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 1))

        child = subprocess.Popen(self.command + [path], stdout=subprocess.PIPE,
                                 stderr=subprocess.DEVNULL, preexec_fn=set_limit)
        text = child.stdout.read().decode("utf-8", "replace")
        child.stdout.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        seconds = usage.ru_utime + usage.ru_stime
        if os.WIFSIGNALED(status):
            return ("limit" if seconds > limit - 1 else "failed"), seconds
        return self.verdict(text), seconds

    def best(self, path, limit, times):
        verdict, seconds = self.run(path, limit)
        for _ in range(times - 1):
            if verdict not in UNANSWERED and seconds < 1:
                seconds = min(seconds, self.run(path, limit)[1])
        return verdict, seconds


def measure_starts(solvers):
    with tempfile.NamedTemporaryFile("w", suffix=".non") as file:
        file.write(ONE_CELL)
        file.flush()
        for solver in solvers:
            solver.start = min(solver.run(file.name, 10)[1] for _ in range(20))
            print("# %s starts in %.2f ms" % (solver.name, 1e3 * solver.start))


def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    for name in ("--ours", "--fast", "--pbnsolve"):
        parser.add_argument(name)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--group", action="append", nargs="+", default=[])
    parser.add_argument("files", nargs="*")
    chosen = parser.parse_args()
    groups = [(group[0], group[1:]) for group in chosen.group]
    if chosen.files:
        groups.append(("files", chosen.files))
    return chosen, groups


def solvers_of(chosen):
    limit = str(math.ceil(chosen.limit))
    if chosen.ours:
        yield Solver("ours", [chosen.ours, "--time", "100000"], ours_verdict)
    if chosen.fast:
        yield Solver("fast", [chosen.fast, "-q"], fast_verdict)
    if chosen.pbnsolve:
        yield Solver("pbnsolve", [chosen.pbnsolve, "-b", "-u", "-x" + limit], pbnsolve_verdict)


def geometric_mean(values):
    return math.exp(sum(math.log(max(value, 1e-4)) for value in values) / len(values))


def mean_of(index, rows, taken_off):
    return geometric_mean([row[index][1] - taken_off for row in rows]) if rows else math.nan


def print_summary(name, solvers, results):
    """Means are over the puzzles that every solver answers; a ratio is its mean by the first's."""
    common = [row for _, row in results if all(one[0] not in UNANSWERED for one in row)]
    first = mean_of(0, common, 0), mean_of(0, common, solvers[0].start)
    print("# %s: %d puzzles, %d answered by all" % (name, len(results), len(common)))
    for i, solver in enumerate(solvers):
        answered = [row[i][1] for _, row in results if row[i][0] not in UNANSWERED]
        whole, net = mean_of(i, common, 0), mean_of(i, common, solver.start)
        print("#   %-9s answered %3d, sum %8.3f s, worst %7.3f s; geometric mean %8.3f ms (%.2f "
              "times), net %8.3f ms (%.2f times)"
              % (solver.name, len(answered), sum(answered), max(answered, default=math.nan),
                 1e3 * whole, whole / first[0], 1e3 * net, net / first[1]))


def print_slower(solvers, results):
    """The puzzles that take over 50 ms and that another one solves sooner than the first."""
    for path, row in results:
        others = [one for one in row[1:] if one[0] not in UNANSWERED]
        best = min((one[1] for one in others), default=math.inf)
        if row[0][1] > 0.05 and (row[0][1] > best or row[0][0] in UNANSWERED):
            print("# slower: %s, %s %.3f s (%s), the best of the others %.3f s"
                  % (os.path.basename(path), solvers[0].name, row[0][1], row[0][0], best))


def main():
    chosen, groups = arguments()
    solvers = list(solvers_of(chosen))
    if not solvers or not groups:
        sys.exit(__doc__)
    everything, wrong = [], 0
    measure_starts(solvers)
    print("\t".join(["file"] + ["%s\tseconds" % solver.name for solver in solvers]))
    for name, files in groups:
        results = []
        for path in files:
            row = [solver.best(path, chosen.limit, chosen.times) for solver in solvers]
            results.append((path, row))
            print("\t".join([os.path.basename(path)] + ["%s\t%.4f" % one for one in row]),
                  flush=True)
            verdicts = {one[0] for one in row} - {"limit"}
            if len(verdicts) > 1 or "failed" in verdicts:
                wrong += 1
                print("# CONTRADICTION: %s" % path)
        print_summary(name, solvers, results)
        everything += results
    if len(groups) > 1:
        print_summary("all", solvers, everything)
    print_slower(solvers, everything)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
