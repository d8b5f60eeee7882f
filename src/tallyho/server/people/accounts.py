"""Accounts: from guest to name and password, and away again."""

from typing import Any, Final

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tallyho.contract import NotNow
from tallyho.server.errors import NotAllowed, Taken, Unknown
from tallyho.server.names import new_id, now_ms
from tallyho.server.people.passwords import Passwords
from tallyho.server.people.person import SOMEBODY, Person, check_name, name_key
from tallyho.server.people.tokens import Tokens, give_token, hash_of
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database

_OWN: Final = (schema.token, schema.seek, schema.chat, schema.rating_step, schema.rating)
"""The tables whose rows go away with their person."""


class Accounts:
    """Everything that people do with their own accounts."""

    def __init__(self, db: Database, tokens: Tokens) -> None:
        self._db = db
        self._tokens = tokens
        self._passwords = Passwords()

    async def guest(self) -> tuple[Person, str]:
        """A new guest and the token."""

        def work(connection: Connection) -> tuple[Person, str]:
            person = _new_person(connection)
            return person, give_token(connection, person.id)

        return await self._db.write(work)

    async def register(
        self, guest: Person | None, name: str, password: str
    ) -> tuple[Person, str | None]:
        """Give the guest a name and password, keeping the games; a stranger gets a token too."""
        if guest is not None and not guest.guest:
            raise NotAllowed("you have a name already")
        check_name(name)
        hashed = await self._passwords.hash(password)

        def work(connection: Connection) -> tuple[Person, str | None]:
            person = guest or _new_person(connection)
            named = {"name": name, "key": name_key(name), "password": hashed}
            connection.execute(_person_update(person.id).values(**named))
            _rename(connection, person.id, name)
            token = None if guest else give_token(connection, person.id)
            return Person(person.id, name), token

        try:
            answer = await self._db.write(work)
        except IntegrityError:
            raise Taken("this name is taken") from None
        self._tokens.forget(answer[0].id)
        return answer

    async def login(self, name: str, password: str) -> tuple[Person, str]:
        """The person and a new token; a wrong name and a wrong password get the same refusal."""
        query = select(schema.person).where(schema.person.c.key == name_key(name))
        row = await self._db.row(query)
        if not await self._passwords.fits(row.password if row else None, password):
            raise Unknown("name and password do not fit")

        def work(connection: Connection) -> str:
            return give_token(connection, row.id)

        return Person(row.id, row.name, row.bot), await self._db.write(work)

    async def change_password(self, person: Person, here: str, old: str, new: str) -> str:
        """Take the new password and log out everywhere else; the token of this place is new."""
        await self.confirm(person, old)
        hashed = await self._passwords.hash(new)

        def work(connection: Connection) -> str:
            connection.execute(_person_update(person.id).values(password=hashed))
            token = give_token(connection, person.id)
            _hand_on(connection, here, token)
            mine = schema.token.c.person == person.id
            connection.execute(
                delete(schema.token).where(mine, schema.token.c.hash != hash_of(token))
            )
            return token

        token = await self._db.write(work)
        self._tokens.forget(person.id)
        return token

    async def confirm(self, person: Person, password: str | None) -> None:
        """Make sure that it is the account's owner; a guest has nothing to confirm with."""
        if person.guest:
            return
        query = select(schema.person.c.password).where(schema.person.c.id == person.id)
        row = await self._db.row(query)
        if not await self._passwords.fits(row.password if row else None, password or ""):
            raise NotAllowed("this is not your password")

    async def become_bot(self, person: Person) -> Person:
        """Say that a program plays here, once and for good, before the first match."""
        if person.guest:
            raise NotAllowed("a bot needs an account; take a name and a password first")
        if person.bot:
            return person

        def work(connection: Connection) -> None:
            game = schema.game.c
            mine = or_(game.first == person.id, game.second == person.id)
            if connection.execute(select(game.id).where(mine).limit(1)).first():
                raise NotNow("only an account without any match turns into a bot")
            connection.execute(_person_update(person.id).values(bot=True))
            connection.execute(delete(schema.seek).where(schema.seek.c.person == person.id))
            _forget_challenges(connection, person.id)

        await self._db.write(work)
        self._tokens.forget(person.id)
        return Person(person.id, person.name, bot=True)

    async def delete(self, person: Person) -> None:
        """Forget the person; the games stay with their opponents, without the name."""

        def work(connection: Connection) -> None:
            _rename(connection, person.id, SOMEBODY)
            for table in _OWN:
                connection.execute(delete(table).where(table.c.person == person.id))
            _forget_challenges(connection, person.id)
            gone = {"name": None, "key": None, "password": None, "deleted": True}
            connection.execute(_person_update(person.id).values(**gone))

        await self._db.write(work)
        self._tokens.forget(person.id)


def _hand_on(connection: Connection, old: str, new: str) -> None:
    """A browser whose token changes is told of turns as before."""
    subscription = schema.subscription
    theirs = update(subscription).where(subscription.c.token == hash_of(old))
    connection.execute(theirs.values(token=hash_of(new)))


def _forget_challenges(connection: Connection, person: str) -> None:
    challenge = schema.challenge.c
    either = or_(challenge.person == person, challenge.opponent == person)
    connection.execute(delete(schema.challenge).where(either))


def _person_update(person: str) -> Any:
    return update(schema.person).where(schema.person.c.id == person)


def _new_person(connection: Connection) -> Person:
    person = Person(new_id(), None)
    values = {"id": person.id, "created": now_ms(), "deleted": False}
    connection.execute(insert(schema.person).values(**values))
    return person


def _rename(connection: Connection, person: str, name: str) -> None:
    """The name in every game of the person, except for two at one device."""
    game = schema.game.c
    for column, label in ((game.first, "first_name"), (game.second, "second_name")):
        theirs = column == person
        if name != SOMEBODY:
            theirs &= game.mode != "local"
        connection.execute(update(schema.game).where(theirs).values(**{label: name}))
    connection.execute(update(schema.seek).where(schema.seek.c.person == person).values(name=name))
