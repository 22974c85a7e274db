#!/usr/bin/env python3
"""What must not be possible: to move twice at the same version, to act without a token or with
another's, to see another's hand or the seed, to get at files, to keep the server busy with bodies
that are too large, malformed or of wrong types. Slow clients are in src/server/tests/test_http.c.

usage: server-safety.py PROGRAM
Prints TAP.
"""

import json
import random
import re
import select
import socket
import sqlite3
import sys
import threading
import time

import server_tools as tools

TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n"
SIX = "6 5 4 3 2 1 | |\n goal: | | 6 5 4 3 2 1\n"


def new_game(client, text=TOWER):
    made = client.post("/games", {"text": text}).json
    return made["game"]["id"], made["token"]


# ---- versions ----

def two_at_once(tap, server):
    """Many clients send a move for the same version at once: exactly one wins, each time."""
    game, token = new_game(server.client(), SIX)
    clients = [server.client(token) for _ in range(8)]
    moves = ["0>1", "0>2"]
    wrong = []
    for version in range(0, 40, 2):
        gate, answers = threading.Barrier(len(clients)), [None] * len(clients)

        def play(number):
            gate.wait()
            answers[number] = clients[number].post(
                "/games/%s/moves" % game, {"version": version, "move": moves[number % 2]})

        threads = [threading.Thread(target=play, args=(i,)) for i in range(len(clients))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        good = [a for a in answers if a.status == 200]
        late = [a for a in answers if a.status == 409 and a.code == "conflict"
                and a.json["error"]["version"] == version + 1]
        if len(good) != 1 or len(late) != len(clients) - 1:
            wrong.append(answers)
        clients[0].post("/games/%s/undo" % game, {"version": version + 1})
    tap.check("of eight moves for one version one wins, twenty times", not wrong, wrong[:2])
    log = clients[0].get("/games/%s/log" % game).json
    tap.check("the log has one entry a version", [e["version"] for e in log["entries"]] ==
              list(range(1, 41)), log)


def replayed(tap, server):
    client = server.client()
    game, token = new_game(client)
    body = {"version": 0, "move": "0>2"}
    client.post("/games/%s/moves" % game, body, token=token)
    answer = client.post("/games/%s/moves" % game, body, token=token)
    tap.check("a request that is sent again does nothing", answer.status == 409 and
              client.get("/games/" + game).json["version"] == 1, answer)


# ---- tokens ----

def writes_need_tokens(tap, server):
    client = server.client()
    game, token = new_game(client)
    _, other = new_game(client)
    paths = ["moves", "undo", "redo", "resign", "rematch", "solve", "hint", "check", "rate",
             "seats/1/engine"]
    for path in paths:
        body = {"version": 0} if path in ("moves", "undo", "redo", "resign") else {}
        if path == "moves":
            body["move"] = "0>2"
        for given in (None, other, "", "x", token[:-1], token + "A", "A" * 5000, token.swapcase()):
            headers = {} if given is None else {"Authorization": "Bearer " + given}
            answer = client.ask("POST", "/api/v1/games/%s/%s" % (game, path), body, headers=headers)
            if answer.status not in (401, 431):
                tap.check("%s with token %r" % (path, given), False, answer)
                return
    state = client.get("/games/" + game).json
    tap.check("no route writes without a token of the game", state["version"] == 0 and
              state["rematch"] is None and state["viewer"]["seats"] == [])
    answer = client.ask("POST", "/api/v1/games/%s/moves" % game, {"version": 0, "move": "0>2"},
                        headers={"Authorization": "Basic " + token})
    tap.check("only Bearer counts", answer.status == 401, answer)


def kept_as_hashes(tap, server, tokens):
    """The file must not hold any token."""
    path = server.folder / "games.sqlite"
    everything = b"".join(p.read_bytes() for p in server.folder.glob("games.sqlite*"))
    found = [token for token in tokens if token.encode() in everything]
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as base:
        sizes = {len(row[0]) for row in base.execute("SELECT hash FROM token")}
    tap.check("tokens are kept as hashes only", not found and sizes == {32}, found, sizes)


# ---- hands ----

def strip(state):
    """A game without what differs between any two."""
    return {k: v for k, v in state.items() if k not in ("id", "created", "updated")}


def everything_seen(client, game, token=None):
    """All that a viewer can get of a game, as texts."""
    state = client.get("/games/%s?svg=1" % game, token=token)
    seen = [json.dumps(strip(state.json))]
    for path in ("export", "export?format=game", "export?format=code", "export?format=diagram",
                 "board.svg", "board.svg?routes=yes", "log"):
        answer = client.get("/games/%s/%s" % (game, path), token=token)
        body = answer.json if path == "log" else answer.body.decode()
        seen.append(str([e["text"] for e in body["entries"]] if path == "log" else body))
    return seen


def hands_are_secret(tap, server):
    """Games that differ only in what is drawn look the same to all who may not know it."""
    client = server.client()
    hands, spectators, others = set(), set(), set()
    for seed in range(12):
        text = "flows\nradius: 2\nplayers: 2\nseats: 0 1\nseed: %d\n" % seed
        made = client.post("/games", {"text": text, "seats": ["me", "engine:random"]}).json
        hands.add(made["game"]["board"]["hand"]["type"])
        spectators.add(tuple(everything_seen(client, made["game"]["id"])))
    tap.check("different hands were drawn", len(hands) > 1, hands)
    tap.check("spectators see no difference", len(spectators) == 1, *sorted(spectators)[:2])
    text = "\n".join(next(iter(spectators)))
    tap.check("no seed and no hand among it", "seed" not in text and "in hand" not in text and
              "hand:" not in text and '"hand": null' in text, text)
    for _ in range(12):
        made = client.post("/games", {"puzzle": "flows", "seats": ["me", "open"],
                                      "options": {"radius": 2}}).json
        joined = client.post("/join/" + made["game"]["invite"], {}).json
        if made["game"]["board"]["players"][0]["edge"] == 0:
            others.add(made["game"]["board"]["hand"]["type"])
        state = client.get("/games/" + made["game"]["id"], token=joined["token"]).json
        mine = client.get("/games/" + made["game"]["id"], token=made["token"]).json
        if state["board"]["hand"] is not None or mine["board"]["hand"] is None or state["invite"]:
            tap.check("the one who waits does not see the hand", False, state)
            return
        guess = client.post("/games/%s/moves" % made["game"]["id"], {
            "version": state["version"], "move": "P1A1T0N"}, token=joined["token"])
        early = client.post("/games/%s/moves" % made["game"]["id"], {
            "version": state["version"], "move": "P2A1T0N"}, token=joined["token"])
        if guess.status != 403 or early.status != 422 or "T0" in early.json["error"]["message"] or \
                "hand" in early.json["error"]["message"]:
            tap.check("guessing moves tells nothing of the hand", False, guess, early)
            return
    tap.check("the one who waits does not see the hand, and cannot find it out", True)


def jobs_keep_secrets(tap, server):
    """What hint, check and rate say to the one who waits does not depend on the hand."""
    client = server.client()
    said = {"hint": set(), "check": set(), "rate": set()}
    for seed in (1, 2, 3, 4):
        text = "flows\nradius: 1\nplayers: 2\nseats: 0 1\nseed: %d\n" % seed
        made = client.post("/games", {"text": text, "seats": ["me", "me"]}).json
        # the owner of both seats sees all; a spectator cannot ask for a job at all
        answer = client.post("/games/%s/hint" % made["game"]["id"])
        if answer.status != 401:
            tap.check("spectators get no hints", False, answer)
            return
    for _ in range(6):
        made = client.post("/games", {"puzzle": "flows", "seats": ["me", "open"], "options": {"radius": 1}}).json
        joined = client.post("/join/" + made["game"]["invite"], {}).json
        seats = tuple(p["edge"] for p in made["game"]["board"]["players"])
        for kind in said:
            options = {} if kind == "check" else {"options": {"playouts": 30}}
            job = client.post("/games/%s/%s" % (made["game"]["id"], kind), options, token=joined["token"]).json
            result = client.wait(job["job"]["id"], joined["token"]).json["result"]
            said[kind].add((seats, result["text"]))
            if "hand" in result["fields"] or "in hand." in result["text"]:
                tap.check("%s tells no hand to the one who waits" % kind, False, result)
                return
    for kind, texts in said.items():
        tap.check("%s says the same whatever the hand is" % kind,
                  len(texts) == len({seats for seats, _ in texts}), *texts)


# ---- bodies ----

def bad_bodies(tap, server):
    client = server.client()
    game, token = new_game(client)
    moves = "/api/v1/games/%s/moves" % game
    raw = [b"{", b"nonsense", b"[]", b'"x"', b"null", b"\xff\xfe", b'{"version": 0, "version": 0, "move": "0>2"}',
           b'{"version": 0, "move": "0>2"} x', b"[" * 100000, b'{"a":' * 50000, b'{"version":1e999}',
           b'{"version": 0, "move": "\\ud800"}', b'{"version": 0, "move": "0>2\\u0000"}']
    wrong = [client.ask("POST", moves, raw=data, token=token) for data in raw]
    tap.check("malformed JSON: 400", all(a.status == 400 and a.code in ("bad_json", "bad_request")
                                        for a in wrong), *wrong)
    bodies = [{}, {"version": "0", "move": "0>2"}, {"version": 0.5, "move": "0>2"}, {"version": -1, "move": "0>2"},
              {"version": True, "move": "0>2"}, {"version": None, "move": "0>2"}, {"version": 0, "move": 3},
              {"version": 0, "move": ["0>2"]}, {"version": 0, "moves": "0>2"}, {"version": 0, "moves": []},
              {"version": 0, "moves": [1]}, {"version": 0, "moves": ["0>2"] * 1001}, {"version": 0},
              {"version": 0, "move": "0>2", "moves": ["0>2"]}, {"version": 0, "move": "0>2", "more": 1},
              {"version": 0, "move": "x" * 65}, {"version": 10 ** 30, "move": "0>2"}]
    wrong = [client.ask("POST", moves, body, token) for body in bodies]
    tap.check("wrong types: 400", all(a.status == 400 for a in wrong), *wrong)
    bodies = [{"text": 1}, {"text": TOWER, "as": 1}, {"text": TOWER, "as": "chess"}, {"text": TOWER, "puzzle": "hanoi"},
              {"puzzle": "chess"}, {"puzzle": "hanoi", "options": []}, {"puzzle": "hanoi", "options": {"discs": [1]}},
              {"puzzle": "hanoi", "options": {"none": 1}}, {"puzzle": "hanoi", "options": {"threads": 9}},
              {"puzzle": "harmony", "options": {"checkpoint": "/tmp/x"}}, {"puzzle": "hanoi", "seed": -1},
              {"puzzle": "flows", "seats": "me"}, {"puzzle": "flows", "seats": ["me"]},
              {"puzzle": "flows", "seats": ["me"] * 7}, {"puzzle": "flows", "seats": ["me", "you"]},
              {"puzzle": "flows", "seats": ["me", "engine:best"]}, {"puzzle": "hanoi", "seats": ["me", "open"]},
              {"puzzle": "flows", "seats": ["me", "open"], "seed": 5}, {"base64": "***"}, {"image": "AAAA"},
              {"puzzle": "hanoi", "image": "AAAA"}, {"text": TOWER, "name": "a\nb"}, {"text": TOWER, "name": "a" * 200},
              {"text": "flows\nseats: 0 1\nseed: 3\n", "seats": ["me", "open"]}]
    wrong = [client.ask("POST", "/api/v1/games", body) for body in bodies]
    tap.check("wrong wishes for a game: 400", all(a.status == 400 for a in wrong),
              *(a for a in wrong if a.status != 400))
    answer = client.ask("POST", "/api/v1/games", {"text": TOWER}, headers={"Content-Type": "text/plain"})
    tap.check("a form of another page cannot post", answer.status == 400, answer)
    illegal = client.ask("POST", moves, {"version": 0, "move": "2>0"}, token)
    tap.check("an illegal move: 422 with the reason", illegal.status == 422 and
              illegal.json["error"]["message"] == "peg 2 is empty", illegal)
    tap.check("the game is as it was", client.get("/games/" + game).json["version"] == 0)


def limits():
    """(operation, body, status): each value at its limit, and one beyond it."""
    tower = {"text": TOWER}
    picture = {"puzzle": "nonogram", "image": "AAAA"}
    for name, size, wrong in (("name", 160, 400), ("as", 20, 400)):
        good = 201 if name == "name" else 400  # a name of 20 letters is that of no puzzle
        yield "/games", dict(tower, **{name: "a" * size}), good, None if good == 201 else "no puzzle of that name"
        yield "/games", dict(tower, **{name: "a" * (size + 1)}), wrong, "not too long"
    yield "/games", {"puzzle": "a" * 20}, 400, "no puzzle of that name"
    yield "/games", {"puzzle": "a" * 21}, 400, "not too long"
    yield "/drafts", dict(picture, title="a" * 100), 202, None
    yield "/drafts", dict(picture, title="a" * 101), 400, "not too long"
    yield "/games", dict(tower, number=1), 201, None
    yield "/games", dict(tower, number=0), 400, "number"
    yield "/games", dict(tower, number=1000000000), 422, None
    yield "/games", dict(tower, number=1000000001), 400, "number"
    for seconds, status in ((1, 202), (60, 202), (0, 400), (61, 400)):
        yield "/drafts", {"puzzle": "hanoi", "seconds": seconds}, status, "seconds" if status == 400 else None
    yield "/games", {"puzzle": "hanoi", "seed": 2 ** 63 - 1}, 202, None
    yield "/games", {"puzzle": "hanoi", "seed": -1}, 400, "seed"
    yield "/games", {"puzzle": "flows", "seats": ["me"] * 6}, 201, None
    yield "/games", {"puzzle": "flows", "seats": ["me"] * 7}, 400, "seats"
    for size, status in ((30, "engine:LEVEL"), (31, "nor too long")):
        yield "/games", {"puzzle": "flows", "seats": ["me", "x" * size]}, 400, status


def of_a_game():
    """The same in a game of its own: (what, body, status, part of the message)."""
    yield "moves", {"version": 0, "move": "x" * 64}, 422, None
    yield "moves", {"version": 0, "move": "x" * 65}, 400, "not too long"
    yield "moves", {"version": 0, "moves": ["0>2", "2>0"] * 500}, 200, None
    yield "moves", {"version": 1000, "moves": ["0>2"] * 1001}, 400, "nor too long"
    yield "undo", {"version": 1000, "count": 0}, 400, "count"
    yield "undo", {"version": 1000, "count": 200001}, 400, "count"
    yield "undo", {"version": 1000, "count": 200000}, 409, None
    yield "undo", {"version": 1000, "count": 1000}, 200, None
    for count, status in ((1, 202), (100000, 202), (0, 400), (100001, 400)):
        yield "solve", {"count": count}, status, "count" if status == 400 else None
    yield "solve", {"from": "0" * 5000}, 202, None
    yield "solve", {"from": "0" * 5001}, 400, "not too long"
    for step, status in ((1, 202), (1000000, 202), (0, 400), (1000001, 400)):
        yield "rig", {"task": "reset", "step": step, "seed": 4294967295}, status, "step" if status == 400 else None
    yield "rig", {"task": "reset", "seed": 4294967296}, 400, "seed"


def longest_values(tap, server):
    client = server.client()
    wrong = []
    for path, body, status, message in limits():
        answer = client.post(path, body)
        if answer.status != status or (message and message not in answer.json["error"]["message"]):
            wrong.append((path, str(body)[:100], status, message, answer))
        if answer.status == 202:
            client.wait(answer.json["job"]["id"], answer.json["token"])
    game, token = new_game(client)
    for what, body, status, message in of_a_game():
        answer = client.post("/games/%s/%s" % (game, what), body, token=token)
        if answer.status != status or (message and message not in answer.json["error"]["message"]):
            wrong.append((what, str(body)[:100], status, message, answer))
        if answer.status == 202:
            client.wait(answer.json["job"]["id"], token)
    tap.check("every value is taken up to its limit, and refused beyond it", not wrong, *wrong)
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "open", "open"]}).json
    names = [client.post("/join/" + made["game"]["invite"], {"name": "a" * size}).status for size in (161, 160)]
    seats = [client.post("/join/" + made["game"]["invite"], {"seat": seat}).status for seat in (7, 0, 6, 3)]
    tap.check("so are the name of who joins, and the seat", names == [400, 200] and seats == [400, 400, 409, 200],
              names, seats)
    levels = [client.post("/games/%s/seats/1/engine" % made["game"]["id"], {"level": "x" * size}, token=made["token"])
              for size in (16, 17)]
    tap.check("and the level of an engine", [a.status for a in levels] == [400, 400] and
              "no such level" in levels[0].json["error"]["message"] and
              "not too long" in levels[1].json["error"]["message"], *levels)


