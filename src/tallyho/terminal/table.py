"""A match at one keyboard: a prompt over a session, with a fair dealer."""

import datetime
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import TallyhoError
from tallyho.play import actions as act
from tallyho.play.dealer import FairDealer, fair_dealer_here
from tallyho.play.fair import proof_tags
from tallyho.play.record import write_record
from tallyho.play.scribe import record_match
from tallyho.play.session import begin, open_session
from tallyho.terminal import board

HUNT_HELP: Final = """\
[bold]Your turn[/] is written as on the board:
  [bold]d4[/]      turn over the tile on d4      [bold]c5-f5[/]   move from c5 to f5
  [bold]c5xf5[/]   capture on f5                 [bold]e5-e9[/]   leave through an exit"""

PEGS_HELP: Final = """\
[bold]Your turn[/]: the dice are thrown for you; then play a number
  [bold]o12-c1[/]  move a peg (o outer, c centre, i inner)   [bold]c1xc7[/]  throw one out
  [bold]end[/]     stop when only optional numbers are left"""

COMMANDS_HELP: Final = """\
[bold]Or say[/]
  legal \\[d4]     every legal turn, or those that begin with d4
  undo           take back the last turn (never across a turned tile or a throw)
  board          draw the board again
  rules H9       read one rule; rules alone reads them all
  draw           agree on a draw
  claim \\[turn]   claim a draw by rule H18, with or without announcing a turn
  resign         give up the match
  save FILE      write the record so far
  quit           leave"""


