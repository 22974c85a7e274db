#!/usr/bin/env python3
"""Runs a cmocka program and makes its TAP output strict: skipped tests are not failures, and other
output becomes comments. usage: tap.py PROGRAM [ARGUMENTS...]
"""

import os
import re
import subprocess
import sys

TAP = re.compile(r"^(ok|not ok)\b|^\d+\.\.\d+$|^#|^Bail out!")
SKIPPED = re.compile(r"^not ok (\d+) # SKIP (.*)$")


def strict(line):
    skipped = SKIPPED.match(line)
    if skipped:
        return "ok %s - %s # SKIP" % skipped.groups()
    return line if TAP.match(line) else "# " + line


def main():
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="TAP")
    with subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.PIPE) as program:
        for line in program.stdout:
            print(strict(line.decode("utf-8", "replace").rstrip("\n")), flush=True)
    if program.returncode < 0:
        print("Bail out! ended by signal %d" % -program.returncode)
    return abs(program.returncode)


if __name__ == "__main__":
    sys.exit(main())
