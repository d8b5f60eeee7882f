"""What a notification says, in the language of the browser that asked for it."""

import msgspec

from tallyho.play.actions import Seat
from tallyho.server.table.table import Table
from tallyho.server.web.texts import texts
from tallyho.server.web.words import Words


def notice(table: Table, seat: Seat, language: str) -> bytes:
    """Your turn, in which match and against whom: nothing of the board."""
    t = texts(language)
    words, facts = Words(t), table.facts
    other = words.player(facts.names[seat.other])
    return msgspec.json.encode(
        {
            "game": facts.id,
            "title": t("Your turn"),
            "body": t("{game} against {name}", game=words.game(facts.name), name=other),
        }
    )
