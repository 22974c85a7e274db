#!/usr/bin/env python3
"""Animations of `solve --animate` are well-formed, and play what they should: at rest after each move
they show the very shapes of `show --svg` for the position reached by then, and while a move is made
only what it moves is on its way. The keyframes are worked out here as a browser would.

usage: animation-check.py PROGRAM
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SVG = "{http://www.w3.org/2000/svg}"
PACE, PAUSE, GLIDE = 0.5, 2, 0.6
SLACK = 0.02  # of a unit: both documents round to thousandths

# A text, and how many shapes a move moves: two tiles of three each, or a disc of two.
CASES = {
    "harmony": ("ROWS 2\nCOLS 3\nBOARD\nRED   A1 0  A2 1  B1 2\nBLUE  A3 2  B2 1  B3 0\n", 6),
    "harmony-alike": ("ROWS 2\nCOLS 3\nBOARD\nRED   A1 1  A2 2  A3 2\nBLUE  B1 0  B2 0  B3 5\n", 6),
    "hanoi": ("4 1 | 3 | 2\ngoal: | | 4 3 2 1\n", 2),
    "hanoi-four-pegs": ("5 4 3 2 1 | | |\ngoal: | | | 5 4 3 2 1\n", 2),
    "template": ("lamps\n#.#\n.#.\n##.\n", 0),
}


def keyframes(style):
    """name -> list of (part of the time, property, value), sorted by time."""
    found = {}
    for name, body in re.findall(r"@keyframes (\w+)\{((?:[^{}]*\{[^{}]*\})*)\}", style):
        stops = []
        for selectors, prop, value in re.findall(r"([^{}]*)\{(\w+):([^{}]*)\}", body):
            stops += [(float(s.rstrip("%")) / 100, prop, value) for s in selectors.split(",")]
        found[name] = sorted(stops)
    return found


def translation(text):
    return tuple(float(n) for n in re.findall(r"-?[\d.]+", text))


class Film:
    def __init__(self, text):
        self.root = xml.fromstring(text)
        style = self.root.find(SVG + "style")
        self.frames = keyframes(style.text if style is not None else "")
        total = re.search(r"animation:([\d.]+)s step-end infinite", style.text)
        self.total = float(total.group(1))

    def stops(self, element):
        name = re.search(r"animation-name:(\w+)", element.get("style", ""))
        return self.frames[name.group(1)] if name else []

    def move(self, element, part):
        """Where an element's own transform puts it, evenly between two keyframes."""
        base = translation(element.get("transform", "")) or (0, 0)
        stops = [(0, "transform", None)] + self.stops(element) + [(1, "transform", None)]
        if len(stops) == 2 or stops[1][1] != "transform":
            return base
        places = [(at, translation(v) if v else base) for at, _, v in stops]
        for (a, p), (b, q) in zip(places, places[1:]):
            if a <= part < b:
                ease = (part - a) / (b - a)
                return p[0] + (q[0] - p[0]) * ease, p[1] + (q[1] - p[1]) * ease
        return places[-1][1]

    def visible(self, element, part, inherited):
        value = element.get("visibility", "visible" if inherited else "hidden")
        for at, prop, then in self.stops(element):
            if prop == "visibility" and at <= part:
                value = then
        return value == "visible"

    def shapes(self, seconds):
        """The visible shapes at a time, except the captions and the white ground."""
        part = seconds / self.total
        ground = self.root.find(SVG + "g")[0]
        found = []

        def walk(element, x, y, seen):
            dx, dy = self.move(element, part)
            seen = self.visible(element, part, seen)
            if element.get("class") == "caption" or element is ground:
                return
            if element.tag == SVG + "g":
                for child in element:
                    walk(child, x + dx, y + dy, seen)
            elif seen:
                found.append(placed(element, x + dx, y + dy))

        walk(self.root.find(SVG + "g"), 0, 0, True)
        return found

    def captions(self):
        return [text.text for text in self.root.find(".//*[@class='caption']")]


