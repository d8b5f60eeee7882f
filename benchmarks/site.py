"""The site under load, beside what its database can do at most.

A real `tallyho serve` plays so many live matches at full speed, both players of each with a live
socket, and then with thinking pauses. Just before each measurement the bare database commits rows
of the same size, one by one and 64 together; the ratios say how much of that the site reaches.
"""

import argparse
import asyncio
import math
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from site_load import Load, opened, run
from site_store import LiveMatch, live_matches, store, templates

from tallyho.server.settings import db_url

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from services import running_postgres  # found by the line above
from sites import Site

ROW = "x" * 120
TOGETHER = 64
BARE_SECONDS = 2.0
STORED_LIVE = 200


@dataclass(frozen=True, slots=True)
class Bare:
    """Rows a second that the database commits one by one, and many together."""

    one: float
    together: float


def bare_sqlite(address: str) -> Bare:
    """As fast as SQLite can be asked."""
    db = sqlite3.connect(address.removeprefix("sqlite:///"), isolation_level=None)
    for setting in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        db.execute(f"PRAGMA {setting}")
    db.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, row TEXT)")

    def commit(rows: int) -> None:
        db.execute("BEGIN IMMEDIATE")
        for _ in range(rows):
            db.execute("INSERT INTO bare (row) VALUES (?)", (ROW,))
        db.execute("COMMIT")

    try:
        return Bare(*(rows * _rate(commit, rows) for rows in (1, TOGETHER)))
    finally:
        db.execute("DROP TABLE bare")
        db.close()


def _rate(commit: Callable[[int], None], rows: int) -> float:
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < BARE_SECONDS / 2:
        commit(rows)
        count += 1
    return count / (time.perf_counter() - began)


async def bare_postgres(address: str) -> Bare:
    """As fast as one connection to PostgreSQL can be asked."""
    import asyncpg

    db = await asyncpg.connect(address.replace("+asyncpg", ""))
    await db.execute("CREATE TABLE IF NOT EXISTS bare (id BIGSERIAL PRIMARY KEY, row TEXT)")
    insert = await db.prepare("INSERT INTO bare (row) VALUES ($1)")

    async def commit(rows: int) -> None:
        async with db.transaction():
            for _ in range(rows):
                await insert.fetch(ROW)

    try:
        return Bare(*[rows * await _async_rate(commit, rows) for rows in (1, TOGETHER)])
    finally:
        await db.execute("DROP TABLE bare")
        await db.close()


async def _async_rate(commit: Callable[[int], Awaitable[None]], rows: int) -> float:
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < BARE_SECONDS / 2:
        await commit(rows)
        count += 1
    return count / (time.perf_counter() - began)


async def bare(address: str) -> Bare:
    """The limit of this database at this moment."""
    sqlite = address.startswith("sqlite")
    return bare_sqlite(address) if sqlite else await bare_postgres(address)


def cpu_seconds(pid: int) -> float:
    """What a process has used of the processors; not a number where that cannot be read."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return math.nan
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """A process's memory in MiB; not a number where that cannot be read."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return math.nan
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


HEAD = (
    f"{'':<16}{'of bare':>9}{'of batched':>11}{'turns/s':>9}{'p50 ms':>8}{'p99 ms':>8}"
    f"{'CPU ms':>8}{'calm p50':>10}{'calm p99':>10}{'bare/s':>8}{'batched/s':>11}"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    limit: Bare
    full: Load
    cpu: float
    calm: Load | None = None

    def __str__(self) -> str:
        rate, calm = self.full.rate, self.calm
        waits = f"{calm.wait(0.5):>10.0f}{calm.wait(0.99):>10.0f}" if calm else " " * 20
        return (
            f"{self.name:<16}{rate / self.limit.one:>9.2f}{rate / self.limit.together:>11.3f}"
            f"{rate:>9.0f}{self.full.wait(0.5):>8.0f}{self.full.wait(0.99):>8.0f}"
            f"{1000 * self.cpu / len(self.full.waits):>8.2f}{waits}"
            f"{self.limit.one:>8.0f}{self.limit.together:>11.0f}"
        )


@contextmanager
def started(site: Site) -> Iterator[Site]:
    """The site while the context lasts."""
    site.start()
    try:
        yield site
    finally:
        site.stop()


async def measure(
    name: str, site: Site, address: str, matches: list[LiveMatch], options: argparse.Namespace
) -> tuple[Row, float]:
    """One line of the table, and the MiB that opening the matches took."""
    limit = await bare(address)
    with started(site):
        await asyncio.sleep(1)  # what a start brings along is over
        before = memory(site.pid)
        boards = await opened(site.address, matches)
        grown = memory(site.pid) - before
        used = cpu_seconds(site.pid)
        full = await run(boards, options.seconds)
        used = cpu_seconds(site.pid) - used
        calm = await run(boards, options.seconds, options.think) if options.think else None
        for board in boards:
            board.close()
    return Row(name, limit, full, used, calm), grown


async def benchmark(db: str, site: Site, address: str, options: argparse.Namespace) -> None:
    """Print the tables of one database."""
    print(f"\n{db}, load {', '.join(f'{part:.1f}' for part in os.getloadavg())}\n{HEAD}")
    most = max(options.live)
    matches = await live_matches(address, most + STORED_LIVE * bool(options.stored))
    opening = 0.0
    for live in sorted(options.live):
        row, opening = await measure(f"{live} live", site, address, matches[:live], options)
        print(row, flush=True)
    print(f"memory per 1,000 open matches: {opening * 1000 / max(options.live):.1f} MiB")
    if options.stored:
        print(HEAD)
    names, there = await templates(address) if options.stored else [], 0
    for stored in sorted(options.stored):
        await store(address, names, there + 1, stored)
        there = stored
        row, _ = await measure(f"{stored} stored", site, address, matches[most:], options)
        print(row, flush=True)


def main() -> None:
    """Measure as the options say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--live", type=int, nargs="+", default=[50, 200, 1000], help="matches")
    parser.add_argument("--stored", type=int, nargs="*", default=[100, 1000, 10_000, 100_000])
    parser.add_argument("--seconds", type=float, default=8.0, help="for each load")
    parser.add_argument("--think", type=float, default=10.0, help="seconds a turn; 0 for no calm")
    options = parser.parse_args()
    quiet = ("--log-level", "warning")
    with tempfile.TemporaryDirectory(prefix="tallyho-bench-") as folder:
        if options.db != "postgresql":
            site = Site(Path(folder), *quiet)
            asyncio.run(benchmark("sqlite", site, db_url(str(site.db)), options))
        if options.db != "sqlite":
            with running_postgres() as postgres:
                address = postgres.database()
                site = Site(Path(folder), *quiet, db=address)
                asyncio.run(benchmark("postgresql", site, address, options))


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
