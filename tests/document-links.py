#!/usr/bin/env python3
"""That the documents lead somewhere: every relative link to a file and to a heading of one, and every path from the
root that stands in backquotes in the documents that explain the tree. Prints TAP. usage: document-links.py ROOT
"""

import pathlib
import re
import sys

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:src|web|docs|tools|include|tests|bench|examples)/[\w./-]+\.\w+)`")
EXPLAIN_THE_TREE = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "docs/names.md", "docs/testing.md")
PATTERNS = {"src/cli/commands/NAME.c"}


def prose_of(path):
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors_of(path):
    """The headings of a document as links spell them."""
    for title in re.findall(r"^#+ (.*)$", prose_of(path), re.MULTILINE):
        yield re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def broken_links(path):
    for link in LINK.findall(prose_of(path)):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        if not target.exists() or anchor and anchor not in anchors_of(target):
            yield link


def documents(root):
    for pattern in ("*.md", "docs/*.md", "examples/**/*.md", "src/puzzles/*/README.md", "web/README.md"):
        yield from sorted(root.glob(pattern))


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    results = [("links of %s" % path.relative_to(root), list(broken_links(path))) for path in documents(root)]
    results += [("files that %s names" % name, [path for path in PATH.findall((root / name).read_text())
                                               if path not in PATTERNS and not (root / path).exists()])
                for name in EXPLAIN_THE_TREE]
    for number, (name, broken) in enumerate(results, 1):
        print("%s %d - %s" % ("not ok" if broken else "ok", number, name))
        for one in broken:
            print("#   leads nowhere: %s" % one)
    print("1..%d" % len(results))
    return 1 if any(broken for _, broken in results) else 0


if __name__ == "__main__":
    sys.exit(main())
