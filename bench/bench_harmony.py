#!/usr/bin/env python3
"""Makes the tables on Harmony of docs/benchmarks.md, in Markdown.

usage: bench_harmony.py TABLE BUILD_FOLDER [FOLDER_OF_BOARDS]

TABLE is one of
  corpus     every board of a folder, by the whole program
  scrambles  random scrambles, 100 of each size
  wall       larger scrambles, 10 of each size
  plot       time against swaps; writes docs/images/harmony-scrambles.svg
  classic    the default solver beside the classic search, on the boards of a folder
  proofs     disturbed scrambles, and how long it takes to prove that some have no solution
  threads    wall time of long proofs with one thread and with two
  parts      what each part of the solver is worth

CPU time with one thread, but for the table `threads`. Solutions are replayed: those of scrambles by
bench_harmony_solver, those of files here.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import bench_harmony_plot

LIMIT = 10  # seconds of CPU time
CLASSIC_LIMIT = 20  # seconds of wall time
SCRAMBLES = ("4x4/30", "5x5/40", "6x6/30", "6x6/40", "7x7/40", "8x8/60", "8x8/80")
LARGE = ("8x8/100", "9x9/80", "10x10/60", "10x10/80", "12x12/100", "16x16/80", "16x16/100")
PLOT_SIDES = (4, 5, 6, 7, 8)
PLOT_COUNT = 11
PLOT_SWAPS = range(10, 101, 10)
PARTS = ("beam", "dead", "weights", "restarts", "complete", "scores", "ends", "waits",
         "regions")
DISTURBED = (("4x4/12", "--disturb", 1000), ("4x4/16", "--disturb", 1000),
             ("4x4/20", "--disturb", 20000), ("4x4/20", "--shift", 70000),
             ("5x5/20", "--disturb", 100), ("6x6/20", "--disturb", 100))
# Scrambles of seed 7, disturbed by an exchange, without a solution: size and number.
LONG_PROOFS = (("5x5/20", 121), ("5x5/20", 162), ("5x5/20", 219))
SHORT_PROOFS = (("5x5/20", 6), ("5x5/20", 57), ("6x6/20", 10), ("6x6/20", 48), ("6x6/20", 67),
                ("6x6/20", 78))


# ---- running ----

def scrambles(build, sizes, *options):
    """Runs bench_harmony_solver and returns a record for each board."""
    command = [build / "bench/bench_harmony_solver", "--each", *options]
    for size in sizes:
        command += ["--scramble", size]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    records = []
    for line in output.splitlines():
        size, number, status, cpu, wall, tree, beam = line.split("\t")
        records.append({"size": size, "number": int(number), "status": status, "cpu": float(cpu),
                        "wall": float(wall), "nodes": int(tree) + int(beam)})
    return records


def run_program(build, arguments):
    """The whole program once: its JSON, CPU seconds by the system's count, and peak KiB."""
    with tempfile.NamedTemporaryFile() as peak, tempfile.TemporaryFile() as out:
        command = ["/usr/bin/time", "-q", "-o", peak.name, "-f", "%M", build / "quandary", "solve",
                   "--json", *arguments]
        process = subprocess.Popen(command, stdout=out)
        _, process.returncode, usage = os.wait4(process.pid, 0)
        out.seek(0)
        return json.loads(out.read()), usage.ru_utime + usage.ru_stime, int(peak.read())


# ---- an independent check of solutions ----

def cell(name):
    return ord(name[0]) - ord("A"), int(name[1:]) - 1


def read_board(path):
    """The size, the tiles as {(row, column): [home row, moves]}, and the swaps that were made."""
    lines = [line.split("#")[0].split() for line in path.read_text().upper().splitlines()]
    size, section, home, tiles, swaps, next_row = {}, None, {}, {}, [], 0
    for words in filter(None, lines):
        if words[0] in ("ROWS", "COLS"):
            size[words[0]] = int(words[1])
        elif words[0] in ("BOARD", "COLORS", "TILES", "MOVES"):
            section = words[0]
        elif words[0] == "TARGETS":
            home = {home[name]: row for row, name in enumerate(words[1:])}
        elif section == "COLORS":
            home[words[0]] = int(words[1])
        elif section == "BOARD":
            for i in range(1, len(words), 2):
                tiles[cell(words[i])] = [next_row, int(words[i + 1])]
            next_row += 1
        elif section == "TILES":
            tiles[cell(words[0])] = [home.get(int(words[1]), int(words[1])), int(words[2])]
        else:
            swaps += words
    return (size["ROWS"], size["COLS"]), tiles, swaps


