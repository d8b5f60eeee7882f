"""The catalog: every game by name, with its rules, notation, deals and computer player."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from tallyho.contract import Deal, Game, Notation, NotationError, Numbers
from tallyho.engine import Engine, hunt_engine
from tallyho.engine.pegs import PegsEngine
from tallyho.games import hunt, pegs


@dataclass(frozen=True, slots=True)
class Entry:
    """One game under one rule set, with everything that belongs to it."""

    game: Game[Any, Any, Any]
    notation: Notation[Any, Any, Any]
    shuffle: Callable[[Numbers], Deal[Any, Any]]
    engine: Engine
    threats: Callable[[Any], tuple[str, ...]]
    """Where somebody's piece could be captured if the other side were to move."""

    @property
    def name(self) -> str:
        """The game's name."""
        return self.game.name


def _hunt(rules_text: str) -> Entry:
    rules = hunt.Rules.parse(rules_text or "kosmos")
    game = hunt.Hunt(rules)
    notation, shuffle = hunt.HuntNotation(rules), hunt.HuntDeal.shuffled
    return Entry(game, notation, shuffle, hunt_engine(game), hunt.threats)


def _pegs(rules_text: str) -> Entry:
    rules = pegs.Rules.parse(rules_text)
    game = pegs.Pegs(rules)
    notation, engine = pegs.PegsNotation(rules), PegsEngine(game)
    return Entry(game, notation, pegs.PegsDeal, engine, lambda position: ())


_MAKERS: Final = {"hunt": _hunt, "pegs": _pegs}
GAMES: Final = tuple(_MAKERS)


def find(name: str, rules: str = "") -> Entry:
    """The game of that name under that rule set; no rules means the game's default."""
    if name not in _MAKERS:
        raise NotationError("game", f"{name[:40]!r} is none of {', '.join(GAMES)}")
    return _MAKERS[name](rules)


def rules_page(name: str) -> str:
    """The game's rules for people, as Markdown with a heading for each rule number."""
    find(name)
    page = resources.files(f"tallyho.games.{name}").joinpath("rules.md")
    return page.read_text(encoding="utf-8")


def rule(name: str, number: str) -> str:
    """One rule of the game's page, by its number in either case."""
    sections = rules_page(name).split("\n## ")[1:]
    by_number = {section.split()[0]: f"## {section.rstrip()}" for section in sections}
    if number.upper() not in by_number:
        known = ", ".join(by_number)
        raise NotationError("rule", f"there is no rule {number[:20]}; the rules are {known}")
    return by_number[number.upper()]
