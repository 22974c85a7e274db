#!/usr/bin/env python3
"""Measures the C functions: prints median, 90th percentile and the longest ones; fails if a function
has more than 80 lines or the median is over 15.

usage: function-lengths.py FILE...
"""

import re
import statistics
import sys

LONGEST = 80
MEDIAN = 15
START = re.compile(r"^[A-Za-z_].*\)\s*\{\s*$|^\s{4,}.*\)\s*\{\s*$")


def functions(path):
    """Yields (lines, line number) of every function: from a `{` that ends a line at depth 0."""
    depth = 0
    start = None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'|//.*|/\*.*?\*/', "", line)
        if depth == 0 and code.rstrip().endswith("{") and ")" in code:
            start = number
        depth += code.count("{") - code.count("}")
        if depth == 0 and start:
            yield number - start + 1, start
            start = None


def main():
    found = [(lines, path, at) for path in sys.argv[1:] for lines, at in functions(path)]
    lengths = sorted(lines for lines, _, _ in found)
    median = statistics.median(lengths)
    ninetieth = lengths[int(len(lengths) * 0.9)]
    print("%d functions, median %g lines, 90th percentile %d, longest %d"
          % (len(lengths), median, ninetieth, lengths[-1]))
    too_long = [f for f in found if f[0] > LONGEST]
    for lines, path, at in sorted(too_long, reverse=True):
        print("%s:%d: a function of %d lines" % (path, at, lines), file=sys.stderr)
    return 1 if too_long or median > MEDIAN else 0


if __name__ == "__main__":
    sys.exit(main())