def longest_lists(tap, server):
    """What is told in pieces, or not at all if it is too long."""
    client = server.client()
    game, token = new_game(client)
    client.post("/games/%s/moves" % game, {"version": 0, "moves": ["0>2", "2>0"] * 500}, token=token)
    log = client.get("/games/%s/log" % game).json
    tap.check("a log of 1000 entries is told at once", len(log["entries"]) == 1000 and not log["more"], log["more"])
    client.post("/games/%s/moves" % game, {"version": 1000, "move": "0>2"}, token=token)
    logs = [client.get("/games/%s/log?since=%d" % (game, since)).json for since in (0, 1, 1000, 1001)]
    tap.check("one of 1001 in two pieces", [(len(one["entries"]), one["more"]) for one in logs] ==
              [(1000, True), (1000, False), (1, False), (0, False)] and
              [one["version"] for one in logs[2]["entries"]] == [1001])
    legal = []
    for columns, rows in ((20, 10), (3, 67)):
        text = "width %d\nheight %d\n\nrows\n%s\ncolumns\n%s" % (columns, rows, "0\n" * rows, "0\n" * columns)
        legal.append(client.post("/games", {"text": text, "as": "nonogram"}).json["game"]["legal"])
    tap.check("400 legal moves are listed, 402 are not", legal[1] is None and len(legal[0]) == 400, legal)


