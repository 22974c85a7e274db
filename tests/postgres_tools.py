"""A PostgreSQL of a test's own: in a temporary folder, reached by a socket in it and in no other way,
and gone when the test is, however that ends. Standard library only."""

import ctypes
import fcntl
import glob
import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import tempfile
import time

SECONDS = 120


def find():
    """The folder of its programs: QUANDARY_POSTGRES, or the newest of Debian's. None if there is none."""
    given = os.environ.get("QUANDARY_POSTGRES")
    folders = [given] if given else sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=version, reverse=True)
    for folder in folders:
        if (pathlib.Path(folder) / "initdb").exists() and user() is not None:
            return pathlib.Path(folder)
    return None


def version(folder):
    name = pathlib.Path(folder).parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0


def user():
    """Who it runs as: it refuses to be root. None if there is nobody."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    return None


def in_memory():
    """A folder that is on no disk and has room; None: where temporary folders usually are."""
    try:
        room = os.statvfs("/dev/shm")
    except OSError:
        return None
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) and room.f_bavail * room.f_frsize > 1 << 30 else None


def copy(folder, to):
    """With owners and rights."""
    shutil.rmtree(to, ignore_errors=True)
    subprocess.run(["cp", "-a", folder, to], check=True)


def die_with_parent():
    """Even if this test is killed the database ends at once (prctl PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


class Postgres:
    """To be used by `with`."""

    def __enter__(self):
        self.programs, self.user = find(), user()
        self.folder = tempfile.mkdtemp(prefix="quandary-pg-", dir=in_memory())
        self.process = None
        self.log = open(self.folder + "/log", "ab")
        os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        os.chmod(self.folder, 0o755)
        try:
            self.make_data()
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make_data(self):
        """In a build folder it is made once, and copied after that: making it takes ten times as long."""
        kept = pathlib.Path.cwd() / ("postgres-%s-%s" % (version(self.programs), self.user.pw_name))
        if not version(self.programs) or not (kept.parent / "build.ninja").exists():
            self.initialize()
            return
        with open(str(kept) + ".lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                self.initialize()
                copy(self.folder + "/data", str(kept) + ".new")
                os.rename(str(kept) + ".new", kept)
                return
        copy(str(kept), self.folder + "/data")

    def initialize(self):
        self.call("initdb", "-D", self.folder + "/data", "-U", "quandary", "-A", "trust", "-E", "UTF8",
                  "--no-locale", "--no-sync").wait(SECONDS)

    def call(self, program, *arguments):
        more = {}
        if os.getuid() == 0:
            more = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []}
        return subprocess.Popen([str(self.programs / program), *arguments], cwd=self.folder, stdout=self.log,
                                stderr=self.log, stdin=subprocess.DEVNULL, preexec_fn=die_with_parent, **more)

    def start(self):
        """What is lost in a power cut is not tested here, so the disk is not waited for."""
        self.process = self.call("postgres", "-D", self.folder + "/data", "-k", self.folder,
                                 "-c", "listen_addresses=", "-c", "fsync=off")
        end = time.time() + SECONDS
        while not self.ready():
            if self.process.poll() is not None or time.time() > end:
                raise RuntimeError("PostgreSQL does not start: " + self.errors())
            time.sleep(0.02)

    def ready(self):
        """The last line of this file tells."""
        try:
            lines = pathlib.Path(self.folder + "/data/postmaster.pid").read_text().split("\n")
        except OSError:
            return False
        return lines[0] == str(self.process.pid) and len(lines) > 7 and lines[7].strip() == "ready"

    def stop(self):
        """Ends it at once, as a crash does."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def end_connections(self):
        """All that servers have."""
        self.call("psql", "-d", self.url, "-c", "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                  "WHERE application_name = 'quandary'").wait(SECONDS)

    def errors(self):
        return pathlib.Path(self.folder + "/log").read_text(errors="replace")

    @property
    def url(self):
        return "postgresql://quandary@/postgres?host=" + self.folder

    def __exit__(self, *_):
        self.stop()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def end_on_signals():
    """SIGTERM and SIGHUP end the test as an exception does, so that all is cleaned up."""
    def leave(number, _):
        raise SystemExit(128 + number)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, leave)
