#!/usr/bin/env python3
"""Refuses includes that reach around the include paths: a layer's sources may name a header only by
its bare name (found through the include path, which holds what the layer may see), never by a
relative path. Together with the include paths this makes the layers point one way.

usage: check-layers.py [--stamp FILE] ROOT
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')


def faults(root):
    for path in sorted(root.glob("src/**/*.[ch]")):
        for number, line in enumerate(path.read_text().split("\n"), 1):
            found = INCLUDE.match(line)
            if found and ("/" in found.group(1) or found.group(1).endswith(".c")):
                yield "%s:%d: include '%s' by its bare name" % (
                    path.relative_to(root), number, found.group(1))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stamp")
    parser.add_argument("root")
    arguments = parser.parse_args()
    found = list(faults(pathlib.Path(arguments.root)))
    for fault in found:
        print(fault, file=sys.stderr)
    if not found and arguments.stamp:
        pathlib.Path(arguments.stamp).touch()
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
