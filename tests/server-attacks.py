#!/usr/bin/env python3
"""Strangers who send what costs the server much: while each attack goes on, another client's moves
are answered soon, the memory stays small, and nothing that was acknowledged is lost.

usage: server-attacks.py PROGRAM [SECONDS]
SECONDS is how long each attack goes on: 2, or 10 with QUANDARY_SLOW_TESTS=1. Prints TAP.
"""

import http.client
import json
import os
import random
import re
import sys
import threading
import time

import server_tools as tools

SECONDS = 10 if os.environ.get("QUANDARY_SLOW_TESTS") else 2
MEMORY = 300  # megabytes, at any time
# Another client's moves, in seconds. The tests share the machine with others, so these are wide.
WORST, USUAL = 3.0, 1.0


# ---- the one who just wants to play ----

class Player(threading.Thread):
    """Moves in a game of its own from another address, and notes how long each answer takes."""

    def __init__(self, server):
        super().__init__()
        self.server, self.stopped = server, threading.Event()
        self.times, self.faults, self.moves = [], [], []

    def ask(self, method, path, body=None, token=None):
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = "Bearer " + token
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60, source_address=("127.0.0.2", 0))
        try:
            line.request(method, "/api/v1" + path, json.dumps(body) if body is not None else None, headers)
            answer = line.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            line.close()

    def run(self):
        try:
            _, made = self.ask("POST", "/games", {"text": tools.TOWER})
            self.game, state, token = made["game"]["id"], made["game"], made["token"]
            while not self.stopped.is_set():
                move = random.choice(state["legal"])
                begin = time.time()
                status, state = self.ask("POST", "/games/%s/moves" % self.game, {"version": state["version"], "move": move},
                                         token)
                self.times.append(time.time() - begin)
                if status != 200:
                    self.faults.append((status, state))
                    return
                self.moves.append(move)
                time.sleep(0.01)
        except (OSError, KeyError, ValueError, http.client.HTTPException) as fault:
            self.faults.append(repr(fault))

    def end(self):
        self.stopped.set()
        self.join()


# ---- those who do not ----

def saved(puzzle, start, moves, undone=()):
    return json.dumps({"quandary_game": 1, "puzzle": puzzle, "start": start, "moves": list(moves), "undone": list(undone)})


def grid(side):
    return "width %d\nheight %d\n\nrows\n%s\ncolumns\n%s" % (side, side, "1\n" * side, "1\n" * side)


def new_game(client, text):
    answer = client.post("/games", {"text": text})
    return (answer.json["game"]["id"], answer.json["token"]) if answer.status == 201 else (None, None)


def huge_imports(client, _):
    """A position of a million cells, and 60,000 moves."""
    text = saved("nonogram", grid(1000), ["R1C1=#", "R1C1=?"] * 30000)
    while True:
        yield client.post("/games", {"text": text})


def many_undone(client, _):
    """The same with moves that were taken back, which were once played for each."""
    text = saved("nonogram", grid(300), [], ["R1C1=#", "R1C1=?"] * 400)
    while True:
        yield client.post("/games", {"text": text})


def undo_storm(client, shared):
    """All moves of a long game are taken back and played again, by many at once."""
    with shared.lock:
        if not shared.game:
            shared.game = new_game(client, saved("hanoi", tools.TOWER, ["0>2", "2>0"] * 10000))
    game, token = shared.game
    while True:
        state = client.get("/games/" + game)
        yield state
        for what in ("undo", "redo"):
            yield client.post("/games/%s/%s" % (game, what), {"version": state.json["version"], "count": 20000},
                              token=token)


def lock_convoy(client, shared):
    """Everybody asks for the same large game."""
    with shared.lock:
        if not shared.game:
            shared.game = new_game(client, saved("nonogram", grid(400), ["R1C1=#", "R1C1=?"] * 10000))
    while True:
        yield client.get("/games/" + shared.game[0])


def forced_reloads(client, shared):
    """A legal move and an illegal one: what is in memory is ahead of the store, and read again."""
    with shared.lock:
        if not shared.game:
            shared.game = new_game(client, saved("hanoi", tools.TOWER, ["0>2", "2>0"] * 10000))
    game, token = shared.game
    while True:
        yield client.post("/games/%s/moves" % game, {"version": 0, "moves": ["0>2", "0>0"]}, token=token)


def pictures(client, shared):
    """Large pictures of a board, drawn for whoever asks."""
    with shared.lock:
        if not shared.game:
            shared.game = new_game(client, grid(30))
    while True:
        yield client.get("/games/%s/board.png?scale=1" % shared.game[0])


def job_flood(client, _):
    """Drafts without end: each is the work of a job."""
    while True:
        yield client.post("/drafts", {"puzzle": "nonogram", "options": {"width": "40", "height": "40"}, "seconds": 60})


