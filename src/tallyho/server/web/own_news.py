"""What a bot has not been told yet about its own challenges and matches.

It is found by comparing what stands now with what was told, so a lost message costs nothing.
"""

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from tallyho.server.games.lists import Listed, listed, under_way
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.web.news import (
    ChallengeGone,
    ChallengeNews,
    GameFinish,
    GameStart,
    RematchNews,
)

MOST_REMATCHES: Final = 10
"""The newest matches whose opponents may still ask to play again."""


class OwnNews:
    """One stream's memory."""

    def __init__(self, site: Site, person: Person) -> None:
        self._site = site
        self._person = person
        self._challenges: set[str] = set()
        self._games: set[str] = set()
        self._finished: list[str] = []

    async def take(self) -> AsyncIterator[msgspec.Struct]:
        """Everything that is new since the last time."""
        async for news in self._challenge_news():
            yield news
        async for news in self._game_news():
            yield news
        async for news in self._rematch_news():
            yield news

    async def _challenge_news(self) -> AsyncIterator[msgspec.Struct]:
        stand = await self._site.challenges.of(self._person)
        there = {challenge.id for challenge in (*stand.received, *stand.sent)}
        for gone in sorted(self._challenges - there):
            yield ChallengeGone(gone)
        for challenge in stand.received:
            if challenge.id not in self._challenges:
                yield ChallengeNews(challenge)
        self._challenges = there

    async def _game_news(self) -> AsyncIterator[msgspec.Struct]:
        games = await under_way(self._site.db, self._person.id)
        there = {game.id for game in games}
        for game in await self._over(self._games - there):
            yield GameFinish(game)
        for game in games:
            if game.id not in self._games:
                yield GameStart(game)
        self._games = there

    async def _over(self, games: set[str]) -> tuple[Listed, ...]:
        self._finished = [*self._finished, *sorted(games)][-MOST_REMATCHES:]
        return await listed(self._site.db, games) if games else ()

    async def _rematch_news(self) -> AsyncIterator[msgspec.Struct]:
        for game in list(self._finished):
            table = await self._site.shelf.look(game)
            if table.next_game is not None:
                self._finished.remove(game)
            elif table.rematch not in (None, *table.facts.seats_of(self._person.id)):
                self._finished.remove(game)
                yield RematchNews(game)
