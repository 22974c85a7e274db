#!/usr/bin/env python3
"""Plants bugs one at a time and sees whether the tests notice. docs/testing.md tells how to add one.

The bugs are listed in tests/mutants/*.md, one file per area:

    ## off-by-one-in-the-last-run              its name

    file: src/puzzles/nonogram/solve/line.c
    noticed by: test_nonogram_line/runs, cases-nonogram/hints

    ```diff
     a line that stays, to say where
    -the line as it is
    +the line with the bug
    ```

`noticed by` names tests as `make test ONLY=` does; the bug is noticed if one of them fails, hangs or
crashes. `build: asan` has them run under ASan and UBSan. `equivalent: why` marks a change that no test
can see; such a bug is planted all the same and must go unnoticed. The lines must appear in the file
exactly once (however they are broken), so that a change of the code that removes them is reported.

usage: mutants.py [--only TEXT] [--jobs N] [--check]
--check only sees whether every bug can still be planted.
Works in build-mutants/, on copies of the tree. Ends with status 0 if at least 95 % are noticed and none
of the others is without a reason.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / "build-mutants"
WANTED_SHARE = 0.95
LEAST_SECONDS, TIMES_BASELINE = 30, 6
BUILDS = {
    "plain": ["-Doptimization=2", "-Ddebug=false"],
    "asan": ["-Doptimization=1", "-Ddebug=true", "-Db_sanitize=address,undefined", "-Db_lundef=false"],
}
NOTICED, SURVIVED, EQUIVALENT, BROKEN = "noticed", "SURVIVED", "equivalent", "BROKEN"


class Mutant:
    """One planted bug, as its file describes it."""

    def __init__(self, area, name, body):
        self.area, self.name = area, name
        fields = dict(re.findall(r"^(file|noticed by|build|equivalent): *(.+)$", body, re.MULTILINE))
        diff = re.search(r"^```diff\n(.*?)^```", body, re.MULTILINE | re.DOTALL)
        self.file = fields.get("file")
        self.tests = [test.strip() for test in fields.get("noticed by", "").split(",") if test.strip()]
        self.build = fields.get("build", "plain")
        self.reason = fields.get("equivalent")
        lines = diff.group(1).splitlines() if diff else []
        self.before = "\n".join(line[1:] for line in lines if line[:1] != "+")
        self.after = "\n".join(line[1:] for line in lines if line[:1] != "-")

    def fault(self):
        """What is wrong with its description; None if nothing is."""
        if not self.file or not self.tests or self.build not in BUILDS:
            return "needs 'file:', 'noticed by:' and, if any, 'build: asan'"
        if self.before == self.after:
            return "changes nothing"
        path = ROOT / self.file
        if not path.is_file():
            return "%s does not exist" % self.file
        count = len(self.pattern().findall(path.read_text()))
        return None if count == 1 else "its lines appear %d times in %s" % (count, self.file)

    def pattern(self):
        """Matches the lines however they are broken, so that reformatting the code leaves the bug where it is."""
        tokens = re.findall(r"\w+|[^\w\s]", self.before)
        gaps = [r"\s+" if left[-1].isalnum() and right[0].isalnum() else r"\s*"
                for left, right in zip(tokens, tokens[1:])]
        body = "".join(gap + re.escape(token) for gap, token in zip([""] + gaps, tokens))
        return re.compile(r"^[^\S\n]*" + body + r"[^\S\n]*$", re.MULTILINE)

    def plant(self, tree):
        """Writes the file with the bug; returns what stood there before."""
        path = tree / self.file
        text = path.read_text()
        path.write_text(self.pattern().sub(lambda _: self.after, text))
        return text


def read_mutants():
    """All planted bugs, in the order of their files."""
    for path in sorted((ROOT / "tests" / "mutants").glob("*.md")):
        sections = re.split(r"^## +", path.read_text(), flags=re.MULTILINE)[1:]
        for section in sections:
            name, _, body = section.partition("\n")
            yield Mutant(path.stem, name.strip(), body)


class Tree:
    """A copy of the sources with its build folders."""

    def __init__(self, number):
        self.path = WORK / ("tree%d" % number)
        self.configured = set()
        self.copy()

    def copy(self):
        """Brings the copy up to date; files that are the same keep their times."""
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT,
                                stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        for name in listed:
            source, target = ROOT / name, self.path / name
            if not source.is_file():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            if not target.is_file() or target.read_bytes() != source.read_bytes():
                shutil.copy(source, target)
        link = self.path / "build-web"
        if (ROOT / "build-web").is_dir() and not link.exists():
            link.symlink_to(ROOT / "build-web")

    def folder(self, build):
        """The build folder, configured on first use."""
        folder = self.path / ("build-" + build)
        if build not in self.configured:
            if not (folder / "build.ninja").exists():
                subprocess.run(["meson", "setup", "-Db_ndebug=false", "-Dtests=enabled"] + BUILDS[build] +
                               [str(folder)], cwd=self.path, stdout=subprocess.DEVNULL, check=True)
            # A folder of an earlier run may not know the newest tests yet.
            subprocess.run(["ninja", "-C", str(folder), "build.ninja"], stdout=subprocess.DEVNULL, check=True)
            self.configured.add(build)
        return folder

    def run(self, test, build, seconds):
        """Builds and runs one test. Returns 'ok', 'failed', 'hangs', 'does not build', 'ran nothing'
        or 'no such test'."""
        folder = self.folder(build)
        name, _, check = test.partition("/")
        targets = self.targets(folder, name)
        if not targets:
            return "no such test"
        # Building is not part of the test's time.
        if subprocess.run(["ninja", "-C", str(folder)] + targets, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode:
            return "does not build"
        return self.run_built(folder, name, check, seconds)

    def targets(self, folder, name):
        """What ninja must build for a test: the files of the targets that meson says it depends on."""
        tests = json.loads((folder / "meson-info" / "intro-tests.json").read_text())
        wanted = {target for test in tests if test["name"] == name for target in test["depends"]}
        targets = json.loads((folder / "meson-info" / "intro-targets.json").read_text())
        return sorted(os.path.relpath(file, folder) for target in targets if target["id"] in wanted
                      for file in target["filename"])

    def run_built(self, folder, name, check, seconds):
        log = folder / "meson-logs" / "testlog.json"
        log.unlink(missing_ok=True)
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1",
                           UBSAN_OPTIONS="halt_on_error=1")
        environment.pop("QUANDARY_CHECK", None)
        if check:
            environment["QUANDARY_CHECK"] = check
        process = subprocess.Popen(["meson", "test", "-C", str(folder), "--no-rebuild", name], cwd=self.path,
                                   env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            end_group(process)
            return "hangs"
        results = [json.loads(line)["result"] for line in log.read_text().splitlines()] if log.exists() else []
        if not results or "SKIP" in results:
            return "ran nothing"
        return "ok" if process.returncode == 0 else "failed"


def end_group(process):
    """Ends a test that takes too long, and what it started: meson gives each test a group of its own,
    so meson is asked first, which ends its tests."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


