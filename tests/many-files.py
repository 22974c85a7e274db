#!/usr/bin/env python3
"""Many files in one call: the results are those of one call a file, in the order of the files,
however many are worked on at once; lists of files; Ctrl-C; a reader that goes away; progress.

usage: many-files.py PROGRAM
Prints TAP.
"""

import hashlib
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
SECONDS = 120
# The memory of such a program is not that of the real one.
SANITIZED = re.search(rb"__[at]san_init", pathlib.Path(PROGRAM).read_bytes()) is not None

TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n"
LONG = " ".join(map(str, range(23, 0, -1)))
HARD = "18 17 | 16 15 14 | 13 12 11 10 9 | 8 7 6 5 4 3 2 1\n" \
       "goal: 17 16 15 14 | | 18 13 12 11 10 9 | 8 7 6 5 4 3 2 1\n"
FILES = {
    "tower.hanoi": TOWER,
    "bad.hanoi": "3 2 2 | |\n",
    "oneway.hanoi": "1 | |\ngoal: | | 1\nvariant: arcs 0>1\n",
    "done.hanoi": "1 | |\n",
    "wrong-move.hanoi": TOWER + "moves: 0>2 0>2\n",
    "hard.hanoi": HARD,
    "harmony": "ROWS 4\nCOLS 4\n\nBOARD\nRED     A3 1  C3 2  D1 3  D2 1\n"
               "BLUE    A1 1  B3 0  C1 3  C4 1\nGREEN   A2 4  B1 2  B4 1  C2 2\n"
               "YELLOW  A4 3  B2 2  D3 1  D4 1\n",
    "harmony-unsolvable": "ROWS 3\nCOLS 3\nBOARD\nRED    A1 2  A2 4  A3 6\n"
                          "BLUE   B2 3  C1 2  C3 4\nGREEN  B1 1  B3 1  C2 1\n",
    "empty": "",
    "no-puzzle": "what is this?\n",
}
number = 0


def result(name, good, *details):
    """Prints one TAP line, and what was seen if it is bad."""
    global number
    number += 1
    print("%sok %d - %s" % ("" if good else "not ", number, name))
    if not good:
        for detail in details:
            print("\n".join("# " + line for line in str(detail).split("\n")[:40]))
    sys.stdout.flush()


def run(*words, stdin=None, apart=False):
    """(status, standard output, standard error); unless apart both are one, as on a terminal."""
    done = subprocess.run([PROGRAM, *words], input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE if apart else subprocess.STDOUT,
                          timeout=SECONDS, check=False)
    return done.returncode, done.stdout.decode(), (done.stderr or b"").decode()


def without_times(text):
    text = re.sub(r'"seconds":[-0-9.e]+', '"seconds":0', text)
    return re.sub(r"[-0-9.]+ (us|ms|s) of CPU time", "0 s of CPU time", text)


