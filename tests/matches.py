"""Whole matches for the tests: random legal turns at a table, dealt from seeded proofs."""

import io
import random
from pathlib import Path

from rich.console import Console

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import Side
from tallyho.play.dealer import FairDealer
from tallyho.play.fair import SECRET_BYTES, Proof
from tallyho.play.record import Section, read_records
from tallyho.terminal.table import Table

NAMES = ("North", 'Süd "Z" O\'Neil \\ [/b]')


def seeded_dealer(entry: Entry, seed: int) -> FairDealer:
    """The same fair deals whenever the seed is the same."""
    rng = random.Random(seed)
    dealer = FairDealer(entry.shuffle)
    for number in range(1, entry.game.rounds + 1):
        both = (rng.randbytes(32), rng.randbytes(32))
        dealer.add(Proof(f"match {seed}", number, rng.randbytes(SECRET_BYTES), both))
    return dealer


def new_table(game: str, rules: str = "", seed: int = 1) -> Table:
    """A table at the start of a match; what it prints can be read with `printed`."""
    entry = catalog.find(game, rules)
    console = Console(file=io.StringIO(), width=100)
    table = Table(entry, NAMES, console, seeded_dealer(entry, seed))
    table.open()
    return table


def printed(table: Table) -> str:
    """Everything that was printed since the last time somebody asked."""
    file = table.console.file
    assert isinstance(file, io.StringIO)
    text = file.getvalue()
    file.seek(0)
    file.truncate()
    return text


def legal_turns(table: Table) -> list[str]:
    """What the side to act may say."""
    return [table.entry.notation.write(t) for t in table.entry.game.legal(table.session.position)]


def play_on(table: Table, rng: random.Random, most: int = 10**6) -> Table:
    """Random legal turns until the match is over, or `most` of them."""
    while not table.over and most:
        table.handle(rng.choice(legal_turns(table)))
        most -= 1
    return table


def save_match(path: Path, game: str, rules: str = "", seed: int = 1) -> Path:
    """A random match, finished and saved."""
    play_on(new_table(game, rules, seed), random.Random(seed)).save(str(path))
    return path


def read_file(path: Path) -> list[Section]:
    """The rounds of a record file."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(read_records(stream))


def sides_of(entry: Entry) -> list[str]:
    """The tags of the two players."""
    return [entry.game.sides[side].capitalize() for side in Side]
