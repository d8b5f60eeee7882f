"""The site's own words in the visitor's language: games, rules, clocks, names, results, dates."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from babel.dates import format_date, format_timedelta
from babel.numbers import format_decimal

from tallyho.play.clock import DAY
from tallyho.server.games.lists import Listed
from tallyho.server.names import now_ms
from tallyho.server.people.person import SOMEBODY
from tallyho.server.table.views import ClockView
from tallyho.server.web.texts import Texts

_COMPUTER: Final = re.compile(r"Computer, level (\d+)")
_GUEST: Final = re.compile(r"Guest (\w{4})")


@dataclass(frozen=True, slots=True)
class Words:
    """How things are called in one language."""

    t: Texts

    def game(self, name: str) -> str:
        """A game."""
        return {"hunt": self.t("Tile game"), "pegs": self.t("Peg game")}.get(name, name)

    def rules(self, text: str) -> str:
        """A rule set; those with options of their own are shown as they are written."""
        t = self.t
        known = {
            "kosmos": t("Two rounds"),
            "online": t("One round"),
            "default": t("Full game"),
            "holes=12 doublets=opposites short=yes": t("Short game"),
        }
        return known.get(text, text)

    def player(self, name: str) -> str:
        """A name; nobody can take one that looks like a guest's or the computer's."""
        if computer := _COMPUTER.fullmatch(name):
            return self.t("Computer, level {level}", level=computer[1])
        if guest := _GUEST.fullmatch(name):
            return self.t("Guest {code}", code=guest[1])
        return self.t("Somebody who left") if name == SOMEBODY else name or self.t("Nobody yet")

    def clock(self, clock: ClockView) -> str:
        """A clock."""
        if clock.per_turn is not None:
            return self.days(clock.per_turn // DAY)
        if clock.base is None:
            return self.t("No clock")
        return self.minutes(clock.base // 60_000, clock.increment // 1000)

    def minutes(self, minutes: int, seconds: int) -> str:
        """A live clock."""
        if not seconds:
            return self.t("{minutes} min", minutes=minutes)
        return self.t("{minutes} min + {seconds} s", minutes=minutes, seconds=seconds)

    def days(self, days: int) -> str:
        """A clock for correspondence."""
        if days == 1:
            return self.t("1 day for each turn")
        return self.t("{days} days for each turn", days=days)

    def pool(self, name: str) -> str:
        """A pool of ratings."""
        game, _, speed = name.partition("-")
        t = self.t
        speeds = {"fast": t("Fast"), "slow": t("Slow"), "days": t("Days for a turn")}
        return f"{self.game(game)} · {speeds.get(speed, speed)}"

    def state(self, listed: Listed) -> str:
        """How a match of an own list stands."""
        t = self.t
        if listed.status == "over":
            return self.result(listed)
        if listed.mode == "local":
            return t("At this device")
        if listed.status == "waiting":
            return t("Waiting for your friend")
        if listed.status == "dealing":
            return t("About to begin")
        return t("Your turn") if listed.my_turn else t("Their turn")

    def result(self, listed: Listed) -> str:
        """How a match ended: for the person whose list it is, else by the winner's name."""
        t = self.t
        if listed.winner is None:
            return t("Not played") if listed.termination == "abandoned" else t("Drawn")
        if len(listed.seats) == 1:
            return t("Won") if listed.winner in listed.seats else t("Lost")
        return t("{name} won", name=self.player(listed.players[listed.winner]))

    def ending(self, listed: Listed) -> str:
        """Why a match ended, where it was not played to the end."""
        t = self.t
        known = {
            "resigned": t("by resignation"),
            "agreed": t("by agreement"),
            "claimed": t("by claim"),
            "timeout": t("on time"),
            "abandoned": t("left early"),
        }
        return known.get(listed.termination or "", "")

    def date(self, moment: int) -> str:
        """A day."""
        when = datetime.fromtimestamp(moment / 1000, UTC)
        return format_date(when, "long", locale=self.t.language)

    def ago(self, moment: int) -> str:
        """How long ago a moment was."""
        passed = timedelta(milliseconds=moment - now_ms())
        if passed > timedelta(minutes=-1):
            return self.t("just now")
        return format_timedelta(passed, add_direction=True, locale=self.t.language)

    def number(self, value: int) -> str:
        """A whole number."""
        return format_decimal(value, locale=self.t.language)
