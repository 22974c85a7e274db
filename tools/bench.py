#!/usr/bin/env python3
"""Runs every benchmark program of a build folder and prints their tables, with what the machine was
doing meanwhile. Arguments go to the programs that know them. usage: bench.py BUILD_FOLDER [--full]
"""

import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return "%s, %d cores, load %.1f before the run" % (
        model.group(1) if model else platform.machine(), os.cpu_count(), os.getloadavg()[0])


def peak_memory(command):
    """The most memory (KiB) that a command had resident, least of a few runs."""
    peaks = []
    for _ in range(5):
        with open(os.devnull, "w") as nowhere:
            process = subprocess.Popen(command, stdout=nowhere)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        peaks.append(usage.ru_maxrss)
    return min(peaks)


def program_memory(program):
    """What a solve of 64 discs takes beyond what the program takes to say its version."""
    tower = " ".join(map(str, range(64, 0, -1)))
    with tempfile.NamedTemporaryFile("w", suffix=".hanoi") as file:
        file.write("%s | |\ngoal: | | %s\n" % (tower, tower))
        file.flush()
        rows = [("quandary --version", [program, "--version"]),
                ("solve, 64 discs, 4096 moves", [program, "solve", file.name]),
                ("solve, 64 discs, 1,000,000 moves", [program, "solve", file.name, "--moves", "1000000"])]
        print("\n## Memory of the whole program (peak resident, KiB)\n")
        print("| command | KiB | over the base |\n|---|---|---|")
        base = None
        for name, command in rows:
            peak = peak_memory(command)
            base = base or peak
            print("| %s | %d | %d |" % (name, peak, peak - base))


def main():
    build = pathlib.Path(sys.argv[1])
    print("%s\n" % machine())
    for program in sorted((build / "bench").glob("bench_*")):
        if program.is_file() and os.access(program, os.X_OK):
            print("\n$ %s\n" % program.name, flush=True)
            subprocess.run([program, *sys.argv[2:]], check=True)
    program_memory(str(build / "quandary"))


if __name__ == "__main__":
    main()
