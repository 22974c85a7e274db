#!/usr/bin/env python3
"""Finds functions and variables that are exported without need: nothing outside their own object file
uses them, apart from tests. They should be static, or go.

usage: check-exports.py BUILD_FOLDER [ROOT]
A name that only tests use, and should keep, is listed in tests/exports.txt with its reason.
"""

import collections
import pathlib
import subprocess
import sys

SKIPPED = ("test_helpers", "conformance", "check_filter", "libfuzz", "libquandary.a")


def libraries(build):
    """The archives of production code."""
    for path in sorted((build / "src").glob("**/*.a")):
        if not any(word in path.name for word in SKIPPED):
            yield path


def symbols(archive):
    """Yields (object file, kind, name) of an archive's symbols."""
    listed = subprocess.run(["nm", "-A", str(archive)], stdout=subprocess.PIPE, check=True).stdout.decode()
    for line in listed.splitlines():
        place, _, rest = line.rpartition(":")
        kind, name = rest.split()[-2:]
        yield place.split(":")[-1], kind, name


def kept(root):
    """Names that stay exported for a reason."""
    path = root / "tests" / "exports.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def main():
    build = pathlib.Path(sys.argv[1])
    root = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else pathlib.Path(".")
    defined, users = {}, collections.defaultdict(set)
    for archive in libraries(build):
        for member, kind, name in symbols(archive):
            if kind in "TDRBVS":
                defined[name] = (archive.name, member)
            elif kind == "U":
                users[name].add((archive.name, member))
    program = subprocess.run(["nm", "-A"] + [str(path) for path in build.glob("quandary.p/*.o")],
                             stdout=subprocess.PIPE, check=True).stdout.decode()
    for line in program.splitlines():
        if line.split()[-2] == "U":
            users[line.split()[-1]].add(("quandary", "main"))
    good = kept(root)
    wrong = sorted((place, name) for name, place in defined.items()
                   if not name.startswith("qd_") and name not in good and not users[name] - {place})
    for (archive, member), name in wrong:
        print("%s %s: %s is used by no other file" % (archive, member, name), file=sys.stderr)
    unknown = sorted(name for name in good if name not in defined or users[name] - {defined[name]})
    for name in unknown:
        print("tests/exports.txt: %s needs no exception" % name, file=sys.stderr)
    print("%d exported names, %d without a user" % (len(defined), len(wrong)))
    return 1 if wrong or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
