#!/usr/bin/env python3
"""Kills the server with SIGKILL under load, again and again: no move that was acknowledged may be
lost, no game may be damaged, and it must be back within a second.

usage: server-crash.py PROGRAM [TIMES]
TIMES is 5, or 100 with QUANDARY_SLOW_TESTS=1. Prints TAP.
"""

import json
import random
import sys
import threading
import time

import server_tools as tools

TOWER = " ".join(map(str, range(12, 0, -1))) + " | |\n"
CLIENTS = 8
MOVES = 100  # between two kills, at most


class Player(threading.Thread):
    """Plays legal moves at random in a game of its own until the server is gone."""

    def __init__(self, port, game, token, acknowledged, moved):
        super().__init__()
        self.client = tools.Client(port, token)
        self.game, self.acknowledged, self.moved = game, acknowledged, moved
        self.fault = None

    def run(self):
        try:
            state = self.client.get("/games/" + self.game).json
            while True:
                move = random.choice(state["legal"])
                answer = self.client.post("/games/%s/moves" % self.game, {"version": state["version"], "move": move})
                if answer.status != 200:
                    self.fault = answer
                    return
                state = answer.json
                with self.moved:
                    self.acknowledged.append((state["version"], move))
                    self.moved.notify()
        except (OSError, ValueError, tools.http.client.HTTPException):
            pass  # it was killed
        finally:
            self.client.close()


def lost(client, game, token, acknowledged):
    """Moves that were acknowledged and are not in the log, or a game that does not fit its log."""
    entries, since = [], 0
    while True:
        log = client.get("/games/%s/log?since=%d" % (game, since)).json
        entries += log["entries"]
        if not log["more"]:
            break
        since = entries[-1]["version"]
    kept = {e["version"]: e["text"] for e in entries}
    state = client.get("/games/" + game, token=token)
    if state.status != 200 or state.json["version"] != len(entries) or \
            [e["version"] for e in entries] != list(range(1, len(entries) + 1)) or \
            state.json["moves"] != [e["text"] for e in entries]:
        return ["game %s does not fit its log: %r" % (game, state)]
    return [pair for pair in acknowledged if kept.get(pair[0]) != pair[1]]


def main():
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 100 if tools.slow() else 5
    random.seed(int(time.time()))
    tap = tools.Tap()
    with tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder)
        server.start()
        client = server.client()
        games = []
        for _ in range(CLIENTS):
            made = client.post("/games", {"text": TOWER}).json
            games.append((made["game"]["id"], made["token"], []))
        longest, faults, gone, moved = 0, [], [], threading.Condition()
        for _ in range(times):
            players = [Player(server.port, game, token, acknowledged, moved) for game, token, acknowledged in games]
            enough = sum(len(acknowledged) for _, _, acknowledged in games) + random.randrange(1, MOVES)
            for player in players:
                player.start()
            with moved:  # in the middle of it, however fast this machine is
                moved.wait_for(lambda: sum(len(acknowledged) for _, _, acknowledged in games) >= enough, tools.SECONDS)
            server.kill()
            for player in players:
                player.join()
                faults += [player.fault] if player.fault else []
            longest = max(longest, server.start())
            client = server.client()
            for game, token, acknowledged in games:
                gone += lost(client, game, token, acknowledged[-2000:])
        total = sum(len(acknowledged) for _, _, acknowledged in games)
        tap.check("no acknowledged move of %d was lost in %d kills" % (total, times), total > times and not gone,
                  json.dumps(gone[:10], default=str))
        tap.check("the players have seen nothing but moves", not faults, *faults[:5])
        # Beside other tests a start may take longer; the long run, alone, tells how long it takes.
        tap.check("it was back within %.2f s" % longest, longest < (1 if tools.slow() else 20), longest)
        status = server.stop()
        tap.check("the server ends cleanly", status == 0, status, server.errors())
        tap.check("it has logged nothing", not server.errors(), server.errors())
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
