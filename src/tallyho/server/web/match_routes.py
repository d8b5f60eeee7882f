"""Routes for matches: made, dealt, played, watched, talked about and played again."""

import io
from typing import Annotated

import segno
from litestar import Response, get, post
from msgspec import Meta, Struct

from tallyho.server.errors import NotAllowed
from tallyho.server.games.chat import ChatText, Room, Said
from tallyho.server.games.lists import Page, to_watch
from tallyho.server.games.terms import Level, Name, Terms
from tallyho.server.people.person import Person
from tallyho.server.site import Site
from tallyho.server.table.moments import Moment, moments_of
from tallyho.server.table.record import record_of
from tallyho.server.table.shelf import Answer
from tallyho.server.table.table import Table
from tallyho.server.table.views import Match, Update, match_view, state_of, update_since
from tallyho.server.table.wishes import SeatNumber, Wish
from tallyho.server.web.errors import refusals
from tallyho.server.web.news import Before, Since

Hex = Annotated[str, Meta(max_length=128)]
Pieces = Annotated[tuple[Hex, ...], Meta(min_length=1, max_length=9)]


class AgainstComputer(Struct, forbid_unknown_fields=True):
    """A match against the computer."""

    level: Level
    terms: Terms = Terms()


class AtOneDevice(Struct, forbid_unknown_fields=True):
    """A match of two people who share this device."""

    names: tuple[Name, Name]
    terms: Terms = Terms()


class WithFriend(Struct, forbid_unknown_fields=True):
    """A match with whoever gets the invitation."""

    terms: Terms = Terms()


class Invitation(Struct, forbid_unknown_fields=True):
    """The words that came with the link."""

    invite: Annotated[str, Meta(max_length=40)]


class Commitments(Struct, forbid_unknown_fields=True):
    """A seat's commitments, one for each round, in hexadecimal."""

    commitments: Pieces
    seat: SeatNumber | None = None


class ShownBytes(Struct, forbid_unknown_fields=True):
    """A seat's bytes, one piece for each round, in hexadecimal."""

    bytes: Pieces
    seat: SeatNumber | None = None


class Saying(Struct, forbid_unknown_fields=True):
    """A line for the chat."""

    text: ChatText


def update_of(answer: Answer) -> Update:
    """What one action brought about."""
    return Update(answer.events, state_of(answer.table))


@post("/api/games/computer", responses=refusals(401, 403, 409, 422))
async def against_computer(data: AgainstComputer, site: Site, person: Person) -> Match:
    """Play against the computer."""
    table = await site.matches.against_computer(person, data.terms, data.level)
    return match_view(table, person.id)


@post("/api/games/local", responses=refusals(401, 403, 409, 422))
async def at_one_device(data: AtOneDevice, site: Site, person: Person) -> Match:
    """Play with somebody at the same device."""
    table = await site.matches.at_one_device(person, data.terms, data.names)
    return match_view(table, person.id)


@post("/api/games/friend", responses=refusals(401, 403, 422))
async def with_friend(data: WithFriend, site: Site, person: Person) -> Match:
    """Play with a friend, who gets the invitation from you."""
    return match_view(await site.matches.with_friend(person, data.terms), person.id)


@get("/api/games", responses=refusals())
async def watchable(site: Site, before: Before = None) -> Page:
    """Matches that are being played now."""
    return await to_watch(site.db, before)


@get("/api/games/{game:str}", responses=refusals(404))
async def match(site: Site, visitor: Person | None, game: str) -> Match:
    """A match and where it stands."""
    return match_view(await site.shelf.look(game), visitor.id if visitor else None)


@get("/api/games/{game:str}/events", responses=refusals(404))
async def events(site: Site, game: str, since: Since = 0) -> Update:
    """What happened after a version."""
    return update_since(await site.shelf.look(game), since)


