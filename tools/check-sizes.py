#!/usr/bin/env python3
"""Holds the tree to its sizes: folders, files and functions small enough to read, no scattered crumbs.

usage: check-sizes.py [--stamp FILE] ROOT
Prints the measures; with --stamp (the build) only what is wrong. A file that is small for a reason is
listed below with it.
"""

import argparse
import pathlib
import re
import statistics
import sys

FOLDER_FILES = 40          # files in one folder of src/
FILE_LINES = 500           # lines of a source file, tests and scripts included
SMALL_FILE = 30            # fewer need a reason, unless it is one of a pair (x.c and x.h) with
SMALL_PAIR = 60            # at least these lines
FUNCTION_LINES = 60
MEDIAN, NINETIETH = 10, 20  # lines of functions
ASSERTS = 300              # in src/, outside tests

SMALL_FOR_A_REASON = {
    "src/puzzles/nonogram/solve/line_kernel_*.c": "one source, compiled for several word sizes",
    "src/puzzles/harmony/solve/solver_*.c": "one source, compiled for two board sizes",
    "src/base/clock.*": "three clocks, under the name that everyone looks for",
    "src/puzzles/registry.*": "one line a puzzle, and the two questions that are asked of the list",
    "src/puzzles/interface/registry.h": "the same two questions, for everyone above",
    "src/search/luby.h": "one sequence, under the name that the literature gives it",
}


def sources(root):
    """The C files of the tree, relative to it."""
    for folder in ("src", "include", "tests", "fuzz", "bench", "examples"):
        for path in sorted((root / folder).glob("**/*.[ch]")):
            yield path.relative_to(root)


def scripts(root):
    """Scripts and modules, relative to the tree."""
    for folder in ("tools", "tests", "bench", "web"):
        for pattern in ("*.py", "*.sh", "*.js", "*.mjs"):
            for path in sorted((root / folder).glob("**/" + pattern)):
                if "node_modules" not in path.parts:
                    yield path.relative_to(root)


def functions(text):
    """Yields (lines, line number) of every C function: from a `{` that ends a line at depth 0."""
    depth, start = 0, None
    for number, line in enumerate(text.splitlines(), 1):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|//.*|/\*.*?\*/', "", line)
        if depth == 0 and code.rstrip().endswith("{") and ")" in code:
            start = number
        depth += code.count("{") - code.count("}")
        if depth == 0 and start:
            yield number - start + 1, start
            start = None


def is_small(path, lines, texts):
    """True for a crumb: a source file of src/ with few lines, neither listed above nor one of a pair."""
    if path.parts[0] != "src" or path.suffix not in (".c", ".h") or "tests" in path.parts:
        return False
    other = texts.get(path.with_suffix(".h" if path.suffix == ".c" else ".c"), "")
    paired = other and lines + other.count("\n") >= SMALL_PAIR
    return lines < SMALL_FILE and not paired and not any(path.match(name) for name in SMALL_FOR_A_REASON)


def wrong_folders(root):
    for folder in sorted(path for path in (root / "src").glob("**/") if path.is_dir()):
        count = sum(1 for path in folder.iterdir() if path.is_file())
        if count > FOLDER_FILES:
            yield "%s: %d files, at most %d" % (folder.relative_to(root), count, FOLDER_FILES)


def wrong_files(texts):
    for path, text in texts.items():
        lines = text.count("\n")
        if lines > FILE_LINES:
            yield "%s: %d lines, at most %d" % (path, lines, FILE_LINES)
        if is_small(path, lines, texts):
            yield "%s: %d lines, fewer than %d: merge it, or give a reason in tools/check-sizes.py" % (
                path, lines, SMALL_FILE)


def wrong_functions(found):
    for lines, path, at in sorted(found, reverse=True):
        if lines > FUNCTION_LINES:
            yield "%s:%d: a function of %d lines, at most %d" % (path, at, lines, FUNCTION_LINES)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stamp")
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    texts = {path: (arguments.root / path).read_text() for path in sources(arguments.root)}
    found = [(lines, path, at) for path, text in texts.items() for lines, at in functions(text)]
    lengths = sorted(lines for lines, _, _ in found)
    median, ninetieth = statistics.median(lengths), lengths[int(len(lengths) * 0.9)]
    asserts = sum(len(re.findall(r"(?<!_)\bassert\(", text)) for path, text in texts.items()
                  if path.parts[0] == "src" and "tests" not in path.parts)
    texts.update((path, (arguments.root / path).read_text()) for path in scripts(arguments.root))
    wrong = list(wrong_folders(arguments.root)) + list(wrong_files(texts)) + list(wrong_functions(found))
    if median > MEDIAN or ninetieth > NINETIETH:
        wrong.append("functions have a median of %g lines and 90 %% have up to %d; wanted are %d and %d"
                     % (median, ninetieth, MEDIAN, NINETIETH))
    if asserts < ASSERTS:
        wrong.append("%d asserts, at least %d" % (asserts, ASSERTS))
    if not arguments.stamp:
        print("%d functions: median %g lines, 90 %% up to %d, longest %d; %d files, %d asserts" % (
            len(lengths), median, ninetieth, lengths[-1], len(texts), asserts))
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    if arguments.stamp and not wrong:
        pathlib.Path(arguments.stamp).write_text("")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
