"""The fault harness: many matches on a real site, which is killed again and again.

Run it as a command for as long as you like:

    python tests/server/faults.py --seconds 300 --seed 7 --db postgresql

Its players resend what got no answer, and come back. In the end nothing that was acknowledged may
be missing, doubled or different, and no match may be stuck.
"""

import argparse
import asyncio
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from socket import socket
from typing import Any

from audit import Books, audit
from crowd import Crowd, Follower, Seated, sit_down
from services import Postgres, Redis, running_postgres, running_redis
from sites import Site

from tallyho.server.settings import db_url

Fault = Callable[[], Awaitable[None]]

SLEEPERS_FROM = 120.0
"""A run of so many seconds has matches whose flag falls, which takes a minute."""

GRACE = 60.0
"""So many seconds without an answer to anybody, and something is stuck."""

AT_THE_DOOR = 20
"""Matches that are dealt at a time: a live one has two minutes for it, on a slow machine too."""

OWN_FAULTS = ("fault", "engine failed")
HELP = argparse.RawDescriptionHelpFormatter
TERMS: tuple[dict[str, Any], ...] = (
    {},
    {"rules": "online", "clock": {"minutes": 5, "increment": 2}},
    {"game": "pegs", "rules": "holes=8 short=yes", "clock": {"minutes": 30}},
    {"clock": {"days": 1}},
    {"rules": "online"},
)
RATED = {"rated": True, "rules": "online", "clock": {"minutes": 10}}
SLEEPY = {"clock": {"minutes": 1}}


@dataclass(frozen=True, slots=True)
class Plan:
    """How many matches, for how long, and what chance decides."""

    games: int = 200
    seconds: float = 0.0
    faults: int = 1
    """At least so many, however long that takes."""

    seed: int = 1
    answers: tuple[int, int] = (20, 600)
    """So many, more or less, the site gives between two faults."""


@dataclass(slots=True)
class Report:
    """What came of a run; without troubles the site has kept all its promises."""

    figures: dict[str, float] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [f"{name:<28}{value:>12,.10g}" for name, value in self.figures.items()]
        found = [f"TROUBLE {trouble}" for trouble in self.troubles[:20]]
        return "\n".join([*lines, *found, f"{len(self.troubles)} troubles"])