def too_large(tap, server):
    client = server.client()
    answer = client.ask("POST", "/api/v1/games", raw=b'{"text": "' + b"x" * (5 << 20) + b'"}')
    tap.check("a body of 5 MB: 413", answer.status == 413 and answer.code == "too_large", answer)
    answers = [client.ask("GET", "/api/v1/health", headers={"X": "x" * size}).status for size in (8000, 15000)]
    tap.check("a head of 8 kB is read, one that leaves no room is not", answers[0] == 200 and answers[1] in (200, 431),
              answers)
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
        tap.check("one that is only announced: 413 at once", b" 413 " in line.recv(4096)[:40])
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
        for _ in range(80):
            line.sendall(piece)
        line.sendall(b"0\r\n\r\n")
        tap.check("one in chunks: 413", b" 413 " in line.recv(4096)[:40])
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100000 + b"\r\n\r\n")
        tap.check("a head that is too large: 4xx", line.recv(4096)[9:10] == b"4")


def paths(tap, server):
    client = server.client()
    tries = ["/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/./index.html",
             "/tests/", "/index.html/", "/index.html%00.js", "/app.js/../index.html", "/api/v1/games/../puzzles",
             "/api/v1/games/..%2f..%2fx", "/api/v1/games/%00", "/api/v1/games/" + "A" * 3000, "/api/v1x/puzzles",
             "/api/v1/games//log", "/api/v1/games/AAAAAAAAAAA'/log", "/api/v1/jobs/%27", "/api/v1/join/%27%3b--"]
    answers = [client.ask("GET", path, token="x") for path in tries]
    tap.check("no path leads out of the page: 404", all(a.status == 404 for a in answers),
              *(pair for pair in zip(tries, answers) if pair[1].status != 404))
    page = client.ask("GET", "/")
    tap.check("the page is there, with a strict policy", page.status == 200 and b"<!doctype html>" in page.body.lower()
              and "unsafe" not in page.headers["Content-Security-Policy"]
              and page.headers["X-Content-Type-Options"] == "nosniff", page.headers)
    again = client.ask("GET", "/", headers={"If-None-Match": page.headers["ETag"]})
    tap.check("it is not sent twice", again.status == 304 and not again.body)
    answer = client.ask("GET", "/api/v1/health", headers={"Host": "evil.example"})
    tap.check("another host's name: 403", answer.status == 403, answer)
    moved = client.ask("GET", "/join/" + "A" * 22)
    tap.check("a link to join leads to the page", moved.status == 303 and
              moved.headers["Location"] == "/#/join/" + "A" * 22)