def mixed():
    """All kinds of files, each often enough that they overtake each other."""
    names = [*FILES, "missing", "folder"]
    return [names[(i * 7 + i // len(names)) % len(names)] for i in range(5 * len(names))]


VERBS = {
    "solve": ["--nodes", "20000"], "hint": ["--nodes", "20000"], "check": ["--nodes", "20000"],
    "rate": ["--nodes", "5000"], "show": [], "convert": [],
}


def one_by_one(verb, options, names):
    """What single calls print, put together as one call for all would."""
    texts, worst, seen = [], 0, {}
    for name in names:
        if name not in seen:
            threads = ["--threads", "1"] if verb == "solve" and name.startswith("harmony") else []
            seen[name] = run(verb, name, *options, *threads, apart=True)
        status, out, err = seen[name]
        opened = out or (verb == "check" and name == "wrong-move.hanoi")
        heading = opened and verb != "convert" and not {"--json", "--quiet"} & set(options)
        texts.append(("%s:\n" % name if heading else "") + out)
        worst = max(worst, status)
    return worst, "".join(texts), "".join(seen[name][2] for name in names)


def test_same_result():
    names = mixed()
    for verb, limits in VERBS.items():
        for more in ([], ["--json"], ["--quiet"]):
            options = [*limits, *more]
            # A sanitized program takes long to start, so one call replaces the single ones there.
            if SANITIZED and more:
                status, out, err = run(verb, *names, *options, "--jobs", "1", apart=True)
            else:
                status, out, err = one_by_one(verb, options, names)
            for jobs in (9,) if more else (1, 4):
                got = run(verb, *names, *options, "--jobs", str(jobs), apart=True)
                same = (got[0] == status and without_times(got[1]) == without_times(out)
                        and without_times(got[2]) == without_times(err))
                result("%s: --jobs %d prints what single calls print" % (" ".join([verb, *more]),
                                                                       jobs), same, status, *got)


def test_same_order():
    """Results and messages together: they must alternate in the same way."""
    names = mixed()
    for verb in ("solve", "check"):
        options = [verb, *names, *VERBS[verb], "--stats"]
        alone = run(*options, "--jobs", "1")
        four = run(*options, "--jobs", "4")
        usual = run(*options)
        result("%s: results and messages alternate alike with one and four jobs" % verb,
               alone[0] == four[0] and without_times(alone[1]) == without_times(four[1]),
               alone[1], four[1])
        result("%s: and with as many as the machine runs" % verb,
               without_times(alone[1]) == without_times(usual[1]))
    files = re.findall(r'"file":"([^"]*)"', run("solve", "hard.hanoi", *["tower.hanoi"] * 200,
                                               "--nodes", "300000", "--json", "--jobs", "4")[1])
    result("fast results wait for the slow first one",
           files == ["hard.hanoi"] + ["tower.hanoi"] * 200, files)


def test_lists():
    names = ["tower.hanoi", "oneway.hanoi", "done.hanoi"]
    wanted = without_times(run("solve", *names, "--json")[1])
    pathlib.Path("list").write_text("oneway.hanoi\n\ndone.hanoi")
    lists = {
        "a list in a file": (["--files-from", "list"], None, names[:1]),
        "a list on standard input": (["--files-from", "-"], "\n".join(names[1:]) + "\n", names[:1]),
        "names that end with NUL": (["--files-from", "-"], "\0".join(names) + "\0", []),
    }
    for name, (options, stdin, files) in lists.items():
        got = run("solve", *files, *options, "--json", stdin=stdin.encode() if stdin else None)
        result(name, got[0] == 1 and without_times(got[1]) == wanted, *got)
    got = run("solve", "--files-from", "-", stdin=b"done.hanoi\n")
    result("a list of one file is like that file alone", got == run("solve", "done.hanoi"), *got)
    pathlib.Path("empty-list").write_text("\n\n")
    faults = {
        "an empty list": (["--files-from", "empty-list"], "the list of --files-from is empty"),
        "a missing list": (["--files-from", "nowhere"], "nowhere: cannot read the file"),
        "no number of jobs": (["tower.hanoi", "--jobs", "0"], "--jobs takes a whole number"),
        "standard input twice": (["-", "--files-from", "-"], "standard input is the list"),
        "standard input in its own list": (["--files-from", "-"], "standard input is the list"),
    }
    for name, (options, words) in faults.items():
        got = run("solve", *options, stdin=b"tower.hanoi\n-\n")
        result("%s is refused" % name, got[0] == 2 and words in got[1], *got)
    got = run("solve", "-", "tower.hanoi", "-", "--json", "--jobs", "4", stdin=TOWER.encode())
    kinds = re.findall(r'"status":"([a-z]*)"', got[1])
    result("the first of two - gets standard input", kinds == ["solved", "solved", "error"], *got)


def test_many():
    pathlib.Path("many").write_text("tower.hanoi\n" * 10000)
    got = run("solve", "--files-from", "many", "--json", "--jobs", "4")
    lines = got[1].splitlines()
    result("10,000 files give 10,000 lines", got[0] == 0 and len(lines) == 10000 and
           len({without_times(line) for line in lines}) == 1, got[0], len(lines))


def test_long_output():
    """Each result is 20 MB, more than may wait for its turn (32 MB) if there are two."""
    count = 3 if SANITIZED else 6
    pathlib.Path("long.hanoi").write_text("%s | |\ngoal: | | %s\n" % (LONG, LONG))
    command = [PROGRAM, "solve", *["long.hanoi"] * count, "--moves", "5000000", "--quiet", "--jobs"]
    seen = []
    for jobs in ("1", "4"):
        with subprocess.Popen([*command, jobs], stdout=subprocess.PIPE) as child:
            digest, size = hashlib.sha256(), 0
            while block := child.stdout.read(1 << 16):
                digest.update(block)
                size += len(block)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        seen.append((digest.hexdigest(), size, child.returncode, usage.ru_maxrss >> 10))
    result("long results are whole", seen[0][:3] == seen[1][:3] and seen[0][1] > count * 16e6, *seen)
    if not SANITIZED:
        result("and are not all kept in memory", seen[1][3] - seen[0][3] < 80, *seen)


def test_reader_goes_away():
    start = time.time()
    command = [PROGRAM, "solve", "tower.hanoi", *["hard.hanoi"] * 250, "--json", "--jobs", "2",
               "--time", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        first = child.stdout.readline()
        child.stdout.close()
        message = child.stderr.read()
        status = child.wait(SECONDS)
    result("the first result comes before the others are known", b'"solved"' in first, first)
    result("a reader that goes away ends it, without a word", status == 4 and not message and
           time.time() - start < 60, status, message, time.time() - start)


def busy_threads(pid):
    """How many threads of a process have worked for a twentieth of a second or more."""
    ticks = os.sysconf("SC_CLK_TCK") // 20
    stats = [path.read_text() for path in pathlib.Path("/proc/%d/task" % pid).glob("*/stat")]
    return sum(int(stat.rpartition(")")[2].split()[11]) >= ticks for stat in stats)


def test_interrupt():
    names = ["tower.hanoi", "oneway.hanoi", *["hard.hanoi"] * 20]
    for jobs in ("1", "4"):
        command = [PROGRAM, "solve", *names, "--json", "--jobs", jobs]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
            lines = [child.stdout.readline(), child.stdout.readline()]
            while child.poll() is None and busy_threads(child.pid) < int(jobs):
                time.sleep(0.01)
            start = time.time()
            child.send_signal(signal.SIGINT)
            lines += child.stdout.read().splitlines()
            message = child.stderr.read()
            status = child.wait(SECONDS)
        kinds = re.findall(rb'"status":"([a-z]*)"', b"\n".join(lines))
        ended = re.findall(rb'"ended":"([a-z]*)"', b"\n".join(lines))
        result("Ctrl-C with %s jobs: what runs is stopped, and what is known printed" % jobs,
               kinds[:2] == [b"solved", b"unsolvable"] and kinds[2:] == [b"unknown"] * int(jobs) and
               ended == [b"stopped"] * int(jobs), kinds, ended)
        result("Ctrl-C with %s jobs: it ends soon, with status 3" % jobs,
               status == 3 and not message and time.time() - start < 30, status, message)


def test_interrupted_game():
    """A second Ctrl-C while a search is being stopped must not end the game and lose its moves."""
    with subprocess.Popen([PROGRAM, "play", "hard.hanoi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as child:
        child.stdin.write(b"3>0\nsolve\n")
        child.stdin.flush()
        while child.poll() is None and busy_threads(child.pid) < 1:
            time.sleep(0.01)
        for _ in range(20):
            child.send_signal(signal.SIGINT)
            time.sleep(0.002)
        child.stdin.close()  # the game must end even if the search took all signals
        said = child.stdout.read().decode()
        status = child.wait(SECONDS)
    kept = pathlib.Path("unsaved-hanoi.json")
    result("twenty Ctrl-C during a search in a game: its moves are kept",
           status != 130 and kept.exists() and '"3>0"' in kept.read_text(), status, said)


BAR = r"\[#*\.*\] \d+ of 4 files, (\S+( [kM])?/s, .* left|[0-9.]+ m?s)"


def test_progress():
    options = ["solve", *["hard.hanoi"] * 4, "--time", "0.35", "--jobs", "1", "--quiet"]
    got = run(*options, "--progress", "always")
    lines = got[1].splitlines()
    result("--progress always writes lines", len(lines) >= 1 and
           all(re.fullmatch("quandary: " + BAR, line) for line in lines), got[1])
    result("no terminal, no progress", run(*options)[1] == "")
    leader, follower = pty.openpty()
    with subprocess.Popen([PROGRAM, *options, "--stats"], stdout=subprocess.PIPE,
                          stderr=follower) as child:
        child.stdout.read()
        status = child.wait(SECONDS)
    os.close(follower)
    shown = b""
    try:
        while block := os.read(leader, 4096):
            shown += block
    except OSError:  # the other end is closed: this is how a terminal says so
        pass
    shown = shown.decode()
    result("a terminal shows a bar", status == 3 and re.search("\r" + BAR, shown), repr(shown))
    # What is left on the screen at the end: the last text of each line.
    screen = [line.split("\r")[-1] if not line.endswith("\r") else line.rstrip("\r").split("\r")[-1]
              for line in shown.replace("\r\n", "\n").split("\n")]
    result("messages have lines of their own, and the bar is gone at the end",
           len(re.findall(r"^(?:quandary: hard\.hanoi: .* at the peak)$", "\n".join(screen),
                          re.MULTILINE)) == 4 and screen[-1].strip() == "", screen)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in FILES.items():
            pathlib.Path(name).write_text(text)
        pathlib.Path("folder").mkdir()
        for test in (test_same_result, test_same_order, test_lists, test_many, test_long_output,
                     test_reader_goes_away, test_interrupt, test_interrupted_game, test_progress):
            test()
        os.chdir("/")
    print("1..%d" % number)


main()
