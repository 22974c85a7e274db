#!/usr/bin/env python3
"""Two servers on one PostgreSQL: people at different servers play one game and hear of each other,
one server is killed in the middle and the game goes on at the other, and the database itself goes
away and comes back.

usage: server-two.py PROGRAM
Prints TAP. Skipped where PostgreSQL, or the store for it, is missing.
"""

import importlib
import pathlib
import random
import subprocess
import sys
import threading
import time

import postgres_tools
import server_tools as tools

flows = importlib.import_module("server-flows")

TOWER = " ".join(map(str, range(12, 0, -1))) + " | |\n"
ROUNDS = 30
KILL_AT = 14


def built_in(program):
    """The message about an unknown kind of store lists the known ones."""
    said = subprocess.run([program, "serve", "--store", "none:x"], capture_output=True, text=True)
    return "postgresql:" in said.stderr


def heard(stream, last):
    """The versions in a stream, until the last."""
    versions = []
    while not versions or versions[-1] < last:
        one = stream.next()
        if one is None:
            break
        versions.append(one[1]["version"])
    return versions


# ---- two at once ----

def move_at_once(clients, game, version, moves):
    """Each client makes its move for the same version at the same moment. Returns the answers."""
    answers, barrier = [None] * len(clients), threading.Barrier(len(clients))

    def send(number):
        barrier.wait()
        answers[number] = clients[number].post("/games/%s/moves" % game,
                                               {"version": version, "move": moves[number]})
    threads = [threading.Thread(target=send, args=(n,)) for n in range(len(clients))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def at_once(tap, servers):
    made = servers[0].client().post("/games", {"text": TOWER}).json
    game, state = made["game"]["id"], made["game"]
    clients = [server.client(made["token"]) for server in servers]
    faults, wins = [], [0, 0]
    for _ in range(ROUNDS):
        answers = move_at_once(clients, game, state["version"], [random.choice(state["legal"]) for _ in clients])
        won = [n for n, answer in enumerate(answers) if answer.status == 200]
        lost = [answer for answer in answers if answer.status == 409 and
                answer.json["error"]["version"] == state["version"] + 1]
        if len(won) != 1 or len(lost) != 1:
            faults.append(answers)
            break
        wins[won[0]] += 1
        state = answers[won[0]].json
    both = [client.get("/games/" + game).json for client in clients]
    tap.check("of two moves at once on two servers one wins (%d and %d), and the other gets the version" %
              tuple(wins), not faults and both[0] == both[1] and both[0]["version"] == ROUNDS, faults, both)


# ---- a game across servers ----

class Table:
    """A game of three: the first sits at one server, the second at the other, the third changes."""

    def __init__(self, servers):
        self.servers = servers
        made = servers[0].client().post("/games", {"puzzle": "flows", "name": "Ann",
                                                   "seats": ["me", "open", "open"]}).json
        self.game, self.tokens = made["game"]["id"], {1: made["token"]}
        self.streams = [tools.events(server.port, [self.game]) for server in servers]
        self.seen = [[stream.next()[1]["version"]] for stream in self.streams]
        for name, server in (("Bob", servers[1]), ("Cleo", servers[0])):
            joined = server.client().post("/join/" + made["game"]["invite"], {"name": name}).json
            self.tokens[joined["seats"][0]] = joined["token"]

    def client_of(self, turn, version):
        at = {1: 0, 2: 1, 3: version // 3}[turn] % len(self.servers)
        return self.servers[at].client(self.tokens[turn])

    def play(self, version):
        """Plays until this version or the end. Returns the state and what went wrong."""
        state = self.servers[-1].client().get("/games/" + self.game).json
        while not state["solved"] and state["version"] < version:
            client = self.client_of(state["turn"], state["version"])
            mine = client.get("/games/" + self.game).json
            if mine["version"] != state["version"] or mine["moves"] != state["moves"]:
                return state, ["a server is behind", mine]
            legal = [m for m in flows.placements(mine) if m[1] in "1W"]
            wins = [m for m in legal if m[1] == "W"]
            goes_on = [m for m in legal if m[1] == "1"]
            move = random.choice(wins if wins and state["version"] > 30 else goes_on or legal)
            answer = client.post("/games/%s/moves" % self.game, {"version": mine["version"], "move": move[0]})
            client.close()
            if answer.status != 200:
                return state, [move, answer]
            state = answer.json
        return state, None

    def listen(self, at, version):
        self.seen[at] += heard(self.streams[at], version)
        versions = self.seen[at]
        return versions == sorted(set(versions)) and versions[-1] == version


def names(state):
    return [seat["name"] for seat in state["seats"]]


def ask_engine(server):
    """A game against an engine at this server; it is the engine's turn. Returns the game and the token."""
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "engine:greedy"]}).json
    move = next(m for m, verdict, _, _ in flows.placements(made["game"]) if verdict == "1")
    client.post("/games/%s/moves" % made["game"]["id"], {"version": 0, "move": move}, token=made["token"])
    return made["game"]["id"], made["token"]


