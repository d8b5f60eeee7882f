"""Rule sets as data (H20): a frozen set of options, and the two presets."""

import re
from dataclasses import dataclass, fields
from typing import Final

from tallyho.contract import NotationError


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of H20; the defaults are the printed game, `kosmos`."""

    ban: str = "own"  # H10: the no-return rule binds `own` tiles or `any` tile
    end: str = "extinct"  # H14: early end when a colour is `extinct`, or the mover is `stuck`
    claim: int | None = None  # H18: numbered moves without a turn-over that allow a draw claim
    chase: bool = False  # H19
    rounds: int = 2  # H16
    final: int = 5  # H11: last turns of each player

    def __post_init__(self) -> None:
        """Refuse values that no game can be played with."""
        _require("ban", self.ban in ("own", "any"), "own or any")
        _require("end", self.end in ("extinct", "stuck"), "extinct or stuck")
        _require("claim", self.claim is None or 1 <= self.claim <= 999, "none or 1 to 999")
        _require("rounds", 1 <= self.rounds <= 9, "1 to 9")
        _require("final", 1 <= self.final <= 99, "1 to 99")

    @property
    def last_turns(self) -> int:
        """H11: the turns of both players in the final phase."""
        return 2 * self.final

    def __str__(self) -> str:
        """The preset's name, or every option as `key=value`."""
        for name, preset in PRESETS.items():
            if self == preset:
                return name
        return " ".join(f"{f.name}={_write(getattr(self, f.name))}" for f in fields(self))

    @staticmethod
    def parse(text: str) -> "Rules":
        """Read a preset's name, or options in any order; those left out are as in `kosmos`."""
        if text in PRESETS:
            return PRESETS[text]
        options: dict[str, object] = {}
        for word in text.split(" "):
            key, equals, value = word.partition("=")
            if not equals or key not in _READERS:
                raise NotationError("rules", f"{word[:40]!r} is none of {_ALLOWED}")
            if key in options:
                raise NotationError("rules", f"{key} is given twice")
            options[key] = _READERS[key](key, value)
        return Rules(**options)  # type: ignore[arg-type] # each reader returns its option's type


def _require(option: str, fits: bool, allowed: str) -> None:
    if not fits:
        raise NotationError("rules", f"{option} must be {allowed}")


def _word(_key: str, value: str) -> str:
    return value[:40]


def _number(key: str, value: str) -> int:
    _require(key, re.fullmatch("[1-9][0-9]{0,2}", value) is not None, "a whole number")
    return int(value)


def _number_or_none(key: str, value: str) -> int | None:
    return None if value == "none" else _number(key, value)


def _yes_or_no(key: str, value: str) -> bool:
    _require(key, value in ("yes", "no"), "yes or no")
    return value == "yes"


def _write(value: str | int | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


_READERS: Final = {
    "ban": _word,
    "end": _word,
    "claim": _number_or_none,
    "chase": _yes_or_no,
    "rounds": _number,
    "final": _number,
}

KOSMOS: Final = Rules()
ONLINE: Final = Rules(ban="any", end="stuck", claim=50, chase=True, rounds=1)
PRESETS: Final = {"kosmos": KOSMOS, "online": ONLINE}
_ALLOWED: Final = "kosmos, online, " + ", ".join(f"{key}=…" for key in _READERS)
