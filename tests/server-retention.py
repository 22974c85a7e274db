#!/usr/bin/env python3
"""What is kept, and how long: no more games than may be, old ones go when that was asked for and no
others, and games that an earlier version of the program has kept are found again, in SQLite and in
PostgreSQL.

usage: server-retention.py PROGRAM
Prints TAP. The part with PostgreSQL is left out where that, or the store for it, is missing.
"""

import contextlib
import importlib
import json
import shutil
import sqlite3
import subprocess
import sys
import time

import postgres_tools
import server_tools as tools

two = importlib.import_module("server-two")

TOWER = "3 2 1 | |\n"
DAY = 24 * 3600 * 1000

# The first form of the tables, as it was.
FIRST_SQLITE = """
CREATE TABLE game (id TEXT PRIMARY KEY, puzzle TEXT NOT NULL, start TEXT NOT NULL, created INTEGER NOT NULL,
 invite TEXT UNIQUE, version INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE seat (game TEXT NOT NULL, number INTEGER NOT NULL, kind INTEGER NOT NULL, name TEXT NOT NULL,
 level TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;
CREATE TABLE token (game TEXT NOT NULL, hash BLOB NOT NULL, seats INTEGER NOT NULL, owner INTEGER NOT NULL);
CREATE INDEX token_game ON token (game);
CREATE TABLE entry (game TEXT NOT NULL, version INTEGER NOT NULL, time INTEGER NOT NULL, seat INTEGER NOT NULL,
 kind INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, version)) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
FIRST_POSTGRES = """
CREATE TABLE quandary_game (id text PRIMARY KEY, puzzle text NOT NULL, start text NOT NULL,
 created bigint NOT NULL, invite text UNIQUE, version bigint NOT NULL);