def game_across(tap, servers, seed):
    random.seed(seed)
    first, second = servers
    table = Table(servers)
    state, fault = table.play(KILL_AT)
    tap.check("people at two servers play together (seed %d)" % seed, not fault and names(state) ==
              ["Ann", "Bob", "Cleo"] and state["version"] == KILL_AT, fault, state)
    told = [table.listen(at, KILL_AT) for at in (0, 1)]
    tap.check("both servers' streams have the versions in order (%d and %d of %d), to the last" %
              (*map(len, table.seen), KILL_AT + 1), all(told), table.seen)
    engine = ask_engine(first)
    first.kill()
    table.servers = [second]
    state, fault = table.play(flows.ENOUGH)
    tap.check("one server is killed, and the game goes on at the other to its end: %s" % state["ending"],
              not fault and state["solved"], fault, state)
    tap.check("its stream has the versions in order, to the last", table.listen(1, state["version"]), table.seen[1])
    answered = flows.wait_for_turn(second, *engine, 1)
    tap.check("an engine of the killed server's game moves at the other", len(answered["moves"]) == 2, answered)
    took = first.start()
    again = first.client().get("/games/" + table.game).json
    tap.check("the killed server is back after %.2f s, with the whole game" % took, took < (1 if tools.slow() else 20) and
              again["moves"] == state["moves"] and again["solved"], took, again)


# ---- the database goes away ----

def database_lost(tap, servers, database):
    clients = [server.client() for server in servers]
    made = clients[0].post("/games", {"text": TOWER}).json
    game, state = made["game"]["id"], made["game"]
    streams = [tools.events(server.port, [game]) for server in servers]
    before = [stream.next()[1]["version"] for stream in streams]

    def move(client):
        return client.post("/games/%s/moves" % game, {"version": state["version"], "move": state["legal"][0]},
                           token=made["token"])
    database.stop()
    refused = [move(client) for client in clients]
    tap.check("without the database both servers say that they cannot", before == [0, 0] and
              all(answer.status == 500 and answer.code == "failure" for answer in refused), refused)
    tap.check("and tell in their logs why", all("the store has failed: " in server.errors()
                                                for server in servers), *[s.errors() for s in servers])
    begin = time.time()
    database.start()
    tap.check("the streams end when it is back, since events may have been missed",
              [stream.next() for stream in streams] == [None, None])
    moved = move(clients[0])
    streams = [tools.events(server.port, [game]) for server in servers]
    now = [stream.next()[1]["version"] for stream in streams]
    tap.check("then everything goes on, %.1f s later" % (time.time() - begin), moved.status == 200 and now == [1, 1],
              moved, now, servers[0].errors())
    state = moved.json
    moved = move(clients[1])
    later = [stream.next()[1]["version"] for stream in streams]
    tap.check("and the servers hear of each other again", moved.status == 200 and later == [2, 2], moved, later)


def connections_lost(tap, servers, database):
    """The database ends the connections, as an administrator does: the next requests open new ones."""
    clients = [server.client() for server in servers]
    made = clients[0].post("/games", {"text": TOWER}).json
    game, state, bad = made["game"]["id"], made["game"], []
    times = ROUNDS if tools.slow() else ROUNDS // 3
    for number in range(times):
        database.end_connections()
        answer = clients[number % 2].post("/games/%s/moves" % game, {"version": state["version"],
                                          "move": state["legal"][0]}, token=made["token"])
        bad += [answer] if answer.status != 200 else []
        state = answer.json if answer.status == 200 else state
    tap.check("nobody notices when the database ends the connections (%d times)" % times, not bad, *bad,
              *[server.errors() for server in servers])
    for here, there in (servers, servers[::-1]):
        hear_again(here, there)


def hear_again(here, there):
    """Waits until one server hears of the other: after that it will not end its streams again."""
    while True:
        made = there.client().post("/games", {"text": TOWER}).json
        stream = tools.events(here.port, [made["game"]["id"]])
        first = stream.next()
        there.client().post("/games/%s/moves" % made["game"]["id"], {"version": 0, "move": made["game"]["legal"][0]},
                            token=made["token"])
        heard_of = first and stream.next()
        stream.close()
        if heard_of:
            return


def all_parts(tap, servers, database):
    at_once(tap, servers)
    for seed in range(4 if tools.slow() else 1):
        game_across(tap, servers, int(time.time()) + seed)
    tap.check("they have logged nothing", not any(server.errors() for server in servers),
              *[server.errors() for server in servers])
    connections_lost(tap, servers, database)
    database_lost(tap, servers, database)
    status = [server.stop() for server in servers]
    tap.check("both end cleanly", status == [0, 0], status)


def main():
    if not postgres_tools.find() or not built_in(sys.argv[1]):
        print("1..0 # SKIP there is no PostgreSQL here, or no store for it")
        return 0
    postgres_tools.end_on_signals()
    tap = tools.Tap()
    with postgres_tools.Postgres() as database, tools.folder() as folder:
        servers = []
        try:
            for name in ("first", "second"):
                (pathlib.Path(folder) / name).mkdir()
                servers.append(tools.Server(sys.argv[1], pathlib.Path(folder) / name, database.url))
                servers[-1].start()
            all_parts(tap, servers, database)
        finally:
            for server in servers:
                if server.process and server.process.poll() is None:
                    server.kill()
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
