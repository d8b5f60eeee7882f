"""A real PostgreSQL and a real Redis for the tests, on private ports, in temporary folders."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

DEBIAN = "/usr/lib/postgresql"
MISSING = (
    "{} is missing: `make test` installs it where there is apt-get; install PostgreSQL and Redis"
)


def program(name: str) -> str:
    """Where a program is; Debian keeps PostgreSQL's own ones off the path."""
    folders = sorted(Path(DEBIAN).glob("*/bin"), key=lambda folder: -int(folder.parent.name))
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, folders)])
    found = shutil.which(name, path=path)
    assert found is not None, MISSING.format(name)
    return found


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
    return port


class Postgres:
    """A PostgreSQL server, which can be stopped and started again on what it has stored."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._data = folder / "data"
        self._databases = 0
        self._as_user: list[str] = []
        if os.getuid() == 0:  # PostgreSQL refuses to be root
            self._give_away()
        self._run("initdb", "-D", str(self._data), "-U", "tallyho", "-A", "trust", "-N")

    def _give_away(self) -> None:
        names = {user.pw_name for user in pwd.getpwall()}
        user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
        os.chown(self._folder, user.pw_uid, user.pw_gid)
        ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}"]
        self._as_user = [program("setpriv"), *ids, "--clear-groups"]

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self._as_user, program(name), *arguments]
        # Not captured: the server inherits the streams, and a pipe would never end.
        with (self._folder / "commands.log").open("a") as log:
            code = subprocess.run(command, cwd=self._folder, stdout=log, stderr=log).returncode
        assert code == 0, self.log()

    def log(self) -> str:
        """Everything that was said."""
        return "\n".join(file.read_text() for file in sorted(self._folder.glob("*.log")))

    def start(self) -> None:
        """Up, and ready for connections."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        log = str(self._folder / "server.log")
        self._run("pg_ctl", "-D", str(self._data), "-l", log, "-o", options, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Down: `fast` ends all connections, `immediate` is as if it crashed."""
        self._run("pg_ctl", "-D", str(self._data), "-m", mode, "-w", "stop")

    def database(self) -> str:
        """The address of a new and empty database."""
        self._databases += 1
        name = f"site{self._databases}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tallyho"]
        self._run("createdb", *where, name)
        return f"postgresql+asyncpg://tallyho@127.0.0.1:{self.port}/{name}"


class Redis:
    """A Redis server, which forgets everything when it ends."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Up, and ready for connections."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir"]
        command = [program("redis-server"), *options, str(self._folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8")
        assert self._process.stdout is not None
        said = ""
        while "Ready to accept connections" not in said:
            line = self._process.stdout.readline()
            assert line, said
            said += line

    def kill(self) -> None:
        """Gone at once."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        process.kill()
        process.wait()
        process.stdout.close()
        self._process = None

    @property
    def up(self) -> bool:
        """Whether it runs."""
        return self._process is not None


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server while the context lasts."""
    # Not below pytest's folders, which only their owner can enter.
    with tempfile.TemporaryDirectory(prefix="tallyho-postgres-") as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def running_redis() -> Iterator[Redis]:
    """A Redis server while the context lasts; whether a test has killed it or not."""
    with tempfile.TemporaryDirectory(prefix="tallyho-redis-") as folder:
        server = Redis(Path(folder))
        server.start()
        try:
            yield server
        finally:
            if server.up:
                server.kill()
