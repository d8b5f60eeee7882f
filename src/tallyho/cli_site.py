"""The commands of the site.

They import the server when they run: nothing else needs its libraries.
"""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from tallyho.cli_options import OutputOption
from tallyho.terminal.streams import open_sink, told

HOME: Final = "~/.local/share/tallyho/site.db"
DbOption = Annotated[
    str,
    typer.Option(
        "--db",
        help=f"A file for SQLite, or postgresql+asyncpg://…; left out, {HOME}.",
        show_default=False,
    ),
]
SqliteOption = Annotated[
    str,
    typer.Option("--db", help=f"The site's SQLite file; left out, {HOME}.", show_default=False),
]
ThreadsOption = Annotated[
    int, typer.Option(min=0, max=256, help="Computer turns at a time; 0: half the cores.")
]


class LogLevel(StrEnum):
    """How much the site logs."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


PushOption = Annotated[
    str,
    typer.Option(
        "--push-keys",
        metavar="FILE",
        help="Keys for notifications of turns, made by push-keys; left out, there are none.",
        show_default=False,
    ),
]
LogOption = Annotated[
    LogLevel, typer.Option("--log-level", help="The least serious things to log.")
]


def serve(
    db: DbOption = "",
    redis: Annotated[
        str,
        typer.Option(
            help="Needed for several processes or machines: redis://host:6379/0.",
            show_default=False,
        ),
    ] = "",
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(min=0, max=65535, help="The port; if it is taken, the next free one. 0: any."),
    ] = 8000,
    origin: Annotated[
        list[str] | None,
        typer.Option(
            help="What browsers call the site, such as https://play.example; may be repeated."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes; several need PostgreSQL and Redis.")
    ] = 1,
    replace_after: Annotated[
        float, typer.Option(min=2, help="Seconds after which a silent process is replaced.")
    ] = 30,
    engine_threads: ThreadsOption = 0,
    rate: Annotated[
        int, typer.Option(min=0, help="Requests a minute from one address; 0: no limit.")
    ] = 1200,
    sockets: Annotated[
        int, typer.Option(min=0, help="Open live channels of one person; 0: no limit.")
    ] = 20,
    push_keys: PushOption = "",
    browser: Annotated[bool, typer.Option(help="Open a browser if there is one.")] = False,
    log_level: LogOption = LogLevel.WARNING,
) -> None:
    """Serve the site: play in the browser, against people and the computer."""
    from tallyho.server.commands import serve_site

    with told():
        serve_site(
            db,
            redis,
            host,
            port,
            origin or [],
            workers,
            replace_after,
            engine_threads,
            rate,
            sockets,
            push_keys,
            browser,
            log_level,
        )


def worker(
    db: Annotated[str, typer.Option(help="The site's database: postgresql+asyncpg://…")],
    redis: Annotated[str, typer.Option(help="The site's Redis: redis://host:6379/0")],
    engine_threads: ThreadsOption = 0,
    push_keys: PushOption = "",
    log_level: LogOption = LogLevel.WARNING,
) -> None:
    """Find computer turns for a site that runs elsewhere; as many workers as you like."""
    from tallyho.server.commands import work_for_site

    with told():
        work_for_site(db, redis, engine_threads, push_keys, log_level)


def push_keys(
    file: Annotated[Path, typer.Argument(help="The file to write; only you can read it.")],
    contact: Annotated[
        str, typer.Option(help="Whom push services ask: mailto:you@play.example, or https://…")
    ],
) -> None:
    """Make the keys with which a site notifies people of their turns."""
    from tallyho.server.commands import make_push_keys

    with told():
        make_push_keys(file, contact)


def backup(
    target: Annotated[Path, typer.Argument(help="The file to write; it must not exist yet.")],
    db: SqliteOption = "",
) -> None:
    """Copy the site's SQLite database, also while the site runs; for PostgreSQL use pg_dump."""
    from tallyho.server.commands import back_up

    with told():
        back_up(db, target)


def export(
    db: DbOption = "",
    output: OutputOption = None,
) -> None:
    """Write every game of the site as a record (.thn), also while the site runs."""
    from tallyho.server.commands import export_games

    with told(), open_sink(output) as out:
        export_games(db, out)
