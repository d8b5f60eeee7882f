"""The report on a contest: what its pairs add up to, as figures and as a table."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from tallyho.contract import Side
from tallyho.engine.program import go_words
from tallyho.research.contest import Contest
from tallyho.research.results import Pair, Round
from tallyho.research.statistics import Sprt, elo, mean_and_error, wilson

Figures = dict[str, Any]
_RESULTS: Final = {1.0: "won", 0.5: "drawn", 0.0: "lost"}


@dataclass(slots=True)
class Report:
    """Adds up the pairs of a contest, all from A's point of view."""

    contest: Contest
    sprt: Sprt | None = None
    _scores: Counter[float] = field(default_factory=Counter)
    _margins: list[float] = field(default_factory=list)
    _matches: Counter[str] = field(default_factory=Counter)
    _endings: Counter[str] = field(default_factory=Counter)
    _forfeits: Counter[str] = field(default_factory=Counter)
    _points: Counter[Side] = field(default_factory=Counter)
    _turns: Counter[int] = field(default_factory=Counter)  # by player
    _seconds: dict[int, float] = field(default_factory=lambda: {0: 0.0, 1: 0.0})
    _complete_rounds: int = 0
    _complete_turns: int = 0

    def add(self, pair: Pair) -> None:
        """Count one more pair."""
        self._scores[pair.score] += 1
        self._margins.append(pair.margin)
        self._matches.update(_RESULTS[match.score] for match in pair.matches)
        for round in pair.rounds:
            self._add_round(round)

    def _add_round(self, round: Round) -> None:
        for side, player in zip(Side, round.players, strict=True):
            self._turns[player] += round.turns[side]
            self._seconds[player] += round.seconds[side]
        if round.lost is not None:
            self._endings[round.lost.kind] += 1
            player = round.players[round.lost.side]
            self._forfeits[f"{'AB'[player]} {round.lost.kind}: {round.lost.reason}"] += 1
            return
        self._endings[round.termination] += 1
        self._complete_rounds += 1
        self._complete_turns += sum(round.turns)
        for side in Side:
            self._points[side] += round.outcome.points[side]

    @property
    def pairs(self) -> int:
        """How many have been counted."""
        return self._scores.total()

    @property
    def score(self) -> float:
        """A's mean score of a match; even before the first."""
        total = sum(score * count for score, count in self._scores.items())
        return total / self.pairs if self.pairs else 0.5

    @property
    def verdict(self) -> str | None:
        """What the sequential test has decided, if there is one and it has."""
        return None if self.sprt is None else self.sprt.verdict(self.llr)

    @property
    def llr(self) -> float:
        """The sequential test's log-likelihood ratio so far."""
        return 0.0 if self.sprt is None else self.sprt.llr(self._scores)

    def running(self) -> str:
        """A few words for the progress display."""
        margin, _ = mean_and_error(self._margins)
        words = f"{self.score:.1%} {margin:+.1f} points a round"
        return words if self.sprt is None else f"{words}, LLR {self.llr:+.2f}"

    def figures(self) -> Figures:
        """Everything, ready to be written as JSON; None stands for infinity."""
        return {
            **self._setting(),
            "pairs": self.pairs,
            "matches": {name: self._matches[name] for name in _RESULTS.values()},
            **self._strength(),
            **self._course(),
            "sprt": self._test(),
        }

    def _setting(self) -> Figures:
        contest = self.contest
        game = contest.entry().game
        return {
            "players": dict(zip("AB", contest.names, strict=True)),
            "go": {letter: go_words(contest.thinking(i)) for i, letter in enumerate("AB")},
            "game": game.name,
            "rules": game.rules_text,
            "seed": contest.seed,
            "quiet": contest.quiet,
        }

    def _strength(self) -> Figures:
        low, high = wilson(self.score, self.pairs)
        margin, error = mean_and_error(self._margins)
        return {
            "score": {"mean": self.score, "low": low, "high": high},
            "elo": {
                "mean": _finite(elo(self.score)),
                "low": _finite(elo(low)),
                "high": _finite(elo(high)),
            },
            "margin": {"mean": margin, "error": _finite(error)},
        }

    def _course(self) -> Figures:
        rounds = max(self._complete_rounds, 1)
        sides = self.contest.entry().game.sides
        return {
            "points": {sides[side]: self._points[side] / rounds for side in Side},
            "turns": self._complete_turns / rounds,
            "milliseconds": {
                letter: 1000 * self._seconds[player] / max(self._turns[player], 1)
                for player, letter in enumerate("AB")
            },
            "endings": dict(self._endings),
            "forfeits": dict(self._forfeits.most_common(20)),
        }

    def _test(self) -> Figures | None:
        if self.sprt is None:
            return None
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "llr": self.llr,
            "bounds": [-self.sprt.bound, self.sprt.bound],
            "verdict": self.verdict,
        }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def lines(figures: Figures) -> Iterator[str]:
    """The figures for people."""
    for letter, name in figures["players"].items():
        yield f"{letter:<9}{name} ({figures['go'][letter]})"
    for name, text in _rows(figures):
        yield f"{name:<9}{text}"


def _rows(of: Figures) -> Iterator[tuple[str, str]]:
    won, drawn, lost = of["matches"].values()
    score, margin = of["score"], of["margin"]
    yield "game", f"{of['game']} {of['rules']}, seed {of['seed']}"
    yield "pairs", str(of["pairs"])
    yield "matches", f"A won {won}, drawn {drawn}, lost {lost}"
    yield "score", f"{score['mean']:.1%} ({score['low']:.1%} to {score['high']:.1%})"
    yield "Elo", "{} ({} to {})".format(*map(_signed, of["elo"].values()))
    yield "margin", f"{margin['mean']:+.2f} ± {_or_unknown(margin['error'])} points a round"
    yield "points", ", ".join(f"{side} {mean:.1f}" for side, mean in of["points"].items())
    yield "turns", f"{of['turns']:.1f} a round"
    yield "time", ", ".join(f"{who} {mean:.1f} ms" for who, mean in of["milliseconds"].items())
    yield "endings", ", ".join(f"{count} {name}" for name, count in of["endings"].items())
    for reason, count in of["forfeits"].items():
        yield "forfeit", f"{count} × {reason}"
    if of["sprt"]:
        yield "SPRT", _decision(of["sprt"])


def _decision(test: Figures) -> str:
    state = "LLR {:+.2f} in {:+.2f} … {:+.2f}".format(test["llr"], *test["bounds"])
    if test["verdict"] is None:
        return f"{state}: undecided between {test['elo0']:+g} and {test['elo1']:+g} Elo"
    return f"{state}: {test[test['verdict']]:+g} Elo is accepted"


def _signed(number: float | None) -> str:
    return "unbounded" if number is None else f"{number:+.0f}"


def _or_unknown(number: float | None) -> str:
    return "?" if number is None else f"{number:.2f}"
