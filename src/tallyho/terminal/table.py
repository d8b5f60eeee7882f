"""A match at one keyboard: a prompt over a session, with a fair dealer."""

import datetime
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from tallyho import catalog
from tallyho.catalog import Entry
from tallyho.contract import NotationError, NotNow, TallyhoError
from tallyho.play import actions as act
from tallyho.play.dealer import FairDealer, fair_dealer_here
from tallyho.play.fair import proof_tags
from tallyho.play.record import write_record
from tallyho.play.scribe import record_match
from tallyho.play.session import Session, begin, open_session
from tallyho.play.thn import value_trouble
from tallyho.terminal import board

HUNT_HELP: Final = """\
[bold]Your turn[/] is written as on the board:
  [bold]d4[/]      turn over the tile on d4      [bold]c5-f5[/]   move from c5 to f5
  [bold]c5xf5[/]   capture on f5                 [bold]e5-e9[/]   leave through an exit
  [bold]pass[/]    only where you have no other turn
[bold]Or say[/]
  claim \\[turn]   claim a draw by rule H18, with or without announcing a turn"""

PEGS_HELP: Final = """\
[bold]Your turn[/]: the dice are thrown for you; then play a number
  [bold]o12-c1[/]  move a peg (o outer, c centre, i inner)   [bold]c1xc7[/]  throw one out
  [bold]end[/]     stop when only optional numbers are left
[bold]Or say[/]"""

COMMANDS_HELP: Final = """\
  legal          every legal turn; legal {origin} lists those that begin with {origin}
  undo           take back the last turn (never across a turned tile or a throw)
  board          draw the board again
  rules          read the rules; with a number, such as {rule}, that rule alone
  draw           offer a draw; the other one says accept or decline
  resign         give up the match
  save \\[FILE]    write the record so far
  quit           leave"""


