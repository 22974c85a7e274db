#!/usr/bin/env python3
"""What each part of Nonogram's solver is worth: the solver without it, on random pictures and on files.

usage: parts_nonogram.py BUILD [--count N] [--limit S] [--group NAME FILE...]...

--count  random pictures of each size (100)
--limit  seconds of processor time for each puzzle (5)
--group  a name for the files that follow, which get columns of their own

For each group: puzzles decided, the geometric mean of the times of all (one that was not decided
counts as the limit), and the lines that were solved in all."""

import argparse
import math
import pathlib
import subprocess

PARTS = ("", "learning", "shrinking", "activity", "phases", "restarts", "probes", "reason-side",
         "beliefs")
RANDOM = ("25x25/50", "30x30/50", "20x20/50/3")


def measure(build, part, limit, words):
    """(decided, all, geometric mean in ms, lines)"""
    command = [str(build / "bench/bench_nonogram"), "--each", "--time", str(limit)]
    command += (["--without", part] if part else []) + words
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = [line.split("\t") for line in output.splitlines() if not line.startswith("#")]
    times = [limit if row[2] == "limit" else float(row[3]) for row in rows]
    mean = math.exp(sum(math.log(max(time, 1e-6)) for time in times) / len(times))
    decided = sum(row[2] != "limit" for row in rows)
    return decided, len(rows), 1000 * mean, sum(int(row[6]) for row in rows)


def groups_of(chosen):
    groups = {size: ["--count", str(chosen.count), "--random", size] for size in RANDOM}
    groups.update({words[0]: words[1:] for words in chosen.group or []})
    return groups


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--limit", type=float, default=5)
    parser.add_argument("--group", nargs="+", action="append")
    chosen = parser.parse_args()
    groups = groups_of(chosen)
    print("| without |" + "".join(" %s: decided | ms | lines |" % name for name in groups))
    print("|---|" + "---|" * (3 * len(groups)))
    for part in PARTS:
        cells = []
        for words in groups.values():
            decided, count, mean, lines = measure(chosen.build, part, chosen.limit, words)
            cells += ["%d of %d" % (decided, count), "%.3g" % mean, "{:,}".format(lines)]
        print("| %s |" % (part or "(nothing)"), " | ".join(cells), "|", flush=True)


if __name__ == "__main__":
    main()
