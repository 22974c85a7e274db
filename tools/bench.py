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


def main():
    build = pathlib.Path(sys.argv[1])
    print("%s\n" % machine())
    for program in sorted((build / "bench").glob("bench_*")):
        if program.is_file() and os.access(program, os.X_OK):
            print("\n$ %s\n" % program.name, flush=True)
            own = [build / "quandary"] if program.name == "bench_program" else sys.argv[2:]
            subprocess.run([program, *own], check=True)


if __name__ == "__main__":
    main()