# ---- anything at all ----

def any_value(depth=0):
    """A JSON value that nobody expects."""
    kinds = [None, True, -1, 0, 1, 2, 2 ** 63, -2 ** 63, 0.5, 1e308, "", "0>2", "me", "open", "engine:random", "flows",
             "hanoi", "x" * 5000, "\u0000", "\ud7ff", "../..", "%s%n", "' OR 1=1 --", TOWER, "flows\nseats: 0 1\n"]
    if depth < 3 and random.random() < 0.2:
        return [any_value(depth + 1) for _ in range(random.randrange(4))]
    if depth < 3 and random.random() < 0.2:
        return {str(any_value(3)): any_value(depth + 1) for _ in range(random.randrange(4))}
    return random.choice(kinds)


def any_request(api, ids):
    """A request to a route of the description, with parts that fit and parts that do not."""
    method, pattern = random.choice(sorted(api.operations()))
    path = re.sub(r"\{\w+\}", lambda _: random.choice(ids), pattern)
    if random.random() < 0.3:
        names = ["since", "svg", "format", "scale", "topics", "routes", "print", "ascii"]
        path += "?%s=%s" % (random.choice(names), random.choice(["1", "-1", "x", "", "%00", "game", "999999999999999999999"]))
    operation = api.document["paths"][pattern][method.lower()]
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    names = list(api.named(content["schema"]["$ref"].split("/")[-1])["properties"]) if content else ["x"]
    body = {name: any_value() for name in random.sample(names, random.randrange(len(names) + 1))}
    if random.random() < 0.5 and "version" in names:
        body["version"] = random.randrange(3)
    return method, path, body


