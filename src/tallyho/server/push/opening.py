"""Hangs up the bell of a process, where the operator has made keys for it."""

from pathlib import Path

from tallyho.server.live.sightings import Sightings
from tallyho.server.push.bell import Bell, Notice
from tallyho.server.push.extra import push_extra
from tallyho.server.settings import Settings
from tallyho.server.storage.database import Database
from tallyho.server.table.shelf import Shelf


def open_bell(
    settings: Settings, db: Database, shelf: Shelf, sightings: Sightings, notice: Notice
) -> Bell | None:
    """What tells people of their turns; nothing without keys."""
    if not settings.push_keys:
        return None
    with push_extra():
        from tallyho.server.push.keys import read_keys
        from tallyho.server.push.post import Post
        from tallyho.server.push.ringer import Ringer
        from tallyho.server.push.subscriptions import Subscriptions

    return Ringer(
        read_keys(Path(settings.push_keys)),
        Subscriptions(db, settings.push_anywhere),
        Post(settings.push_anywhere),
        shelf,
        sightings,
        notice,
        settings.push_patience,
    )
