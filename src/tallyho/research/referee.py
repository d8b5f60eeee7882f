"""The referee: plays rounds, matches and pairs between two players, by the rules of the catalog.

A pair gives both players the same chances: the same deals, once from each side. Where a match has
an even number of rounds it is a pair by itself; otherwise a pair is two matches.
"""

import random
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from typing import Any

from tallyho.catalog import Entry
from tallyho.contract import CHANCE, Deal, IllegalTurn, Outcome, Side
from tallyho.engine.program import Forfeit, Stopped
from tallyho.games import hunt
from tallyho.games.hunt.match import score
from tallyho.play.dealer import SeededNumbers
from tallyho.research.contest import Contest
from tallyho.research.players import Player
from tallyho.research.results import Lost, Match, Pair, Round


def seatings(entry: Entry) -> tuple[tuple[int, int], ...]:
    """Who has the first side and who the second, when each match of a pair begins."""
    return ((0, 1),) if entry.game.rounds % 2 == 0 else ((0, 1), (1, 0))


def is_over(rounds: Sequence[Round], entry: Entry) -> bool:
    """Whether these rounds are a whole match."""
    return len(rounds) == entry.game.rounds or bool(rounds and rounds[-1].ends_match)


def play_pair(contest: Contest, number: int, stopped: Stopped = lambda: False) -> Pair:
    """Play the pair of that number; it depends on nothing else than the contest."""
    matches = (play_match(contest, number, seats, stopped) for seats in seatings(contest.entry()))
    return Pair(number, tuple(matches))


def play_match(contest: Contest, number: int, sides: tuple[int, int], stopped: Stopped) -> Match:
    """Play a match with the deals of a pair."""
    entry, rounds = contest.entry(), list[Round]()
    with ExitStack() as stack:
        players = [stack.enter_context(closing(contest.player(i, stopped))) for i in (0, 1)]
        while not is_over(rounds, entry):
            # Two rounds that swap sides share a deal, and what a side is seeded with.
            deal = len(rounds) // 2 if entry.game.rounds % 2 == 0 else len(rounds)
            table = Table(contest, entry, sides, players, f"{contest.seed} {number} {deal}")
            rounds.append(table.play(leads(rounds, sides, entry), stopped))
            sides = (sides[1], sides[0])
    return Match(tuple(rounds))


def leads(before: Sequence[Round], sides: tuple[int, int], entry: Entry) -> list[int | None]:
    """What each side brings along; None before the last round of a match."""
    if len(before) + 1 < entry.game.rounds:
        return [None, None]
    lead = sum(round.margin for round in before)
    return [lead if player == 0 else -lead for player in sides]


class Table:
    """One round in progress."""

    def __init__(
        self,
        contest: Contest,
        entry: Entry,
        sides: tuple[int, int],
        players: Sequence[Player],
        luck: str,
    ) -> None:
        """`sides` says which player has which side; `luck` seeds the deal and the two sides."""
        self._contest = contest
        self._entry = entry
        self._sides = sides
        self._players = [players[player] for player in sides]
        self._luck = luck
        self._deal: Deal[Any, Any] = entry.shuffle(SeededNumbers(luck))
        self._position: Any = entry.game.start()
        self._events: list[Any] = []
        self._dealt = 0
        self._turns = [0, 0]
        self._seconds = [0.0, 0.0]
        self._asked = Side.FIRST  # who is at fault if a player forfeits

    def play(self, leads: Sequence[int | None], stopped: Stopped) -> Round:
        """Play the round to its end."""
        lost = None
        try:
            self._begin(leads)
            termination = self._play_on(stopped)
        except Forfeit as forfeit:
            lost = Lost(self._asked, forfeit.kind, _printable(forfeit.reason))
            termination = "timeout" if forfeit.kind == "timeout" else "abandoned"
        outcome = standing(self._entry, self._position)
        turns, seconds = (self._turns[0], self._turns[1]), (self._seconds[0], self._seconds[1])
        return Round(self._sides, outcome, termination, turns, seconds, tuple(self._events), lost)

    def _begin(self, leads: Sequence[int | None]) -> None:
        for self._asked in Side:
            seed = random.Random(f"{self._luck} {self._asked.name}").getrandbits(32)
            self._players[self._asked].begin(leads[self._asked], seed)

    def _play_on(self, stopped: Stopped) -> str:
        """How the round ended."""
        while (actor := self._entry.game.to_act(self._position)) is not None:
            if (stalled := self._stalled()) is not None:
                return stalled
            if actor is CHANCE:
                self._happen(None)
            else:
                self._happen(self._turn(actor))
            if stopped():
                raise KeyboardInterrupt
        return "finished"

    def _turn(self, side: Side) -> Any:
        """What the player decides, if it is legal and came in time."""
        self._asked = side
        begin = time.perf_counter()
        turn = self._players[side].choose(self._position)
        spent = time.perf_counter() - begin
        if spent > self._contest.patience(self._sides[side]):
            raise Forfeit("timeout", f"a turn took {spent:.1f} s")
        if turn not in self._entry.game.legal(self._position):
            raise Forfeit("illegal", f"{self._entry.notation.write(turn)} is not a legal turn")
        self._turns[side] += 1
        self._seconds[side] += spent
        return turn

    def _happen(self, turn: Any) -> None:
        """What comes of a turn, or of a due throw, for all to see."""
        event = self._deal.event(turn, self._dealt)
        self._dealt += event != turn
        self._events.append(event)
        self._position = self._entry.game.play(self._position, event)
        if self._entry.game.to_act(self._position) is None:
            return  # once the round is over nobody can forfeit it
        for self._asked in Side:
            self._players[self._asked].see(event)

    def _stalled(self) -> str | None:
        """Whether the arena ends the round: by a claim where the rules know it (H18)."""
        quiet = self._position.quiet if isinstance(self._position, hunt.Position) else None
        if not quiet:
            return None
        try:
            self._entry.game.claim(self._position)
        except IllegalTurn:
            return "agreed" if quiet >= self._contest.quiet else None
        return "claimed"


def standing(entry: Entry, position: Any) -> Outcome:
    """Points and tiles at any time of a round."""
    if (outcome := entry.game.outcome(position)) is not None:
        return outcome
    if isinstance(position, hunt.Position):
        return score(position)
    pegs = (position.pegs(Side.FIRST), position.pegs(Side.SECOND))
    return Outcome(pegs, pegs)


def _printable(reason: str) -> str:
    """Fit for a line of the report and a tag of the record."""
    return "".join(sign if sign.isprintable() else " " for sign in reason[:300])
