"""One match of a bot, from the fair deal to the proof."""

import random
import threading
from collections.abc import Callable
from typing import Any, Final

from tallyho.analysis.verify import verify
from tallyho.bot.hand import Hand
from tallyho.bot.thinker import Thinker, limits_for
from tallyho.bot.wire import LOST, Backoff, Refused, Stopped, Wire
from tallyho.contract import TallyhoError
from tallyho.play.fair import FairnessError
from tallyho.play.record import read_records

Say = Callable[[str], None]
PASSING: Final = frozenset({"stale-version", "not-your-turn", "not-now", "fairness"})
"""Refusals of something that has changed meanwhile; the stream tells how."""


class Player:
    """Sits at one table until the match is over."""

    def __init__(
        self, wire: Wire, hand: Hand, thinker: Thinker, game: str, level: int | None, say: Say
    ) -> None:
        self._wire = wire
        self._hand = hand
        self._thinker = thinker
        self._level = level
        self._say = say
        self.path = f"/api/games/{game}"
        self.match: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self._thought: tuple[Any, str] | None = None

    @property
    def seat(self) -> int:
        """The bot's seat; at one device, where it has both, it plays for neither."""
        seats: list[int] = self.match["seats"]
        return seats[0] if len(seats) == 1 else -1

    def play(self, stop: threading.Event) -> bool:
        """Play on, whatever breaks the connection; True when there is no more to do."""
        backoff = Backoff(stop)
        try:
            while not self.state.get("ended"):
                advice = self._listen(backoff)
                if not self.state.get("ended"):
                    backoff.wait(advice)
            self._close_the_book()
        except Refused as refusal:
            self._say(f"gives the match up: {refusal}")
        except FairnessError as error:
            self._say(f"shows no bytes, {error}")
        except (Stopped, KeyboardInterrupt):
            return False
        return True

    def _listen(self, backoff: Backoff) -> float | None:
        """Follow the stream while it lasts; the seconds after which the site asks us back."""
        try:
            for line in self._wire.lines(f"{self.path}/stream"):
                backoff.reset()
                if line.get("kind") == "bye":
                    return float(line["wait"]) / 1000
                self._hear(line)
        except LOST as error:
            self._say(f"lost the connection ({type(error).__name__})")
        return None

    def _hear(self, line: dict[str, Any]) -> None:
        if line.get("kind") == "match":
            self.match, self.state = line["match"], line["match"]["state"]
            self._greet()
        elif line.get("kind") == "update":
            self._take(line["state"])
        while self._act():
            pass

    def _greet(self) -> None:
        if self.state["version"] <= 4 and self.seat >= 0:
            other = self.match["players"][1 - self.seat]["name"]
            self._say(f"against {other}: {self.match['game']} {self.match['rules']}")

    def _take(self, state: dict[str, Any]) -> None:
        if state["version"] >= self.state["version"]:
            self.state = state

    def _act(self) -> bool:
        """Do what is due, False if nothing is."""
        due = self._due()
        if due is None:
            return False
        path, body = due
        try:
            self._take(self._wire.call("POST", self.path + path, body)["state"])
        except Refused as refusal:
            if refusal.error not in PASSING:
                raise
            if "state" not in refusal.body:
                return False
            self._take(refusal.body["state"])
        return True

    def _due(self) -> tuple[str, Any] | None:
        state, seat = self.state, self.seat
        if state["ended"] or seat < 0:
            return None
        if state["status"] == "dealing":
            return self._deal() if seat in state["waiting_for"] else None
        if state["takeback"] == 1 - seat:
            return self._action("accept-takeback")
        if state["draw_offer"] == 1 - seat:
            return self._action("decline-draw")
        if state["seat_to_act"] == seat:
            return self._action("turn", text=self._turn())
        return None

    def _action(self, do: str, **more: Any) -> tuple[str, Any]:
        """An id for each version: what is sent again after a break counts once."""
        version = self.state["version"]
        return "/actions", {"do": do, "version": version, "id": f"bot-{do}-{version}", **more}

    def _deal(self) -> tuple[str, Any]:
        game, seals = self.match["id"], self.state["seals"]
        if None in seals[0]["commitments"]:
            return "/commit", {"commitments": self._hand.commitments(game, self.seat, seals)}
        self._hand.check(game, self.seat, seals)
        return "/reveal", {"bytes": self._hand.pieces(game, seals)}

    def _turn(self) -> str:
        """The turn for this position; an offer that comes meanwhile makes nobody think again."""
        state = self.state
        where = state["round"], state["position"], state["points"]
        if self._thought is None or self._thought[0] != where:
            deadline = state["deadline"]
            left = None if deadline is None else deadline - self._wire.now()
            turn = self._thinker.turn(self.match, state, limits_for(left, self._level))
            self._thought = where, turn or random.choice(state["legal"])
        return self._thought[1]

    def _close_the_book(self) -> None:
        ended = self.state["ended"]
        how = {None: "drawn", self.seat: "won"}.get(ended["winner"], "lost")
        self._say(f"{how} ({ended['termination']}), {self._fairness()}")

    def _fairness(self) -> str:
        """Whether every tile and throw fits what was sealed before the first turn."""
        try:
            text = self._wire.call("GET", f"{self.path}/record")
            verdicts = [verify(section) for section in read_records(text.splitlines(True))]
        except Refused:
            return "never dealt"
        except TallyhoError as error:
            return f"NOT PROVEN FAIR: {error}"
        misfit = next((verdict.misfit for verdict in verdicts if not verdict.fair), None)
        return f"NOT FAIR: {misfit}" if misfit else "proven fair"
