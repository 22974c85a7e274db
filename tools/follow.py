#!/usr/bin/env python3
"""Follows a guide such as docs/adding.md for real, in a copy of the tree.

A block of code after a comment of this form is put into the file, before the one line that begins with
the text:

    <!-- src/server/api/routes.def, before: ROUTE(GET, "/rig" -->

and after one of this form it becomes a new file:

    <!-- src/puzzles/nonogram/format/csv.c, new -->

Blocks of shell commands (```sh) are run in the root of the copy, with bash, and must succeed. In the
end the files that were changed are counted.

usage: follow.py GUIDE [--section TITLE] [--files N]
--section: only what stands under that heading. --files: fail if more files than that were changed
besides those under tests/ (or a folder called tests).
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
STEP = re.compile(r"^(?:<!-- (?P<file>[^\s,]+), (?:new|before: (?P<line>.+?)) -->\n)?```(?P<kind>\w*)\n(?P<code>.*?)^```$",
                  re.MULTILINE | re.DOTALL)


def section_of(text, title):
    """The part of a document from a heading to the next one of its level."""
    found = re.search(r"^(#+) %s\n" % re.escape(title), text, re.MULTILINE)
    if not found:
        sys.exit("there is no section %s" % title)
    rest = text[found.end():]
    prose = re.sub(r"^```.*?^```$", lambda block: " " * len(block.group()), rest, flags=re.MULTILINE | re.DOTALL)
    end = re.search(r"^#{1,%d} " % len(found.group(1)), prose, re.MULTILINE)
    return rest[:end.start()] if end else rest


def insert(path, before, code):
    lines = path.read_text().splitlines(keepends=True)
    places = [number for number, line in enumerate(lines) if line.lstrip().startswith(before)]
    if len(places) != 1:
        sys.exit("%s: %d lines begin with %s" % (path, len(places), before))
    lines.insert(places[0], code)
    path.write_text("".join(lines))


def create(path, code):
    if path.exists():
        sys.exit("%s exists already" % path)
    path.write_text(code)


def follow(text, tree):
    """Returns the files that were changed."""
    changed = []
    for step in STEP.finditer(text):
        if step["file"]:
            path = tree / step["file"]
            insert(path, step["line"], step["code"]) if step["line"] else create(path, step["code"])
            changed.append(step["file"])
            print("changed %s" % step["file"])
        elif step["kind"] == "sh":
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", step["code"]], cwd=tree,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode:
                sys.exit("%s\nthe commands end with status %d:\n%s" % (
                    done.stdout.decode(errors="replace")[-4000:], done.returncode, step["code"]))
            print("ran %d commands" % len(step["code"].strip().split("\n")))
    return sorted(set(changed))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("guide")
    parser.add_argument("--section")
    parser.add_argument("--files", type=int)
    arguments = parser.parse_args()
    text = pathlib.Path(arguments.guide).read_text()
    if arguments.section:
        text = section_of(text, arguments.section)
    with tempfile.TemporaryDirectory(prefix="quandary-guide-") as scratch:
        files = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                               stdout=subprocess.PIPE, check=True).stdout
        packed = subprocess.run(["tar", "-C", str(ROOT), "-cf", "-", "--null", "--ignore-failed-read", "-T", "-"],
                                input=files, stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(["tar", "-C", scratch, "-xf", "-"], input=packed, check=True)
        changed = follow(text, pathlib.Path(scratch))
    counted = [name for name in changed if "tests" not in pathlib.PurePath(name).parts]
    print("%d files and %d tests were changed" % (len(counted), len(changed) - len(counted)))
    if arguments.files is not None and len(counted) > arguments.files:
        sys.exit("that is more than %d" % arguments.files)


if __name__ == "__main__":
    main()
