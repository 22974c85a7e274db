#!/usr/bin/env python3
"""What bad requests cost the server, compared with a good move, and how long other players wait.

usage: bench_server_cost.py PROGRAM [--seconds S] [--held N]
Starts a server of its own on a free port. For each kind of request one client sends it again and again
for S seconds, or holds N connections open for as long, while a player in another process makes 40 moves a
second. Prints a Markdown table: the answer, the processor time of the server for one request (without
that of the player's moves) and as a multiple of a good move, the memory that it took beyond what it had
before, and the times of the player's moves. Ends with status 1 if a kind costs more than its bound:
FACTOR good moves, or MEGABYTE good moves for each MB that was sent. Standard library only.
"""

import argparse
import json
import multiprocessing
import os
import pathlib
import resource
import socket
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import server_tools as tools  # noqa: E402

TOWER = "8 7 6 5 4 3 2 1 | |\n"
RATE = 40
FACTOR = 3
MEGABYTE = 60
TICK = os.sysconf("SC_CLK_TCK")
BIG = 5 << 20


# ---- the player ----

def play(port, game, token, stop, out):
    """Moves at a steady rate; gives the times from a move to its answer."""
    client, version, times = tools.Client(port, token), 0, []
    while not stop.is_set():
        begin = time.perf_counter()
        answer = client.post("/games/%s/moves" % game, {"version": version, "move": ["0>2", "2>0"][version % 2]})
        times.append(time.perf_counter() - begin)
        if answer.status != 200:
            break
        version += 1
        time.sleep(max(0, 1 / RATE - times[-1]))
    out.put(times)


class Player:
    """A context manager; `times` has the result."""

    def __init__(self, port, made):
        self.stop, self.out = multiprocessing.Event(), multiprocessing.Queue()
        self.process = multiprocessing.Process(
            target=play, args=(port, made["game"]["id"], made["token"], self.stop, self.out))

    def __enter__(self):
        self.process.start()
        time.sleep(0.3)
        return self

    def __exit__(self, *_):
        self.stop.set()
        self.times = self.out.get(timeout=60)
        self.process.join()


# ---- the server seen from outside ----

class Seen:
    def __init__(self, server):
        self.folder = pathlib.Path("/proc/%d" % server.process.pid)

    def seconds(self):
        """Processor time so far."""
        fields = (self.folder / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self, name):
        """VmRSS or VmHWM, in kB."""
        return int((self.folder / "status").read_text().split(name + ":")[1].split()[0])

    def forget_peak(self):
        (self.folder / "clear_refs").write_text("5")


# ---- what is sent ----

def head(method, path, size=None, token=None, more=b""):
    return b"%s %s HTTP/1.1\r\nHost: localhost\r\n%s%s%s\r\n" % (
        method.encode(), path.encode(), b"Content-Type: application/json\r\nContent-Length: %d\r\n" % size
        if size is not None else b"", b"Authorization: Bearer %s\r\n" % token.encode() if token else b"", more)


def post(path, body, token=None):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return head("POST", path, len(data), token) + data