class Baseline:
    """What the tests do without any bug; each is run once."""

    def __init__(self):
        self.seconds = {}
        self.faults = {}

    def measure(self, tree, test, build):
        began = time.monotonic()
        result = tree.run(test, build, 900)
        if result != "ok":
            self.faults[test, build] = result
        began = time.monotonic() if result == "ok" else began
        name, _, check = test.partition("/")
        again = tree.run_built(tree.folder(build), name, check, 900) if result == "ok" else result
        self.seconds[test, build] = time.monotonic() - began
        if again != "ok":
            self.faults[test, build] = again

    def limit(self, test, build):
        return max(LEAST_SECONDS, TIMES_BASELINE * self.seconds.get((test, build), 0))


def judge(mutant, tree, baseline):
    """Plants one bug and runs its tests. Returns (outcome, what to say of it)."""
    bad = [test for test in mutant.tests if (test, mutant.build) in baseline.faults]
    if bad:
        return BROKEN, "%s without the bug: %s" % (bad[0], baseline.faults[bad[0], mutant.build])
    text = mutant.plant(tree.path)
    try:
        for test in mutant.tests:
            result = tree.run(test, mutant.build, baseline.limit(test, mutant.build))
            if result in ("does not build", "ran nothing", "no such test"):
                return BROKEN, "%s: %s" % (test, result)
            if result != "ok":
                word = "%s %s" % (test, result)
                return (BROKEN, "marked equivalent, but " + word) if mutant.reason else (NOTICED, word)
    finally:
        (tree.path / mutant.file).write_text(text)
    return (EQUIVALENT, mutant.reason) if mutant.reason else (SURVIVED, "passed: " + ", ".join(mutant.tests))