def replay(path, moves):
    """Raises an error if the moves break a rule or do not solve the board."""
    _, board, made = read_board(path)
    for move in made + moves:
        a, b = map(cell, move.split("-"))
        if a == b or (a[0] != b[0] and a[1] != b[1]) or not board[a][1] or not board[b][1]:
            raise ValueError("%s: illegal swap %s" % (path, move))
        board[a][1] -= 1
        board[b][1] -= 1
        board[a], board[b] = board[b], board[a]
    if any(left or home != where[0] for where, (home, left) in board.items()):
        raise ValueError("%s: not solved" % path)


# ---- printing ----

def row(*cells):
    print("| " + " | ".join(str(c) for c in cells) + " |", flush=True)


def heading(*cells):
    row(*cells)
    print("|" + "---|" * len(cells))


def milliseconds(seconds):
    ms = 1e3 * seconds
    return "%.2f" % ms if ms < 10 else "%.1f" % ms if ms < 100 else "{:,.0f}".format(ms)


def quantile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def kilobytes(amount):
    return "%.1f MB" % (amount / 1024)


def time_of(records, share, limit):
    """A quantile of the times, those of boards without an answer being over the limit."""
    ordered = sorted(r["cpu"] if r["status"] != "limit" else float("inf") for r in records)
    value = ordered[min(len(ordered) - 1, int(len(ordered) * share))]
    return "over %g s" % limit if value == float("inf") else milliseconds(value)


# ---- tables ----

def corpus(build, folder):
    refused = []
    heading("board", "size", "swaps", "median ms", "slowest ms", "states")
    for path in sorted(folder.glob("*.txt")):
        runs = [run_program(build, ["-t", "1", path]) for _ in range(11)]
        answer = runs[0][0]
        if answer["status"] == "error":
            refused.append("%s is refused: %s." % (path.name, answer["message"]))
            continue
        replay(path, answer["moves"])
        times = [cpu for _, cpu, _ in runs]
        row(path.stem, "%d x %d" % read_board(path)[0], answer["length"],
            milliseconds(statistics.median(times)), milliseconds(max(times)),
            "{:,}".format(answer["stats"]["nodes"]))
    print("\n" + "\n".join(refused))


def noise(build, size, records):
    """How much the median of the first boards differs when they are measured again."""
    again = scrambles(build, [size], "--count", "20", "--time", str(LIMIT))
    first = statistics.median(r["cpu"] for r in records[:20])
    return "%+.0f %%" % (100 * (statistics.median(r["cpu"] for r in again) / first - 1))


def random_boards(build, sizes, count):
    heading("size / swaps", "solved", "median ms", "90 % ms", "worst ms", "median states",
            "first 20 again")
    for size in sizes:
        records = scrambles(build, [size], "--count", str(count), "--time", str(LIMIT))
        solved = sum(r["status"] == "solved" for r in records)
        row(size, "%d of %d" % (solved, count),
            *(time_of(records, share, LIMIT) for share in (0.5, 0.9, 1)),
            "{:,.0f}".format(statistics.median(r["nodes"] for r in records)),
            noise(build, size, records) if count > 20 else "")


def plot(build):
    curves = {}
    for side in PLOT_SIDES:
        curves[side] = []
        for swaps in PLOT_SWAPS:
            size = "%dx%d/%d" % (side, side, swaps)
            records = scrambles(build, [size], "--count", str(PLOT_COUNT), "--time",
                                str(LIMIT))
            solved = sum(r["status"] == "solved" for r in records)
            times = [r["cpu"] if r["status"] == "solved" else LIMIT for r in records]
            curves[side].append((swaps, statistics.median(times), max(times), solved))
            print(size, "solved %d of %d" % (solved, PLOT_COUNT), "ms",
                  milliseconds(statistics.median(times)), milliseconds(max(times)), flush=True)
    target = pathlib.Path(__file__).parent.parent / "docs/images/harmony-scrambles.svg"
    target.write_text(bench_harmony_plot.draw(curves, LIMIT))


def classic_cells(build, path, options):
    limits = ["-t", "1", "--time", str(CLASSIC_LIMIT)]
    answer, cpu, peak = run_program(build, [*limits, *options, path])
    if answer["status"] == "solved":
        replay(path, answer["moves"])
    states = answer.get("generated", answer["stats"]["nodes"])
    finished = answer.get("ended") == "none"
    verdict = "" if answer["status"] == "solved" else ", lost" if finished else ", no answer"
    return ["{:,}{}".format(states, verdict), milliseconds(cpu), kilobytes(peak)]


