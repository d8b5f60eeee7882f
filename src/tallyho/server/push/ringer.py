"""Rings for those who have the turn and are not at the board, behind everybody's back.

A turn is stored and told before the ringer hears of it. What cannot be sent is given up: the
next turn rings again.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Any, Final

from tallyho.play.actions import Seat
from tallyho.play.clock import DAY
from tallyho.server import metrics
from tallyho.server.live.sightings import Sightings
from tallyho.server.names import now_ms
from tallyho.server.people.person import Person
from tallyho.server.push.addresses import Subscription
from tallyho.server.push.bell import Notice
from tallyho.server.push.keys import PushKeys
from tallyho.server.push.post import Post, Undelivered
from tallyho.server.push.sealing import browser_key, browser_secret, seal
from tallyho.server.push.subscriptions import Subscriptions
from tallyho.server.table.shelf import Shelf
from tallyho.server.table.table import Table

LOG: Final = logging.getLogger(__name__)
MOST_CALLS: Final = 2000  # that wait or are being made; more are given up
AT_ONCE: Final = 32
GONE: Final = frozenset({404, 410})
PASSES_ON: Final = frozenset({"played", "took-back", "ended"})


@dataclass(frozen=True, slots=True)
class Call:
    """A turn that has passed to this person."""

    game: str
    version: int
    seat: Seat
    person: str
    at: int


class Ringer:
    """The bell of a site with keys."""

    def __init__(
        self,
        keys: PushKeys,
        subscriptions: Subscriptions,
        post: Post,
        shelf: Shelf,
        sightings: Sightings,
        notice: Notice,
        patience: int,
    ) -> None:
        self.key = keys.public
        self.subscriptions = subscriptions
        self._keys = keys
        self._post = post
        self._shelf = shelf
        self._sightings = sightings
        self._notice = notice
        self._patience = patience
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._calls: set[asyncio.Task[None]] = set()

    async def subscribe(self, person: Person, token: str, new: Subscription, language: str) -> None:
        """Tell this browser from now on, if it is one."""
        browser_key(new.p256dh)
        browser_secret(new.auth)
        await self.subscriptions.add(person, token, new, language)

    def ring(self, table: Table) -> None:
        """It is somebody's turn now: tell them, unless they see it or are no people."""
        facts, seat = table.facts, table.seat_to_act
        person = None if seat is None else facts.people[seat]
        if seat is None or person is None or facts.bots[seat] or facts.mode == "local":
            return
        if len(self._calls) >= MOST_CALLS:
            metrics.PUSHES.labels("given-up").inc()
            return
        call = Call(facts.id, table.version, seat, person, table.log[-1].at)
        task = asyncio.create_task(self._make(call))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def close(self) -> None:
        """Give up what has not been sent."""
        calls = set(self._calls)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        self._post.close()

    async def _make(self, call: Call) -> None:
        try:
            if not await self.subscriptions.of(call.person) or not await self._missed(call):
                return
            table = await self._shelf.look(call.game)
            if any(event.kind in PASSES_ON for event in table.log[call.version :]):
                return
            rows = await self.subscriptions.of(call.person)
            await asyncio.gather(*(self._send(row, table, call.seat) for row in rows))
        except Exception:
            LOG.exception("push failed", extra={"game": call.game})

    async def _missed(self, call: Call) -> bool:
        """Whether the person does not see the turn by itself; in a slow match people look away."""
        table = await self._shelf.look(call.game, call.version)
        if table.facts.clock.per_turn is not None:
            return True
        if await self._sightings.last(call.game, call.seat) >= call.at - self._patience:
            await asyncio.sleep(self._patience / 1000)
        return await self._sightings.last(call.game, call.seat) < call.at

    async def _send(self, row: Any, table: Table, seat: Seat) -> None:
        body = seal(self._notice(table, seat, row.language), row.p256dh, row.auth)
        async with self._slots:
            answer = await self._answer(row.endpoint, self._headers(row.endpoint, table), body)
        metrics.PUSHES.labels(answer).inc()
        if answer == "gone":
            await self.subscriptions.forget(row.endpoint)

    async def _answer(self, endpoint: str, headers: dict[str, str], body: bytes) -> str:
        try:
            status = await self._post.send(endpoint, headers, body)
        except Undelivered as error:
            LOG.info("push not delivered", extra={"why": str(error)})
            return "undelivered"
        if status in GONE:
            return "gone"
        return "sent" if 200 <= status < 300 else "refused"

    def _headers(self, endpoint: str, table: Table) -> dict[str, str]:
        now = now_ms()
        left = max(0, min(DAY, (table.deadline() or now + DAY) - now))
        return {
            "Authorization": self._keys.authorization(endpoint, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(left // 1000),  # afterwards the time is up, and nobody wants to know
            "Topic": table.facts.id,  # a newer turn of the match takes the place of an older one
        }
