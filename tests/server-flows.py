#!/usr/bin/env python3
"""Whole games of Flows: three people at three clients, with a spectator who watches the events;
games with engines of every level, which move by themselves, also after a restart in the middle;
and the answers to illegal moves.

usage: server-flows.py PROGRAM
Prints TAP.
"""

import random
import sys
import time

import server_tools as tools

ENOUGH = 400


def placements(state):
    """(move, verdict) for each distinct placement of the tile in hand."""
    hand, board = state["board"]["hand"], state["board"]
    rotations = (3, 6, 3, 2)[hand["type"]]
    for rotation in range(rotations):
        for hex_number, verdict in enumerate(hand["map"][rotation]):
            move = "P%d%sT%d%s" % (state["turn"], board["hexes"][hex_number]["name"], hand["type"],
                                   hand["orientations"][rotation])
            yield move, verdict, hex_number, rotation


def lines_fit(state):
    """The lines of every tile are those of its type and rotation."""
    board = state["board"]
    for one in board["hexes"]:
        tile = one["tile"]
        if tile:
            turned = {frozenset((p + tile["rotation"]) % 6 for p in pair) for pair in board["types"][tile["type"]]}
            if turned != {frozenset(line["ports"]) for line in tile["lines"]}:
                return False
    return True


def only_owner_sees(client, game, tokens, turn):
    """The hand is in the answer to the token of the seat that moves, and in no other."""
    for seat, token in [(0, None)] + sorted(tokens.items()):
        hand = client.get("/games/" + game, token=token).json["board"]["hand"]
        if (hand is not None) != (seat == turn):
            return False
    return True


def three_people(tap, server, seed):
    random.seed(seed)
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "open", "open"], "name": "Ann"}).json
    game, tokens = made["game"]["id"], {1: made["token"]}
    stream = tools.events(server.port, [game])
    versions = [stream.next()[1]["version"]]
    for name in ("Bob", "Cleo"):
        joined = client.post("/join/" + made["game"]["invite"], {"name": name}).json
        tokens[joined["seats"][0]] = joined["token"]
    state = client.get("/games/" + game).json
    secret = fits = said = True
    illegal = 0
    while not state["solved"] and state["version"] < ENOUGH:
        turn = state["turn"]
        secret = secret and only_owner_sees(client, game, tokens, turn)
        mine = client.get("/games/" + game, token=tokens[turn]).json
        fits = fits and lines_fit(mine)
        moves = list(placements(mine))
        legal = [m for m in moves if m[1] in "1W"]
        refused = [m for m in moves if m[1] == "0"]
        if refused:
            said = said and explained(client, game, tokens[turn], mine, random.choice(refused))
            illegal += 1
        wins = [m for m in legal if m[1] == "W"]
        move = random.choice(wins if wins and state["version"] > 30 else [m for m in legal if m[1] == "1"] or legal)
        answer = client.post("/games/%s/moves" % game, {"version": mine["version"], "move": move[0]},
                             token=tokens[turn])
        if answer.status != 200:
            tap.check("a legal placement is played", False, move, answer)
            return
        state = answer.json
    tap.check("three people play to the end (seed %d): %s" % (seed, state["ending"]), state["solved"] and
              state["board"]["outcome"] != "playing", state)
    tap.check("the hand is shown only to its owner, at every turn", secret)
    tap.check("lines are those of type and rotation", fits)
    tap.check("%d illegal placements were refused with who and where" % illegal, said)
    while versions[-1] < state["version"]:
        versions.append(stream.next()[1]["version"])
    stream.close()
    tap.check("the spectator heard of every version", versions == list(range(state["version"] + 1)), versions)
    record(tap, client, game, state)


def explained(client, game, token, state, move):
    answer = client.post("/games/%s/moves" % game, {"version": state["version"], "move": move[0]}, token=token)
    error = answer.json.get("error", {})
    refusal = error.get("refusal", {})
    return answer.status == 422 and error["code"] == "illegal_move" and len(error["message"]) > 10 and \
        refusal.get("kind") in ("cut", "room", "collide", "tiles") and len(refusal["seats"]) > 0


def refusals(tap, server):
    """One player may know the draws of a game with all seats: the same game every time."""
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "me", "me"], "seed": 1}).json
    game, token, state = made["game"]["id"], made["token"], made["game"]
    illegal = said = 0
    while not state["solved"] and illegal < 20:
        moves = list(placements(state))
        for move in [m for m in moves if m[1] == "0"][:3]:
            illegal += 1
            said += explained(client, game, token, state, move)
        move = next(m for m in moves if m[1] in "1W")
        state = client.post("/games/%s/moves" % game, {"version": state["version"], "move": move[0]},
                            token=token).json
    tap.check("each of %d illegal placements is refused with who and where" % illegal, said == illegal >= 5)


def record(tap, client, game, state):
    """A game that is over has no secrets: its record has the seed, and can be read again."""
    text = client.get("/games/%s/export" % game).body.decode()
    again = client.post("/games", {"text": text})
    tap.check("the record of a game that is over is complete", "seed: " in text and again.status == 201 and
              again.json["game"]["moves"] == state["moves"] and again.json["game"]["solved"], text, again)


