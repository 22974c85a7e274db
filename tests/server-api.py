#!/usr/bin/env python3
"""Every route of docs/openapi.json against the server: each answer must be as described, each
operation must have been seen at work, and the routes that are not described must not be there.

usage: server-api.py PROGRAM
Prints TAP.
"""

import base64
import json
import subprocess
import sys
import zlib

import server_tools as tools

TOWER = tools.TOWER
BOARDS = {"hanoi": "HanoiBoard", "harmony": "HarmonyBoard", "nonogram": "NonogramBoard",
          "flows": "FlowsBoard"}


def png(rows):
    """A picture in grey, from lines of # and dots."""
    def chunk(kind, data):
        check = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + check.to_bytes(4, "big")
    size = len(rows[0]).to_bytes(4, "big") + len(rows).to_bytes(4, "big")
    lines = b"".join(b"\0" + bytes(0 if c == "#" else 255 for c in row) for row in rows)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size + b"\x08\0\0\0\0") + \
        chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


class Test:
    def __init__(self, program, folder):
        self.tap, self.api = tools.Tap(), tools.Api()
        self.server = tools.Server(program, folder)
        self.server.start()
        self.client = self.server.client()

    def ask(self, method, path, status, body=None, token=None):
        """Asks, and checks the answer against the description."""
        answer = self.client.ask(method, "/api/v1" + path, body, token)
        faults = self.api.faults(method, path, answer)
        self.tap.check("%s %s: %d as described" % (method, self.api.find(method, path), status),
                       answer.status == status and not faults, *faults[:10], answer)
        return answer

    def board(self, game):
        faults = list(self.api.differences(self.api.named(BOARDS[game["puzzle"]]), game["board"], "board"))
        self.tap.check("the board of %s" % game["puzzle"], not faults, *faults[:10])

    def job(self, path, token, status, body=None):
        started = self.ask("POST", path, 202, body, token)
        self.client.wait(started.json["job"]["id"], token)
        seen = self.ask("GET", "/jobs/" + started.json["job"]["id"], 200, None, token)
        job = seen.json
        self.tap.check("%s ends %s" % (path.split("/")[-1], status),
                       job["state"] == "done" and job["result"]["status"] == status, job)
        return job

    def puzzles(self):
        puzzles = self.ask("GET", "/puzzles", 200).json["puzzles"]
        self.tap.check("the four puzzles are there", {p["name"] for p in puzzles} == set(BOARDS))
        files = [o["name"] for p in puzzles for verb in p["options"].values() for o in verb]
        self.tap.check("no option names a file or takes threads",
                       not {"image", "checkpoint", "threads"} & set(files), files)
        labels = {o["name"]: o["label"] for p in puzzles for verb in p["options"].values() for o in verb}
        self.tap.check("options have labels", labels["width"] == "Columns" and labels["tries"] == "Tries", labels)
        for puzzle in puzzles:
            for sample in puzzle["samples"]:
                made = self.ask("POST", "/games", 201, {"text": sample["text"]}).json
                self.board(made["game"])
                self.pictures(made["game"]["id"], made["token"], puzzle)

    def pictures(self, game, token, puzzle):
        for ending in ("board.svg", "board.png", "export"):
            self.ask("GET", "/games/%s/%s" % (game, ending), 200, None, token)
        saved = self.ask("GET", "/games/%s/export?format=game" % game, 200)
        again = self.ask("POST", "/games", 201, {"text": saved.body.decode()}).json["game"]
        self.tap.check("a saved game is read again", again["puzzle"] == puzzle["name"])

    def play_hanoi(self):
        made = self.ask("POST", "/games", 201, {"text": TOWER, "as": "hanoi", "name": "Ann"}).json
        game, token = "/games/" + made["game"]["id"], made["token"]
        self.ask("POST", game + "/moves", 200, {"version": 0, "move": "0>2"}, token)
        self.ask("POST", game + "/moves", 409, {"version": 0, "move": "0>1"}, token)
        state = self.ask("POST", game + "/moves", 200, {"version": 1, "moves": ["0>1", "2>1"]}, token).json
        self.tap.check("three moves are version 3", state["version"] == 3 and
                       state["board"]["stacks"] == [[3], [2, 1], []], state)
        self.ask("POST", game + "/moves", 422, {"version": 3, "moves": ["0>2", "0>2"]}, token)
        state = self.ask("GET", game + "?svg=1", 200, None, token).json
        self.tap.check("nothing is played of a list with a mistake", state["version"] == 3 and
                       state["moves"] == ["0>2", "0>1", "2>1"] and "<svg" in state["svg"], state)
        state = self.ask("POST", game + "/undo", 200, {"version": 3, "count": 2}, token).json
        self.tap.check("two are taken back", state["moves"] == ["0>2"] and state["undone"] == 2)
        state = self.ask("POST", game + "/redo", 200, {"version": 4}, token).json
        self.tap.check("one is redone", state["moves"] == ["0>2", "0>1"] and state["can_redo"])
        self.ask("POST", game + "/undo", 409, {"version": 5, "count": 9}, token)
        self.ask("POST", game + "/resign", 422, {"version": 5}, token)
        log = self.ask("GET", game + "/log?since=2", 200).json
        self.tap.check("the log from version 3 on", [e["kind"] for e in log["entries"]] ==
                       ["move", "undo", "redo"] and not log["more"], log)
        job = self.job(game + "/solve", token, "solved", {"count": 3})
        self.tap.check("the first three moves of the way", job["result"]["moves"] ==
                       ["2>1", "0>2", "1>0"] and not job["result"]["complete"], job)
        job = self.job(game + "/hint", token, "hint")
        self.tap.check("the hint names pegs", job["result"]["cells"] == ["2", "1"], job)
        self.job(game + "/check", token, "valid")
        self.job(game + "/rate", token, "rated")
        self.ask("POST", game + "/rematch", 201, None, token)
        self.ask("POST", game + "/rematch", 200, None, token)
        self.ask("GET", game, 401, None, "A" * 22)
        self.ask("GET", "/games/AAAAAAAAAAAA", 404)
        self.ask("GET", game + "/export?format=none", 400)

    def generate(self):
        for puzzle, options in (("hanoi", {"discs": 4}), ("harmony", {"rows": 3, "columns": 3, "swaps": 4}),
                                ("nonogram", {"width": 5, "height": 5})):
            body = {"puzzle": puzzle, "options": options, "seed": 5}
            first = self.made(body)
            again = self.made(body)
            self.tap.check("the same seed gives the same " + puzzle, first["position"] == again["position"])
            self.board(first)
        picture = png([".#.#.", "#####", "#####", ".###.", "..#.."])
        body = {"puzzle": "nonogram", "image": base64.b64encode(picture).decode()}
        body["options"] = {"width": 5, "height": 5, "unique": "no"}
        game = self.made(body)
        clues = [[c["length"] for c in row] for row in game["board"]["rows"]]
        self.tap.check("a puzzle from a picture", clues == [[1, 1], [5], [5], [3], [1]], clues)
        self.ask("POST", "/games", 400, {"puzzle": "nonogram", "options": {"image": "/etc/passwd"}})
        for puzzle, options, words in (
                ("hanoi", {"discs": 0}, '"Discs" takes a whole number from 1 to '),
                ("harmony", {"tries": 3}, '"Tries" needs "Difficulty" or "Solutions"'),
                ("nonogram", {"width": 0}, '"Columns" takes a whole number from 1 to ')):
            said = self.ask("POST", "/games", 400, {"puzzle": puzzle, "options": options, "seed": 5}).json
            self.tap.check("options by their labels: " + words, words in said["error"]["message"], said)
        said = self.ask("POST", "/games", 422, {"puzzle": "flows", "options": {"anyone": True}}).json["error"]["message"]
        self.tap.check("an option with a value", said == '"Anyone" needs "Supermove: double" or single', said)
        started = self.ask("POST", "/games", 202, {"puzzle": "nonogram", "options": {"text": "|"}}).json
        said = self.client.wait(started["job"]["id"], started["token"]).json["error"]["error"]["message"]
        self.tap.check("an option in a job", said == '"Words" has nothing to show', said)
        self.ask("POST", "/games", 422, {"text": "3 3 | |"})

    def drafts(self):
        """Puzzles that are not stored."""
        picture = base64.b64encode(png(["#....", ".#...", "..#..", "...#.", "....#"])).decode()
        body = {"puzzle": "nonogram", "image": picture, "title": "stairs", "seconds": 2,
                "options": {"width": 5, "height": 5, "unique": "no"}}
        result = self.draft(dict(body, check=True), "valid")
        self.tap.check("a draft that is not unique, with its title", result["fields"]["unique"] is False and
                       result["draft"]["text"].startswith('title "stairs"\n'), result)
        body["options"]["unique"] = "yes"
        result = self.draft(body, "made")
        self.tap.check("cells that were changed", len(result["fields"]["changed"]) == 3, result)
        again = self.draft({"text": result["draft"]["text"], "check": True}, "valid")
        self.tap.check("a draft from its own text is unique now", again["fields"]["unique"] is True and
                       again["draft"] == result["draft"], again)
        two = "$1\n1\n1\n1\n1\n$2\n1\n2\n1\n2\n"
        for route in ("/drafts", "/games"):
            problem = self.ask("POST", route, 422, {"text": two}).json["error"]
            self.tap.check("a text with two puzzles", problem["code"] == "several" and problem["count"] == 2, problem)
            self.ask("POST", route, 422, {"text": two, "number": 3})
            self.ask("POST", route, 400, {"puzzle": "hanoi", "number": 1})
            self.ask("POST", route, 400, dict(body, title="a/b"))
        second = self.draft({"text": two, "number": 2, "check": True}, "valid")
        self.tap.check("the second of two", second["fields"]["unique"] is True, second)
        self.ask("POST", "/games", 201, {"text": two, "number": 1})
        self.ask("POST", "/drafts", 422, {"puzzle": "flows"})
        self.ask("POST", "/drafts", 422, {"text": "flows\nradius: 1\n"})
        for wrong in ({"text": TOWER, "check": 1}, {"text": TOWER, "seconds": 61}, {"text": TOWER, "seats": ["me"]},
                      {"text": TOWER, "title": "it has no image"}, {"puzzle": "none"}, {}):
            self.ask("POST", "/drafts", 400, wrong)

    def draft(self, body, status):
        started = self.ask("POST", "/drafts", 202, body).json
        self.client.wait(started["job"]["id"], started["token"])
        job = self.ask("GET", "/jobs/" + started["job"]["id"], 200, None, started["token"]).json
        self.tap.check("a draft ends " + status, job["state"] == "done" and job["result"]["status"] == status and
                       job["game"] is None, job)
        return job["result"]

    def film(self, job, token):
        """Waits for a run of the robot; returns the job and all its frames."""
        frames = []
        while True:
            seen = self.client.ask("GET", "/api/v1/jobs/%s?since=%d" % (job, len(frames)), None, token).json
            frames += seen["film"]["frames"]
            if seen["state"] not in ("queued", "running") and len(frames) == seen["film"]["count"]:
                return seen, frames

    def robot(self, game, token, body, status=None):
        started = self.ask("POST", game + "/rig", 202, body, token)
        job, frames = self.film(started.json["job"]["id"], token)
        faults = self.api.differences(self.api.named("Film"), {"since": 0, "count": 0, "frames": frames[:250]}, "film")
        good = job["state"] == "done" and status in (None, job["result"]["status"])
        times = [f["ms"] for f in frames]
        whole = all(sorted(sum(f["towers"], f["held"] + f["off"])) == sorted(sum(frames[0]["towers"], []))
                    for f in frames)
        self.tap.check("a film of %s: as described, in order, no disc twice" % body, good and not list(faults) and
                       times == sorted(times) and whole, job["result"], list(faults)[:5])
        return job, frames

    def rig(self):
        about = self.ask("GET", "/rig", 200).json
        made = self.ask("POST", "/games", 201, {"text": TOWER}).json
        game, token = "/games/" + made["game"]["id"], made["token"]
        before = self.ask("POST", game + "/moves", 200, {"version": 0, "moves": ["0>2", "0>1", "2>1"]}, token).json
        job, frames = self.robot(game, token, {"task": "reset"}, "done")
        self.tap.check("a reset begins with the board and ends with the start", job["version"] == 3 and
                       frames[0]["towers"] == [[3], [2, 1], []] and frames[-1]["towers"] == [[3, 2, 1], [], []] and
                       job["result"]["fields"]["towers"] == frames[-1]["towers"] and
                       frames[-1]["said"]["event"] == "done", frames[-1])
        job, frames = self.robot(game, token, {"task": "solve", "seed": 7}, "done")
        self.tap.check("a solution ends with the goal, in the fewest moves", job["result"]["fields"]["moves"] == 4 and
                       frames[-1]["towers"] == [[], [], [3, 2, 1]] and not frames[-1]["held"], frames[-1])
        self.tap.check("the same seed makes the same film",
                       self.robot(game, token, {"task": "solve", "seed": 7}, "done")[1] == frames)
        self.rig_command(game, token)
        self.rig_stops(job["id"], token, frames)
        self.rig_faults(game, token, about)
        after = self.ask("GET", game, 200, None, token).json
        self.tap.check("the game stays as it is", after == before, after)
        self.rig_refuses(game, token)
        self.rig_cancel()

    def rig_command(self, game, token):
        """The command line makes the same run."""
        body = {"task": "reset", "seed": 9, "fault": "drop-back", "step": 20}
        fields = self.robot(game, token, body)[0]["result"]["fields"]
        words = "rig --sim --seed 9 --mode reset --start 0 --goal 2 --fault drop-back@20 --json --board".split()
        done = subprocess.run([self.server.program, *words, "110 | 60 30 |"], stdout=subprocess.PIPE, timeout=60)
        same = json.loads(done.stdout.decode().strip().split("\n")[-1])
        self.tap.check("the command line makes the same run", fields["retries"] > 0 and
                       all(same[name] == fields[name] for name in ("reason", "known", "steps", "retries", "moves")) and
                       round(same["seconds"] * 1000) == fields["ms"], same, fields)

    def rig_stops(self, job, token, frames):
        half = next(f["ms"] for f in frames if f["held"] and f["ms"] > frames[-1]["ms"] / 2) + 300
        started = self.ask("POST", "/jobs/%s/stop" % job, 202, {"ms": half}, token).json["job"]
        stopped, part = self.film(started["id"], token)
        end = stopped["result"]["fields"]
        same = [f for f in part if f["ms"] < half - 1000]
        self.tap.check("stopped with a disc in the gripper: the same until then, then it is put down, the arm is up",
                       stopped["result"]["status"] == "safe-stop" and end["reason"] == "exit" and end["todo"] and
                       end["arm_up"] and same == frames[:len(same)] and len(same) > 50 and half < part[-1]["ms"] < half + 20000 and
                       not part[-1]["held"] and part[-1]["said"]["event"] == "stopped" and
                       any(f["said"] and f["said"]["event"] == "input" for f in part), end)
        self.ask("POST", "/jobs/%s/stop" % job, 400, {}, token)
        self.ask("POST", "/jobs/%s/stop" % job, 400, {"ms": -1}, token)
        self.ask("POST", "/jobs/%s/stop" % job, 401, {"ms": 1}, "B" * 22)
        self.ask("POST", "/jobs/%s/stop" % job, 401, {"ms": 1})
        self.ask("POST", "/jobs/%s/stop" % ("C" * 22), 404, {"ms": 1}, token)
        self.ask("GET", "/jobs/%s?since=x" % job, 400, None, token)

    def rig_faults(self, game, token, about):
        ends = {}
        for number, fault in enumerate(about["faults"]):
            job, frames = self.robot(game, token, {"task": "reset", "fault": fault["name"], "seed": number})
            end = job["result"]["fields"]
            done = job["result"]["status"] == "done"
            ends[fault["name"]] = end["reason"]
            self.tap.check("%s: true, in words, and it happened" % fault["name"], end["happened"] and end["known"] and
                           (frames[-1]["towers"] == [[3, 2, 1], [], []] if done else end["todo"]), job["result"], frames[-1])
        self.tap.check("what cannot be mended is a safe stop", ends["ring-lost"] == "missing" and ends["jam"] == "axis" and
                       ends["exit"] == "exit" and ends["grip-miss"] == "none", ends)

    def rig_refuses(self, game, token):
        self.ask("POST", game + "/rig", 401, {"task": "reset"})
        self.ask("POST", game + "/rig", 401, {"task": "reset"}, "A" * 22)
        self.ask("POST", "/games/AAAAAAAAAAAA/rig", 404, {"task": "reset"}, token)
        for wrong in ({}, {"task": "play"}, {"task": "reset", "fault": "none"}, {"task": "reset", "fault": "jam@3"},
                      {"task": "reset", "step": 0}, {"task": "reset", "seed": -1}, {"task": "reset", "more": 1}, {"task": 1}):
            self.ask("POST", game + "/rig", 400, wrong, token)
        check = self.job(game + "/check", token, "valid")
        self.ask("POST", "/jobs/%s/stop" % check["id"], 422, {"ms": 1}, token)
        nine = " ".join(map(str, range(9, 0, -1)))
        for text, task in (("2 1 | | |\ngoal: | | | 2 1\n", "reset"), ("%s | |\ngoal: | | %s\n" % (nine, nine), "solve"),
                           ("2 1 | |\ngoal: | | 2 1\nvariant: cyclic\n", "solve"), ("2 1 | |\ngoal: 2 | 1 |\n", "solve"),
                           ("2 | 1 |\ngoal: | | 2 1\n", "reset")):
            made = self.ask("POST", "/games", 201, {"text": text}).json
            self.ask("POST", "/games/%s/rig" % made["game"]["id"], 422, {"task": task}, made["token"])
        made = self.made({"puzzle": "harmony", "options": {"rows": 3, "columns": 3, "swaps": 4}, "seed": 1}, True)
        self.ask("POST", "/games/%s/rig" % made[0]["id"], 422, {"task": "solve"}, made[1])

    def rig_cancel(self):
        """A run that is cancelled while it is computed stops as the machine does."""
        discs = " ".join(map(str, range(8, 0, -1)))
        made = self.ask("POST", "/games", 201, {"text": "%s | |\ngoal: | | %s\n" % (discs, discs)}).json
        for _ in range(5):
            job = self.ask("POST", "/games/%s/rig" % made["game"]["id"], 202, {"task": "solve"}, made["token"]).json["job"]
            while job["film"]["count"] == 0 and job["state"] in ("queued", "running"):
                job = self.client.ask("GET", "/api/v1/jobs/%s?since=100000" % job["id"], None, made["token"]).json
            self.ask("DELETE", "/jobs/" + job["id"], 200, None, made["token"])
            job, frames = self.film(job["id"], made["token"])
            if job["state"] == "cancelled":
                break
        self.tap.check("a run that is cancelled is a safe stop", job["state"] == "cancelled" and
                       job["result"]["status"] == "safe-stop" and job["result"]["fields"]["reason"] == "exit" and
                       frames[-1]["said"]["event"] == "stopped" and not frames[-1]["held"], job["state"], job["result"])
        self.ask("GET", "/jobs/" + job["id"], 200, None, made["token"])

    def made(self, body, with_token=False):
        started = self.ask("POST", "/games", 202, body).json
        token = started["token"]
        self.client.wait(started["job"]["id"], token)
        game = self.ask("GET", "/jobs/" + started["job"]["id"], 200, None, token).json["result"]["game"]
        return (game, token) if with_token else game

    def cancel(self):
        hard = " ".join(map(str, range(20, 0, -1)))
        text = "%s | | | |\ngoal: | 20 1 | 19 2 | %s | \n" % (hard, " ".join(map(str, range(18, 2, -1))))
        made = self.ask("POST", "/games", 201, {"text": text}).json
        token = made["token"]
        job = self.ask("POST", "/games/%s/solve" % made["game"]["id"], 202, {}, token).json["job"]["id"]
        self.ask("GET", "/jobs/" + job, 401)
        self.ask("GET", "/jobs/" + job, 401, None, "B" * 22)
        self.ask("DELETE", "/jobs/" + job, 200, None, token)
        seen = self.client.wait(job, token).json
        self.tap.check("a job that is cancelled ends", seen["state"] in ("cancelled", "done"), seen)
        self.ask("GET", "/jobs/" + "C" * 22, 404, None, token)

    def flows(self):
        made = self.ask("POST", "/games", 201, {"puzzle": "flows", "seats": ["me", "open", "open"],
                                                "options": {"radius": 2}, "name": "Ann"}).json
        game, token, invite = "/games/" + made["game"]["id"], made["token"], made["game"]["invite"]
        self.board(made["game"])
        self.ask("GET", "/join/" + invite, 200)
        joined = self.ask("POST", "/join/" + invite, 200, {"name": "Bob", "seat": 2}).json
        self.ask("POST", "/join/" + invite, 409, {"seat": 2})
        self.ask("GET", "/join/" + "D" * 22, 404)
        self.ask("POST", game + "/seats/3/engine", 403, {}, joined["token"])
        self.ask("POST", game + "/seats/3/engine", 400, {"level": "weak"}, token)
        state = self.ask("POST", game + "/seats/3/engine", 200, {"level": "random"}, token).json
        self.tap.check("seats: Ann, Bob, an engine", [(s["kind"], s["name"], s["level"]) for s in state["seats"]] ==
                       [("person", "Ann", None), ("person", "Bob", None), ("engine", None, "random")], state["seats"])
        self.ask("POST", "/join/" + invite, 409, {})
        self.ask("POST", game + "/undo", 403, {"version": state["version"]}, token)
        self.ask("POST", game + "/rematch", 409, None, token)
        self.job(game + "/solve", token, "unknown", {})
        self.job(game + "/hint", token, "hint", {"options": {"playouts": 20}})
        version = self.ask("POST", game + "/resign", 200, {"version": state["version"]}, token).json["version"]
        over = self.ask("POST", game + "/resign", 200, {"version": version}, joined["token"]).json
        self.tap.check("the last one wins when all others resign", over["solved"] and
                       over["board"]["winners"] == [3] and over["ending"], over)
        self.ask("POST", game + "/resign", 409, {"version": over["version"]}, token)
        again = self.ask("POST", game + "/rematch", 201, None, joined["token"]).json
        same = self.ask("POST", game + "/rematch", 200, None, token).json
        self.tap.check("everybody gets the same rematch, and sits there", again["id"] == same["id"] and
                       again["viewer"]["seats"] == [2] and same["viewer"]["seats"] == [1])

    def streams(self):
        made = self.client.post("/games", {"text": TOWER}).json
        stream = tools.events(self.server.port, [made["game"]["id"]])
        first = stream.next()
        self.client.post("/games/%s/moves" % made["game"]["id"], {"version": 0, "move": "0>2"},
                         token=made["token"])
        second = stream.next()
        stream.close()
        topic = {"topic": made["game"]["id"]}
        self.tap.check("GET /events: the version, then the new one",
                       first == ("change", dict(topic, version=0)) and
                       second == ("change", dict(topic, version=1)), first, second)
        self.api.seen.add(("GET", "/events", 200))
        self.ask("GET", "/events", 400)
        self.ask("GET", "/events?topics=" + ",".join("E" * 12 for _ in range(51)), 400)

    def all_seen(self):
        worked = {(m, p) for m, p, status in self.api.seen if status < 300}
        missing = self.api.operations() - worked
        self.tap.check("every operation was seen at work", not missing, missing)
        for method, path in (("PUT", "/games"), ("DELETE", "/games/AAAAAAAAAAAA"), ("POST", "/puzzles")):
            answer = self.client.ask(method, "/api/v1" + path)
            self.tap.check("%s %s is not there" % (method, path), answer.status == 405, answer)