def on_trees(trees, work, items):
    """Calls work(item, tree) for each item, a tree serving one at a time; yields (item, result)."""
    free = queue.Queue()
    for tree in trees:
        free.put(tree)

    def one(item):
        tree = free.get()
        try:
            return work(item, tree)
        finally:
            free.put(tree)

    with concurrent.futures.ThreadPoolExecutor(len(trees)) as pool:
        futures = {pool.submit(one, item): item for item in items}
        for future in concurrent.futures.as_completed(futures):
            yield futures[future], future.result()


def print_table(outcomes):
    """The figures by area, as a table in Markdown."""
    areas = collections.defaultdict(collections.Counter)
    for mutant, (outcome, _) in outcomes:
        areas[mutant.area][outcome] += 1
    print("\n| area | planted | noticed | equivalent | survived |\n|---|---|---|---|---|")
    total = collections.Counter()
    for area in sorted(areas):
        print_row(area, areas[area])
        total += areas[area]
    print_row("all", total)
    return total


def print_row(area, counts):
    survived = counts[SURVIVED] + counts[BROKEN]
    print("| %s | %d | %d | %d | %d |" % (area, sum(counts.values()), counts[NOTICED], counts[EQUIVALENT],
                                          survived))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="", help="those whose area, name or file has this in it")
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--check", action="store_true", help="only see whether every bug can still be planted")
    arguments = parser.parse_args()
    mutants = [mutant for mutant in read_mutants()
               if arguments.only in "%s %s %s" % (mutant.area, mutant.name, mutant.file)]
    faults = ["%s: %s: %s" % (mutant.area, mutant.name, mutant.fault()) for mutant in mutants if mutant.fault()]
    names = collections.Counter(mutant.name for mutant in mutants)
    faults += ["%s appears twice" % name for name, count in names.items() if count > 1]
    if faults or not mutants:
        print("\n".join(faults) or "no planted bug has '%s' in it" % arguments.only, file=sys.stderr)
        return 2
    if arguments.check:
        return 0
    trees = [Tree(number + 1) for number in range(min(arguments.jobs, len(mutants)))]
    baseline = Baseline()
    pairs = sorted({(test, mutant.build) for mutant in mutants for test in mutant.tests})
    print("%d planted bugs; first the %d tests without them" % (len(mutants), len(pairs)), flush=True)
    for _ in on_trees(trees, lambda pair, tree: baseline.measure(tree, *pair), pairs):
        pass
    outcomes = []
    for mutant, outcome in on_trees(trees, lambda mutant, tree: judge(mutant, tree, baseline), mutants):
        outcomes.append((mutant, outcome))
        print("%-10s %s %s: %s" % (outcome[0], mutant.area, mutant.name, outcome[1]), flush=True)
    total = print_table(outcomes)
    planted = sum(total.values()) - total[EQUIVALENT]
    print("\n%d of %d planted bugs noticed (%.1f %%), %d more are equivalent" % (
        total[NOTICED], planted, 100.0 * total[NOTICED] / max(planted, 1), total[EQUIVALENT]))
    return 0 if not total[BROKEN] and total[NOTICED] >= WANTED_SHARE * planted else 1


if __name__ == "__main__":
    sys.exit(main())
