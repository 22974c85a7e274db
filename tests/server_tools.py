"""What the tests of the server share: a server of their own, a small HTTP client, and a check of
answers against docs/openapi.json. Standard library only."""

import http.client
import json
import os
import pathlib
import re
import resource
import select
import signal
import subprocess
import sys
import tempfile
import time

import postgres_tools

ROOT = pathlib.Path(__file__).resolve().parent.parent
SECONDS = 60
TOWER = "3 2 1 | |\ngoal: | | 3 2 1\n"


class Tap:
    """Prints TAP, and details of checks that fail."""

    def __init__(self):
        self.number = self.bad = 0

    def check(self, name, good, *details):
        self.number += 1
        self.bad += not good
        print("%sok %d - %s" % ("" if good else "not ", self.number, name))
        if not good:
            for detail in details:
                print("\n".join("# " + line for line in str(detail)[:4000].split("\n")))
        sys.stdout.flush()
        return good

    def end(self):
        print("1..%d" % self.number)
        return 1 if self.bad else 0


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def code(self):
        return self.json["error"]["code"] if self.status >= 400 else None

    def __repr__(self):
        return "%d %r" % (self.status, self.body[:600])


class Client:
    """A connection that is kept open, and opened again if it is lost."""

    def __init__(self, port, token=None):
        self.port, self.token, self.connection = port, token, None

    def ask(self, method, path, body=None, token=None, headers=None, raw=None):
        token = token if token is not None else self.token
        fields = dict(headers or {})
        if token:
            fields["Authorization"] = "Bearer " + token
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
        if data is not None:
            fields.setdefault("Content-Type", "application/json")
        if not self.connection:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            self.connection.request(method, path, data, fields)
            answer = self.connection.getresponse()
            seen = Answer(answer.status, answer.headers, answer.read())
        except Exception:
            self.close()
            raise
        if answer.will_close:
            self.close()
        return seen

    def get(self, path, **more):
        return self.ask("GET", "/api/v1" + path, **more)

    def post(self, path, body=None, **more):
        return self.ask("POST", "/api/v1" + path, {} if body is None else body, **more)

    def wait(self, job, token=None, seconds=SECONDS):
        """Polls a job until it has ended: often at first, as most are short."""
        end, pause = time.time() + seconds, 0.001
        while True:
            seen = self.get("/jobs/" + job, token=token)
            if seen.status != 200 or seen.json["state"] not in ("queued", "running"):
                return seen
            if time.time() > end:
                raise RuntimeError("the job does not end: %r" % seen)
            time.sleep(pause)
            pause = min(2 * pause, 0.02)

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None