def hint_flood(client, shared):
    """Hints of a game with many moves."""
    with shared.lock:
        if not shared.game:
            shared.game = new_game(client, saved("hanoi", tools.TOWER, ["0>2", "2>0"] * 2000))
    game, token = shared.game
    while True:
        yield client.post("/games/%s/hint" % game, {}, token=token)


def deep_json(client, _):
    """Nested lists, long numbers and a million keys."""
    bodies = [b'{"text": ' + b"[" * 200000 + b"]" * 200000 + b"}", b'{"text": 1' + b"0" * 300000 + b"}",
              b"{" + b",".join(b'"k%d":0' % i for i in range(200000)) + b"}"]
    while True:
        for body in bodies:
            yield client.ask("POST", "/api/v1/games", raw=body)


def bombs(client, _):
    """Texts of all formats that announce far more than they hold."""
    texts = ["width 1000000\nheight 1000000\nrows\n1\ncolumns\n1\n", "P1\n100000 100000\n1",
             "64 " * 100000 + "| |\n", "%d | |\n" % 10 ** 300, '{"quandary_game": 1, "puzzle": "nonogram"',
             "<puzzleset>" * 20000, '<!DOCTYPE a [<!ENTITY b "%s">]><puzzleset>&b;</puzzleset>' % ("x" * 100000),
             "axes=012 radius=5 " + "." * 100000, "\n" * 1000000, "flows\nradius: 3\nplayers: 2\nmoves: " + "P1A1T0S " * 50000]
    while True:
        for text in texts:
            yield client.post("/games", {"text": text})


ATTACKS = ((huge_imports, 4), (many_undone, 16), (undo_storm, 16), (lock_convoy, 48), (forced_reloads, 16),
           (pictures, 16), (job_flood, 16), (hint_flood, 16), (deep_json, 8), (bombs, 8))


class Shared:
    """What the clients of one attack have in common."""

    def __init__(self):
        self.lock, self.game = threading.Lock(), None


class Attacker(threading.Thread):
    """Does the same thing again and again until the time is over."""

    def __init__(self, server, attack, shared, seconds):
        super().__init__()
        self.client, self.attack, self.shared = server.client(), attack, shared
        self.until, self.statuses, self.fault = time.time() + seconds, {}, None

    def run(self):
        try:
            for answer in self.attack(self.client, self.shared):
                self.statuses[answer.status] = self.statuses.get(answer.status, 0) + 1
                if time.time() > self.until:
                    return
        except (OSError, KeyError, ValueError, TypeError, http.client.HTTPException) as fault:
            self.fault = repr(fault)
        finally:
            self.client.close()


def peak_of(server):
    with open("/proc/%d/status" % server.process.pid) as file:
        return int(re.search(r"VmHWM:\s*(\d+)", file.read()).group(1)) / 1024


def logged(client, game):
    """All moves of a game, by its log."""
    entries, more = [], True
    while more:
        log = client.get("/games/%s/log?since=%d" % (game, len(entries))).json
        entries += log["entries"]
        more = log["more"]
    return [entry["text"] for entry in entries]


def withstand(tap, program, attack, count, seconds):
    with tools.folder() as folder:
        server = tools.Server(program, folder)
        server.start()
        player, shared = Player(server), Shared()
        player.start()
        attackers = [Attacker(server, attack, shared, seconds) for _ in range(count)]
        for one in attackers:
            one.start()
        for one in attackers:
            one.join()
        player.end()
        times = sorted(player.times)
        usual, worst = (times[int(len(times) * 0.99)], times[-1]) if times else (None, None)
        statuses = {}
        for one in attackers:
            for status, times_seen in one.statuses.items():
                statuses[status] = statuses.get(status, 0) + times_seen
        peak = peak_of(server) if server.process.poll() is None else None
        told = "%s: %d moves, 99 %% within %.0f ms, worst %.0f ms; %s MB; answers %s" % (
            attack.__name__, len(times), 1000 * (usual or 0), 1000 * (worst or 0), peak and round(peak), statuses)
        print("# " + told)
        good = bool(times) and not player.faults and usual < USUAL and worst < WORST
        tap.check("%s: another player moves as usual" % attack.__name__, good, told, player.faults)
        tap.check("%s: the attackers did something" % attack.__name__, sum(statuses.values()) > 0 and
                  not any(one.fault for one in attackers) and 500 not in statuses, statuses,
                  [one.fault for one in attackers if one.fault][:3])
        tap.check("%s: the memory stays small" % attack.__name__, peak is not None and
                  (server.sanitized or peak < MEMORY), told)
        kept = logged(server.client(), player.game)
        tap.check("%s: no move is lost" % attack.__name__, kept[:len(player.moves)] == player.moves, len(kept))
        tap.check("%s: the server ends cleanly" % attack.__name__, server.stop() == 0 and not server.errors(),
                  server.errors()[:1000])


def main():
    tap = tools.Tap()
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    for attack, count in ATTACKS:
        withstand(tap, sys.argv[1], attack, count, seconds)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