def random_requests(tap, server):
    """Nothing that is sent makes the server fail, hang or end."""
    seed = int(time.time())
    random.seed(seed)
    api, client = tools.Api(), server.client()
    game, token = new_game(client)
    flows = client.post("/games", {"puzzle": "flows", "seats": ["me", "open"], "options": {"radius": 1}}).json
    ids = [game, game, flows["game"]["id"], flows["game"]["id"], flows["game"]["invite"], "1", "2", "0", "-1", "x", "A" * 12]
    bad, worked = [], 0
    for _ in range(5000 if tools.slow() else 500):
        method, path, body = any_request(api, ids)
        if path.startswith("/events"):
            continue
        given = random.choice([token, flows["token"], None, "x"])
        data = json.dumps(body).encode()
        if random.random() < 0.1:
            at = random.randrange(len(data))
            data = data[:at] + bytes([random.randrange(256)]) + data[at + 1:]
        answer = client.ask(method, "/api/v1" + path, raw=None if method == "GET" else data, token=given)
        worked += answer.status < 400
        if answer.status >= 500 and answer.code not in ("busy", "stopping") or \
                (answer.status >= 400 and "message" not in answer.json["error"]):
            bad.append((method, path, data[:300], answer))
    tap.check("random requests are answered, %d well (seed %d)" % (worked, seed), not bad and worked > 10, *bad[:5])
    sound = [client.get("/games/%s/%s" % (one, what)).status for one in (game, flows["game"]["id"]) for what in ("log", "export")]
    tap.check("the games are sound after them", sound == [200] * 4, sound)