def placed(element, x, y):
    """The shape's look without its place, and its place."""
    names = {"cx": 0, "x": 0, "cy": 1, "y": 1}
    place = [x, y]
    look = [element.tag, element.text or ""]
    for name, value in sorted(element.attrib.items()):
        if name in names:
            place[names[name]] += float(value)
        elif name not in ("style", "visibility", "class", "data-cell"):
            look.append((name, value))
    return tuple(look), tuple(place)


def still(text):
    return [placed(e, 0, 0) for e in xml.fromstring(text)
            if e.tag not in (SVG + "title", SVG + "desc")]


def unmatched(film, picture):
    """Shapes of the film that the picture lacks."""
    rest = list(picture)
    lacking = []
    for look, place in film:
        same = [s for s in rest if s[0] == look and
                all(abs(a - b) <= SLACK for a, b in zip(s[1], place))]
        if same:
            rest.remove(same[0])
        else:
            lacking.append((look, place))
    return lacking + rest


class Check:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.number = self.failed = 0

    def run(self, *words):
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True,
                              text=True, check=False)

    def expect(self, holds, name, detail=""):
        self.number += 1
        self.failed += not holds
        print("%s %d - %s" % ("ok" if holds else "not ok", self.number, name))
        if not holds and detail:
            print("# " + str(detail).replace("\n", "\n# "))

    def picture_after(self, puzzle, start, moves):
        game = {"quandary_game": 1, "puzzle": puzzle, "start": start, "moves": moves, "undone": []}
        (self.folder / "game.json").write_text(json.dumps(game))
        return still(self.run("show", "game.json", "--svg").stdout)

    def case(self, name, text, moving):
        puzzle = name.split("-")[0]
        path = self.folder / (name + ".txt")
        path.write_text(text)
        solved = self.run("solve", path.name, "--as", puzzle, "--json", "--pace", str(PACE),
                          "--animate", name + ".svg")
        moves = json.loads(solved.stdout)["moves"]
        film = Film((self.folder / (name + ".svg")).read_text())
        self.expect(abs(film.total - (len(moves) + 1) * PACE - PAUSE) < 1e-6, name + " lasts so long")
        self.expect(film.captions()[1:] == ["%d of %d: %s" % (i + 1, len(moves), m)
                                            for i, m in enumerate(moves)], name + " has captions")
        wrong = []
        for played in range(len(moves) + 1):
            picture = self.picture_after(puzzle, text, moves[:played])
            for when in ((played + GLIDE + 0.02) * PACE, (played + 0.99) * PACE):
                wrong += [(played, when, s) for s in unmatched(film.shapes(when), picture)]
        self.expect(not wrong, name + " shows every position", wrong[:4])
        picture = self.picture_after(puzzle, text, moves)
        self.expect(not unmatched(film.shapes(film.total - 0.01), picture), name + " ends solved")
        self.still_is_the_start(name, puzzle, text)
        self.moves_only_what_moves(name, film, len(moves), moving)

    def still_is_the_start(self, name, puzzle, text):
        """What a viewer shows that plays nothing."""
        words = (self.folder / (name + ".svg")).read_text()
        film = Film(words)
        film.frames = {key: [] for key in film.frames}
        self.expect(not unmatched(film.shapes(0), self.picture_after(puzzle, text, [])),
                    name + " begins as a still")

    def moves_only_what_moves(self, name, film, count, moving):
        """In the middle of a glide just that many shapes are neither here nor there."""
        wrong = []
        for number in range(1, count + 1):
            middle = (number + GLIDE / 2) * PACE
            before = film.shapes(number * PACE - 0.01)
            on_the_way = len(unmatched(film.shapes(middle), before)) / 2
            if on_the_way != moving:
                wrong.append((number, on_the_way))
        self.expect(not wrong, name + " moves only what moves", wrong)


def main():
    with tempfile.TemporaryDirectory() as folder:
        check = Check(str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(folder))
        for name, (text, moving) in CASES.items():
            check.case(name, text, moving)
        print("1..%d" % check.number)
    return 1 if check.failed else 0


if __name__ == "__main__":
    sys.exit(main())
