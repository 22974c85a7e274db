#!/usr/bin/env python3
"""Measures what Nonogram's solver costs against the size, from 10x10 to 200x200: processor time and
lines solved. Prints a table in Markdown and draws it as an SVG.

usage: plot_nonogram.py BUILD_FOLDER [--count N] [--limit S] [--folder FOLDER] [--svg FILE]

--count   pictures of each kind and size (9)
--limit   seconds for each (20)
--folder  where the puzzles are kept, and found the next time; a temporary one if not given
--svg     the picture (nothing is drawn if not given)

Three kinds of pictures, of seeds 1 to N: smooth ones as `quandary generate` makes them; random ones
with 70 % of the cells filled, of which a few are changed until lines alone solve them; and random
ones with 60 %, as they are: lines nearly solve them while they are small, and there is much to search
when they are large. Each is solved with its uniqueness decided. Times are those of the solver alone;
short ones are the shortest of five."""

import argparse
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

SIDES = (10, 15, 20, 30, 40, 60, 80, 100, 140, 200)
KINDS = (  # name, its colour (Okabe and Ito's palette), options of `quandary generate nonogram`
    ("smooth", "#0072b2", ["--style", "blobs", "--density", "50", "--unique", "no"]),
    ("lines alone", "#009e73", ["--style", "noise", "--density", "70", "--lines"]),
    ("random, 60 %", "#d55e00", ["--style", "noise", "--density", "60", "--unique", "no"]),
)
SHORT = 0.2  # seconds: what takes less is measured again

WIDTH, HEIGHT = 1000, 430
PANEL, LEFT, GAP, TOP, BOTTOM = 340, 66, 80, 56, 56
STYLE = """<style>
text { font: 13px Arial, Helvetica, sans-serif; fill: #222222 }
.paper { fill: #ffffff }
.grid { stroke: #dddddd; stroke-width: 1 }
.axis { stroke: #222222; stroke-width: 1; fill: none }
.open { fill: #ffffff }
.title { font-size: 15px; font-weight: bold }
@media (prefers-color-scheme: dark) {
text { fill: #e6e6e6 }
.paper, .open { fill: #15181c }
.grid { stroke: #3a3f45 }
.axis { stroke: #e6e6e6 }
}
</style>"""


# ---- measuring ----

class Point:
    """The pictures of one kind and size."""

    def __init__(self, side, rows, limit):
        """rows: (verdict, seconds, lines solved); one without an answer counts as the limit."""
        self.side, self.count = side, len(rows)
        self.answered = sum(verdict != "limit" for verdict, _, _ in rows)
        self.unique = sum(verdict == "unique" for verdict, _, _ in rows)
        seconds = [time if verdict != "limit" else limit for verdict, time, _ in rows]
        self.median, self.worst = statistics.median(seconds), max(seconds)
        self.lines = statistics.median(lines for _, _, lines in rows)


def puzzle_file(program, folder, kind, side, seed):
    """The path of a puzzle, which is made if it is not there."""
    name, _, options = kind
    path = folder / ("%s-%d-%d.non" % (name.replace(" %", "").replace(", ", "-").replace(" ", "-"),
                                       side, seed))
    if not path.exists():
        command = [program, "generate", "nonogram", "--width", str(side), "--height", str(side),
                    "--seed", str(seed), "--quiet", "--output", path]
        subprocess.run(command + options, check=True)
    return path


def solve(bench, paths, limit, times):
    """(verdict, seconds, lines solved) of each file."""
    command = [bench, "--time", str(limit), "--times", str(times)] + paths
    text = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return [(row[2], float(row[3]), int(row[6])) for row in rows]


def measure(build, folder, kind, side, chosen):
    paths = [puzzle_file(build / "quandary", folder, kind, side, seed)
             for seed in range(1, chosen.count + 1)]
    bench = build / "bench" / "bench_nonogram"
    rows = []
    for path in paths:
        row = solve(bench, [path], chosen.limit, 1)
        rows += solve(bench, [path], chosen.limit, 5) if row[0][1] < SHORT else row
    point = Point(side, rows, chosen.limit)
    print("%s, %d x %d: median %.3f ms" % (kind[0], side, side, 1e3 * point.median),
          file=sys.stderr)
    return point


# ---- the table ----

def milliseconds(seconds):
    """With three digits, or as many as the whole number has."""
    value = 1e3 * seconds
    return "%d" % round(value) if value >= 100 else "%.3g" % value


def print_table(curves):
    names = [kind[0] for kind in KINDS]
    print("| side |" + "".join(" %s: median ms | worst ms | lines | unique |" % name
                               for name in names))
    print("|---:|" + "---:|" * (4 * len(names)))
    for points in zip(*(curves[name] for name in names)):
        cells = []
        for point in points:
            unsolved = point.count - point.answered
            cells += [milliseconds(point.median), milliseconds(point.worst), "%d" % point.lines,
                      "%d of %d" % (point.unique, point.count)
                      + (", %d unsolved" % unsolved if unsolved else "")]
        print("| %d | %s |" % (points[0].side, " | ".join(cells)))


# ---- the picture ----

