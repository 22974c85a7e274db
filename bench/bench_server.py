#!/usr/bin/env python3
"""The server under load: clients that watch and clients that move, on this machine.

usage: bench_server.py PROGRAM [--games N] [--watchers N] [--moves N] [--store URL]
Starts a server of its own on a free port. Watchers are event streams, spread over the games; in each
game one client moves as fast as it is answered, and takes all back after 60 moves. Prints Markdown tables:
moves per second, the time from a move to its answer and to the event at the watchers, and the server's
memory after each tenth of the moves. Ends with status 1 if the memory grows in the second half by more
than MOST_GROWTH MB. Standard library only.

In an hour in which a move is made in each of 100 games every 3 seconds there are 120,000 moves, and with 9
watchers a game 1,080,000 events. --moves 360000 is three such hours.
"""

import argparse
import asyncio
import json
import pathlib
import random
import resource
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))
import server_tools as tools  # noqa: E402

LONGEST = 60
MOST_GROWTH = 2
TOWER = "8 7 6 5 4 3 2 1 | |\n"


class Load:
    def __init__(self, server, arguments):
        self.server, self.arguments = server, arguments
        self.sent = {}  # (game, version): when it was sent
        self.answered, self.heard = [], []
        self.left = arguments.moves
        self.memory = []  # at the start, and after each tenth

    def rss(self):
        """The server's memory in MB."""
        text = pathlib.Path("/proc/%d/status" % self.server.process.pid).read_text()
        return int(text.split("VmRSS:")[1].split()[0]) / 1024

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.server.port)

    async def watch(self, game, ready):
        reader, writer = await self.connect()
        writer.write(b"GET /api/v1/events?topics=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % game.encode())
        first = True
        while line := await reader.readline():
            if not line.startswith(b"data: "):
                continue
            now, event = time.perf_counter(), json.loads(line[6:])
            if first:
                ready.release()
                first = False
            elif (begin := self.sent.get((game, event["version"]))):
                self.heard.append(now - begin)
        writer.close()

    async def post(self, reader, writer, path, token, body):
        data = json.dumps(body).encode()
        writer.write(b"POST /api/v1/games/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Authorization: Bearer %s\r\nContent-Length: %d\r\n\r\n" %
                     (path.encode(), token.encode(), len(data)) + data)
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        answer = json.loads(await reader.readexactly(size))
        if b" 200 " not in head[:16]:
            raise RuntimeError(answer)
        return answer

    async def move(self, game, token, state):
        reader, writer = await self.connect()
        while self.left > 0:
            self.left -= 1
            body, path = {"version": state["version"]}, "/moves"
            if len(state["moves"]) < LONGEST:
                body["move"] = random.choice(state["legal"])
            else:  # the log grows for ever, the game does not
                body["count"], path = LONGEST, "/undo"
            begin = time.perf_counter()
            self.sent[game, state["version"] + 1] = begin
            state = await self.post(reader, writer, game + path, token, body)
            self.answered.append(time.perf_counter() - begin)
            self.sent.pop((game, state["version"] - 2000), None)
            if len(self.answered) == self.arguments.moves * len(self.memory) // 10:
                self.memory.append(self.rss())
        writer.close()

    async def run(self):
        client = self.server.client()
        games = [client.post("/games", {"text": TOWER}).json for _ in range(self.arguments.games)]
        ready = asyncio.Semaphore(0)
        watchers = [asyncio.create_task(self.watch(games[i % len(games)]["game"]["id"], ready))
                    for i in range(self.arguments.watchers)]
        for _ in watchers:
            await ready.acquire()
        self.memory.append(self.rss())
        begin = time.perf_counter()
        await asyncio.gather(*(self.move(g["game"]["id"], g["token"], g["game"]) for g in games))
        self.seconds = time.perf_counter() - begin
        await asyncio.sleep(0.5)
        for task in watchers:
            task.cancel()
        await asyncio.gather(*watchers, return_exceptions=True)


def percentiles(times):
    times = sorted(times) or [0]
    return " | ".join("%.1f" % (1000 * times[min(len(times) - 1, int(len(times) * part))])
                      for part in (0.5, 0.9, 0.99, 1))


def print_memory(memory):
    """Returns true if the second half is flat."""
    growth = memory[-1] - memory[len(memory) // 2]
    print("\n| moves made | start | %s |\n|---|%s" % (
        " | ".join("%d %%" % (100 * part // (len(memory) - 1)) for part in range(1, len(memory))), "---|" * len(memory)))
    print("| memory of the server (MB) | %s |" % " | ".join("%.1f" % size for size in memory))
    print("\nIn the second half it grew by %.1f MB; %d would be too much." % (growth, MOST_GROWTH))
    return growth <= MOST_GROWTH


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--watchers", type=int, default=900)
    parser.add_argument("--moves", type=int, default=20000)
    parser.add_argument("--store")
    arguments = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder:
        server = tools.Server(arguments.program, folder, arguments.store)
        server.start()
        load = Load(server, arguments)
        try:
            asyncio.run(load.run())
        finally:
            server.stop()
    print("%d games, %d clients that move, %d that watch; %d moves in %.1f s: %.0f moves a second\n" % (
        arguments.games, arguments.games, arguments.watchers, arguments.moves, load.seconds, arguments.moves / load.seconds))
    print("| milliseconds | 50 % | 90 % | 99 % | 100 % |\n|---|---|---|---|---|")
    print("| from a move to its answer | %s |" % percentiles(load.answered))
    print("| from a move to its event | %s |" % percentiles(load.heard))
    print("\nEvents heard: %d of %d." % (len(load.heard), arguments.moves * arguments.watchers // arguments.games))
    return 0 if print_memory(load.memory) else 1


if __name__ == "__main__":
    sys.exit(main())
