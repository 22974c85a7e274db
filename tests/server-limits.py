#!/usr/bin/env python3
"""What is too much: values and lists beyond their limits, bodies and heads that are too large, pictures
and results that fill the memory, more connections than one address may have. Slow clients are in
src/server/tests/test_http.c.

usage: server-limits.py PROGRAM
Prints TAP.
"""

import json
import re
import select
import socket
import sys
import time

import server_tools as tools


# ---- values, lists and bodies ----

def limits():
    """(operation, body, status): each value at its limit, and one beyond it."""
    tower = {"text": tools.TOWER}
    picture = {"puzzle": "nonogram", "image": "AAAA"}
    for name, size, wrong in (("name", 160, 400), ("as", 20, 400)):
        good = 201 if name == "name" else 400  # a name of 20 letters is that of no puzzle
        yield "/games", dict(tower, **{name: "a" * size}), good, None if good == 201 else "no puzzle of that name"
        yield "/games", dict(tower, **{name: "a" * (size + 1)}), wrong, "at most"
    yield "/games", {"puzzle": "a" * 20}, 400, "no puzzle of that name"
    yield "/games", {"puzzle": "a" * 21}, 400, "at most"
    yield "/drafts", dict(picture, title="a" * 100), 202, None
    yield "/drafts", dict(picture, title="a" * 101), 400, "at most"
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
    yield "moves", {"version": 0, "move": "x" * 65}, 400, "at most"
    yield "moves", {"version": 0, "moves": ["0>2", "2>0"] * 500}, 200, None
    yield "moves", {"version": 1000, "moves": ["0>2"] * 1001}, 400, "nor too long"
    yield "undo", {"version": 1000, "count": 0}, 400, "count"
    yield "undo", {"version": 1000, "count": 200001}, 400, "count"
    yield "undo", {"version": 1000, "count": 200000}, 409, None
    yield "undo", {"version": 1000, "count": 1000}, 200, None
    for count, status in ((1, 202), (100000, 202), (0, 400), (100001, 400)):
        yield "solve", {"count": count}, status, "count" if status == 400 else None
    yield "solve", {"from": "0" * 5000}, 202, None
    yield "solve", {"from": "0" * 5001}, 400, "at most"
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
    game, token = tools.new_game(client)
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
    tap.check("and so are the name and the seat of a player who joins", names == [400, 200] and seats == [400, 400, 409, 200],
              names, seats)
    levels = [client.post("/games/%s/seats/1/engine" % made["game"]["id"], {"level": "x" * size}, token=made["token"])
              for size in (16, 17)]
    tap.check("and the level of an engine", [a.status for a in levels] == [400, 400] and
              "no such level" in levels[0].json["error"]["message"] and
              "at most" in levels[1].json["error"]["message"], *levels)


def longest_lists(tap, server):
    """What is sent in pieces, or left out if it is too long."""
    client = server.client()
    game, token = tools.new_game(client)
    client.post("/games/%s/moves" % game, {"version": 0, "moves": ["0>2", "2>0"] * 500}, token=token)
    log = client.get("/games/%s/log" % game).json
    tap.check("a log of 1000 entries is sent at once", len(log["entries"]) == 1000 and not log["more"], log["more"])
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