class Panel:
    """One of the diagrams; both axes are logarithmic."""

    def __init__(self, left, values):
        self.left = left
        self.low = math.floor(math.log10(min(values)))
        self.high = math.ceil(math.log10(max(values)))

    def x(self, side):
        share = math.log(side / SIDES[0]) / math.log(SIDES[-1] / SIDES[0])
        return self.left + share * PANEL

    def y(self, value):
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)


def words(x, y, content, anchor="middle", extra=""):
    return '<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>' % (x, y, anchor, extra, content)


def time_label(exponent):
    unit = {0: "s", -3: "ms", -6: "&#181;s"}[exponent // 3 * 3]
    return "%d %s" % (10 ** (exponent % 3), unit)


def count_label(exponent):
    return "{:,}".format(10 ** exponent).replace(",", "&#8201;")


def axes(panel, title, label):
    parts = []
    for exponent in range(panel.low, panel.high + 1):
        y = panel.y(10.0 ** exponent)
        parts.append('<line class="grid" x1="%d" y1="%.1f" x2="%d" y2="%.1f"/>'
                     % (panel.left, y, panel.left + PANEL, y))
        parts.append(words(panel.left - 8, y + 4, label(exponent), "end"))
    for side in (10, 20, 50, 100, 200):
        x = panel.x(side)
        parts.append('<line class="grid" x1="%.1f" y1="%d" x2="%.1f" y2="%d"/>'
                     % (x, TOP, x, HEIGHT - BOTTOM))
        parts.append(words(x, HEIGHT - BOTTOM + 20, side))
    parts.append('<path class="axis" d="M%d %d V%d H%d"/>'
                 % (panel.left, TOP, HEIGHT - BOTTOM, panel.left + PANEL))
    parts.append(words(panel.left + PANEL / 2, HEIGHT - 14, "cells to a side"))
    parts.append(words(panel.left, TOP - 12, title, "start"))
    return parts


def curve(panel, points, colour, dashed=False):
    """points: (side, value, whether it is a real one and not the limit)."""
    way = " L".join("%.1f %.1f" % (panel.x(side), panel.y(value)) for side, value, _ in points)
    parts = ['<path d="M%s" fill="none" stroke="%s" stroke-width="%s"%s/>'
             % (way, colour, 1.3 if dashed else 2.4, ' stroke-dasharray="4 4"' if dashed else "")]
    for side, value, real in points:
        if not dashed:
            look = 'fill="%s"' % colour if real else 'class="open"'
            parts.append('<circle cx="%.1f" cy="%.1f" r="3.6" stroke="%s" stroke-width="1.6" %s/>'
                         % (panel.x(side), panel.y(value), colour, look))
    return parts


def legend(x, any_unsolved):
    parts = []
    for i, (name, colour, _) in enumerate(reversed(KINDS)):
        parts += line_sample(x, i, 'stroke="%s" stroke-width="2.4"' % colour, name)
    parts += line_sample(x, 4, 'class="axis"', "median")
    parts += line_sample(x, 5, 'class="axis" stroke-dasharray="4 4"', "worst")
    if any_unsolved:
        y = TOP + 14 + 22 * 6
        parts.append('<circle class="axis" cx="%d" cy="%d" r="3.6"/>' % (x + 13, y))
        parts.append(words(x + 34, y + 4, "some unsolved", "start"))
    return parts


def line_sample(x, index, look, name):
    y = TOP + 14 + 22 * index
    return ['<line x1="%d" y1="%d" x2="%d" y2="%d" %s/>' % (x, y, x + 26, y, look),
            words(x + 34, y + 4, name, "start")]


def draw(curves):
    everything = [point for points in curves.values() for point in points]
    seconds = Panel(LEFT, [value for p in everything for value in (p.median, p.worst)])
    lines = Panel(LEFT + PANEL + GAP, [p.lines for p in everything])
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" '
             'role="img">' % (WIDTH, HEIGHT, WIDTH, HEIGHT),
             "<title>Nonogram: cost of solving against size</title>", STYLE,
             '<rect class="paper" width="%d" height="%d"/>' % (WIDTH, HEIGHT),
             words(LEFT, 22, "Nonogram: what it costs to solve a puzzle and decide its uniqueness, "
                   "one thread", "start", ' class="title"')]
    parts += axes(seconds, "processor time", time_label)
    parts += axes(lines, "lines solved", count_label)
    for name, colour, _ in KINDS:
        points = curves[name]
        parts += curve(seconds, [(p.side, p.worst, True) for p in points], colour, dashed=True)
        parts += curve(seconds, [(p.side, p.median, p.answered == p.count) for p in points], colour)
        parts += curve(lines, [(p.side, p.lines, p.answered == p.count) for p in points], colour)
    parts += legend(LEFT + 2 * PANEL + GAP + 16, any(p.answered < p.count for p in everything))
    return "\n".join(parts + ["</svg>", ""])


# ---- the command line ----

def arguments():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].replace("usage: ", ""))
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=9)
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--svg", type=pathlib.Path)
    return parser.parse_args()


def main():
    chosen = arguments()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        curves = {kind[0]: [measure(chosen.build, folder, kind, side, chosen) for side in SIDES]
                  for kind in KINDS}
    print_table(curves)
    if chosen.svg:
        chosen.svg.write_text(draw(curves))


if __name__ == "__main__":
    main()
