#!/usr/bin/env python3
"""Runs the tests of one or more build folders and ends with a line `N passed, N failed`.

Every single check of every test program is counted (they speak TAP), not only the programs.
usage: run-tests.py [--only TEST[/CHECK]] BUILD_FOLDER...

--only runs one test (`test_buf`, `cases-nonogram`, `page`), after building just what it needs, or one
check of it: a check of a unit test by its name (`*` stands for anything), a case file by its name, a
test of the page by a part of its title.
"""

import argparse
import difflib
import json
import os
import pathlib
import re
import subprocess
import sys

TAP_LINE = re.compile(r"^(not )?ok\b(.*)$", re.MULTILINE)
MOST_LINES, MOST_CHARACTERS = 40, 400


def count(result):
    """(passed, failed, skipped) of one test program."""
    passed = failed = skipped = 0
    for bad, rest in TAP_LINE.findall(result.get("stdout", "")):
        if re.search(r"#\s*skip", rest, re.IGNORECASE):
            skipped += 1
        elif bad:
            failed += 1
        else:
            passed += 1
    if result["result"] == "SKIP":
        return 0, 0, max(skipped, 1)
    if result["result"] not in ("OK", "EXPECTEDFAIL"):
        return passed, max(failed, 1), skipped
    return (passed or 1), failed, skipped


def failures(result):
    """The failed checks of one test program, each with the lines that explain it."""
    lines, telling = [], False
    for line in result.get("stdout", "").splitlines():
        telling = line.startswith("not ok") or (telling and line.startswith("#"))
        if telling:
            lines.append(line)
    return lines or (result.get("stdout", "") + result.get("stderr", "")).splitlines()[-MOST_LINES:]


def tell_failures(results):
    """Says again at the end, where it is found, what has failed."""
    for result in results:
        if result["result"] not in ("OK", "EXPECTEDFAIL", "SKIP"):
            print("-- %s: %s" % (result["name"], result["result"]))
            for line in failures(result)[:MOST_LINES]:
                print("   " + line[:MOST_CHARACTERS])


def names_of(folder):
    """The names of the tests of a build folder."""
    listed = subprocess.run(["meson", "introspect", "--tests", folder], stdout=subprocess.PIPE, check=True)
    return sorted({test["name"] for test in json.loads(listed.stdout)})


def selection(folder, only):
    """The arguments for meson, and what the tests' environment has more, to run what --only names.
    None if this folder has no such test (browsers do not run beside sanitizers)."""
    if not only:
        return ["--no-rebuild"], {}
    name, _, check = only.partition("/")
    if name not in names_of(folder):
        return None
    return [name], ({"QUANDARY_CHECK": check} if check else {})


def run(folder, only=None):
    """Runs one build folder's tests; returns the totals."""
    chosen = selection(folder, only)
    if chosen is None:
        return [0, 0, 0]
    print("== %s" % folder, flush=True)
    environment = dict(os.environ, **chosen[1])
    environment.setdefault("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1")
    environment.setdefault("TSAN_OPTIONS", "halt_on_error=1:allocator_may_return_null=1")
    environment.setdefault("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1")
    done = subprocess.run(["meson", "test", "-C", folder, "--print-errorlogs"] + chosen[0],
                          env=environment, check=False)
    log = pathlib.Path(folder) / "meson-logs" / "testlog.json"
    results = [json.loads(line) for line in log.read_text().splitlines() if line.strip()]
    totals = [sum(column) for column in zip(*map(count, results))] or [0, 0, 0]
    tell_failures(results)
    if done.returncode and not totals[1]:
        totals[1] = 1
    return totals


def unknown(folders, only):
    """What to say if no folder has a test of that name; None if one has."""
    name = only.partition("/")[0]
    names = sorted({name for folder in folders for name in names_of(folder)})
    if name in names:
        return None
    near = difflib.get_close_matches(name, names, 3)
    return "no test is called '%s'%s" % (name, "; did you mean %s?" % " or ".join(near) if near else "")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", metavar="TEST[/CHECK]")
    parser.add_argument("folders", nargs="+")
    arguments = parser.parse_args()
    fault = unknown(arguments.folders, arguments.only) if arguments.only else None
    if fault:
        print(fault, file=sys.stderr)
        return 2
    totals = [sum(column) for column in zip(*(run(folder, arguments.only) for folder in arguments.folders))]
    if arguments.only and not totals[0] and not totals[1]:
        print("'%s' ran no check" % arguments.only, file=sys.stderr)
        return 2
    skipped = ", %d skipped" % totals[2] if totals[2] else ""
    print("%d passed, %d failed%s" % (totals[0], totals[1], skipped))
    return 1 if totals[1] else 0


if __name__ == "__main__":
    sys.exit(main())
