#!/usr/bin/env python3
"""Who may do what: every operation of docs/openapi.json, asked by everybody there is. The table below
has the status that each of them gets; an operation without a row, or a row without an operation, is a
failure. What is private must be in nobody else's answer: tokens, their hashes, the invite, the tile in
hand, the seed.

usage: server-access.py PROGRAM
Prints TAP.
"""

import hashlib
import importlib
import json
import re
import sqlite3
import sys

import server_tools as tools

flows = importlib.import_module("server-flows")
retention = importlib.import_module("server-retention")

TOWER = tools.TOWER
HAND = "the tile in hand"

# Who asks. Each cell of the table has a game of its own.
WHO = {
    "nobody": "no token at all, or one that is not sent as Bearer",
    "stranger": "a token that is none of this game: another game's, an invented one, one that is almost right",
    "waiting": "whoever joined, in seat 2 of 3, while seat 1 moves",
    "mover": "whoever joined in seat 1, which moves; the game is somebody else's",
    "owner": "whoever made the game and sits in seat 1, which moves",
    "seatless": "whoever made the game and sits nowhere",
    "hot seat": "whoever made the game and has all seats of it",
    "alone": "the only player of a Tower of Hanoi",
    "removed": "the owner of a game that was removed",
}

# can: 202 if the puzzle of the game can do that, else 422.
TABLE = """
operation                          | nobody stranger waiting mover owner seatless hot-seat alone removed
GET /health                        | 200    200      200     200   200   200      200      200   200
GET /puzzles                       | 200    200      200     200   200   200      200      200   200
GET /rig                           | 200    200      200     200   200   200      200      200   200
GET /events                        | 200    200      200     200   200   200      200      200   200
POST /games                        | 201    201      201     201   201   201      201      201   201
POST /drafts                       | 202    202      202     202   202   202      202      202   202
GET /games/{id}                    | 200    401      200     200   200   200      200      200   404
GET /games/{id}/log                | 200    401      200     200   200   200      200      200   404
GET /games/{id}/export             | 200    401      200     200   200   200      200      200   404
GET /games/{id}/board.svg          | 200    401      200     200   200   200      200      200   404
GET /games/{id}/board.png          | 200    401      200     200   200   200      200      200   404
POST /games/{id}/moves             | 401    401      403     200   200   403      200      200   404
POST /games/{id}/undo              | 401    401      403     403   403   403      200      200   404
POST /games/{id}/redo              | 401    401      403     403   403   403      200      200   404
POST /games/{id}/resign            | 401    401      200     200   200   403      200      422   404
POST /games/{id}/rematch           | 401    401      409     409   409   409      409      201   404
POST /games/{id}/seats/{seat}/engine | 401  401      403     403   200   200      409      422   404
POST /games/{id}/solve             | 401    401      can     can   can   can      can      can   404
POST /games/{id}/hint              | 401    401      can     can   can   can      can      can   404
POST /games/{id}/check             | 401    401      can     can   can   can      can      can   404
POST /games/{id}/rate              | 401    401      can     can   can   can      can      can   404
POST /games/{id}/rig               | 401    401      422     422   422   422      422      202   404
GET /join/{invite}                 | 200    200      200     200   200   200      404      404   404
POST /join/{invite}                | 200    200      200     200   200   200      404      404   404
GET /jobs/{id}                     | 401    401      401     200   200   401      200      200   404
DELETE /jobs/{id}                  | 401    401      401     200   200   401      200      200   404
POST /jobs/{id}/stop               | 401    401      401     422   422   401      422      202   404
"""


def read_table():
    """{(method, path): {who: status}}, the statuses as they stand there."""
    head, *lines = TABLE.strip().split("\n")
    names = [name.replace("-", " ") for name in head.split("|")[1].split()]
    table = {}
    for line in lines:
        operation, cells = line.split("|")
        table[tuple(operation.split())] = dict(zip(names, cells.split()))
    return table, names