# ---- results ----

def long_results(tap, server):
    """Whoever asks for long solutions again and again does not fill the memory with them."""
    client = server.client()
    game, token = new_game(client, " ".join(map(str, range(18, 0, -1))) + " | |\n goal: | | " +
                           " ".join(map(str, range(18, 0, -1))) + "\n")
    jobs = []
    for _ in range(5):
        started = client.post("/games/%s/solve" % game, {"count": 100000}, token=token)
        jobs.append(started.json["job"]["id"])
        seen = client.wait(jobs[-1], token)
    moves = len(seen.json["result"]["moves"]) if seen.status == 200 else 0
    statuses = [client.get("/jobs/" + job, token=token).status for job in jobs]
    tap.check("of five solutions of 100,000 moves the last four are kept", moves == 100000 and
              statuses == [404] + [200] * 4, moves, statuses)


# ---- pictures ----

def size_of(png):
    return int.from_bytes(png[16:20], "big") * int.from_bytes(png[20:24], "big")


def pixels_of(answer):
    """As many as a picture that was refused would have."""
    return int(re.search(r"would have (\d+) pixels", answer.json["error"]["message"]).group(1))


def large_pictures(tap, server):
    """A picture that takes long to draw is refused before it is drawn."""
    client = server.client()
    text = "width 60\nheight 60\n\nrows\n%s\ncolumns\n%s" % ("1\n" * 60, "1\n" * 60)
    game = client.post("/games", {"text": text, "as": "nonogram"}).json["game"]["id"]
    picture = "/games/%s/board.png?scale=" % game
    limit = 8 * (4e6 / pixels_of(client.get(picture + "8"))) ** 0.5  # about the scale of four million
    drawn, refused = [client.get(picture + "%.6f" % (limit * part)) for part in (0.997, 1.003)]
    pixels = pixels_of(refused)
    tap.check("a picture of more than four million pixels: 422, also without a token", refused.status == 422 and
              drawn.body[:4] == b"\x89PNG" and 0.99 * 4e6 < size_of(drawn.body) <= 4e6 < pixels < 1.01 * 4e6,
              size_of(drawn.body), pixels)
    tap.check("as a drawing it is there", client.get("/games/%s/board.svg" % game).status == 200)
    small, _ = new_game(client)
    scales = {scale: client.get("/games/%s/board.png?scale=%s" % (small, scale)).status
              for scale in ("0.1", "8", "0.0999", "8.001", "nan", "1x", "")}
    tap.check("scales from 0.1 to 8", list(scales.values()) == [200, 422, 400, 400, 400, 400, 400], scales)


