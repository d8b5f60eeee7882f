"""Golden files of the peg game: perft counts, and rounds written down event by event."""

from pathlib import Path

import pytest

from tallyho.contract import perft
from tallyho.games.pegs import Pegs, PegsNotation, Rules

HERE = Path(__file__).parent
COUNTS = [
    line.split(" | ")
    for line in (HERE / "perft.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PLAYTHROUGHS = sorted((HERE / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize(("rules", "text", "depth", "count"), COUNTS)
def test_perft_counts_are_the_golden_ones(rules: str, text: str, depth: str, count: str) -> None:
    chosen = Rules.parse(rules)
    position = PegsNotation(chosen).read_position(text)
    assert perft(Pegs(chosen), position, int(depth)) == int(count)


@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_playthrough_leads_to_the_same_positions(file: Path) -> None:
    first, start, *lines = file.read_text(encoding="utf-8").splitlines()
    rules = Rules.parse(first.removeprefix("rules "))
    game, notation = Pegs(rules), PegsNotation(rules)
    position = notation.read_position(start.removeprefix("start "))
    for line in lines:
        event, text = line.split(" ", 1)
        position = game.play(position, notation.read_event(event))
        assert str(position) == text