class Game:
    """A game with all who are concerned: somebody sits in seat 1 and 2, seat 3 is open."""

    def __init__(self, client, who):
        self.client, self.who = client, who
        self.tokens, self.seats, self.mine = {}, [], None
        if who == "alone":
            self.make({"text": TOWER, "name": "Ann"}, [1])
        else:
            seats = {"hot seat": ["me", "me", "me"], "seatless": ["open", "open", "open"],
                     "mover": ["open", "open", "open"]}.get(who, ["me", "open", "open"])
            self.make({"puzzle": "flows", "options": {"radius": 2}, "seats": seats},
                      [n for n, seat in enumerate(seats, 1) if seat == "me"])
        self.version = self.made["version"]
        for seat in (1, 2):
            if self.invite and seat not in self.seats:
                joined = client.post("/join/" + self.invite, {"seat": seat}).json
                self.tokens["mover" if seat == 1 else "waiting"] = joined["token"]
                self.version += 1
        self.first = self.tokens.get("mover") or self.tokens["owner"]
        self.take_one_back()
        self.job = None

    def make(self, body, seats):
        made = self.client.post("/games", body).json
        self.made, self.tokens["owner"], self.seats = made["game"], made["token"], seats
        self.id, self.invite, self.puzzle = self.made["id"], self.made["invite"], self.made["puzzle"]

    def state(self):
        return self.client.get("/games/" + self.id, token=self.first).json

    def legal(self):
        """A move that whoever sits in seat 1 may make."""
        state = self.state()
        if self.puzzle == "hanoi":
            return state["legal"][0]
        return next(move for move, verdict, _, _ in flows.placements(state) if verdict == "1")

    def take_one_back(self):
        """Where one may, there is something to undo and to redo. It is seat 1's turn again."""
        if self.who not in ("alone", "hot seat"):
            return
        for _ in range(4):
            self.change("moves", move=self.legal())
        self.change("undo")

    def change(self, what, **more):
        self.client.post("/games/%s/%s" % (self.id, what), dict(more, version=self.version), token=self.first)
        self.version += 1

    def start_job(self):
        """A job of seat 1: the robot where there is one, else a hint."""
        path, body = ("rig", {"task": "reset"}) if self.puzzle == "hanoi" else ("hint", {"options": {"playouts": 1}})
        if not self.job:
            self.job = self.client.post("/games/%s/%s" % (self.id, path), body, token=self.first).json["job"]["id"]
        return self.job

    def asker(self):
        """The token, the seats and whether the game is theirs, of the one who asks."""
        return {"waiting": (self.tokens.get("waiting"), [2], False), "mover": (self.tokens.get("mover"), [1], False),
                "owner": (self.tokens["owner"], [1], True), "removed": (self.tokens["owner"], [1], True),
                "seatless": (self.tokens["owner"], [], True), "hot seat": (self.tokens["owner"], [1, 2, 3], True),
                "alone": (self.tokens["owner"], [1], True)}.get(self.who, (None, [], False))


class Removed(Game):
    """It was there before the server was started again, and has gone."""

    def legal(self):
        return "0>2"

    def start_job(self):
        return "J" * 22


