#!/usr/bin/env python3
"""That tools/check-layers.py notices what it is there for, on small trees; that the tree itself passes; and that
every file which ARCHITECTURE.md names exists. usage: layers-check.py SOURCE_FOLDER
"""

import pathlib
import re
import subprocess
import sys
import tempfile

TABLE = "base:\nsearch: base\npuzzles/*/model: base\npuzzles/*/solve: base ./model\n"
DOCUMENT = "<!-- layers -->\n<!-- end of layers -->\n"
number = 0


def result(name, good, details=""):
    global number
    number += 1
    print("%sok %d - %s" % ("" if good else "not ", number, name))
    if not good:
        print("\n".join("# " + line for line in details.split("\n")))


def check(source, root, *options):
    """(status, messages) of the program."""
    done = subprocess.run([sys.executable, source / "tools/check-layers.py", *options, root], text=True,
                          stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stderr


def small_tree(folder, files):
    """A tree with this table, and files as {path from src/: text}."""
    everything = {"src/layers.def": TABLE, "ARCHITECTURE.md": DOCUMENT, "src/base/buf.h": "", "src/search/pool.h": "",
                  "src/puzzles/a/model/board.h": "", "src/puzzles/b/model/board.h": "",
                  **{"src/" + name: text for name, text in files.items()}}
    for name, text in everything.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


FAULTS = {
    "a layer includes one above it": ("base/buf.c", "search/pool.h", "base may not include search"),
    "a room includes one above it": ("puzzles/a/model/x.c", "puzzles/a/solve/x.h", "may not include puzzles/a/solve"),
    "a puzzle includes another": ("puzzles/a/solve/x.c", "puzzles/b/model/board.h", "may not include puzzles/b/model"),
    "an include without a path": ("search/x.c", "buf.h", "include 'buf.h' by its path"),
    "an include by a relative path": ("search/x.c", "../base/buf.h", "include '../base/buf.h' by its path"),
    "an include of a source": ("search/x.c", "base/buf.c", "include 'base/buf.c' by its path"),
    "an include of nothing": ("search/x.c", "base/none.h", "there is no src/base/none.h"),
}
GOOD = {"a lower layer": ("search/x.c", "base/buf.h"), "a lower room": ("puzzles/a/solve/x.c", "puzzles/a/model/board.h"),
        "the own folder": ("base/x.c", "base/buf.h")}


def small_trees(source):
    for name, (path, included, words) in FAULTS.items():
        with tempfile.TemporaryDirectory() as folder:
            small_tree(folder, {path: '/* */\n#include "%s"\n' % included, "puzzles/a/solve/x.h": ""})
            check(source, folder, "--print")
            status, said = check(source, folder)
            result(name, status == 1 and "src/%s:2: " % path in said and words in said, said)
    for name, (path, included) in GOOD.items():
        with tempfile.TemporaryDirectory() as folder:
            small_tree(folder, {path: '#include "%s"\n' % included})
            check(source, folder, "--print")
            result("allowed: " + name, check(source, folder) == (0, ""), check(source, folder)[1])
    with tempfile.TemporaryDirectory() as folder:
        small_tree(folder, {"search/x.c": '/* "--a" */\nf("see " /* */ "--tile");\ng("a -- b", "--");\n'})
        check(source, folder, "--print")
        said = check(source, folder)[1]
        result("an option spelled below the command line", said == "src/search/x.c:2: name the option by OPTION (base/option.h)\n", said)
    with tempfile.TemporaryDirectory() as folder:
        small_tree(folder, {"rooms/x.c": ""})
        check(source, folder, "--print")
        result("a folder that the table does not know", "does not know its folder" in check(source, folder)[1])
    with tempfile.TemporaryDirectory() as folder:
        small_tree(folder, {})
        result("a table that ARCHITECTURE.md does not show", "its table is not that" in check(source, folder)[1])


def named_files(source):
    """Paths in the text, from the root."""
    text = (source / "ARCHITECTURE.md").read_text()
    return sorted(set(re.findall(r"`((?:src|web|docs|tools|include)/[\w./-]+\.\w+)`", text)))


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    small_trees(source)
    status, said = check(source, source)
    result("the tree itself", status == 0, said)
    names = named_files(source)
    missing = [name for name in names if not (source / name).exists()]
    result("ARCHITECTURE.md names %d files, and all exist" % len(names), len(names) > 20 and not missing, "\n".join(missing))
    print("1..%d" % number)


if __name__ == "__main__":
    main()