CREATE TABLE quandary_seat (game text NOT NULL, number integer NOT NULL, kind integer NOT NULL,
 name text NOT NULL, level text NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE quandary_token (number bigint GENERATED ALWAYS AS IDENTITY, game text NOT NULL,
 hash bytea NOT NULL, seats integer NOT NULL, owner integer NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE quandary_entry (game text NOT NULL, version bigint NOT NULL, time bigint NOT NULL,
 seat integer NOT NULL, kind integer NOT NULL, text text NOT NULL, PRIMARY KEY (game, version));
"""
TOKEN = "AAAAAAAAAAAAAAAAAAAAAA"
HASH = "8a5bdb4cc15164126c6ef2668de9dd240d299ce6397a42c95a9411b93d080ed8"


def rows(prefix, now):
    """Games of the first form, all begun a year ago: in two the last move was a day ago, in one not. The last
    of them is the oldest: if the time of its move were lost it would go before the other one does."""
    start = json.dumps({"quandary_game": 1, "puzzle": "hanoi", "start": TOWER, "moves": [], "undone": []})
    blob = "decode('%s', 'hex')" if prefix else "x'%s'"
    for game, begun, last in (("AAAAAAAAAAAA", now - 365 * DAY, now - DAY),
                              ("BBBBBBBBBBBB", now - 365 * DAY, now - 300 * DAY),
                              ("CCCCCCCCCCCC", now - 400 * DAY, now - DAY)):
        yield "INSERT INTO %sgame VALUES ('%s', 'hanoi', '%s', %d, NULL, 2);" % (prefix, game, start, begun)
        yield "INSERT INTO %sseat VALUES ('%s', 1, 0, 'Ann', '');" % (prefix, game)
        yield "INSERT INTO %stoken (game, hash, seats, owner) VALUES ('%s', %s, 1, 1);" % (prefix, game, blob % HASH)
        for version, (time_, text) in enumerate([(begun, "0>1"), (last, "0>2")], 1):
            yield "INSERT INTO %sentry VALUES ('%s', %d, %d, 1, 0, '%s');" % (prefix, game, version, time_, text)


def found_again(tap, where, program, folder, store, there):
    """A server opens tables of the first form, twice; then one that keeps games for a month. there
    tells whether a game is in the store."""
    for options in ([], [], ["--keep", "30"]):
        server = tools.Server(program, folder, store, options)
        server.start()
        client = server.client(TOKEN)
        if options:
            gone = wait_until(lambda: not there("BBBBBBBBBBBB")) and client.get("/games/BBBBBBBBBBBB").status == 404
            tap.check("%s: what was not touched for 300 days goes after 30" % where, gone, server.errors())
            stays = client.get("/games/CCCCCCCCCCCC")
            tap.check("%s: what was begun a year ago and moved in a day ago stays" % where, stays.status == 200, stays)
        state = client.get("/games/AAAAAAAAAAAA")
        version = state.json.get("version") if state.status == 200 else None
        moved = client.post("/games/AAAAAAAAAAAA/moves", {"version": version, "move": state.json["legal"][0]}) \
            if version else state
        tap.check("%s: a game of the first form is played on%s" % (where, " when others go" if options else ""),
                  state.status == moved.status == 200 and state.json["moves"][:2] == ["0>1", "0>2"], state, moved)
        tap.check("%s: the server ends cleanly" % where, server.stop() == 0 and not server.errors(), server.errors())


def wait_until(done, seconds=30):
    end = time.time() + seconds
    while not done():
        if time.time() > end:
            return False
        time.sleep(0.01)
    return True


def games_in(path):
    """The games in a file that a server has to itself: what it has committed is read from a copy. To ask
    the server would keep them: who looks at a game finds it there for some minutes more."""
    for _ in range(20):
        with tools.folder() as copy:
            for ending in ("", "-wal"):
                shutil.copy(str(path) + ending, copy + "/copy.sqlite" + ending)
            try:
                with contextlib.closing(sqlite3.connect(copy + "/copy.sqlite")) as base:
                    return {row[0] for row in base.execute("SELECT id FROM game")}
            except sqlite3.DatabaseError:  # it was written to meanwhile
                pass
    raise RuntimeError("no copy of the store can be read")


# ---- from earlier versions ----

def first_sqlite(tap, program, folder):
    path = folder / "first.sqlite"
    with sqlite3.connect(path) as base:
        base.executescript(FIRST_SQLITE + "".join(rows("", int(time.time() * 1000))))
    base.close()
    found_again(tap, "SQLite", program, folder, "sqlite:%s" % path, lambda game: game in games_in(path))
    base = sqlite3.connect(path)
    counts = [base.execute("SELECT count(*) FROM %s WHERE game = 'BBBBBBBBBBBB'" % table).fetchone()[0]
              for table in ("seat", "token", "entry", "removed")]
    tap.check("SQLite: nothing is left of what went", counts == [0, 0, 0, 0], counts)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()
    said = subprocess.run([program, "serve", "--port", "0", "--store", "sqlite:%s" % path], capture_output=True,
                          text=True, timeout=tools.SECONDS)
    tap.check("a file of a later version is refused", said.returncode == 4 and "later version" in said.stderr, said)


def psql(database, text):
    return subprocess.run([str(database.programs / "psql"), "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", database.url],
                          input=text, capture_output=True, text=True, check=True).stdout.strip()


def first_postgres(tap, program, folder):
    if not postgres_tools.find() or not two.built_in(program):
        print("# there is no PostgreSQL here")
        return
    with postgres_tools.Postgres() as database:
        psql(database, FIRST_POSTGRES + "".join(rows("quandary_", int(time.time() * 1000))))
        other = tools.Server(program, folder, database.url)
        other.start()
        before = other.client().get("/games/BBBBBBBBBBBB")
        found_again(tap, "PostgreSQL", program, folder, database.url,
                    lambda game: game in psql(database, "SELECT id FROM quandary_game"))
        gone = wait_until(lambda: other.client().get("/games/BBBBBBBBBBBB").status == 404)
        tap.check("another server, which had it in memory, knows that", before.status == 200 and gone, before)
        other.stop()
        counts = psql(database, "".join("SELECT count(*) FROM quandary_%s WHERE game = 'BBBBBBBBBBBB';" % table
                                        for table in ("seat", "token", "entry", "removed")) +
                      "SELECT form, games FROM quandary_form;")
        tap.check("PostgreSQL: nothing is left of what went, and the number is right",
                  counts.split("\n") == ["0", "0", "0", "0", "2|2"], counts)
        psql(database, "UPDATE quandary_form SET form = 99;")
        said = subprocess.run([program, "serve", "--port", "0", "--store", database.url], capture_output=True,
                              text=True, timeout=tools.SECONDS)
        tap.check("a database of a later version is refused", said.returncode == 4 and
                  "later version" in said.stderr, said)


# ---- how many ----

def room(tap, program, folder):
    server = tools.Server(program, folder, "sqlite:%s" % (folder / "few.sqlite"), ["--games", "3"])
    server.start()
    client, api = server.client(), tools.Api()
    made = [client.post("/games", {"text": TOWER}) for _ in range(5)]
    tap.check("three games are kept, a fourth is refused: 507", [a.status for a in made] == [201] * 3 + [507] * 2 and
              made[3].code == "store_full" and "3 games" in made[3].json["error"]["message"], *made)
    tap.check("that is as described", not api.faults("POST", "/games", made[3]), api.faults("POST", "/games", made[3]))
    first = made[0].json
    answer = client.post("/games/%s/moves" % first["game"]["id"], {"version": 0, "move": "0>2"}, token=first["token"])
    tap.check("those that are kept are played on", answer.status == 200, answer)
    answer = client.post("/games/%s/rematch" % first["game"]["id"], {}, token=first["token"])
    tap.check("there is no room for a rematch: 507", answer.status == 507 and
              not api.faults("POST", "/games/%s/rematch" % first["game"]["id"], answer), answer)
    started = client.post("/games", {"puzzle": "hanoi", "options": {"discs": 4}})
    job = client.wait(started.json["job"]["id"], started.json["token"]).json
    tap.check("a game that a job makes is refused too", job["state"] == "failed" and
              job["error"]["error"]["code"] == "store_full", job)
    tap.check("the server ends cleanly", server.stop() == 0 and not server.errors(), server.errors())


# ---- how long ----

def age(path, game, days):
    base = sqlite3.connect(path)
    base.execute("UPDATE game SET touched = touched - ? WHERE id = ?", (int(days * DAY), game))
    base.commit()
    base.close()


def old_ones_go(tap, program, folder):
    path = folder / "long.sqlite"
    server = tools.Server(program, folder, "sqlite:%s" % path)
    server.start()
    client = server.client()
    games = [client.post("/games", {"text": TOWER}).json for _ in range(40)]
    server.stop()
    old = [made["game"]["id"] for made in games[:30]]
    for game in old[:29]:
        age(path, game, 40)
    hour = 1 / 24
    age(path, old[29], 30 + 1.05 * hour)  # touched may be an hour too early, so that long they stay
    age(path, games[30]["game"]["id"], 30 + 0.7 * hour)
    age(path, games[31]["game"]["id"], 30 - 0.1 * hour)
    server = tools.Server(program, folder, "sqlite:%s" % path)
    server.start()
    seen = {server.client().get("/games/" + made["game"]["id"]).status for made in games}
    tap.check("without --keep nothing goes", seen == {200}, seen)
    server.stop()
    server = tools.Server(program, folder, "sqlite:%s" % path, ["--keep", "30"])
    server.start()
    client, mover = server.client(), server.client(games[35]["token"])
    played, version = [], 0
    end = time.time() + 30
    while (version < 50 or games_in(path) & set(old)) and time.time() < end:
        answer = mover.post("/games/%s/moves" % games[35]["game"]["id"],
                            {"version": version, "move": ["0>2", "2>0"][version % 2]})
        played.append(answer.status)
        version += 1
    tap.check("people move while old games go", set(played) <= {200}, played)
    gone = [game for game in old if client.get("/games/" + game).status != 404]
    kept = {client.get("/games/" + made["game"]["id"]).status for made in games[30:]}
    tap.check("with --keep 30 those of 30 days and an hour go, and no others", not gone and kept == {200}, gone, kept)
    answer = client.post("/games/%s/moves" % old[0], {"version": 0, "move": "0>2"}, token=games[0]["token"])
    tap.check("whoever moves there is told that it is gone: 404", answer.status == 404, answer)
    tap.check("the server ends cleanly", server.stop() == 0 and not server.errors(), server.errors())


def main():
    tap = tools.Tap()
    program = sys.argv[1]
    postgres_tools.end_on_signals()
    with tools.folder() as name:
        folder = tools.pathlib.Path(name)
        for part in (room, old_ones_go, first_sqlite, first_postgres):
            part(tap, program, folder)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
