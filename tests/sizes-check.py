#!/usr/bin/env python3
"""That tools/check-sizes.py notices what it is there for, on small trees; and that the tree itself passes.
usage: sizes-check.py SOURCE_FOLDER
"""

import pathlib
import subprocess
import sys
import tempfile

HEAD = "/* A file. */\n"
LONG = "static int f(int x) {\n" + "    x++;\n" * 60 + "    return x;\n}\n"
# name: (files as {path: text}, what the check says; None: nothing about these files)
TREES = {
    "a file of 500 lines": ({"src/a.c": HEAD * 500}, None),
    "a longer file": ({"src/a.c": HEAD * 501}, "src/a.c: 501 lines, at most 500"),
    "a longer script": ({"tools/a.py": "#\n" * 501}, "tools/a.py: 501 lines, at most 500"),
    "a crumb": ({"src/a.c": HEAD * 29}, "src/a.c: 29 lines, fewer than 30"),
    "a small header of a long file": ({"src/a.c": HEAD * 50, "src/a.h": HEAD * 10}, None),
    "a small test": ({"src/tests/a.c": HEAD * 5}, None),
    "a long function": ({"src/a.c": HEAD * 30 + LONG}, "src/a.c:31: a function of 63 lines, at most 60"),
    "a crowded folder": ({"src/a%d.c" % i: HEAD * 30 for i in range(40)}, "src: 41 files, at most 40"),
}
number = 0


def result(name, good, details):
    global number
    number += 1
    print("%sok %d - %s" % ("" if good else "not ", number, name))
    if not good:
        print("\n".join("# " + line for line in details.split("\n")))


def check(source, root):
    """(status, messages) of the program."""
    done = subprocess.run([sys.executable, source / "tools/check-sizes.py", root], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stderr


def small_tree(folder, files):
    for name, text in {"src/b.c": HEAD * 30 + "int f(void) {\n}\n", **files}.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    for name, (files, message) in TREES.items():
        with tempfile.TemporaryDirectory() as folder:
            small_tree(folder, files)
            _, said = check(source, folder)
        good = message in said if message else not any(path + ":" in said for path in files)
        result(name, good, said)
    status, said = check(source, source)
    result("the tree itself", status == 0, said)
    print("1..%d" % number)


if __name__ == "__main__":
    main()