class Table:
    """One match between two people who share the keyboard."""

    def __init__(
        self, entry: Entry, names: tuple[str, str], console: Console, dealer: Any = None
    ) -> None:
        for name in names:
            if value_trouble("name", name):  # the record could not be written
                raise NotationError("names", "a name is short and has no control characters")
        self.entry = entry
        self.names = names
        self.console = console
        self._saved: set[Path] = set()
        self.match_id = secrets.token_hex(8)
        self.dealer = dealer or fair_dealer_here(entry.shuffle, self.match_id, entry.game.rounds)
        self.opening = open_session(entry.game, entry.notation)
        self.events = list(begin(self.opening, _now(), self.dealer))
        self.session = self.opening.replay(self.events)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.session.ended is not None

    def open(self) -> None:
        """Show the first round's seal, the throws so far, and the board."""
        self._announce_deal()
        self._tell(self.opening, self.events)
        self.draw()

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
            "draw": lambda _: self._submit(act.OfferDraw()),
            "accept": lambda _: self._answer_offer(act.AcceptDraw()),
            "decline": lambda _: self._answer_offer(act.DeclineDraw()),
            "claim": lambda turn: self._submit(act.ClaimDraw(turn.strip() or None)),
            "resign": lambda _: self._submit(act.Resign()),
            "save": self.save,
        }
        try:
            if word.lower() in commands:
                commands[word.lower()](rest)
            elif word:
                self._submit(act.PlayTurn(line.strip()))
        except NotationError as error:
            self._say(f"{error} (help tells what you can say)", "bold red")
        except TallyhoError as error:
            self._say(str(error), "bold red")

    def _say(self, text: str, style: str = "") -> None:
        """Print to the letter: names and paths may hold what looks like markup."""
        self.console.print(Text(text, style))

    def _submit(self, action: act.Action, seat: act.Seat | None = None) -> None:
        seat = self.session.seat_to_act if seat is None else seat
        if seat is None:
            self._say("The match is over.")
            return
        before = self.session
        events = before.submit(seat, action, before.version, _now(), self.dealer)
        self.events += events
        self.session = before.replay(events)
        self._tell(before, events)
        if self.over:
            self._tell_end()
        elif any(isinstance(event, act.Played | act.TookBack) for event in events):
            self.draw()

    def _undo(self) -> None:
        """The last turn, whoever made it; at one keyboard the other one is asked by voice."""
        if not self.session.undoable:
            self._say("Nothing to take back: a turned tile, a throw or a finished round stays.")
            return
        seat = self.session.undoable[-1].seat
        asked = self.session.submit(
            seat, act.AskTakeback(), self.session.version, _now(), self.dealer
        )
        self.events += asked
        self.session = self.session.replay(asked)
        self._submit(act.AcceptTakeback(), seat.other)

    def _answer_offer(self, answer: act.Action) -> None:
        offer = self.session.draw_offer
        self._submit(answer, None if offer is None else offer.other)

    def _help(self, _: str) -> None:
        hunt = self.entry.name == "hunt"
        self.console.print(HUNT_HELP if hunt else PEGS_HELP)
        rule, origin = ("H9", "d4") if hunt else ("P9", "o12")
        self.console.print(COMMANDS_HELP.format(rule=rule, origin=origin))

    def _legal(self, origin: str) -> None:
        turns = map(self.entry.notation.write, self.entry.game.legal(self.session.position))
        chosen = [turn for turn in turns if turn.startswith(origin.strip())]
        self._say(" ".join(chosen) or "none")

    def _rules(self, number: str) -> None:
        name, wanted = self.entry.name, number.strip()
        text = catalog.rule(name, wanted) if wanted else catalog.rules_page(name)
        self.console.print(Markdown(text))

    def save(self, name: str) -> None:
        """Write the record so far; rounds that are over carry their proof.

        A file that this match has not written is never written over.
        """
        path = Path(name.strip() or f"tallyho-{self.match_id}.thn")
        try:
            with path.open("w" if path in self._saved else "x", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in self._record())
        except FileExistsError:
            raise NotNow(f"{path} exists already; choose another name") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise NotNow(f"cannot write {path}: {reason}") from error
        self._saved.add(path)
        provable = self.over or self.session.outcomes
        self._say(f"saved to {path}" + f"; tallyho verify {path} checks the deal" * bool(provable))

    def _record(self) -> list[str]:
        date = datetime.date.today().strftime("%Y.%m.%d")
        tags = {}
        if isinstance(self.dealer, FairDealer):
            for number in range(1, self.session.round + 1):
                over = self.over or number <= len(self.session.outcomes)
                tags[number] = proof_tags(self.dealer.proof(number), revealed=over)
        sections = record_match(self.opening, self.events, self.match_id, date, self.names, tags)
        return [line for section in sections for line in write_record(section)]

    def leave(self) -> None:
        """End the match without a winner, so that the deal can be shown."""
        ended = self.session.abandon(None, _now())
        self.events += ended
        self.session = self.session.replay(ended)
        if ended:
            self._tell_secret(self.session.round)

    def draw(self) -> None:
        """Board and status of the current position."""
        self._draw(self.session.position, self.session)

    def _draw(self, position: Any, session: Session) -> None:
        names = self.names if session.round % 2 else self.names[::-1]
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
            return "save or quit > "
        side = self.entry.game.sides[self.session.side_of(seat)]
        return f"{self.names[seat]} ({side}) > "

    def _announce_deal(self) -> None:
        number = self.session.round
        rounds = self.entry.game.rounds
        self.console.rule(f"Round {number} of {rounds}" if rounds > 1 else "The match begins")
        if isinstance(self.dealer, FairDealer):
            seal = self.dealer.proof(number).commitment.hex()
            self._say(f"The deal is fixed and sealed: {seal}", "dim")

    def _tell_secret(self, number: int) -> None:
        """Open the seal of a round that is over, however it ended."""
        if isinstance(self.dealer, FairDealer):
            secret = self.dealer.proof(number).secret.hex()
            self._say(f"The seal of round {number} is opened: {secret}", "dim")

    def _tell(self, before: Session, events: Iterable[act.SessionEvent]) -> None:
        """What happened, event by event; `before` is the state before them."""
        for event in events:
            after = before.after(event)
            match event:
                case act.Played(None, text):
                    self._tell_throw(text, before, after)
                case act.Played(act.Seat() as seat, text):
                    self._say(f"{self.names[seat]}: {text}", "bold")
                case act.DrawOffered(seat):
                    other = self.names[seat.other]
                    self._say(
                        f"{self.names[seat]} offers a draw; {other} may say accept or decline"
                    )
                case act.DrawDeclined(seat):
                    self._say(f"{self.names[seat]} declines the draw")
            if len(after.outcomes) > len(before.outcomes):
                self._tell_round(before, event, after)
            before = after

    def _tell_throw(self, text: str, before: Session, after: Session) -> None:
        side = before.position.to_move
        stuck = "" if after.position.to_move == side else ", nothing can be played"
        self._say(f"{self.names[before.seat_of(side)]} throws {text}{stuck}", "bold")

    def _tell_round(self, before: Session, last: act.SessionEvent, after: Session) -> None:
        """The end of a round: its last position, which the next round has replaced, and points."""
        assert isinstance(last, act.Played), "only a turn ends a round"
        event = self.entry.notation.read_event(last.text)
        self._draw(self.entry.game.play(before.position, event), before)
        points = after.outcomes[-1].points
        first, second = self.entry.game.sides
        self._say(
            f"Round {before.round} is over: {first} {points[0]}, {second} {points[1]}", "bold green"
        )
        self._tell_secret(before.round)
        if after.round > before.round:
            self._announce_deal()

    def _tell_end(self) -> None:
        ended = self.session.ended
        if ended is None:
            return
        points = self.session.standing.points
        score = f"{self.names[0]} {points[0]}, {self.names[1]} {points[1]}"
        if len(self.session.outcomes) < self.session.round:
            self._tell_secret(self.session.round)
        result = "a draw" if ended.winner is None else f"{self.names[ended.winner]} wins"
        self._say(f"The match is over ({ended.termination}): {result}. {score}", "bold green")


def play_at_terminal(entry: Entry, names: tuple[str, str], save: Path | None) -> None:
    """Ask for turns until somebody leaves; after the match it can still be saved."""
    console = Console(highlight=False)
    table = Table(entry, names, console)
    if save is not None:
        table.save(str(save))  # a path that cannot be written is told before the match
    table.open()
    console.print("Type [bold]help[/] to see what you can do, [bold]quit[/] to leave.")
    while True:
        try:
            line = console.input(Text(table.prompt(), style="bold"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            break
        if line.strip().lower() == "quit":
            break
        table.handle(line)
    table.leave()
    if save is not None:
        table.save(str(save))


def _now() -> int:
    return time.time_ns() // 1_000_000
