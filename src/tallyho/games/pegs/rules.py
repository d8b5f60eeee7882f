"""The options of the peg game, and their text in commands and records."""

import re
from dataclasses import dataclass
from typing import Final

from tallyho.contract import NotationError

_DEFAULTS: Final = {"holes": "12", "doublets": "opposites", "short": "no"}
_HOLES: Final = range(8, 31)
_DOUBLETS: Final = ("opposites", "double", "plain")


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set: holes in a circle (P1), what doublets give (P9), the short game (P10)."""

    holes: int = 12
    doublets: str = "opposites"
    short: bool = False

    def __post_init__(self) -> None:
        if self.holes not in _HOLES:
            raise NotationError("holes", "a circle has 8 to 30 holes")
        if self.doublets not in _DOUBLETS:
            raise NotationError("doublets", "choose opposites, double or plain")

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Read `default`, nothing, or any of the options, such as `holes=8 short=yes`."""
        options = _DEFAULTS | ({} if text in ("", "default") else _read_options(text))
        if not re.fullmatch("[1-9][0-9]?", options["holes"]):
            raise NotationError("holes", "write a whole number from 8 to 30")
        if options["short"] not in ("yes", "no"):
            raise NotationError("short", "write yes or no")
        return cls(int(options["holes"]), options["doublets"], options["short"] == "yes")

    def __str__(self) -> str:
        if self == Rules():
            return "default"
        short = "yes" if self.short else "no"
        return f"holes={self.holes} doublets={self.doublets} short={short}"


def _read_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for word in text.split(" "):
        key, _, value = word.partition("=")
        if key not in _DEFAULTS:
            raise NotationError(
                "rules", "write default, or options such as holes=12 doublets=opposites short=no"
            )
        if key in options:
            raise NotationError(key, "give each option only once")
        options[key] = value
    return options