class Table:
    """One match between two people who share the keyboard."""

    def __init__(
        self, entry: Entry, names: tuple[str, str], console: Console, dealer: Any = None
    ) -> None:
        self.entry = entry
        self.names = names
        self.console = console
        self.match_id = secrets.token_hex(8)
        self.dealer = dealer or fair_dealer_here(entry.shuffle, self.match_id, entry.game.rounds)
        self.opening = open_session(entry.game, entry.notation)
        self.events = list(begin(self.opening, _now(), self.dealer))
        self.session = self.opening.replay(self.events)
        self._announce_deal()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.session.ended is not None

    def handle(self, line: str) -> None:
        """Do what one line asks for; whatever is refused is told, and nothing is lost."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "legal": self._legal,
            "board": lambda _: self.draw(),
            "undo": lambda _: self._undo(),
            "rules": self._rules,
            "draw": lambda _: self._agree(),
            "claim": lambda turn: self._submit(act.ClaimDraw(turn.strip() or None)),
            "resign": lambda _: self._submit(act.Resign()),
            "save": self.save,
        }
        try:
            if word in commands:
                commands[word](rest)
            elif word:
                self._submit(act.PlayTurn(line.strip()))
        except TallyhoError as error:
            self.console.print(Text(f"{error}", style="bold red"))

    def _submit(self, action: act.Action, seat: act.Seat | None = None) -> None:
        seat = self.session.seat_to_act if seat is None else seat
        if seat is None:
            return
        before = self.session
        events = before.submit(seat, action, before.version, _now(), self.dealer)
        self.events += events
        self.session = before.replay(events)
        self._tell(events)
        if len(self.session.outcomes) > len(before.outcomes):
            self._tell_round(before.round)
        if self.over:
            self._tell_end()
        else:
            self.draw()

    def _undo(self) -> None:
        """The last turn, whoever made it; at one keyboard the other one is asked by voice."""
        if not self.session.undoable:
            self.console.print("Nothing to take back: a turned tile or a throw stays.")
            return
        seat = self.session.undoable[-1].seat
        asked = self.session.submit(
            seat, act.AskTakeback(), self.session.version, _now(), self.dealer
        )
        self.events += asked
        self.session = self.session.replay(asked)
        self._submit(act.AcceptTakeback(), seat.other)

    def _agree(self) -> None:
        seat = self.session.seat_to_act
        if seat is not None:
            self._submit(act.OfferDraw(), seat)
            self._submit(act.AcceptDraw(), seat.other)

    def _help(self, _: str) -> None:
        self.console.print(HUNT_HELP if self.entry.name == "hunt" else PEGS_HELP)
        self.console.print(COMMANDS_HELP)

    def _legal(self, origin: str) -> None:
        turns = map(self.entry.notation.write, self.entry.game.legal(self.session.position))
        chosen = [turn for turn in turns if turn.startswith(origin.strip())]
        self.console.print(Text(" ".join(chosen) or "none"))

    def _rules(self, number: str) -> None:
        page = catalog.rules_page(self.entry.name)
        wanted = number.strip().upper()
        parts = [part for part in page.split("\n## ") if part.split(" ", 1)[0] == wanted]
        self.console.print(Text(parts[0] if parts else page))

    def save(self, name: str) -> None:
        """Write the record so far; rounds that are over carry their proof."""
        path = Path(name.strip() or f"tallyho-{self.match_id}.thn")
        date = datetime.date.today().strftime("%Y.%m.%d")
        tags = {}
        if isinstance(self.dealer, FairDealer):
            for number in range(1, self.session.round + 1):
                over = self.over or number <= len(self.session.outcomes)
                tags[number] = proof_tags(self.dealer.proof(number), revealed=over)
        sections = record_match(self.opening, self.events, self.match_id, date, self.names, tags)
        lines = [line for section in sections for line in (*write_record(section), "")]
        try:
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        except OSError as error:
            self.console.print(f"cannot write {path}: {error.strerror}", style="bold red")
        else:
            self.console.print(f"saved to {path}; tallyho verify {path} checks the deal")

    def leave(self) -> None:
        """End the match without a winner, so that the deal can be shown."""
        if not self.over:
            self.events.append(act.Ended("abandoned", None, _now()))
            self.session = self.session.after(self.events[-1])

    def draw(self) -> None:
        """Board and status of the current position."""
        position, names = self.session.position, self._names_by_side()
        if self.entry.name == "hunt":
            self.console.print(board.hunt_board(position))
            self.console.print(board.hunt_status(position, names))
        else:
            self.console.print(board.pegs_board(position))
            self.console.print(board.pegs_status(position, names))

    def prompt(self) -> str:
        """Who is asked for a turn."""
        seat = self.session.seat_to_act
        if seat is None:
            return "> "
        side = self.entry.game.sides[self.session.side_of(seat)]
        return f"{self.names[seat]} ({side}) > "

    def _names_by_side(self) -> tuple[str, str]:
        first, second = self.names
        return (first, second) if self.session.round % 2 else (second, first)

    def _announce_deal(self) -> None:
        number = self.session.round
        rounds = self.entry.game.rounds
        self.console.rule(f"Round {number} of {rounds}" if rounds > 1 else "The match begins")
        if isinstance(self.dealer, FairDealer):
            seal = self.dealer.proof(number).commitment.hex()
            self.console.print(f"The deal is fixed and sealed: {seal}", style="dim")
        self.draw()

    def _tell(self, events: tuple[act.SessionEvent, ...]) -> None:
        for event in events:
            if isinstance(event, act.Played):
                who = "dice" if event.seat is None else self.names[event.seat]
                self.console.print(Text(f"{who}: {event.text}", style="bold"))

    def _tell_round(self, number: int) -> None:
        outcome = self.session.outcomes[-1]
        first, second = self.entry.game.sides
        self.console.print(
            f"Round {number} is over: {first} {outcome.points[0]}, {second} {outcome.points[1]}",
            style="bold green",
        )
        if not self.over:
            self._announce_deal()

    def _tell_end(self) -> None:
        ended = self.session.ended
        if ended is None:
            return
        points = self.session.standing.points
        score = f"{self.names[0]} {points[0]}, {self.names[1]} {points[1]}"
        result = "a draw" if ended.winner is None else f"{self.names[ended.winner]} wins"
        self.console.print(f"The match is over ({ended.termination}): {result}. {score}")


def play_at_terminal(entry: Entry, names: tuple[str, str], save: Path | None) -> None:
    """Ask for turns until the match is over or somebody leaves."""
    console = Console(highlight=False)
    table = Table(entry, names, console)
    console.print("Type [bold]help[/] to see what you can do, [bold]quit[/] to leave.")
    while not table.over:
        try:
            line = console.input(Text(table.prompt(), style="bold"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        if line.strip() == "quit":
            break
        table.handle(line)
    table.leave()
    if save is not None:
        table.save(str(save))


def _now() -> int:
    return time.time_ns() // 1_000_000