@get("/api/games/{game:str}/moments", responses=refusals(404))
async def moments(site: Site, game: str) -> tuple[Moment, ...]:
    """Everything that was played, each with the position after it."""
    return moments_of(await site.shelf.look(game))


@get(
    "/api/games/{game:str}/record",
    media_type="text/plain; charset=utf-8",
    responses=refusals(404, 409),
)
async def record(site: Site, game: str) -> Response[str]:
    """The match as a record (.thn), with the proof of every round that is over."""
    text = record_of(await site.shelf.look(game))
    return Response(text, headers={"Content-Disposition": f'attachment; filename="{game}.thn"'})


@post("/api/games/{game:str}/join", status_code=200, responses=refusals(401, 403, 404, 409))
async def join(data: Invitation, site: Site, person: Person, game: str) -> Match:
    """Take the empty seat with an invitation."""
    answer = await site.matches.join(person, game, data.invite)
    return match_view(answer.table, person.id)


@get(
    "/api/games/{game:str}/invitation",
    media_type="image/svg+xml",
    responses=refusals(401, 403, 404),
)
async def invitation(site: Site, person: Person, game: str) -> Response[bytes]:
    """The link for a friend as a QR code, for whoever waits at the table."""
    table = await site.shelf.look(game)
    if not table.facts.seats_of(person.id) or table.status != "waiting":
        raise NotAllowed("there is nobody to invite")
    return Response(_qr_code(invitation_link(site, table)))


def invitation_link(site: Site, table: Table) -> str:
    """The link; browsers do not send what stands behind #, so no log has the words."""
    return f"{site.settings.origins[0]}/game/{table.facts.id}#{table.facts.invite}"


def _qr_code(text: str) -> bytes:
    picture = io.BytesIO()
    segno.make(text, error="m").save(picture, kind="svg", scale=6, border=2)
    return picture.getvalue()


@post("/api/games/{game:str}/commit", status_code=200, responses=refusals(401, 403, 404, 409, 422))
async def commit(data: Commitments, site: Site, person: Person, game: str) -> Update:
    """Seal your bytes: the first step of the fair deal."""
    return update_of(await site.matches.commit(person, game, data.seat, data.commitments))


@post("/api/games/{game:str}/reveal", status_code=200, responses=refusals(401, 403, 404, 409, 422))
async def reveal(data: ShownBytes, site: Site, person: Person, game: str) -> Update:
    """Show your bytes once you have seen both commitments: the second step."""
    return update_of(await site.matches.reveal(person, game, data.seat, data.bytes))


@post("/api/games/{game:str}/actions", status_code=200, responses=refusals(401, 403, 404, 409, 422))
async def act(data: Wish, site: Site, person: Person, game: str) -> Update:
    """Make a turn, offer, claim, resign: answered once it is stored; safe to send again."""
    return update_of(await site.matches.act(person, game, data))


@post("/api/games/{game:str}/rematch", status_code=200, responses=refusals(401, 403, 404, 409))
async def rematch(site: Site, person: Person, game: str) -> Match:
    """Play again with sides swapped; the new match, or the old one until both have asked."""
    return match_view(await site.matches.rematch(person, game), person.id)


@get("/api/games/{game:str}/chat/{room:str}", responses=refusals(403, 404))
async def read_chat(
    site: Site, visitor: Person | None, game: str, room: Room, since: Since = 0
) -> tuple[Said, ...]:
    """The newest lines of a room."""
    return await site.chat.since(game, visitor.id if visitor else None, room, since)


@post("/api/games/{game:str}/chat/{room:str}", responses=refusals(401, 403, 404, 422))
async def say(data: Saying, site: Site, person: Person, game: str, room: Room) -> Said:
    """Say something in a room."""
    return await site.chat.say(game, person, room, data.text)


ROUTES = [
    against_computer,
    at_one_device,
    with_friend,
    watchable,
    match,
    events,
    moments,
    record,
    join,
    invitation,
    commit,
    reveal,
    act,
    rematch,
    read_chat,
    say,
]