class Server:
    """A server for this test, on a free port."""

    def __init__(self, program, folder, store=None, options=(), files=None):
        """files: the limit of open files, if it should be low."""
        self.program, self.folder = str(pathlib.Path(program).resolve()), pathlib.Path(folder)
        self.store = store or os.environ.get("QUANDARY_TEST_STORE") or "sqlite:%s" % (self.folder / "games.sqlite")
        self.log = open(self.folder / "server.log", "ab")
        self.options, self.files, self.process = list(options), files, None
        self.sanitized = re.search(rb"__[at]san_init", pathlib.Path(program).read_bytes()) is not None

    def start(self):
        """Returns the seconds until it listens."""
        begin = time.time()
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", "0", "--quiet", "--store", self.store, *self.options],
            stdout=subprocess.PIPE, stderr=self.log, preexec_fn=self.limit if self.files else None)
        ready, _, _ = select.select([self.process.stdout], [], [], SECONDS)
        line = self.process.stdout.readline().decode() if ready else ""
        found = re.match(r"http://127\.0\.0\.1:(\d+)/$", line.strip())
        if not found:
            self.kill()
            raise RuntimeError("the server does not start: %r %s" % (line, self.errors()))
        self.port = int(found.group(1))
        return time.time() - begin

    def limit(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def client(self, token=None):
        return Client(self.port, token)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Ends it as Ctrl-C does. Returns its exit status."""
        self.process.send_signal(signal.SIGINT)
        try:
            status = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return "it did not end"
        self.process.stdout.close()
        return status

    def errors(self):
        return (self.folder / "server.log").read_text(errors="replace")


def folder():
    """A temporary folder, in memory where that is possible: a process that is killed loses nothing there, and
    the tests need not wait for the disk."""
    return tempfile.TemporaryDirectory(prefix="quandary-server-", dir=postgres_tools.in_memory())


def events(port, topics, seconds=SECONDS):
    """Connects to the stream of these topics; yields (event, data) until it ends."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    connection.request("GET", "/api/v1/events?topics=" + ",".join(topics))
    answer = connection.getresponse()
    if answer.status != 200:
        raise RuntimeError("no stream: %d %r" % (answer.status, answer.read()))
    return Stream(connection, answer)


class Stream:
    def __init__(self, connection, answer):
        self.connection, self.answer = connection, answer

    def next(self):
        """The next event as (name, object); None at the end. Skips comments."""
        name = data = None
        while True:
            line = self.answer.readline()
            if not line:
                return None
            line = line.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data = json.loads(line[6:])
            elif not line and data is not None:
                return name, data

    def close(self):
        self.answer.close()
        self.connection.close()


def new_game(client, text=TOWER):
    made = client.post("/games", {"text": text}).json
    return made["game"]["id"], made["token"]


# ---- docs/openapi.json ----

class Api:
    """Checks answers against openapi.json, and remembers which operations were seen."""

    def __init__(self):
        self.document = json.loads((ROOT / "docs/openapi.json").read_text())
        self.seen = set()

    def operations(self):
        return {(method.upper(), path) for path, item in self.document["paths"].items()
                for method in item}

    def find(self, method, path):
        path = path.split("?")[0]
        for pattern in self.document["paths"]:
            if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", pattern.replace(".", r"\.")), path):
                if method.lower() in self.document["paths"][pattern]:
                    return pattern
        raise KeyError("%s %s is not described" % (method, path))

    def faults(self, method, path, answer):
        """The differences from the description, as a list of sentences."""
        pattern = self.find(method, path)
        responses = self.document["paths"][pattern][method.lower()]["responses"]
        response = responses.get(str(answer.status))
        if response is None:
            return ["%s %s: status %d is not described" % (method, pattern, answer.status)]
        self.seen.add((method, pattern, answer.status))
        kind = answer.headers.get("Content-Type", "").split(";")[0]
        if kind not in response["content"]:
            return ["%s %s: the type %s is not described" % (method, pattern, kind)]
        schema = response["content"][kind].get("schema")
        return list(self.differences(schema, answer.json, "answer")) if schema else []

    def named(self, name):
        return self.document["components"]["schemas"][name]

    def differences(self, schema, value, where):
        if "$ref" in schema:
            schema = self.named(schema["$ref"].split("/")[-1])
        for word, enough in (("oneOf", lambda n: n == 1), ("anyOf", lambda n: n >= 1)):
            if word in schema:
                fits = [not list(self.differences(one, value, where)) for one in schema[word]]
                if not enough(sum(fits)):
                    yield "%s: fits %d of %s: %.300r" % (where, sum(fits), word, value)
                return
        types = schema.get("type", [])
        types = [types] if isinstance(types, str) else types
        if types and not any(is_type(value, one) for one in types):
            yield "%s: %.80r is not of the type %s" % (where, value, "/".join(types))
            return
        if value is not None:
            yield from self.inside(schema, value, where)

    def inside(self, schema, value, where):
        if "enum" in schema and value not in schema["enum"]:
            yield "%s: %r is none of %r" % (where, value, schema["enum"])
        if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
            yield "%s: %r does not fit %s" % (where, value, schema["pattern"])
        if isinstance(value, (int, float)) and not isinstance(value, bool) and not (
                schema.get("minimum", value) <= value <= schema.get("maximum", value)):
            yield "%s: %r is out of bounds" % (where, value)
        if isinstance(value, list):
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
                yield "%s: %d items" % (where, len(value))
            for number, item in enumerate(value):
                yield from self.differences(schema.get("items", {}), item, "%s[%d]" % (where, number))
        if isinstance(value, dict):
            yield from self.fields(schema, value, where)

    def fields(self, schema, value, where):
        known = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield "%s: %s is missing" % (where, name)
        for name, item in value.items():
            more = schema.get("additionalProperties", True)
            if name in known:
                yield from self.differences(known[name], item, where + "." + name)
            elif more is False:
                yield "%s: %s is not described" % (where, name)
            elif isinstance(more, dict):
                yield from self.differences(more, item, where + "." + name)


def is_type(value, name):
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return {"null": value is None, "boolean": isinstance(value, bool), "string": isinstance(value, str),
            "array": isinstance(value, list), "object": isinstance(value, dict), "number": number,
            "integer": number and isinstance(value, int)}[name]


def slow():
    """True if the larger sets are wanted (make nightly)."""
    return os.environ.get("QUANDARY_SLOW_TESTS", "0") not in ("", "0")