def classic(build, folder):
    methods = ([], ["--method", "classic"], ["--method", "classic", "--tests", "seed"])
    heading("board", *(what + name for name in ("", ", classic", ", seed tests")
                       for what in ("states", "ms", "memory")))
    for path in sorted(folder.glob("*.txt")):
        if run_program(build, ["--time", "1", path])[0]["status"] != "error":
            row(path.stem, *(c for m in methods for c in classic_cells(build, path, m)))


def proofs(build):
    heading("size / swaps", "disturbed by", "boards", "solvable", "no solution: at once",
            "by search", "open after 20 s", "median ms", "90 % ms", "worst ms", "most states")
    for size, option, count in DISTURBED:
        records = scrambles(build, [size], option, "--seed", "7", "--count", str(count), "--time",
                            "20")
        dead = [r for r in records if r["status"] == "unsolvable"]
        proven = [r for r in dead if r["nodes"] > 0]
        row(size, "an exchange" if option == "--disturb" else "a shift", "{:,}".format(count),
            "{:,}".format(sum(r["status"] == "solved" for r in records)), len(dead) - len(proven),
            len(proven), sum(r["status"] == "limit" for r in records),
            *(milliseconds(quantile([r["cpu"] for r in proven], q)) for q in (0.5, 0.9, 1)),
            "{:,}".format(max(r["nodes"] for r in proven)))


def picked(build, board, *options):
    size, number = board
    return scrambles(build, [size], "--disturb", "--seed", "7", "--pick", str(number), *options)[0]


def threads(build):
    heading("board", "1 thread s", "2 threads s", "faster by", "CPU s, 1 thread",
            "CPU s, 2 threads", "states, 1 thread", "states, 2 threads")
    for board in LONG_PROOFS:
        best = {}
        for count in (1, 2) * 3:
            run = picked(build, board, "--threads", str(count), "--time", "100")
            if run["status"] != "unsolvable":
                raise ValueError("%s number %d: %s" % (*board, run["status"]))
            best[count] = min(best.get(count, run), run, key=lambda r: r["wall"])
        row("%s, number %d" % board, *("%.2f" % best[n]["wall"] for n in (1, 2)),
            "%.2f" % (best[1]["wall"] / best[2]["wall"]),
            *("%.2f" % best[n]["cpu"] for n in (1, 2)),
            *("{:,}".format(best[n]["nodes"]) for n in (1, 2)))


def parts(build):
    heading("without", "6x6/40: solved", "median ms", "8x8/60: solved", "median ms",
            "proofs: done", "states", "s")
    for part in (None, *PARTS):
        options = ["--without", part] if part else []
        cells = []
        for size in ("6x6/40", "8x8/60"):
            records = scrambles(build, [size], "--count", "15", "--time", "5", *options)
            solved = sum(r["status"] == "solved" for r in records)
            cells += ["%d of %d" % (solved, len(records)), time_of(records, 0.5, 5)]
        proven = [picked(build, board, "--time", "20", *options) for board in SHORT_PROOFS]
        done = sum(r["status"] == "unsolvable" for r in proven)
        row(part or "(nothing)", *cells, "%d of %d" % (done, len(proven)),
            "{:,}".format(sum(r["nodes"] for r in proven)),
            "%.1f" % sum(r["cpu"] for r in proven))


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    table, build = sys.argv[1], pathlib.Path(sys.argv[2])
    tables = {
        "corpus": lambda: corpus(build, pathlib.Path(sys.argv[3])),
        "scrambles": lambda: random_boards(build, SCRAMBLES, 100),
        "wall": lambda: random_boards(build, LARGE, 10),
        "plot": lambda: plot(build),
        "classic": lambda: classic(build, pathlib.Path(sys.argv[3])),
        "proofs": lambda: proofs(build),
        "threads": lambda: threads(build),
        "parts": lambda: parts(build),
    }
    if table not in tables or (table in ("corpus", "classic") and len(sys.argv) < 4):
        sys.exit(__doc__)
    start, load = time.time(), os.getloadavg()[0]
    tables[table]()
    print("\n(%.0f s, load %.1f before and %.1f after)" % (time.time() - start, load,
                                                         os.getloadavg()[0]))


if __name__ == "__main__":
    main()
