#!/usr/bin/env python3
"""Runs a test that prints TAP with a PostgreSQL of its own, whose URL is in QUANDARY_TEST_STORE.

usage: with-postgres.py SCRIPT [ARGUMENTS...]
Skipped where PostgreSQL is missing.
"""

import os
import subprocess
import sys

import postgres_tools


def main():
    if not postgres_tools.find():
        print("1..0 # SKIP there is no PostgreSQL here")
        return 0
    postgres_tools.end_on_signals()
    with postgres_tools.Postgres() as database:
        process = subprocess.Popen([sys.executable, *sys.argv[1:]], env=dict(os.environ, QUANDARY_TEST_STORE=database.url))
        try:
            return process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()


if __name__ == "__main__":
    sys.exit(main())