# ---- many connections ----

def connect(server, data=b"", address="127.0.0.1"):
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=(address, 0))
    line.sendall(data)
    return line


def is_closed(line, seconds=0.0):
    line.settimeout(seconds)
    try:
        return line.recv(1) == b""
    except (socket.timeout, BlockingIOError):
        return False
    except OSError:
        return True


def closed_of(lines, enough):
    """How many are closed: waits until so many are."""
    closed, end = set(), time.time() + tools.SECONDS
    while len(closed) < enough and time.time() < end:
        ready, _, _ = select.select([line for line in lines if line not in closed], [], [], 1)
        closed.update(line for line in ready if is_closed(line))
    return len(closed)


def when_there_is_room(server, path):
    """Asks until a connection is taken: the server may still be about to see that others have gone."""
    end = time.time() + tools.SECONDS
    while True:
        try:
            return server.client().get(path)
        except (OSError, tools.http.client.HTTPException):
            if time.time() > end:
                raise


def many_connections(tap, program):
    """One address cannot take all connections."""
    with tools.folder() as folder:
        server = tools.Server(program, folder, "sqlite::memory:", files=400)  # 336 connections, 168 of one address
        server.start()
        game, token = new_game(server.client())
        half = b"POST /api/v1/games HTTP/1.1\r\nHost: loc"
        lines = [connect(server, half if number % 2 else b"") for number in range(250)]
        # Each of 16 threads has its part of the 168, so that some are closed before all parts are full.
        closed = closed_of(lines, 250 - 168 - 1)
        tap.check("of 250 connections of one address some are closed at once, most are not",
                  250 - 168 - 1 <= closed <= 130, closed)
        data = json.dumps({"version": 0, "move": "0>2"}).encode()
        with connect(server, b"POST /api/v1/games/%s/moves HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n"
                     b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" %
                     (game.encode(), token.encode(), len(data), data), "127.0.0.2") as other:
            answer = other.recv(100)
        tap.check("another address moves meanwhile", b" 200 " in answer[:16], answer)
        for line in lines:
            line.close()
        answer = when_there_is_room(server, "/games/" + game)
        tap.check("when they have gone there is room again", answer.status == 200 and answer.json["version"] == 1, answer)
        tap.check("that server ends cleanly", server.stop() == 0 and not server.errors(), server.errors())


def main():
    tap = tools.Tap()
    with tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder)
        server.start()
        try:
            for part in (two_at_once, replayed, writes_need_tokens, hands_are_secret, jobs_keep_secrets, bad_bodies,
                         longest_values, longest_lists, too_large, paths, large_pictures, long_results, random_requests):
                part(tap, server)
            tokens = [new_game(server.client())[1] for _ in range(20)]
            rights = {path.name: path.stat().st_mode & 0o777 for path in server.folder.glob("games.sqlite*")}
            tap.check("nobody else may read the store", len(rights) > 1 and set(rights.values()) == {0o600}, rights)
        finally:
            status = server.stop()
        tap.check("the server ends cleanly", status == 0, status, server.errors())
        tap.check("it had nothing to complain about", not server.errors(), server.errors())
        kept_as_hashes(tap, server, tokens)
    many_connections(tap, sys.argv[1])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