def read_answer(line):
    """The status of an answer, and whether the connection goes on."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = line.recv(65536)
        if not part:
            return (int(data[9:12]) if data else 0), False
        data += part
    top, rest = data.split(b"\r\n\r\n", 1)
    left = int(top.lower().split(b"content-length: ")[1].split(b"\r\n")[0]) - len(rest)
    while left > 0:
        part = line.recv(65536)
        left -= len(part) or left
    return int(top[9:12]), b"connection: close" not in top.lower()


def connect(port):
    return socket.create_connection(("127.0.0.1", port), timeout=30)


def again_and_again(port, seconds, data):
    """Sends a request again and again for some seconds. Returns how often, and the last status."""
    count, status, line, end = 0, 0, None, time.time() + seconds
    while time.time() < end:
        line = line or connect(port)
        try:
            line.sendall(data)
            status, goes_on = read_answer(line)
        except OSError:  # what is not read to its end is closed
            status, goes_on = status or 413, False
        count += 1
        if not goes_on:
            line.close()
            line = None
    if line:
        line.close()
    return count, status


def hold(port, seconds, number, data, every):
    """Keeps connections open that send one byte now and then. Returns their number."""
    lines, end, at = [], time.time() + seconds, 0
    for _ in range(number):
        lines.append(connect(port))
        lines[-1].sendall(data[:every and 10 or len(data)])
    while time.time() < end:
        time.sleep(every or 0.2)
        at += 1
        for line in lines if every else ():
            try:
                line.sendall(data[9 + at:10 + at] or b"x")
            except OSError:
                pass
    for line in lines:
        line.close()
    return len(lines), "-"


def kinds(game, token, number, port, seconds):
    """(name, MB that are sent, how it is done)."""
    moves, wrong = "/api/v1/games/%s/moves" % game, "A" * 22
    replay = {"version": 0, "move": "0>2"}
    big = post("/api/v1/games", b'{"text": "' + b"x" * BIG + b'"}')

    def send(name, data):
        return name, len(data) / 1e6, lambda: again_and_again(port, seconds, data)

    yield send("malformed JSON", post(moves, b'{"version": 0, "move": ', token))
    yield send("JSON nested 100,000 deep", post(moves, b"[" * 100000, token))
    yield send("wrong types", post(moves, {"version": "0", "move": ["0>2"]}, token))
    yield send("a move that was made before", post(moves, replay, token))
    yield send("a wrong token", post(moves, replay, wrong))
    yield send("no token", post(moves, replay))
    yield send("path traversal", head("GET", "/api/v1/games/..%2f..%2fetc%2fpasswd"))
    yield send("a game that is not there", head("GET", "/api/v1/games/AAAAAAAAAAAA"))
    yield send("a body over the limit (5 MB)", big)
    yield send("one that is only announced", head("POST", "/api/v1/games", 99999999999))
    yield send("a head of 100 kB", head("GET", "/", more=b"X: " + b"x" * 100000 + b"\r\n"))
    yield send("a picture over the limit", head("GET", "/api/v1/games/%s/board.png?scale=8" % game))
    line = head("GET", "/api/v1/health", more=b"X: " + b"x" * 1000)
    yield "a head at one byte a second, each of %d" % number, 0, lambda: hold(port, seconds, number, line, 1)
    yield "half a head and silence, each of %d" % number, 0, lambda: hold(port, seconds, number, line[:40], 0)
    yield "connections that say nothing, each of %d" % number, 0, lambda: hold(port, seconds, number, b"", 0)


# ---- the table ----

def percentile(times, part):
    times = sorted(times) or [0]
    return "%.1f" % (1000 * times[min(len(times) - 1, int(len(times) * part))])


class Bench:
    def __init__(self, server, arguments):
        self.server, self.arguments, self.seen = server, arguments, Seen(server)
        self.good = None  # seconds of processor time for a good move
        self.bad = []

    def game(self):
        return self.server.client().post("/games", {"text": TOWER}).json

    def measure(self, name, size, do):
        """One line of the table."""
        self.seen.forget_peak()
        memory = self.seen.memory("VmRSS")
        with Player(self.server.port, self.game()) as player:
            begin, moves = self.seen.seconds(), time.time()
            count, status = do()
            used = self.seen.seconds() - begin
            moves = (time.time() - moves) * RATE
        each = max(0, used - moves * (self.good or 0)) / max(1, count)
        if self.good is None:
            self.good = used / max(1, len(player.times))
            each, status, count = self.good, 200, len(player.times)
        more = self.seen.memory("VmHWM") - memory
        if each > self.good * max(FACTOR, MEGABYTE * size):
            self.bad.append(name)
        print("| %s | %s | %d | %.3f | %.2f | %.1f | %s | %s |" % (
            name, status, count, 1000 * each, each / self.good, more / 1024, percentile(player.times, 0.5),
            percentile(player.times, 0.99)))
        sys.stdout.flush()

    def run(self):
        arguments = self.arguments
        print("| what is sent | answer | how often | ms of processor time each | in good moves | MB more at the peak "
              "| another's move: 50 % (ms) | 99 % (ms) |\n|---|---|---|---|---|---|---|---|")
        self.measure("nothing but the player's moves", 0, lambda: (time.sleep(3 * arguments.seconds), (0, 200))[1])
        made = self.game()
        game, token = made["game"]["id"], made["token"]
        self.server.client(token).post("/games/%s/moves" % game, {"version": 0, "move": "0>2"})
        for name, size, do in kinds(game, token, arguments.held, self.server.port, arguments.seconds):
            self.measure(name, size, do)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--held", type=int, default=1000)
    arguments = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        server = tools.Server(arguments.program, folder)
        server.start()
        bench = Bench(server, arguments)
        try:
            bench.run()
        finally:
            server.stop()
    if bench.bad:
        print("\nBeyond the bound: %s." % ", ".join(bench.bad))
    return 1 if bench.bad else 0


if __name__ == "__main__":
    sys.exit(main())
