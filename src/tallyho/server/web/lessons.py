"""Lessons: a small board, a goal, and every way that a try can go, worked out by the rules."""

import re
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from tallyho import catalog
from tallyho.contract import Side

MOST_BOARDS: Final = 2000


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position in which one thing can be learnt.

    The goal is reached by an event whose text fits the regular expression `goal`; without one, when
    the turn is over. Its sentences are in `web/src/learn/words.ts` under the lesson's name.
    """

    name: str
    position: str
    goal: str = ""
    face: str = ""  # what every turn-over brings


class Try(Struct, frozen=True):
    """What a turn leads to: its events, the board after them, and whether the goal is reached."""

    events: tuple[str, ...]
    to: int
    reached: bool


class Board(Struct, frozen=True):
    """A position that a try can lead to; where there are no turns, the try is over."""

    position: str
    turns: dict[str, Try]


class Prepared(Struct, frozen=True):
    """A lesson with all its boards; it begins at the first."""

    name: str
    side: int
    boards: tuple[Board, ...]


def prepare(game: str, lesson: Lesson) -> Prepared:
    """Work the lesson out."""
    return _Preparation(game, lesson).done()


class _Preparation:
    """Follows every turn of the pupil until the goal is reached or the turn has passed."""

    def __init__(self, game: str, lesson: Lesson) -> None:
        entry = catalog.find(game)
        self._game, self._notation, self._lesson = entry.game, entry.notation, lesson
        self._start = self._notation.read_position(lesson.position)
        self._pupil = self._game.to_act(self._start)
        self._numbers: dict[str, int] = {}
        self._unseen: list[Any] = []

    def done(self) -> Prepared:
        assert isinstance(self._pupil, Side)
        self._number(self._start)
        boards: list[Board] = []
        while len(boards) < len(self._unseen):
            boards.append(self._board(self._unseen[len(boards)]))
        assert len(boards) <= MOST_BOARDS, self._lesson.name
        return Prepared(self._lesson.name, int(self._pupil), tuple(boards))

    def _number(self, position: Any) -> int:
        text = self._notation.write_position(position)
        if text not in self._numbers:
            self._numbers[text] = len(self._unseen)
            self._unseen.append(position)
        return self._numbers[text]

    def _board(self, position: Any) -> Board:
        mine = self._game.to_act(position) is self._pupil
        turns = self._game.legal(position) if mine else ()
        tries = {self._notation.write(turn): self._try(position, turn) for turn in turns}
        return Board(self._notation.write_position(position), tries)

    def _try(self, position: Any, turn: Any) -> Try:
        """The turn, and the opponent's answer where there is only one."""
        event = self._event(position, turn)
        texts = [self._notation.write(event)]
        position = self._game.play(position, event)
        passed = self._game.to_act(position) is not self._pupil
        reached = bool(re.fullmatch(goal, texts[0])) if (goal := self._lesson.goal) else passed
        answers = self._game.legal(position)
        if passed and not reached and len(answers) == 1:
            texts.append(self._notation.write(answers[0]))
            position = self._game.play(position, answers[0])
        return Try(tuple(texts), self._number(position), reached)

    def _event(self, position: Any, turn: Any) -> Any:
        outcomes = [event for event, _ in self._game.chances(position, turn)]
        if len(outcomes) == 1:
            return outcomes[0]
        wanted = f"{self._notation.write(turn)}={self._lesson.face}"
        return next(event for event in outcomes if self._notation.write(event) == wanted)