def raw(server, text):
    """The first line of the answer to a request, and whether the connection was closed after it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(text.encode())
        answer = b""
        while True:
            part = line.recv(4096)
            if not part:
                return answer.split(b"\r\n")[0].decode(), True
            answer += part


def framing(tap, server):
    """Requests whose end is a matter of opinion could hide others."""
    head = "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    strange = {"two lengths": "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
               "the same length twice": "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
               "a length and chunks": "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
               "a negative length": "Content-Length: -1\r\n\r\n{}", "no number": "Content-Length: two\r\n\r\n{}",
               "a list": "Content-Length: 2, 2\r\n\r\n{}"}
    answers = {what: raw(server, head + rest) for what, rest in strange.items()}
    tap.check("lengths that are ambiguous: 400, and the connection is closed",
              all(" 400 " in line and closed for line, closed in answers.values()), answers)
    refused = {path: server.client().ask(method, "/api/v1" + path) for method, path in
               (("PUT", "/health"), ("DELETE", "/games"), ("GET", "/games/AAAAAAAAAAAA/moves"), ("PUT", "/join/x"))}
    allowed = {path: (answer.status, answer.headers.get("Allow")) for path, answer in refused.items()}
    tap.check("405 says what is allowed", allowed == {"/health": (405, "GET, HEAD"), "/games": (405, "POST"),
              "/games/AAAAAAAAAAAA/moves": (405, "POST"), "/join/x": (405, "GET, HEAD, POST")}, allowed)


# ---- games ----

def saved(start, moves, undone=()):
    """A saved game as text."""
    return json.dumps({"quandary_game": 1, "puzzle": "nonogram" if "width" in start else "hanoi", "start": start,
                       "moves": list(moves), "undone": list(undone)})


def peak_of(server):
    """The most memory that the server has ever had, in megabytes."""
    with open("/proc/%d/status" % server.process.pid) as file:
        return int(re.search(r"VmHWM:\s*(\d+)", file.read()).group(1)) / 1024


def large_games(tap, server):
    """A game takes memory by its size, not by its size times its moves, and no more than its budget."""
    client = server.client()
    before = peak_of(server)
    side = 1000
    grid = "width %d\nheight %d\n\nrows\n%s\ncolumns\n%s" % (side, side, "1\n" * side, "1\n" * side)
    answer = client.post("/games", {"text": saved(grid, ["R1C1=#", "R1C1=?"] * 30000)})
    tap.check("60,000 moves of a million cells: a game", answer.status == 201, answer)
    game, token = answer.json["game"]["id"], answer.json["token"]
    undone = client.post("/games/%s/undo" % game, {"version": 0, "count": 60000}, token=token)
    tap.check("all of them are taken back at once", undone.status == 200 and undone.json["undone"] == 60000,
              undone.status)
    answer = client.post("/games", {"text": saved(tools.TOWER, ["0>2", "2>0"] * 150000)})
    tap.check("300,000 moves are too large: 413", answer.status == 413 and answer.code == "too_large", answer)
    if not server.sanitized:  # a sanitizer keeps what is freed
        tap.check("and the memory stays small", peak_of(server) - before < 100, before, peak_of(server))


# ---- results ----

def long_results(tap, server):
    """Asking for long solutions again and again does not fill the memory."""
    client = server.client()
    game, token = tools.new_game(client, " ".join(map(str, range(18, 0, -1))) + " | |\n goal: | | " +
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
    """The pixels that a refused picture would have."""
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
    tap.check("the SVG has no limit", client.get("/games/%s/board.svg" % game).status == 200)
    small, _ = tools.new_game(client)
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
    """The number of closed connections, as soon as it has reached `enough`."""
    closed, end = set(), time.time() + tools.SECONDS
    while len(closed) < enough and time.time() < end:
        ready, _, _ = select.select([line for line in lines if line not in closed], [], [], 1)
        closed.update(line for line in ready if is_closed(line))
    return len(closed)


def when_there_is_room(server, path):
    """Asks until a connection is accepted: the server may not yet know that others are closed."""
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
        game, token = tools.new_game(server.client())
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
        tap.check("another address can still move", b" 200 " in answer[:16], answer)
        for line in lines:
            line.close()
        answer = when_there_is_room(server, "/games/" + game)
        tap.check("when they are closed there is room again", answer.status == 200 and answer.json["version"] == 1, answer)
        tap.check("that server ends cleanly", server.stop() == 0 and not server.errors(), server.errors())


def main():
    tap = tools.Tap()
    with tools.folder() as folder:
        server = tools.Server(sys.argv[1], folder)
        server.start()
        try:
            for part in (longest_values, longest_lists, too_large, framing, large_pictures, large_games, long_results):
                part(tap, server)
        finally:
            status = server.stop()
        tap.check("the server ends cleanly", status == 0 and not server.errors(), status, server.errors())
    many_connections(tap, sys.argv[1])
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
