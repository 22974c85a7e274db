#!/usr/bin/env python3
"""What must not be possible: to move twice at the same version, to act without a token or with another
player's, to see another's hand or the seed, to get at files, to make the server fail with bodies that are
malformed or of wrong types. Sizes and numbers are in server-limits.py.

usage: server-safety.py PROGRAM
Prints TAP.
"""

import json
import random
import re
import sqlite3
import sys
import threading
import time

import server_tools as tools

SIX = "6 5 4 3 2 1 | |\n goal: | | 6 5 4 3 2 1\n"


# ---- versions ----

def two_at_once(tap, server):
    """Many clients send a move for the same version at once: exactly one wins, each time."""
    game, token = tools.new_game(server.client(), SIX)
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
    game, token = tools.new_game(client)
    body = {"version": 0, "move": "0>2"}
    client.post("/games/%s/moves" % game, body, token=token)
    answer = client.post("/games/%s/moves" % game, body, token=token)
    tap.check("a request that is sent again does nothing", answer.status == 409 and
              client.get("/games/" + game).json["version"] == 1, answer)


# ---- tokens ----

def writes_need_tokens(tap, server):
    client = server.client()
    game, token = tools.new_game(client)
    _, other = tools.new_game(client)
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
    game, token = tools.new_game(client)
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
    bodies = [{"text": 1}, {"text": tools.TOWER, "as": 1}, {"text": tools.TOWER, "as": "chess"}, {"text": tools.TOWER, "puzzle": "hanoi"},
              {"puzzle": "chess"}, {"puzzle": "hanoi", "options": []}, {"puzzle": "hanoi", "options": {"discs": [1]}},
              {"puzzle": "hanoi", "options": {"none": 1}}, {"puzzle": "hanoi", "options": {"threads": 9}},
              {"puzzle": "harmony", "options": {"checkpoint": "/tmp/x"}}, {"puzzle": "hanoi", "seed": -1},
              {"puzzle": "flows", "seats": "me"}, {"puzzle": "flows", "seats": ["me"]},
              {"puzzle": "flows", "seats": ["me"] * 7}, {"puzzle": "flows", "seats": ["me", "you"]},
              {"puzzle": "flows", "seats": ["me", "engine:best"]}, {"puzzle": "hanoi", "seats": ["me", "open"]},
              {"puzzle": "flows", "seats": ["me", "open"], "seed": 5}, {"base64": "***"}, {"image": "AAAA"},
              {"puzzle": "hanoi", "image": "AAAA"}, {"text": tools.TOWER, "name": "a\nb"}, {"text": tools.TOWER, "name": "a" * 200},
              {"text": "flows\nseats: 0 1\nseed: 3\n", "seats": ["me", "open"]}]
    wrong = [client.ask("POST", "/api/v1/games", body) for body in bodies]
    tap.check("wrong fields of a new game: 400", all(a.status == 400 for a in wrong),
              *(a for a in wrong if a.status != 400))
    answer = client.ask("POST", "/api/v1/games", {"text": tools.TOWER}, headers={"Content-Type": "text/plain"})
    tap.check("a form of another page cannot post", answer.status == 400, answer)
    illegal = client.ask("POST", moves, {"version": 0, "move": "2>0"}, token)
    tap.check("an illegal move: 422 with the reason", illegal.status == 422 and
              illegal.json["error"]["message"] == "peg 2 is empty", illegal)
    tap.check("the game is as it was", client.get("/games/" + game).json["version"] == 0)


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
             "hanoi", "x" * 5000, "\u0000", "\ud7ff", "../..", "%s%n", "' OR 1=1 --", tools.TOWER, "flows\nseats: 0 1\n"]
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
    game, token = tools.new_game(client)
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


def main():
    tap = tools.Tap()
    with tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder)
        server.start()
        try:
            for part in (two_at_once, replayed, writes_need_tokens, hands_are_secret, jobs_keep_secrets, bad_bodies,
                         paths, random_requests):
                part(tap, server)
            tokens = [tools.new_game(server.client())[1] for _ in range(20)]
            rights = {path.name: path.stat().st_mode & 0o777 for path in server.folder.glob("games.sqlite*")}
            tap.check("nobody else may read the store", len(rights) > 1 and set(rights.values()) == {0o600}, rights)
        finally:
            status = server.stop()
        tap.check("the server ends cleanly", status == 0, status, server.errors())
        tap.check("it had nothing to complain about", not server.errors(), server.errors())
        kept_as_hashes(tap, server, tokens)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