def engines(tap, server):
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "options": {"radius": 2}, "seats": [
        "engine:random", "engine:greedy", "engine:strong"]}).json
    state = wait_for(server, made["game"]["id"], None, lambda state: state["solved"])
    tap.check("three engines play to the end by themselves: %s" % state["ending"], state["solved"], state)


def wait_for(server, game, token, done):
    """Looks at a game whenever its stream has a change, until it is as wanted."""
    client = server.client()
    stream = tools.events(server.port, [game])
    state = client.get("/games/" + game, token=token).json
    while not done(state) and stream.next() is not None:
        state = client.get("/games/" + game, token=token).json
    stream.close()
    return state


def wait_for_turn(server, game, token, seat):
    return wait_for(server, game, token, lambda state: state["turn"] in (seat, None))


def against_engine(tap, server):
    """Alone against an engine: undo takes back the engine's answer, too. Then the server is killed."""
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "engine:greedy"]}).json
    game, token = made["game"]["id"], made["token"]
    state = made["game"]
    for _ in range(3):
        state = wait_for_turn(server, game, token, 1)
        move = next(m for m, verdict, _, _ in placements(state) if verdict == "1")
        client.post("/games/%s/moves" % game, {"version": state["version"], "move": move}, token=token)
    before = wait_for_turn(server, game, token, 1)
    taken = client.post("/games/%s/undo" % game, {"version": before["version"]}, token=token).json
    tap.check("a move and its answer are taken back", len(before["moves"]) == 6 and
              taken["moves"] == before["moves"][:4] and taken["turn"] == 1, taken["moves"], before["moves"])
    again = client.post("/games/%s/redo" % game, {"version": taken["version"]}, token=token).json
    tap.check("both are redone", again["moves"] == before["moves"] and again["turn"] == 1, again["moves"])
    move = next(m for m, verdict, _, _ in placements(again) if verdict == "1")
    answer = client.post("/games/%s/moves" % game, {"version": again["version"], "move": move}, token=token)
    server.kill()
    server.start()
    client = server.client()
    state = wait_for_turn(server, game, token, 1)
    tap.check("after a kill the engine moves when the game is looked at", answer.status == 200 and
              len(state["moves"]) == 8 and state["moves"][:7] == answer.json["moves"][:7], state["moves"], answer)
    client.post("/games/%s/resign" % game, {"version": state["version"]}, token=token)
    rematch = client.post("/games/%s/rematch" % game, token=token)
    tap.check("the rematch has the same seats", rematch.status == 201 and
              [s["kind"] for s in rematch.json["seats"]] == ["person", "engine"] and
              rematch.json["viewer"]["seats"] == [1], rematch)


def two_seats_one_token(tap, server):
    client = server.client()
    made = client.post("/games", {"puzzle": "flows", "seats": ["me", "me"], "seed": 1, "options": {"radius": 1}}).json
    game, token, state = made["game"]["id"], made["token"], made["game"]
    hands = 0
    for _ in range(2):
        hands += state["board"]["hand"] is not None and state["viewer"]["to_move"]
        move = next(m for m, verdict, _, _ in placements(state) if verdict in "1W")
        state = client.post("/games/%s/moves" % game, {"version": state["version"], "move": move}, token=token).json
    back = client.post("/games/%s/undo" % game, {"version": state["version"]}, token=token).json
    tap.check("one player with two seats sees both hands and takes back alone",
              made["seats"] == [1, 2] and hands == 2 and len(back["moves"]) == 1, back)


def long_job(client):
    """Starts a solve that takes long; returns its state when it has begun."""
    hard = "18 17 | 16 15 14 | 13 12 11 10 9 | 8 7 6 5 4 3 2 1\n" \
           "goal: 17 16 15 14 | | 18 13 12 11 10 9 | 8 7 6 5 4 3 2 1\n"
    made = client.post("/games", {"text": hard}).json
    job = client.post("/games/%s/solve" % made["game"]["id"], {}, token=made["token"]).json["job"]["id"]
    while True:
        state = client.get("/jobs/" + job, token=made["token"]).json["state"]
        if state != "queued":
            return state


def main():
    tap = tools.Tap()
    with tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder)
        server.start()
        try:
            for seed in range(8 if tools.slow() else 2):
                three_people(tap, server, int(time.time()) + seed)
            for part in (refusals, engines, against_engine, two_seats_one_token):
                part(tap, server)
            stream = tools.events(server.port, ["A" * 12])
            job = long_job(server.client())
        finally:
            begin = time.time()
            status = server.stop()
        tap.check("the server ends cleanly and soon, with a stream open and a job that is %s" % job, status == 0 and
                  job == "running" and time.time() - begin < 10 and stream.next() is None,
                  status, time.time() - begin, server.errors())
        tap.check("it has logged nothing", not server.errors(), server.errors())
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
