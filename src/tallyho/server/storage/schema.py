"""The tables of the database. Times are whole milliseconds since 1970, UTC."""

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Id: Final = String(16)
RowId: Final = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up only plain INTEGER


def _person(name: str = "person", nullable: bool = False, **options: Any) -> Column[str]:
    return Column(name, Id, ForeignKey("person.id"), nullable=nullable, **options)


def _game(**options: Any) -> Column[str]:
    return Column("game", Id, ForeignKey("game.id"), **options)


def _flag(name: str) -> Column[bool]:
    return Column(name, Boolean, nullable=False, server_default=false())


def _moment(name: str, nullable: bool = False) -> Column[int]:
    return Column(name, BigInteger, nullable=nullable)


person: Final = Table(
    "person",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(32)),  # None for a guest
    Column("key", String(64), unique=True),  # the name as it is compared
    Column("password", String(200)),
    _moment("created"),
    Column("deleted", Boolean, nullable=False),
    _flag("bot"),
)

token: Final = Table(
    "token",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    _person(index=True),
    _moment("created"),
    Column("id", Id),  # a program's token has an id and a name, a browser's has neither
    Column("name", String(64)),
)

subscription: Final = Table(
    "subscription",
    metadata,
    Column("endpoint", String(1000), primary_key=True),
    _person(index=True),
    # Whoever logs out of a browser is not told there any more.
    Column(
        "token",
        LargeBinary(32),
        ForeignKey("token.hash", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("language", String(8), nullable=False),
    _moment("created"),
)

game: Final = Table(
    "game",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", String(16), nullable=False),
    Column("rules", String(200), nullable=False),
    Column("mode", String(16), nullable=False),
    Column("base", BigInteger),
    Column("increment", BigInteger, nullable=False),
    Column("per_turn", BigInteger),
    Column("rated", Boolean, nullable=False),
    Column("level", SmallInteger),
    Column("computer", SmallInteger),  # the seat that the computer has
    _person("first", nullable=True),
    _person("second", nullable=True),
    Column("first_name", String(64), nullable=False),
    Column("second_name", String(64), nullable=False),
    _flag("first_bot"),
    _flag("second_bot"),
    Column("invite", String(32)),
    _moment("created"),
    # What follows is read off the log when it grows, so that lists need no replay.
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    _moment("deadline", nullable=True),
    Column("engine_due", Boolean, nullable=False),
    Column("to_act", SmallInteger),  # the seat whose turn it is
    Column("winner", SmallInteger),
    Column("termination", String(16)),
    _moment("changed"),
    Index("ix_game_deadline", "deadline"),
    Index("ix_game_engine_due", "engine_due", "changed"),
    Index("ix_game_status", "status", "changed"),
    Index("ix_game_first", "first", "changed"),
    Index("ix_game_second", "second", "changed"),
)

event: Final = Table(
    "event",
    metadata,
    _game(primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("action", String(48)),  # who sent it and the sender's own id, on an action's first event
    Column("last", Integer, nullable=False),  # the last version that the same action made
    Column("data", Text, nullable=False),
    UniqueConstraint("game", "action"),
)

secret: Final = Table(
    "secret",
    metadata,
    _game(primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
    Column("computer", LargeBinary(64)),  # the computer's bytes until it shows them
)

sighting: Final = Table(
    "sighting",
    metadata,
    _game(primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    _moment("at"),
)

chat: Final = Table(
    "chat",
    metadata,
    Column("id", RowId, primary_key=True),
    _game(nullable=False),
    Column("room", String(16), nullable=False),
    _person(index=True),
    Column("name", String(64), nullable=False),
    Column("text", String(500), nullable=False),
    _moment("at"),
    Index("ix_chat_game", "game", "room", "id"),
)

seek: Final = Table(
    "seek",
    metadata,
    Column("id", Id, primary_key=True),
    _person(index=True),
    Column("name", String(64), nullable=False),
    Column("wish", Text, nullable=False),
    _moment("created"),
    Index("ix_seek_created", "created"),
)

challenge: Final = Table(
    "challenge",
    metadata,
    Column("id", Id, primary_key=True),
    _person(index=True),
    _person("opponent", index=True),
    Column("wish", Text, nullable=False),
    _moment("created"),
)

rating: Final = Table(
    "rating",
    metadata,
    _person(primary_key=True),
    Column("pool", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("games", Integer, nullable=False),
    _moment("at"),
    Index("ix_rating_pool", "pool", "rating"),
)

rating_step: Final = Table(
    "rating_step",
    metadata,
    _person(primary_key=True),
    Column("pool", String(32), primary_key=True),
    _game(primary_key=True),
    Column("before", Float, nullable=False),
    Column("after", Float, nullable=False),
    _moment("at"),
    Index("ix_rating_step_person", "person", "pool", "at"),
)
