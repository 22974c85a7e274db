#!/usr/bin/env python3
"""Runs case files: Markdown with a picture, a command, the expected answer.

    ```text file=tower.hanoi        makes a file
    3 2 1 | |
    ```

    ```console                      runs commands and compares what a terminal would show
    $ quandary solve tower.hanoi
    7 moves, the only shortest solution.
    ...
    (exit 1)
    ```

In expected output `...` stands for anything: alone on a line for any lines, inside a line for any
characters. A command that does not end with status 0 has its status on a last line `(exit N)`.
The same runner reads README.md and docs/, so their examples are tests too. Each file gets a folder
of its own; commands of one file run in order in it, by bash, with the built program first in PATH
and the built examples last. To a file that types build/quandary, that folder looks like the root of
the repository after `make`: build/quandary is the built program, and examples/puzzles is a copy.

usage: cases.py --program PATH [--update] FILE_OR_FOLDER...
Prints TAP. --update rewrites the expected outputs with what was seen (wildcards that fit stay).
QUANDARY_CHECK in the environment names the one file to run (`hints.md` or `hints`).
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SECONDS_PER_COMMAND = 120
ROOT = pathlib.Path(__file__).resolve().parent.parent


class Block:
    """A fenced block: its info words, its lines, and the number of its first line."""

    def __init__(self, info, first_line):
        self.info = info
        self.first_line = first_line
        self.lines = []


def blocks_of(text):
    """Yields the fenced blocks of a Markdown text."""
    block = None
    for number, line in enumerate(text.split("\n")):
        fence = re.match(r"^```\s*(.*)$", line)
        if fence and block is None:
            block = Block(fence.group(1).split(), number + 1)
        elif fence:
            yield block
            block = None
        elif block is not None:
            block.lines.append(line)


def commands_of(block):
    """Yields (command, expected lines, index of the command line in the block)."""
    current = None
    for index, line in enumerate(block.lines):
        if line.startswith("$ "):
            if current:
                yield current
            current = [line[2:], [], index]
        elif current:
            current[1].append(line)
    if current:
        yield current


def pattern_of(expected):
    """A regular expression for expected lines with their wildcards."""
    parts = []
    for line in expected:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(r"[^\n]*?".join(re.escape(p) for p in line.rstrip().split("...")) + r"[ \t]*\n")
    return re.compile("".join(parts) + r"\Z")


def run(command, folder, environment):
    """Runs a command; returns the lines it showed, with its exit status as the runner writes it."""
    try:
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=SECONDS_PER_COMMAND, check=False)
    except subprocess.TimeoutExpired:
        return ["(still running after %d s)" % SECONDS_PER_COMMAND]
    shown = done.stdout.decode("utf-8", "replace").split("\n")
    if shown and shown[-1] == "":
        shown.pop()
    if done.returncode:
        shown.append("(exit %d)" % done.returncode)
    return shown


def fits(expected, shown):
    return pattern_of(expected).match("".join(line.rstrip() + "\n" for line in shown)) is not None


def make_file(block, folder):
    for word in block.info:
        if word.startswith("file="):
            path = folder / word[5:]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(block.lines) + "\n")


def make_root(folder, program):
    """What a reader of README.md has after `make`."""
    (folder / "build").mkdir()
    (folder / "build" / "quandary").symlink_to(program)
    shutil.copytree(ROOT / "examples" / "puzzles", folder / "examples" / "puzzles")


class Runner:
    def __init__(self, program, update):
        self.update = update
        self.program = pathlib.Path(program).resolve()
        self.count = 0
        self.failed = 0
        self.environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb", COLUMNS="80")
        for name in ("NO_COLOR", "CI"):
            self.environment.pop(name, None)
        folder = self.program.parent
        self.environment["PATH"] = os.pathsep.join(
            [str(folder), self.environment.get("PATH", ""), str(folder / "examples")])

    def report(self, name, ok, expected, shown):
        self.count += 1
        print("%s %d - %s" % ("ok" if ok else "not ok", self.count, name.replace("#", "")))
        if ok:
            return
        self.failed += 1
        for label, lines in (("expected", expected), ("shown", shown)):
            print("# %s:" % label)
            for line in lines:
                print("#   " + line)

    def file(self, path):
        text = path.read_text()
        lines = text.split("\n")
        changes = []
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            if "$ build/quandary" in text:
                make_root(folder, self.program)
            for block in blocks_of(text):
                make_file(block, folder)
                if block.info[:1] != ["console"]:
                    continue
                for command, expected, index in commands_of(block):
                    shown = run(command, folder, self.environment)
                    ok = fits(expected, shown)
                    if not ok and self.update:
                        start = block.first_line + index + 1
                        changes.append((start, start + len(expected), shown))
                    self.report("%s: %s" % (path.name, command), ok, expected, shown)
        if changes:
            for start, end, shown in reversed(changes):
                lines[start:end] = shown
            path.write_text("\n".join(lines))


def case_files(paths):
    """The Markdown files named, and those below the folders named, that hold a console block."""
    only = os.environ.get("QUANDARY_CHECK")
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*.md")) if path.is_dir() else [path]:
            if "```console" in file.read_text() and only in (None, file.name, file.stem):
                yield file


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()
    runner = Runner(arguments.program, arguments.update)
    for file in case_files(arguments.paths):
        runner.file(file)
    print("1..%d" % runner.count)
    return 1 if runner.failed else 0


if __name__ == "__main__":
    sys.exit(main())
