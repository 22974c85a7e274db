#!/usr/bin/env python3
"""Checks that the guides quote the examples as they are.

Behind a line `<!-- FILE -->` the next fenced block must hold exactly that file (its path is seen
from ROOT). Every C file of examples/ must be quoted in one of the guides. Prints TAP. With --update
it copies the files into the guides instead.
usage: check-quotes.py [--update] GUIDE... ROOT
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


def check(guides, root):
    """Prints a line for every quote and every example; returns how many are wrong or missing."""
    quotes = [(guide.name, path, text) for guide in guides
              for path, _, text, _ in QUOTE.findall(guide.read_text())]
    quoted = {path for _, path, _ in quotes}
    examples = {path.relative_to(root).as_posix() for path in root.glob("examples/*.c")}
    results = [("%s quotes %s" % (name, path), text == (root / path).read_text())
               for name, path, text in sorted(quotes)]
    results += [("a guide quotes %s" % path, False) for path in sorted(examples - quoted)]
    for number, (name, good) in enumerate(results, 1):
        print("%s %d - %s" % ("ok" if good else "not ok", number, name))
    print("1..%d" % len(results))
    return sum(not good for _, good in results)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--update", action="store_true")
    parser.add_argument("guides", type=pathlib.Path, nargs="+", metavar="GUIDE")
    parser.add_argument("root", type=pathlib.Path)
    arguments = parser.parse_args()
    for guide in arguments.guides if arguments.update else []:
        update(guide, arguments.root)
    return 1 if check(arguments.guides, arguments.root) else 0


if __name__ == "__main__":
    sys.exit(main())
