"""A table to try rules on: boards as text in, legal turns, positions and refusals as text out."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import strategies as st

from tallyho.contract import CHANCE, IllegalTurn, NotationError, Side
from tallyho.games.pegs import Event, Pegs, PegsNotation, Position, Rules
from tallyho.games.pegs.dice import remainders
from tallyho.games.pegs.match import is_over
from tallyho.games.pegs.moves import can_play


def _set_up(text: str, options: str) -> tuple[Pegs, PegsNotation, Position]:
    holes = text.index("/")
    rules = Rules.parse(f"holes={holes} {options}".strip())
    notation = PegsNotation(rules)
    return Pegs(rules), notation, notation.read_position(text)


def legal(text: str, options: str = "") -> str:
    """The legal turns in the position of `text`, with spaces between."""
    game, _, position = _set_up(text, options)
    return " ".join(map(str, game.legal(position)))


def after(text: str, events: str, options: str = "") -> str:
    """The position's text after events with spaces between."""
    game, notation, position = _set_up(text, options)
    for event in events.split(" "):
        position = game.play(position, notation.read_event(event))
    return str(position)


def refusal(text: str, event: str, options: str = "") -> str:
    """What the game answers to an illegal event."""
    game, notation, position = _set_up(text, options)
    with pytest.raises(IllegalTurn) as caught:
        game.play(position, notation.read_event(event))
    return str(caught.value)


def unreadable(text: str, rules: Rules) -> NotationError:
    """The error with which a position text is refused."""
    with pytest.raises(NotationError) as caught:
        PegsNotation(rules).read_position(text)
    return caught.value


def random_round(game: Pegs, seed: int) -> Iterator[tuple[Position, Event, Position]]:
    """A whole round of random throws and plays, as position, event and next position."""
    chance, position = random.Random(seed), game.start()
    while (actor := game.to_act(position)) is not None:
        events: list[Event] = list(game.legal(position))
        if actor is CHANCE:
            events = [event for event, _ in game.chances(position)]
        event = chance.choice(events)
        following = game.play(position, event)
        yield position, event, following
        position = following


def all_rules(*holes: int) -> list[Rules]:
    """Every rule set with these numbers of holes."""
    return [
        Rules(count, doublets, short)
        for count in holes
        for doublets in ("opposites", "double", "plain")
        for short in (False, True)
    ]


@st.composite
def tables(draw: st.DrawFn, holes: int = 8) -> tuple[Pegs, Position]:
    """Any consistent position, reachable or not, with the game that it belongs to."""
    rules = draw(st.sampled_from(all_rules(holes)))
    places = draw(st.permutations(range(3 * holes)))
    white, black = draw(st.integers(0, holes)), draw(st.integers(0, holes))
    pegs = "w" * max(white, not black) + "b" * black
    board = "".join(pegs[place] if place < len(pegs) else "." for place in places)
    circles = (board[:holes], board[holes : 2 * holes], board[2 * holes :])
    numbers = draw(st.sampled_from([((), ()), *sorted(remainders(rules))]))
    position = Position(circles, draw(st.sampled_from(Side)), *numbers)
    return Pegs(rules), _consistent(rules, position)


def _consistent(rules: Rules, position: Position) -> Position:
    if is_over(position):
        return Position(position.circles, Side(position.pegs(Side.FIRST) > 0))
    if can_play(rules, position, position.compulsory + position.optional):
        return position
    return Position(position.circles, position.to_move)
