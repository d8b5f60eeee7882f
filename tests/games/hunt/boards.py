"""Boards drawn as text, and short ways to ask the tile game about them."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tallyho.contract import IllegalTurn
from tallyho.games.hunt import (
    BLUE,
    BROWN,
    KOSMOS,
    ONLINE,
    SPACE,
    Ban,
    Event,
    Hunt,
    HuntDeal,
    HuntNotation,
    Position,
    Turn,
    TurnOver,
)

kosmos = Hunt(KOSMOS)
online = Hunt(ONLINE)

KINDS = "BFLHPDT"
DECK = Counter(B=2, F=6, L=2, H=8, P=8, D=7, T=15)
WORTH = {"B": 10, "F": 5, "L": 5, "H": 5, "P": 3, "D": 2, "T": 2}
GUNS = "^>v<"
SIDE = {"blue": BLUE, "brown": BROWN}
FIELDS = ("board", "side", "blue", "brown", "lock", "blue ban", "brown ban", "quiet", "left")

Won = tuple[int, int, int, int, int, int, int]


def board(
    drawing: str,
    side: str,
    *,
    lock: str | None = None,
    blue_ban: str | None = None,
    brown_ban: str | None = None,
    quiet: int | None = None,
    left: int | None = None,
    blue_won: str = "",
    brown_won: str = "",
) -> Position:
    """The position of a drawing; one turn has passed since a turn-over, or ten turns are left."""
    letters = _letters(drawing)
    final = "?" not in letters
    return Position(
        letters,
        SIDE[side],
        (_won(blue_won), _won(brown_won)),
        None if lock is None else SPACE[lock],
        (_ban(blue_ban), _ban(brown_ban)),
        1 if quiet is None and not final else quiet,
        10 if left is None and final else left,
    )


def _letters(drawing: str) -> str:
    lines = [line.split() for line in drawing.strip().splitlines()]
    assert [line[0] for line in lines] == list("8765432b"), "draw ranks 8 to 2 and the files"
    assert all(len(line) == 8 for line in lines[:7]), "draw seven spaces a rank"
    return "".join(line[file] for file in range(1, 8) for line in reversed(lines[:7]))


def _ban(text: str | None) -> Ban | None:
    if text is None:
        return None
    now, original = text.split(">")
    return Ban(SPACE[now], SPACE[original])


def _won(letters: str) -> Won:
    bears, foxes, lumberjacks, hunters, pheasants, ducks, trees = map(letters.count, KINDS)
    return bears, foxes, lumberjacks, hunters, pheasants, ducks, trees


def kind(face: str) -> str:
    """The letter of a face's kind: every gun is a hunter's."""
    return "H" if face in GUNS else face


def complete(position: Position, face_down: str = "") -> Position:
    """The position with all 48 tiles: who can have won what is neither drawn nor face down."""
    rest = DECK.copy()
    rest.subtract(kind(face) for face in position.board if face not in ".?")
    rest.subtract(face_down)
    assert len(face_down) == position.board.count("?"), "say what lies face down"
    assert min(rest.values()) >= 0, "more tiles drawn than there are"
    won = "".join(rest.elements())
    blue = "".join(letter for letter in won if letter in "LH")
    brown = "".join(letter for letter in won if letter not in "LH")
    return position._replace(winnings=(_won(blue), _won(brown)))


def legal(game: Hunt, position: Position) -> list[str]:
    """The texts of the legal turns, in the game's order."""
    return [HuntNotation(game.rules).write(turn) for turn in game.legal(position)]


def turns_of(game: Hunt, position: Position, space: str) -> list[str]:
    """The texts of the legal turns with the tile on that space."""
    return [text for text in legal(game, position) if text.startswith(space)]


def play(game: Hunt, position: Position, *events: str) -> Position:
    """The position after all the events."""
    for event in events:
        position = game.play(position, HuntNotation(game.rules).read_event(event))
    return position


def assert_illegal(game: Hunt, position: Position, event: str, rule: str, words: str) -> None:
    """The turn is not among the legal ones, and playing it is refused by that rule in words."""
    turn = event.partition("=")[0]
    assert turn not in legal(game, position), f"{turn} is listed as legal"
    with pytest.raises(IllegalTurn, match=words) as refused:
        play(game, position, event)
    assert refused.value.rule == rule, f"refused by {refused.value}"


def fields(position: Position) -> dict[str, str]:
    """The nine fields of the position text by name."""
    return dict(zip(FIELDS, str(position).split(" "), strict=True))


def bare(position: Position) -> Position:
    """The position as its text tells it, without the earlier positions that H19 remembers."""
    return position._replace(trail=())


@dataclass(frozen=True)
class Dice:
    """A source of numbers for deals, out of a seeded generator."""

    generator: random.Random

    def below(self, bound: int) -> int:
        """The next number in 0 … bound - 1."""
        return self.generator.randrange(bound)


def choose(generator: random.Random, turns: tuple[Turn, ...], calm: float) -> Turn:
    """A random turn; with probability `calm` rather a move than a turn-over."""
    moves = tuple(turn for turn in turns if not isinstance(turn, TurnOver))
    return generator.choice(moves if moves and generator.random() < calm else turns)


def random_round(game: Hunt, seed: int, calm: float = 0.5) -> Iterator[tuple[Event, Position]]:
    """A random round from the start, each event with the position after it."""
    generator = random.Random(seed)
    deal = HuntDeal.shuffled(Dice(generator))
    position = game.start()
    while turns := game.legal(position):
        event = deal.event(choose(generator, turns, calm), 0)
        position = game.play(position, event)
        yield event, position


def random_walk(
    game: Hunt, position: Position, generator: random.Random, length: int, calm: float = 1.0
) -> Iterator[tuple[Event, Position]]:
    """Random turns from a position, each event with the position after it."""
    for _ in range(length):
        turns = game.legal(position)
        if not turns:
            return
        outcomes = game.chances(position, choose(generator, turns, calm))
        event = generator.choices(*zip(*outcomes, strict=True))[0]
        position = game.play(position, event)
        yield event, position
