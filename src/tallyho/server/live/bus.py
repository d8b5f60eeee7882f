"""The bus: tells that a topic has reached a version, and nothing else.

Whoever hears it reads the news from the database, so a lost message costs nothing but time.
"""

import asyncio
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol


def game_topic(game: str) -> str:
    """News of one game's log."""
    return f"game:{game}"


def chat_topic(game: str, room: str) -> str:
    """News of one chat room."""
    return f"chat:{game}:{room}"


def person_topic(person: str) -> str:
    """News for one person: games that began."""
    return f"person:{person}"


LOBBY = "lobby"


class Mailbox:
    """The topics that somebody listens to; only the newest version of each is kept."""

    def __init__(self) -> None:
        self._news: dict[str, int] = {}
        self._arrived = asyncio.Event()

    def put(self, topic: str, version: int) -> None:
        """There is news."""
        self._news[topic] = max(version, self._news.get(topic, 0))
        self._arrived.set()

    async def take(self) -> dict[str, int]:
        """Wait for news; all that has come since the last time."""
        await self._arrived.wait()
        self._arrived.clear()
        news, self._news = self._news, {}
        return news


class Bus(Protocol):
    """Carries (topic, version) to everybody who listens."""

    lossless: bool  # whether no news can get lost, so that nobody has to look for any

    async def publish(self, topic: str, version: int) -> None:
        """Tell it to all listeners of the topic."""

    def listen(self, *topics: str) -> AbstractContextManager[Mailbox]:
        """A mailbox for these topics while the context lasts."""

    async def close(self) -> None:
        """Carry nothing more."""


class MemoryBus:
    """The bus of a site that is one process."""

    lossless = True

    def __init__(self) -> None:
        self._listeners: dict[str, set[Mailbox]] = {}

    async def publish(self, topic: str, version: int) -> None:
        """Tell it to all listeners of the topic."""
        for mailbox in self._listeners.get(topic, ()):
            mailbox.put(topic, version)

    def wake(self) -> None:
        """Let everybody look for news that may have been missed."""
        for topic, mailboxes in self._listeners.items():
            for mailbox in mailboxes:
                mailbox.put(topic, 0)

    async def close(self) -> None:
        """Nothing to do."""

    @contextmanager
    def listen(self, *topics: str) -> Iterator[Mailbox]:
        """A mailbox for these topics while the context lasts."""
        mailbox = Mailbox()
        for topic in topics:
            self._listeners.setdefault(topic, set()).add(mailbox)
        try:
            yield mailbox
        finally:
            for topic in topics:
                self._listeners[topic].discard(mailbox)
                if not self._listeners[topic]:
                    del self._listeners[topic]
