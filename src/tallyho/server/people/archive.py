"""A person's own data, to take away."""

from typing import Any

from sqlalchemy import or_, select

from tallyho.server.people.person import Person
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database


async def own_data(db: Database, person: Person) -> dict[str, Any]:
    """Everything that the site keeps about a person, without passwords and tokens."""
    game, chat = schema.game.c, schema.chat.c
    games = select(game.id).where(or_(game.first == person.id, game.second == person.id))
    said = select(chat.game, chat.room, chat.text, chat.at).where(chat.person == person.id)
    steps, ratings = schema.rating_step, schema.rating
    created = select(schema.person.c.created).where(schema.person.c.id == person.id)
    tokens, challenge = schema.token.c, schema.challenge.c
    programs = select(tokens.name, tokens.created).where(
        tokens.person == person.id, tokens.id.is_not(None)
    )
    challenges = select(challenge.id, challenge.wish, challenge.created).where(
        or_(challenge.person == person.id, challenge.opponent == person.id)
    )
    told = schema.subscription.c
    browsers = select(told.endpoint, told.created).where(told.person == person.id)
    found = await db.row(created)
    return {
        "id": person.id,
        "name": person.name,
        "bot": person.bot,
        "created": found.created if found else None,
        "games": [row.id for row in await db.rows(games.order_by(game.created))],
        "chat": [row._asdict() for row in await db.rows(said.order_by(chat.id))],
        "programs": [row._asdict() for row in await db.rows(programs.order_by(tokens.created))],
        "challenges": [row._asdict() for row in await db.rows(challenges)],
        "notified": [row._asdict() for row in await db.rows(browsers.order_by(told.created))],
        "ratings": await _theirs(db, ratings, person),
        "rating_history": await _theirs(db, steps, person),
    }


async def _theirs(db: Database, table: Any, person: Person) -> list[dict[str, Any]]:
    columns = [column for column in table.c if column.name != "person"]
    query = select(*columns).where(table.c.person == person.id).order_by(table.c.at)
    return [row._asdict() for row in await db.rows(query)]
