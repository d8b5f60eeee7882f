"""The commands of the site: serve it, think for it, back it up, take all games out of it."""

import asyncio
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TextIO

from sqlalchemy import URL, make_url, select

from tallyho.contract import NotationError
from tallyho.server.live.bus import MemoryBus
from tallyho.server.live.redis import open_redis
from tallyho.server.push.extra import push_extra
from tallyho.server.settings import THREADS, Settings, db_url, default_db
from tallyho.server.storage import schema
from tallyho.server.storage.database import Database
from tallyho.server.table.record import record_of
from tallyho.server.table.shelf import Shelf
from tallyho.server.web.logs import log_to_stderr
from tallyho.server.web.notices import notice
from tallyho.server.web.serving import Beat, Tell, bind, local_origins, run
from tallyho.server.web.team import Team


def serve_site(
    db: str,
    redis: str,
    host: str,
    port: int,
    origins: list[str],
    workers: int,
    replace_after: float,
    engine_threads: int,
    rate: int,
    sockets: int,
    push_keys: str,
    open_browser: bool,
    log_level: str,
) -> None:
    """Serve the site until it is told to stop."""
    if workers > 1 and not redis:
        raise NotationError("workers", "several need --redis, and PostgreSQL as --db")
    listener = bind(host, port)
    names = tuple(origins) or local_origins(host, listener.getsockname()[1])
    settings = Settings(
        db_url(db or default_db()),
        names,
        engine_threads=engine_threads or THREADS,
        requests_per_minute=rate,
        passwords_per_minute=20 if rate else 0,
        sockets_per_person=sockets if rate else 0,
        sockets_per_address=10 * sockets if rate else 0,
        redis=redis,
        push_keys=push_keys,
    )
    log_to_stderr(log_level)
    asyncio.run(_try(settings))
    if workers == 1:
        run(settings, listener, open_browser, tell=lambda: True, beat=lambda: None)
        return
    share = replace(settings, engine_threads=max(1, settings.engine_threads // workers))
    Team(partial(_serve_one, log_level, open_browser), share, listener, replace_after).run(workers)


def _serve_one(
    log_level: str,
    open_browser: bool,
    settings: Settings,
    listener: socket.socket,
    tell: Tell,
    beat: Beat,
) -> None:
    log_to_stderr(log_level)
    run(settings, listener, open_browser, tell, beat)


async def _try(settings: Settings) -> None:
    """Fail here and plainly, not in a process that is started again and again."""
    check_push_keys(settings)
    db = await Database.open(settings.db)
    await db.close()


def work_for_site(db: str, redis: str, engine_threads: int, push_keys: str, log_level: str) -> None:
    """Find engine turns for a site until told to stop."""
    threads = engine_threads or THREADS
    settings = Settings(db_url(db), engine_threads=threads, redis=redis, push_keys=push_keys)
    log_to_stderr(log_level)
    check_push_keys(settings)
    open_redis(redis)  # whether it can be used at all
    from tallyho.server.jobs.worker import work

    asyncio.run(work(settings, notice))


def check_push_keys(settings: Settings) -> None:
    """Make sure that the keys can be used, if there are any."""
    if settings.push_keys:
        with push_extra():
            from tallyho.server.push.keys import read_keys
        read_keys(Path(settings.push_keys))


def make_push_keys(file: Path, contact: str) -> None:
    """Make the keys with which a site notifies people."""
    with push_extra():
        from tallyho.server.push.keys import write_keys
    write_keys(file, contact)


def existing(db: str) -> URL:
    """The address of a database that is there."""
    url = make_url(db_url(db or default_db()))
    if url.drivername == "sqlite" and not Path(url.database or "").is_file():
        raise NotationError("db", f"there is no {url.database}")
    return url


def back_up(db: str, target: Path) -> None:
    """Copy a running site's SQLite database, as of one moment."""
    url = existing(db)
    if url.drivername != "sqlite":
        raise NotationError("db", "PostgreSQL has its own tool for this: pg_dump")
    if target.exists():
        raise NotationError("target", f"{target} exists already; choose another name")
    with (
        closing(sqlite3.connect(f"file:{url.database}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)


async def exported(db: str) -> AsyncIterator[str]:
    """The records of all games that were begun, oldest first, one text for each."""
    database = await Database.open(existing(db).render_as_string(hide_password=False))
    try:
        shelf = Shelf(database, MemoryBus(), most=1)
        game = schema.game.c
        begun = game.status.in_(("playing", "over"))
        query = select(game.id).where(begun).order_by(game.created, game.id)
        for row in await database.rows(query):
            table = await shelf.look(row.id)
            if table.session is not None:
                yield record_of(table)
    finally:
        await database.close()


def export_games(db: str, out: TextIO) -> int:
    """Write all games as one record file; returns how many."""

    async def write() -> int:
        count = 0
        async for text in exported(db):
            out.write(text)
            count += 1
        return count

    return asyncio.run(write())