def refused(tap, program, folder, server):
    """If it cannot serve, it says why, with the exit status of the command line."""
    taken = str(server.port)
    for words, status, text in ((["--bind", "example.org"], 2, "not a numeric address"), (["--port", "70000"], 2, "65535"),
                                (["--store", "none:x"], 2, "unknown kind of store"), (["file"], 2, ""),
                                (["--store", server.store], 4, "in use by another server"),
                                (["--store", "sqlite:%s/other" % folder, "--port", taken], 4, "cannot listen")):
        done = subprocess.run([program, "serve", "--port", "0", *words], stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        seen = done.stdout.decode()
        tap.check("serve %s: status %d" % (words[0], status), done.returncode == status and text in seen, done)


def main():
    with tools.folder() as folder:
        test = Test(sys.argv[1], folder)
        try:
            test.ask("GET", "/health", 200)
            for part in (test.puzzles, test.play_hanoi, test.generate, test.drafts, test.rig, test.cancel, test.flows,
                         test.streams, test.all_seen):
                part()
            refused(test.tap, sys.argv[1], folder, test.server)
        finally:
            status = test.server.stop()
        test.tap.check("the server ends cleanly", status == 0, status, test.server.errors())
        test.tap.check("it has logged nothing", not test.server.errors(), test.server.errors())
        return test.tap.end()


if __name__ == "__main__":
    sys.exit(main())
