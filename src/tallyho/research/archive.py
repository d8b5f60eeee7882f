"""The archive of a contest: its pairs as a record file, from which an interrupted run goes on."""

import os
import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, Final

from tallyho.analysis.replay import moments
from tallyho.contract import NotationError, Side
from tallyho.play.record import (
    RecordError,
    RecordTurn,
    Section,
    bounded_lines,
    read_records,
    write_record,
)
from tallyho.research.contest import Contest
from tallyho.research.referee import is_over, seatings, standing
from tallyho.research.results import Lost, Match, Pair, Round

_SECONDS: Final = re.compile("([0-9]{1,9}[.][0-9]{6})-([0-9]{1,9}[.][0-9]{6})")


class Archive:
    """A `.thn` file with the pairs of one contest in the order of their numbers."""

    def __init__(self, path: Path, contest: Contest) -> None:
        self._path = path
        self._contest = contest
        self._entry = contest.entry()
        try:
            self._file = path.open("a+", encoding="utf-8", errors="surrogateescape", newline="")
        except OSError as error:
            raise NotationError("records", f"cannot write {path}: {error.strerror}") from error

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def add(self, pair: Pair) -> None:
        """Write one more pair down, at once."""
        for index, match in enumerate(pair.matches, 1):
            for number, round in enumerate(match.rounds, 1):
                tags = self._tags(pair.number, index, number) | self._results(round)
                turns = self._entry.notation.write_record_turns(round.events)
                section = Section(tags, tuple(map(RecordTurn, turns)))
                self._file.writelines(f"{line}\n" for line in write_record(section))
        self._file.flush()

    def pairs(self) -> Iterator[Pair]:
        """Those that are there, from pair 1 on; what follows the last complete one is removed."""
        self._file.seek(0)
        sections = read_records(bounded_lines(self._file))
        end = 0
        for number in count(1):
            if (pair := self._pair(number, sections)) is None:
                break
            yield pair
            end = self._file.tell()
        self._go_on_at(end)

    def _tags(self, pair: int, match: int, round: int) -> dict[str, str]:
        """What names a round, and is the same whenever it is played."""
        return {
            "Game": self._entry.name,
            "Rules": self._entry.game.rules_text,
            "Contest": str(self._contest),
            "Match": f"pair {pair}, match {match}",
            "Round": str(round),
        }

    def _results(self, round: Round) -> dict[str, str]:
        sides = self._entry.game.sides
        tags = {
            side.capitalize(): self._contest.names[player]
            for side, player in zip(sides, round.players, strict=True)
        }
        points = "{}-{}".format(*round.outcome.points)
        tags |= {
            "Date": date.today().strftime("%Y.%m.%d"),
            "Result": points if round.termination == "finished" else "*",
            "Termination": round.termination,
            "Seconds": "{:.6f}-{:.6f}".format(*round.seconds),
        }
        if (lost := round.lost) is not None:
            tags |= {"Winner": sides[lost.side.other], "Forfeit": f"{lost.kind}: {lost.reason}"}
        return tags

    def _go_on_at(self, end: int) -> None:
        """Cut off what an interrupted writer left behind; a file of somebody else stays whole."""
        size = self._file.seek(0, os.SEEK_END)
        if size and not end:
            reason = f"{self._path} has no complete pair; remove it or choose another file"
            raise NotationError("records", reason)
        if end:
            self._file.truncate(end)
            self._file.seek(0, os.SEEK_END)
            self._file.write("\n")

    def _pair(self, number: int, sections: Iterator[Section]) -> Pair | None:
        """The next pair, None if it is not there or not complete."""
        matches = []
        for index, players in enumerate(seatings(self._entry), 1):
            rounds: list[Round] = []
            while not is_over(rounds, self._entry):
                if (section := self._next(sections)) is None:
                    return None
                self._check(section, self._tags(number, index, len(rounds) + 1))
                rounds.append(self._round(section, players))
                players = (players[1], players[0])
            matches.append(Match(tuple(rounds)))
        return Pair(number, tuple(matches))

    def _next(self, sections: Iterator[Section]) -> Section | None:
        """The next round, None at the end of the file, which may be torn."""
        try:
            return next(sections, None)
        except RecordError:
            if self._file.readline():
                raise
            return None

    def _check(self, section: Section, due: Mapping[str, str]) -> None:
        for name, value in due.items():
            if section.tags.get(name) != value:
                where = f"{self._path}, line {section.line}"
                reason = f"{where}: {name} is not {value!r}; choose another file for this contest"
                raise NotationError("records", reason)

    def _round(self, section: Section, players: tuple[int, int]) -> Round:
        """The round, played again."""
        events: list[Any] = []
        turns = [0, 0]
        position = self._entry.game.start()
        for moment in moments(section, self._entry):
            actor = self._entry.game.to_act(moment.before)
            if isinstance(actor, Side):
                turns[actor] += 1
            events.append(moment.event)
            position = moment.after
        return Round(
            players,
            standing(self._entry, position),
            section.tags["Termination"],
            (turns[0], turns[1]),
            _seconds(section),
            tuple(events),
            self._lost(section.tags),
        )

    def _lost(self, tags: Mapping[str, str]) -> Lost | None:
        kind, _, reason = tags.get("Forfeit", "").partition(": ")
        if not kind:
            return None
        return Lost(Side(self._entry.game.sides.index(tags["Winner"])).other, kind, reason)


def _seconds(section: Section) -> tuple[float, float]:
    found = _SECONDS.fullmatch(section.tags.get("Seconds", ""))
    if not found:
        raise RecordError(
            section.line, 1, "Seconds", "the tag Seconds is not like 1.250000-0.034000"
        )
    return float(found[1]), float(found[2])
