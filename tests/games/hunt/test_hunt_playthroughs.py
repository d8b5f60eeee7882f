"""Golden rounds: the position after every turn, as the files in `playthroughs` have it."""

from pathlib import Path

import pytest

from tallyho.games.hunt import Hunt, HuntNotation, Rules, Turn, TurnedOver, TurnOver

FILES = sorted(Path(__file__).with_name("playthroughs").glob("*.txt"))

each_file = pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])


def read(file: Path) -> tuple[Hunt, str, list[tuple[str, str]], str]:
    """The game, the first position, each event with the position after it, and the outcome."""
    lines = [tuple(line.split(" | ")) for line in file.read_text(encoding="utf-8").splitlines()]
    (_, rules), (_, start), *turns, (_, outcome) = lines[1:]
    return Hunt(Rules.parse(rules)), start, [(event, after) for event, after in turns], outcome


def decision(game: Hunt, event: str) -> Turn:
    """What the player decided."""
    happened = HuntNotation(game.rules).read_event(event)
    return TurnOver(happened.space) if isinstance(happened, TurnedOver) else happened


@each_file
def test_every_turn_leads_to_the_golden_position(file: Path) -> None:
    game, start, turns, _ = read(file)
    notation = HuntNotation(game.rules)
    position = notation.read_position(start)
    for event, after in turns:
        position = game.play(position, notation.read_event(event))
        assert notation.write_position(position) == after


@each_file
def test_every_golden_turn_is_listed_as_legal(file: Path) -> None:
    game, start, turns, _ = read(file)
    position = HuntNotation(game.rules).read_position(start)
    for event, after in turns:
        assert decision(game, event) in game.legal(position)
        position = HuntNotation(game.rules).read_position(after)


@each_file
def test_the_round_goes_on_until_the_golden_end(file: Path) -> None:
    game, _, turns, _ = read(file)
    positions = [HuntNotation(game.rules).read_position(after) for _, after in turns]
    assert [game.to_act(position) is None for position in positions].index(True) == len(turns) - 1


@each_file
def test_the_golden_outcome(file: Path) -> None:
    game, _, turns, golden = read(file)
    position = HuntNotation(game.rules).read_position(turns[-1][1])
    outcome = game.outcome(position)
    assert outcome is not None
    assert " ".join(map(str, (*outcome.points, *outcome.tiles))) == golden
