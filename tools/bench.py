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


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return "%s, %d cores, load %.1f before the run" % (
        model.group(1) if model else platform.machine(), os.cpu_count(), os.getloadavg()[0])


def arguments_of(program, build, given):
    """What each program is called with; unknown ones get the words of the command line."""
    scrambles = ("4x4/30", "5x5/40", "6x6/30", "6x6/40", "7x7/40", "8x8/60")
    disturbed = ("4x4/12", "4x4/16", "4x4/20", "5x5/20")
    own = {
        "bench_flows": ["--games", "100"],
        "bench_flows_arena": ["strong:200", "greedy", "--games", "60"],
        "bench_program": [build / "quandary"],
        "bench_harmony_solver": ["--count", "20", "--time", "5"]
        + [w for s in scrambles for w in ("--scramble", s)] + ["--seed", "7", "--disturb"]
        + [w for s in disturbed for w in ("--scramble", s)],
    }
    return own.get(program.name, given)


def main():
    build = pathlib.Path(sys.argv[1])
    print("%s\n" % machine())
    for program in sorted((build / "bench").glob("bench_*")):
        if program.is_file() and os.access(program, os.X_OK):
            print("\n$ %s\n" % program.name, flush=True)
            subprocess.run([program, *arguments_of(program, build, sys.argv[2:])], check=True)


if __name__ == "__main__":
    main()