class Run:
    """One run of the harness against one site, which may be several processes."""

    def __init__(self, plan: Plan, sites: Sequence[Site], faults: dict[str, Fault]) -> None:
        self._plan = plan
        self._sites = sites
        self._rng = random.Random(plan.seed)
        addresses = [site.address for site in sites]
        self._crowd = Crowd(addresses, random.Random(plan.seed + 1))
        self._faults = {"site killed": self._kill, **faults}
        self._doors = asyncio.Semaphore(AT_THE_DOOR)
        self._recoveries: list[float] = []
        self._report = Report()

    async def whole(self) -> Report:
        """Play, break, mend, finish, and look through the books."""
        began = time.monotonic()
        tables = [asyncio.create_task(self._table(n)) for n in range(self._plan.games)]
        await self._break_things(began + self._plan.seconds)
        self._crowd.closing = True
        await self._finish(tables)
        played = time.monotonic() - began
        answers = await asyncio.gather(*tables, return_exceptions=True)
        self._report.troubles += [f"table: {a!r}" for a in answers if isinstance(a, Exception)]
        await self._look_through()
        self._figures(played)
        return self._report

    async def _finish(self, tables: Sequence["asyncio.Task[None]"]) -> None:
        """Wait for the last turns as long as there are any; what is left then is stuck."""
        late, before = set(tables), -1
        while late and before < self._crowd.counted["answers"]:
            before = self._crowd.counted["answers"]
            _, late = await asyncio.wait(late, timeout=GRACE)
        for task in late:
            task.cancel()

    async def _break_things(self, until: float) -> None:
        due: list[str] = []
        while len(self._recoveries) < self._plan.faults or time.monotonic() < until:
            await self._answered(self._rng.randint(*self._plan.answers))
            await asyncio.sleep(self._rng.uniform(0, 0.05))  # not just after an answer
            due = due or self._rng.sample(list(self._faults), len(self._faults))
            name = due.pop()
            self._crowd.counted[name] += 1
            broken = time.monotonic()
            await self._faults[name]()
            await self._answered(1)
            self._recoveries.append(time.monotonic() - broken)

    async def _answered(self, more: int) -> None:
        """Wait until the site has given so many more answers."""
        wanted = self._crowd.counted["answers"] + more
        while (before := self._crowd.counted["answers"]) < wanted:
            async with asyncio.timeout(GRACE):
                while self._crowd.counted["answers"] == before:
                    await asyncio.sleep(0.01)

    async def _kill(self) -> None:
        site = self._rng.choice(self._sites)
        await asyncio.to_thread(site.stop, signal.SIGKILL)
        await asyncio.to_thread(site.start)

    async def _table(self, number: int) -> None:
        """One match after another until it is time to go home."""
        while not self._crowd.closing:
            async with self._doors:
                seated = await self._seated(number)
            watching = [follower.follow() for follower in seated.followers]
            await asyncio.gather(*watching)
            for follower in seated.followers:
                follower.wire.close()
            self._crowd.counted["matches"] += 1

    async def _seated(self, number: int) -> Seated:
        rated, sleepy = number % 100 == 7, number % 50 == 8
        terms = TERMS[number % len(TERMS)]
        if rated:
            return await sit_down(self._crowd, RATED, None)
        if sleepy and self._plan.seconds >= SLEEPERS_FROM:
            seated = await sit_down(self._crowd, SLEEPY, None)
            seated.players[1].asleep = True
            return seated
        seated = await sit_down(self._crowd, terms, 1 if number % 20 == 0 else None)
        if number % 10 == 1:
            watcher = Follower(self._crowd, await self._crowd.guest(1), seated.game)
            seated.watchers.append(watcher)
        return seated

    async def _look_through(self) -> None:
        """Ask a site that was started afresh, then the database itself."""
        for site in self._sites:
            await asyncio.to_thread(site.stop)
        await asyncio.to_thread(self._sites[0].start)
        wire, shown = self._crowd.wire(0), {}
        for seated in self._crowd.matches:
            path = f"/api/games/{seated.game}"
            match = await self._crowd.sure(wire, "GET", path)
            shown[seated.game] = match, (await self._crowd.ask(wire, "GET", f"{path}/record"))[1]
        await self._crowd.leave()
        await asyncio.to_thread(self._sites[0].stop)
        for site in self._sites:
            self._report.troubles += _faults_in(site.log)
        books = await Books.of(db_url(str(self._sites[0].db)))
        for seated in self._crowd.matches:
            found = audit(books, seated, *shown[seated.game])
            self._report.troubles += [f"{seated.game}: {trouble}" for trouble in found]
        self._report.figures["events stored"] = sum(map(len, books.events.values()))

    def _figures(self, played: float) -> None:
        count, recoveries = self._crowd.counted, sorted(self._recoveries) or [0.0]
        self._report.figures |= {
            "seconds": round(played, 1),
            **dict(sorted(count.items())),
            "acknowledged a second": round(count["acknowledged"] / played, 1),
            "recovery, median seconds": round(recoveries[len(recoveries) // 2], 2),
            "recovery, longest seconds": round(recoveries[-1], 2),
        }


def _faults_in(log: Path) -> list[str]:
    """What the site says about itself that is nobody else's fault."""
    said = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    return [f"the log has: {line}" for line in said if line["message"] in OWN_FAULTS]


async def run(plan: Plan, sites: Sequence[Site], faults: dict[str, Fault]) -> Report:
    """Start the site, run the plan against it, and report."""
    for site in sites:
        await asyncio.to_thread(site.start)
    try:
        return await Run(plan, sites, faults).whole()
    finally:
        for site in filter(lambda site: site.up, sites):
            site.stop(signal.SIGKILL)


def options() -> list[str]:
    """A quiet site at a port of its own.

    Not one that the system gives to connections: while the site is down, somebody who knocks could
    be given that very port, and the site would have to come back elsewhere.
    """
    for port in random.SystemRandom().sample(range(20_000, 30_000), 100):
        with socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return ["--log-level", "warning", "--port", str(port)]
    raise OSError("no port is free")


def on_sqlite(plan: Plan, folder: Path) -> Report:
    """A run on SQLite, where only the site itself can fail."""
    return asyncio.run(run(plan, [Site(folder, *options())], {}))


def on_postgres(plan: Plan, folder: Path, postgres: Postgres, redis: Redis) -> Report:
    """A run of two processes on PostgreSQL and Redis, which are restarted too."""
    address, sites = postgres.database(), []
    for name in ("one", "other"):
        (folder / name).mkdir()
        sites.append(Site(folder / name, *options(), "--redis", redis.url, db=address))

    def again(down: Callable[[], None], up: Callable[[], None]) -> Fault:
        async def fault() -> None:
            await asyncio.to_thread(down)
            await asyncio.to_thread(up)

        return fault

    faults = {
        "postgres stopped": again(postgres.stop, postgres.start),
        "postgres crashed": again(partial(postgres.stop, "immediate"), postgres.start),
        "redis killed": again(redis.kill, redis.start),
    }
    return asyncio.run(run(plan, sites, faults))


def main() -> int:
    """Run as the options say and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=HELP)
    parser.add_argument("--seconds", type=float, default=60, help="how long things break (60)")
    parser.add_argument("--games", type=int, default=200, help="matches at a time (200)")
    parser.add_argument("--seed", type=int, default=1, help="what decides by chance (1)")
    parser.add_argument("--db", choices=("sqlite", "postgresql"), default="sqlite")
    chosen = parser.parse_args()
    plan = Plan(chosen.games, chosen.seconds, seed=chosen.seed)
    folder = Path(tempfile.mkdtemp(prefix="tallyho-faults-"))
    if chosen.db == "sqlite":
        report = on_sqlite(plan, folder)
    else:
        with running_postgres() as postgres, running_redis() as redis:
            report = on_postgres(plan, folder, postgres, redis)
    print(report)
    if report.troubles:
        print(f"What the site has said and stored is in {folder}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
