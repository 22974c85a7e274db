#!/usr/bin/env python3
"""Holds the includes of src/ to src/layers.def: every include is a path from src/ (or a header of the
system or of include/quandary), and leads to a folder that the including folder may see. Nothing but src/cli spells
the command line's options: others name them by OPTION (base/option.h).

usage: check-layers.py [--stamp FILE] [--print] ROOT
--print writes the table into ARCHITECTURE.md, where it must stand as it is.
"""

import argparse
import fnmatch
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
GENERATED = {"commit.h"}
COMMENT_OR_TEXT = re.compile(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
SYNTAX = re.compile(r"--[a-z%]")


def read_table(path):
    """[(pattern of folders, [patterns of what they may include])], in the order of the file."""
    table = []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        folder, colon, seen = line.partition(":")
        if not colon:
            sys.exit("%s:%d: a colon is missing" % (path, number))
        table.append((folder.strip(), seen.split()))
    return table


def matches(folder, pattern):
    """A star stands for one folder, never for several."""
    return folder.count("/") == pattern.count("/") and fnmatch.fnmatchcase(folder, pattern)


def row_of(table, folder):
    """What a folder may include, or None if the table does not know it. Names without a star win."""
    for pattern, seen in sorted(table, key=lambda row: row[0].count("*")):
        if matches(folder, pattern):
            return seen
    return None


def allowed(table, folder, target):
    """May a file in this folder include one in that?"""
    own = "/".join(folder.split("/")[:2])
    seen = [own + name[1:] if name.startswith("./") else name for name in row_of(table, folder)]
    return target == folder or any(matches(target, name) for name in seen)


def fault(table, source, folder, name):
    """What is wrong with an include, or None."""
    if name in GENERATED:
        return None
    if "/" not in name or name.endswith(".c") or ".." in name.split("/"):
        return "include '%s' by its path from src/" % name
    if not (source / name).exists():
        return "there is no src/%s" % name
    target = name.rpartition("/")[0]
    if not allowed(table, folder, target):
        return "%s may not include %s (src/layers.def)" % (folder, target)
    return None


def markdown(table):
    """The table as ARCHITECTURE.md shows it."""
    rows = ["| folder | may include, besides itself |", "|---|---|"]
    rows += ["| `%s` | %s |" % (folder, " ".join("`%s`" % name for name in seen) or "nothing") for folder, seen in table]
    return "\n".join(rows)


def with_table(text, table):
    """The document with the table between its marks."""
    before, mark, rest = text.partition("<!-- layers -->\n")
    _, end, after = rest.partition("<!-- end of layers -->")
    return before + mark + markdown(table) + "\n" + end + after


def spelled_options(text):
    """The lines whose texts spell an option as the command line does."""
    for found in COMMENT_OR_TEXT.finditer(text):
        if found.group()[0] == '"' and SYNTAX.search(found.group()):
            yield text.count("\n", 0, found.start()) + 1


def faults(root):
    """FILE:LINE: what is wrong, for every include and every text that is."""
    source = root / "src"
    table = read_table(source / "layers.def")
    for path in sorted([*source.glob("**/*.[ch]"), *source.glob("*/**/*.def")]):
        relative = path.relative_to(source)
        folder = str(relative.parent)
        if "tests" in relative.parts:
            continue
        if row_of(table, folder) is None:
            yield "src/%s: src/layers.def does not know its folder" % relative
            continue
        text = path.read_text()
        if relative.parts[0] != "cli":
            for number in spelled_options(text):
                yield "src/%s:%d: name the option by OPTION (base/option.h)" % (relative, number)
        for number, line in enumerate(text.split("\n"), 1):
            found = INCLUDE.match(line)
            wrong = found and fault(table, source, folder, found.group(1))
            if wrong:
                yield "src/%s:%d: %s" % (relative, number, wrong)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stamp")
    parser.add_argument("--print", action="store_true")
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    document = arguments.root / "ARCHITECTURE.md"
    text = document.read_text()
    right = with_table(text, read_table(arguments.root / "src" / "layers.def"))
    if arguments.print:
        document.write_text(right)
        return 0
    found = list(faults(arguments.root))
    if text != right:
        found.append("ARCHITECTURE.md: its table is not that of src/layers.def; tools/check-layers.py --print . writes it")
    for one in found:
        print(one, file=sys.stderr)
    if not found and arguments.stamp:
        pathlib.Path(arguments.stamp).touch()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