class Test:
    def __init__(self, program, folder):
        self.program, self.folder = program, tools.pathlib.Path(folder)
        self.path = self.folder / "games.sqlite"
        self.tap, self.api = tools.Tap(), tools.Api()
        self.bodies = []  # (game, what was asked, body)
        self.games = {}
        self.gone = self.remove_one()
        self.can = {puzzle["name"]: puzzle["can"] for puzzle in self.client.get("/puzzles").json["puzzles"]}
        self.other = Game(self.client, "owner")

    def serve(self, *options):
        self.server = tools.Server(self.program, self.folder, "sqlite:%s" % self.path, options)
        self.server.start()
        self.client = self.server.client()

    def remove_one(self):
        """A game that nobody has touched for two days, where they are kept for one."""
        self.serve()
        gone = Removed(self.client, "owner")
        gone.who = "removed"
        self.server.stop()
        retention.age(self.path, gone.id, 2)
        self.serve("--keep", "1")
        self.tap.check("a game is removed", retention.wait_until(lambda: gone.id not in retention.games_in(self.path)))
        return gone

    def game(self, who):
        if who == "removed":
            return self.gone
        game = Game(self.client, "owner" if who in ("nobody", "stranger") else who)
        game.who = who
        self.games[game.id] = game
        return game

    # ---- asking ----

    def strangers(self, game):
        right = game.tokens["owner"]
        return ["Bearer " + text for text in (
            self.other.tokens["owner"], "A" * 22, "x", right[:-1], right + "A", right.swapcase(), right[1:] + right[0],
            game.id, game.invite, "A" * 3000, hashlib.sha256(right.encode()).hexdigest())]

    def headers(self, who, game):
        """The values of Authorization with which this one comes."""
        if who == "nobody":
            return [None, "Basic " + game.tokens["owner"], game.tokens["owner"], "Bearer" + game.tokens["owner"]]
        if who == "stranger":
            return self.strangers(game)
        return ["Bearer " + game.asker()[0], "bearer " + game.asker()[0]]

    def body(self, method, path, game):
        if method != "POST":
            return None
        options = {"options": {"playouts": 1}} if game.puzzle == "flows" else {}
        version = {"version": game.version}
        moves = path.endswith("/moves")
        return {"/games": {"text": TOWER}, "/drafts": {"text": TOWER},
                "/games/{id}/moves": dict(version, move=game.legal()) if moves else None, "/games/{id}/undo": version,
                "/games/{id}/redo": version, "/games/{id}/resign": version, "/games/{id}/hint": options,
                "/games/{id}/rate": options, "/games/{id}/rig": {"task": "reset"},
                "/jobs/{id}/stop": {"ms": 1}}.get(path, {})

    def place(self, path, game):
        job = game.start_job() if path.startswith("/jobs/") else None
        path = path.replace("{id}", job or game.id).replace("{invite}", game.invite or "N" * 22)
        return path.replace("{seat}", "3") + ("?topics=" + game.id if path == "/events" else "")

    def ask(self, method, path, game, authorization, body):
        headers = {} if authorization is None else {"Authorization": authorization}
        if path.startswith("/events"):
            return self.listen(path, headers)
        return self.client.ask(method, "/api/v1" + path, body, headers=headers)

    def listen(self, path, headers):
        """A stream has no end: its first line is enough."""
        connection = tools.http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=tools.SECONDS)
        connection.request("GET", "/api/v1" + path, headers=headers)
        answer = connection.getresponse()
        seen = tools.Answer(answer.status, answer.headers, answer.readline())
        answer.close()
        connection.close()
        return seen

    # ---- what is private ----

    def told(self, what, game, who, answer):
        """What somebody was told who may not know it, as a list of sentences."""
        text = answer.body.decode("latin-1")
        secrets = {"a token": list(game.tokens.values()) + [self.other.tokens["owner"]]}
        secrets["the hash of a token"] = [hashlib.sha256(t.encode()).hexdigest() for t in secrets["a token"]]
        if who in ("nobody", "stranger"):
            secrets["the invite"] = [game.invite] if game.invite else []
        faults = [name for name, list_ in secrets.items() if any(one in text for one in list_)]
        if what.startswith("/games/") and game.puzzle == "flows":
            faults += ["the seed"] if re.search(r"\bseed\b", text) else []
            faults += [HAND] if 1 not in game.asker()[1] and re.search(r"\bhand: |\bin hand\b", text) else []
        return faults

    def seen(self, game, who, answer):
        """Whether a game that is shown is shown to the right one."""
        if answer.headers.get("Content-Type") != "application/json" or answer.status >= 400:
            return []
        state = answer.json.get("game", answer.json)
        if not isinstance(state, dict) or state.get("id") != game.id or "viewer" not in state:
            return []
        _, seats, owner = game.asker()
        viewer, faults = state["viewer"], []
        if (viewer["seats"], viewer["owner"]) != (seats, owner) and "token" not in answer.json:
            faults.append("taken for somebody else: %r" % viewer)
        if game.puzzle == "flows" and (state["board"]["hand"] is not None) != (state["turn"] in viewer["seats"]):
            faults.append(HAND)
        if [seat["seat"] for seat in state["seats"] if seat["you"]] != viewer["seats"]:
            faults.append("other seats are called yours")
        return faults

    # ---- the table ----

    def expected(self, cell, path, game):
        if cell != "can":
            return int(cell)
        return 202 if path.split("/")[-1] in self.can[game.puzzle] else 422

    def cell(self, method, path, who, cell):
        """Asks in all ways in which this one can come. Returns what is wrong."""
        game = self.game(who)
        place, body = self.place(path, game), self.body(method, path, game)
        wrong, headers = [], self.headers(who, game)
        wanted = self.expected(cell, path, game)
        # what changes the game is done once
        once = wanted < 300 and method != "GET" and path not in ("/games", "/drafts")
        for authorization in headers[:1] if once else headers:
            answer = self.ask(method, place, game, authorization, body)
            faults = self.api.faults(method, place, answer) if not place.startswith("/events") else []
            faults += self.told(path, game, who, answer) + self.seen(game, who, answer)
            self.bodies.append((game.id, "%s %s by %s" % (method, path, who), answer.body))
            if answer.status != wanted or faults:
                wrong.append((who, authorization, "%d was expected" % wanted, faults, answer))
        self.unchanged(game, who, wanted, wrong)
        return wrong

    def unchanged(self, game, who, wanted, wrong):
        """Who is refused has changed nothing."""
        if wanted < 400 or who == "removed":
            return
        state = self.state_of(game)
        if state["version"] != game.version or state["rematch"]:
            wrong.append((who, "a request that was refused has changed the game", state["version"], game.version))

    def state_of(self, game):
        return self.client.get("/games/" + game.id, token=game.first).json

    def rows(self):
        table, names = read_table()
        described = self.api.operations()
        self.tap.check("each operation of the description has a row", not described - set(table), described - set(table))
        self.tap.check("each row has an operation", not set(table) - described, set(table) - described)
        self.tap.check("the table has everybody", names == list(WHO) and
                       all(len(row) == len(names) for row in table.values()), names)
        for (method, path), row in table.items():
            wrong = [fault for who, cell in row.items() for fault in self.cell(method, path, who, cell)]
            self.tap.check("%s %s: by everybody" % (method, path), not wrong, *wrong[:5])

    def public_agrees(self):
        """The description says which operations need no token: those that nobody may ask for."""
        table, _ = read_table()
        for method, path in sorted(self.api.operations()):
            security = self.api.document["paths"][path][method.lower()].get("security", [{}])
            self.tap.check("%s %s needs a token as described" % (method, path),
                           ({} in security) == (table[method, path]["nobody"] != "401"), security)

    # ---- more of Flows ----

    def seats_of_others(self):
        """Who waits cannot move for the seat that moves, nor for themselves before their turn."""
        game = self.game("owner")
        move = game.legal()
        place = "/games/%s/moves" % game.id
        for name, text in (("for another", move), ("before their turn", "P2" + move[2:])):
            answer = self.client.post(place, {"version": game.version, "move": text}, token=game.tokens["waiting"])
            self.tap.check("seat 2 moves %s: refused" % name, answer.status == (403 if text == move else 422) and
                           self.state_of(game)["version"] == game.version and not self.told(place, game, "waiting", answer), answer)

    def nobody_there_yet(self):
        """An open seat is somebody else's: what was moved before they came is not taken back."""
        made = self.client.post("/games", {"puzzle": "flows", "options": {"radius": 2}, "seats": ["me", "open"]}).json
        move = next(m for m, verdict, _, _ in flows.placements(made["game"]) if verdict == "1")
        place = "/games/%s/" % made["game"]["id"]
        moved = self.client.post(place + "moves", {"version": 0, "move": move}, token=made["token"])
        back = self.client.post(place + "undo", {"version": 1}, token=made["token"])
        self.tap.check("nothing is taken back while a seat is open", moved.status == 200 and back.status == 403 and
                       not moved.json["can_undo"], moved, back)

    def invitations(self):
        """An invitation gives each open seat away once; then it is of no use."""
        game = self.game("owner")
        taken = self.client.post("/join/" + game.invite, {"seat": 2})
        last = self.client.post("/join/" + game.invite, {})
        full = [self.client.post("/join/" + game.invite, {}), self.client.post("/join/" + game.invite, {"seat": 3})]
        state = self.client.get("/games/" + game.id, token=game.tokens["owner"]).json
        self.tap.check("a seat is given away once", taken.status == 409 and last.status == 200 and
                       last.json["seats"] == [3] and [answer.status for answer in full] == [409, 409] and
                       state["invite"] is None and state["version"] == game.version + 1, taken, last, *full)
        self.tap.check("who joined is not the owner", last.json["game"]["viewer"] ==
                       {"seats": [3], "owner": False, "to_move": False}, last)

    def after_a_rematch(self):
        """Everybody's token is good in the game after this one, a stranger's is not."""
        game = self.game("owner")
        for name, version in (("owner", game.version), ("waiting", game.version + 1)):
            self.client.post("/games/%s/resign" % game.id, {"version": version}, token=game.tokens[name])
        third = self.client.post("/join/" + game.invite, {}).json
        tokens = dict(game.tokens, third=third["token"])
        state = self.client.get("/games/" + game.id, token=third["token"]).json
        if not state["solved"]:
            self.client.post("/games/%s/resign" % game.id, {"version": state["version"]}, token=third["token"])
        again = self.client.post("/games/%s/rematch" % game.id, token=game.tokens["waiting"]).json["id"]
        seen = {name: self.client.get("/games/" + again, token=token).json["viewer"] for name, token in tokens.items()}
        self.tap.check("the game after: the same seats, the same owner",
                       [(seen[n]["seats"], seen[n]["owner"]) for n in ("owner", "waiting", "third")] ==
                       [([1], True), ([2], False), ([3], False)], seen)
        answer = self.client.get("/games/" + again, token=self.other.tokens["owner"])
        self.tap.check("not for strangers", answer.status == 401, answer)

    # ---- the end ----

    def seeds(self):
        """What the store knows and nobody was told."""
        with sqlite3.connect(self.path) as base:
            starts = dict(base.execute("SELECT id, start FROM game WHERE puzzle = 'flows'"))
        base.close()
        seeds = {game: re.search(r"seed: (\d+)", start).group(1) for game, start in starts.items()}
        wrong = [what for game, what, body in self.bodies if game in seeds and seeds[game].encode() in body]
        asked = sum(game in seeds for game, _, _ in self.bodies)
        self.tap.check("the seed of a game is in none of %d answers" % asked, not wrong and asked > 200 and
                       len(set(seeds.values())) > 50, *wrong[:5])

    def run(self):
        for part in (self.rows, self.public_agrees, self.seats_of_others, self.nobody_there_yet, self.invitations,
                     self.after_a_rematch):
            part()


def main():
    with tools.folder() as folder:
        test = Test(sys.argv[1], folder)
        try:
            test.run()
        finally:
            status = test.server.stop()
        test.seeds()
        test.tap.check("the server ends cleanly", status == 0 and not test.server.errors(), status, test.server.errors())
        return test.tap.end()


if __name__ == "__main__":
    sys.exit(main())
