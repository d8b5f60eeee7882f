"""Golden counts of turn sequences; a turn-over counts once for each face that the bag can yield."""

from pathlib import Path

import pytest
from hunt_oracle import OracleRound
from hunt_oracle import perft as told_perft

from tallyho.games.hunt import (
    Event,
    Hunt,
    HuntNotation,
    Position,
    Rules,
    Turn,
    TurnedOver,
    TurnOver,
)

Line = tuple[str, str, int, int]


def golden() -> list[Line]:
    """The lines of the file: rules, position or start, number of turns, count."""
    text = Path(__file__).with_name("perft.txt").read_text(encoding="utf-8")
    lines = [line.split(" | ") for line in text.splitlines() if line and line[0] != "#"]
    return [(rules, position, int(n), int(count)) for rules, position, n, count in lines]


def perft(game: Hunt, position: Position, n: int) -> int:
    """How many sequences of n events there are."""
    if n == 0:
        return 1
    turns = game.legal(position)
    faces = faces_to_come(game, position, turns)
    if n == 1:
        return sum(len(faces) if isinstance(turn, TurnOver) else 1 for turn in turns)
    return sum(
        perft(game, game.play(position, event), n - 1)
        for turn in turns
        for event in events_of(turn, faces)
    )


def faces_to_come(game: Hunt, position: Position, turns: tuple[Turn, ...]) -> list[str]:
    """The faces that a turn-over can bring, the same on every space."""
    turn_overs = [turn for turn in turns if isinstance(turn, TurnOver)]
    chances = game.chances(position, turn_overs[0]) if turn_overs else ()
    return [event.face for event, _ in chances if isinstance(event, TurnedOver)]


def events_of(turn: Turn, faces: list[str]) -> list[Event]:
    if isinstance(turn, TurnOver):
        return [TurnedOver(turn.space, face) for face in faces]
    return [turn]


@pytest.mark.parametrize(("rules", "text", "n", "count"), golden())
def test_perft(rules: str, text: str, n: int, count: int) -> None:
    game, notation = Hunt(Rules.parse(rules)), HuntNotation(Rules.parse(rules))
    position = game.start() if text == "start" else notation.read_position(text)
    assert perft(game, position, n) == count


@pytest.mark.parametrize(
    ("rules", "text", "n", "count"), [line for line in golden() if line[2] <= 2]
)
def test_the_oracle_counts_the_same(rules: str, text: str, n: int, count: int) -> None:
    start = str(Hunt().start())
    assert told_perft(OracleRound(rules, start if text == "start" else text), n) == count
