#!/usr/bin/env python3
"""A database that hangs: it is stopped (SIGSTOP) and goes on later. The server must keep answering,
say in time what it cannot do, end when it is told to, and lose no move that it acknowledged.

usage: server-hung-database.py PROGRAM
Skipped where PostgreSQL is missing. Prints TAP.
"""

import concurrent.futures
import os
import signal
import sys
import time

import postgres_tools
import server_tools as tools

CLIENTS = 24  # more than the server has workers


def family(pid):
    """A process and its children."""
    with open("/proc/%d/task/%d/children" % (pid, pid)) as file:
        return [pid] + [int(child) for child in file.read().split()]


class Hung:
    """While this is entered, the database does nothing."""

    def __init__(self, database):
        self.pids = family(database.process.pid)

    def __enter__(self):
        for pid in self.pids:
            os.kill(pid, signal.SIGSTOP)

    def __exit__(self, *_):
        for pid in reversed(self.pids):
            os.kill(pid, signal.SIGCONT)


def timed(call):
    begin = time.time()
    answer = call()
    return answer, time.time() - begin


def move(server, game, token, version, text):
    return timed(lambda: server.client().post("/games/%s/moves" % game, {"version": version, "move": text}, token=token))


def hang(tap, server, database, game, token):
    with Hung(database), concurrent.futures.ThreadPoolExecutor(CLIENTS + 1) as pool:
        games = [game] + ["A" * 11 + chr(ord("A") + i) for i in range(CLIENTS - 1)]  # one worker for each
        moves = [pool.submit(move, server, one, token, 1, "0>1") for one in games]
        time.sleep(0.5)
        health = [timed(lambda: server.client().get("/health")) for _ in range(5)]
        page = timed(lambda: server.client().ask("GET", "/"))
        tap.check("health and the page answer at once", all(a.status == 200 and s < 1 for a, s in health + [page]),
                  health, page[1])
        ended = [one.result() for one in moves]
    statuses = sorted({answer.status for answer, _ in ended})
    tap.check("requests that need it fail within twelve seconds", statuses in ([500], [500, 503]) and
              all(seconds < 12 for _, seconds in ended), statuses, max(seconds for _, seconds in ended))


def go_on(tap, server, game, token):
    end = time.time() + 20
    while True:
        answer = server.client().get("/games/" + game, token=token)
        if answer.status == 200 or time.time() > end:
            break
        time.sleep(0.2)
    tap.check("when it goes on, the game is there with what was acknowledged",
              answer.status == 200 and answer.json["moves"][:1] == ["0>2"], answer)
    answer, _ = move(server, game, token, answer.json["version"], answer.json["legal"][0])
    tap.check("and moves are made again", answer.status == 200, answer)


def stop(tap, server, database, game, token):
    with Hung(database), concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(move, server, game, token, 1, "0>1")
        time.sleep(0.3)
        status, seconds = timed(server.stop)
    tap.check("a server that is told to end while it hangs ends within five seconds", status == 0 and seconds < 5,
              status, seconds)


def main():
    if not postgres_tools.find():
        print("1..0 # SKIP there is no PostgreSQL here")
        return 0
    postgres_tools.end_on_signals()
    tap = tools.Tap()
    with postgres_tools.Postgres() as database, tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder, database.url)
        server.start()
        game, token = tools.new_game(server.client())
        answer, _ = move(server, game, token, 0, "0>2")
        tap.check("a move is acknowledged", answer.status == 200, answer)
        hang(tap, server, database, game, token)
        go_on(tap, server, game, token)
        stop(tap, server, database, game, token)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
