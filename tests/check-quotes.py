#!/usr/bin/env python3
"""Checks that the guide quotes the examples as they are.

Behind a line `<!-- FILE -->` the next fenced block must hold exactly that file (its path is seen
from ROOT). Prints TAP. With --update it copies the files into the guide instead.
usage: check-quotes.py [--update] GUIDE ROOT
"""

import argparse
import pathlib
import re
import sys

QUOTE = re.compile(r"^<!-- (\S+) -->\n(```\w*\n)(.*?)^(```)$", re.MULTILINE | re.DOTALL)


def update(guide, root):
    def fresh(quote):
        file = (root / quote.group(1)).read_text()
        return "<!-- %s -->\n%s%s%s" % (quote.group(1), quote.group(2), file, quote.group(4))
    guide.write_text(QUOTE.sub(fresh, guide.read_text()))


def check(guide, root):
    """Prints a line for every quote; returns how many are wrong or missing."""
    failed = 0
    quotes = {path: text for path, _, text, _ in QUOTE.findall(guide.read_text())}
    examples = sorted(path.relative_to(root).as_posix() for path in root.glob("examples/*.c"))
    names = examples + sorted(set(quotes) - set(examples))
    for number, name in enumerate(names, 1):
        good = name in quotes and quotes[name] == (root / name).read_text()
        failed += not good
        print("%s %d - %s quotes %s" % ("ok" if good else "not ok", number, guide.name, name))
    print("1..%d" % len(names))
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("guide", type=pathlib.Path)
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.update:
        update(arguments.guide, arguments.root)
    return 1 if check(arguments.guide, arguments.root) else 0


if __name__ == "__main__":
    sys.exit(main())
