#!/usr/bin/env python3
"""Runs a cmocka program and makes its TAP output strict: skipped tests are not failures, and other
output becomes comments. The program runs in a folder of its own, for temporary files too, in memory where that
is possible; the folder is removed whatever becomes of the program. usage: tap.py PROGRAM [ARGUMENTS...]
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

TAP = re.compile(r"^(ok|not ok)\b|^\d+\.\.\d+$|^#|^Bail out!")
SKIPPED = re.compile(r"^not ok (\d+) # SKIP (.*)$")


def strict(line):
    skipped = SKIPPED.match(line)
    if skipped:
        return "ok %s - %s # SKIP" % skipped.groups()
    return line if TAP.match(line) else "# " + line


def run_in(folder):
    """Runs the program there. Returns the status of this one."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP", TMPDIR=folder)
    command = [os.path.abspath(sys.argv[1])] + sys.argv[2:]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE) as program:
        for line in program.stdout:
            print(strict(line.decode("utf-8", "replace").rstrip("\n")), flush=True)
    if program.returncode < 0:
        print("Bail out! ended by signal %d" % -program.returncode)
    return abs(program.returncode)


def main():
    # Meson ends a test that takes too long; the program gets the signal as well.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="test-", dir=memory) as folder:
        return run_in(folder)


if __name__ == "__main__":
    sys.exit(main())
