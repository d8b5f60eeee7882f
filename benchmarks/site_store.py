"""Fills a site's database: matches that are ready to be played, and any number of stored ones."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from sqlalchemy import Connection, text

from tallyho.play.actions import PlayTurn, Seat
from tallyho.server.games.terms import Terms, agree, sitter
from tallyho.server.settings import Settings
from tallyho.server.site import Site, open_site
from tallyho.server.storage import schema
from tallyho.server.storage.driver import driver_for
from tallyho.server.table.shelf import Decide
from tallyho.server.table.table import Events, Table
from tallyho.server.web.notices import notice
from tallyho.terminal.streams import progress

AT_ONCE: Final = 64
TEMPLATES: Final = 20
TURNS_STORED: Final = 24


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """A match that has been dealt, and its players' tokens by seat."""

    game: str
    tokens: tuple[str, str]


async def live_matches(address: str, count: int) -> list[LiveMatch]:
    """New matches between two guests each, dealt and ready for the first turn."""
    async with open_site(Settings(address), notice) as site:
        made: list[LiveMatch] = []
        while len(made) < count:
            some = min(AT_ONCE, count - len(made))
            made += await asyncio.gather(*(_live_match(site, number) for number in range(some)))
        return made


async def _live_match(site: Site, number: int) -> LiveMatch:
    (one, first), (other, second) = await site.accounts.guest(), await site.accounts.guest()
    terms = Terms(begins="me", game="pegs" if number % 4 == 3 else "hunt")
    facts = agree(terms, "lobby", sitter(one), sitter(other))
    table = await site.matches.open(facts)
    pieces = [[secrets.token_bytes(32) for _ in table.drawer.secrets] for _ in Seat]
    for seat in Seat:
        await site.shelf.change(facts.id, _committing(seat, pieces[seat]))
    for seat in Seat:
        await site.shelf.change(facts.id, _showing(seat, pieces[seat]))
    return LiveMatch(facts.id, (first, second))


def _committing(seat: Seat, pieces: Sequence[bytes]) -> Decide:
    def decide(table: Table, now: int) -> Events:
        return table.commit(seat, table.dealing.commitments_for(seat, pieces), now)

    return decide


def _showing(seat: Seat, pieces: Sequence[bytes]) -> Decide:
    return lambda table, now: table.reveal(seat, tuple(piece.hex() for piece in pieces), now)


async def templates(address: str) -> list[str]:
    """A few matches with the beginning of a real log, to be copied."""
    matches = await live_matches(address, TEMPLATES)
    async with open_site(Settings(address), notice) as site:
        rng = random.Random(1)
        for match in matches:
            for _ in range(TURNS_STORED):
                await site.shelf.change(match.game, partial(_random_turn, rng))
    return [match.game for match in matches]


def _random_turn(rng: random.Random, table: Table, now: int) -> Events:
    session, seat = table.session, table.seat_to_act
    if session is None or seat is None:
        return ()
    turn = session.notation.write(rng.choice(session.game.legal(session.position)))
    return table.act(seat, PlayTurn(turn), table.version, now)


_NUMBERS: Final = """
WITH RECURSIVE number(n) AS (
    SELECT CAST(:begin AS INTEGER) UNION ALL SELECT n + 1 FROM number WHERE n < :end
)
"""
_COPY_EVENTS: Final = """
INSERT INTO event (game, version, action, last, data)
SELECT 'stored' || n, version, action, last, data FROM number, event
WHERE game = :template AND n % :modulus = :rest
"""


def _copy_games(columns: Sequence[str]) -> str:
    """The row of a match that is over, for each number."""
    changed = {"id": "'stored' || n", "status": "'over'", "deadline": "NULL"}
    values = [changed.get(name, f'"{name}"') for name in columns]
    names = [f'"{name}"' for name in columns]
    return (
        f"INSERT INTO game ({', '.join(names)}) SELECT {', '.join(values)} FROM number, game "
        "WHERE id = :template AND n % :modulus = :rest"
    )


async def store(address: str, names: Sequence[str], begin: int, end: int) -> None:
    """Store matches by number, each a copy of a template's log; nobody opens them again."""
    copy_games = _copy_games([column.name for column in schema.game.c])

    def work(connection: Connection, rest: int) -> None:
        values = {"begin": begin, "end": end, "template": names[rest]}
        values |= {"modulus": len(names), "rest": rest}
        for statement in (copy_games, _COPY_EVENTS):
            connection.execute(text(_NUMBERS + statement), values)

    driver = driver_for(address)
    try:
        with progress("copies of logs stored", len(names)) as step:
            for rest in range(len(names)):
                await driver.write(partial(work, rest=rest))
                step()
    finally:
        await driver.close()
