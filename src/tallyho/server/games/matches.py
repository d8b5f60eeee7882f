"""Matches by name: made, changed, left, and played again."""

from sqlalchemy import Connection, or_, select

from tallyho.contract import NotationError, NotNow
from tallyho.play.actions import PlayTurn, Seat
from tallyho.play.thn import value_trouble
from tallyho.server.errors import NotAllowed, TooMany
from tallyho.server.games.terms import Terms, agree, check_kinds, check_terms, sitter
from tallyho.server.live.sightings import Sightings
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.person import Person
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.dealing import new_drawer
from tallyho.server.table.facts import Facts, Sitter
from tallyho.server.table.shelf import Answer, Shelf
from tallyho.server.table.table import Events, Table
from tallyho.server.table.wishes import MOST_TURN, Wish, action_of

MOST_OPEN = 100
"""Unfinished matches of one person."""


class Matches:
    """What people do with matches."""

    def __init__(self, db: Database, shelf: Shelf, sightings: Sightings) -> None:
        self._db = db
        self._shelf = shelf
        self._sightings = sightings

    async def against_computer(self, person: Person, terms: Terms, level: int) -> Table:
        """A match against the computer at a level."""
        check_terms(terms, person)
        if terms.rated:
            raise NotNow("matches against the computer are not rated")
        computer = Sitter(None, f"Computer, level {level}")
        return await self.open(agree(terms, "computer", sitter(person), computer, level))

    async def at_one_device(self, person: Person, terms: Terms, names: tuple[str, str]) -> Table:
        """A match of two people who share a device; the first name begins."""
        check_terms(terms, person)
        if terms.rated:
            raise NotNow("matches at one device are not rated")
        for name in names:
            if value_trouble("name", name):  # the record could not be written
                raise NotationError("names", "a name is short and has no control characters")
        first, second = (Sitter(person.id, name, person.bot) for name in names)
        return await self.open(agree(terms, "local", first, second))

    async def with_friend(self, person: Person, terms: Terms) -> Table:
        """A match whose second seat is taken by whoever brings the invitation."""
        check_terms(terms, person)
        return await self.open(agree(terms, "friend", sitter(person), Sitter(None, "")))

    async def open(self, facts: Facts) -> Table:
        """Store a new match and tell its players."""

        def work(connection: Connection) -> Table:
            return self.create(connection, facts)

        table = await self._db.write(work)
        await self._shelf.opened(table)
        return table

    def create(self, connection: Connection, facts: Facts) -> Table:
        """Store a new match as part of somebody's transaction."""
        for person in {person for person in facts.people if person}:
            if len(_open_games(connection, person)) >= MOST_OPEN:
                raise TooMany(f"nobody plays more than {MOST_OPEN} matches at a time")
        drawer = new_drawer(facts.entry.game.rounds, facts.computer is not None)
        return self._shelf.create(connection, facts, drawer)

    async def join(self, person: Person, game: str, invite: str) -> Answer:
        """Take the empty seat."""
        table = await self._shelf.look(game)
        if table.facts.rated and person.guest:
            raise NotAllowed("a rated match needs an account; take a name and a password first")
        if not table.facts.full:
            check_kinds(table.facts.rated, person.bot, any(table.facts.bots))
        return await self._shelf.join(game, sitter(person), invite)

    async def commit(
        self, person: Person, game: str, seat: int | None, values: tuple[str, ...]
    ) -> Answer:
        """Seal one's bytes."""

        def decide(table: Table, now: int) -> Events:
            return table.commit(self._seat(table, person, seat), values, now)

        return await self._shelf.change(game, decide)

    async def reveal(
        self, person: Person, game: str, seat: int | None, values: tuple[str, ...]
    ) -> Answer:
        """Show one's bytes."""

        def decide(table: Table, now: int) -> Events:
            return table.reveal(self._seat(table, person, seat), values, now)

        return await self._shelf.change(game, decide)

    async def act(self, person: Person, game: str, wish: Wish) -> Answer:
        """Do something at the board."""
        table = await self._seated(game)
        seat = self._seat(table, person, wish.seat)
        if wish.do == "claim-win":
            return await self._claim_win(game, seat, wish)
        action = action_of(wish)

        def decide(table: Table, now: int) -> Events:
            return table.act(seat, action, wish.version, now)

        return await self._shelf.change(game, decide, f"{int(seat)}.{wish.id}", wish.version)

    async def _seated(self, game: str) -> Table:
        """The table, new enough to tell whose seat is whose: seats once taken stay taken."""
        table = await self._shelf.look(game, 0)
        if table.facts.full and table.facts.mode != "local":
            return table
        return await self._shelf.look(game)

    async def turn(self, person: Person, game: str, text: str) -> Answer:
        """Make a turn at whatever version the match has."""
        if len(text) > MOST_TURN:
            raise NotationError("text", f"a turn has {MOST_TURN} characters at most")

        def decide(table: Table, now: int) -> Events:
            return table.act(self._seat(table, person, None), PlayTurn(text), table.version, now)

        return await self._shelf.change(game, decide)

    async def _claim_win(self, game: str, seat: Seat, wish: Wish) -> Answer:
        gone = await self._sightings.gone(game, seat.other)

        def decide(table: Table, now: int) -> Events:
            return table.claim_win(seat, wish.version, gone, now)

        return await self._shelf.change(game, decide, f"{int(seat)}.{wish.id}", wish.version)

    def _seat(self, table: Table, person: Person, wanted: int | None) -> Seat:
        """The seat that this person acts for; who has both says which, or acts for who is due."""
        seats = table.facts.seats_of(person.id)
        if not seats:
            raise NotAllowed("you have no seat in this game")
        if wanted is not None and wanted not in seats:
            raise NotAllowed("this is not your seat")
        for seat in seats:
            self._sightings.saw(table.facts.id, seat)
        if wanted is not None:
            return Seat(wanted)
        return seats[0] if len(seats) == 1 else table.seat_to_act or seats[0]

    async def rematch(self, person: Person, game: str) -> Table:
        """Play again with seats exchanged; between two people once both have asked."""
        table = await self._shelf.look(game)
        seat = self._seat(table, person, None)
        next_id = new_id()

        def decide(table: Table, now: int) -> Events:
            return table.ask_rematch(seat, next_id, now)

        def also(connection: Connection, answer: Answer) -> None:
            if answer.table.next_game == next_id:
                self.create(connection, _next_facts(answer.table))

        table = (await self._shelf.change(game, decide, also=also)).table
        if table.next_game is None:
            return table
        following = await self._shelf.look(table.next_game)
        await self._shelf.opened(following)
        return following

    async def leave_all(self, person: Person) -> None:
        """Leave every match that is still open; they are lost."""
        games = await self._db.read(lambda connection: _open_games(connection, person.id))

        def decide(table: Table, now: int) -> Events:
            return table.leave(table.facts.seats_of(person.id)[0], now)

        for game in games:
            await self._shelf.change(game, decide)


def _next_facts(table: Table) -> Facts:
    old = table.facts
    return Facts(
        id=table.next_game or "",
        name=old.name,
        rules=old.rules,
        mode=old.mode,
        clock=old.clock,
        rated=old.rated,
        level=old.level,
        computer=None if old.computer is None else old.computer.other,
        people=old.people[::-1],
        names=old.names[::-1],
        invite=old.invite,
        created=now_ms(),
        bots=old.bots[::-1],
    )


def _open_games(connection: Connection, person: str) -> list[str]:
    game = schema.game.c
    mine = or_(game.first == person, game.second == person)
    rows = connection.execute(select(game.id).where(mine, game.status != "over"))
    return list(rows.scalars())
