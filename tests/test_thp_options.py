"""The protocol's options: what they are called, what they take, and that the engine hears of it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tallyho.engine import UNKNOWN, Limits, Line
from tallyho.thp import Protocol


def ask(protocol: Protocol, *lines: str) -> list[str]:
    """All answers to the lines."""
    return [answer for line in lines for answer in protocol.answer(line)]


class Listener:
    """Plays the first legal turn and keeps the leads that it was told."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.leads: list[int | None] = []

    def think(self, position: Any, limits: Limits, stopped: Any) -> Iterator[Sequence[Line]]:
        self.leads.append(limits.lead)
        yield [Line(1, 1, 0.0, (self.game.legal(position)[0],))]


def test_thp_lists_the_options() -> None:
    answers = ask(Protocol(), "thp")
    assert "option name Lead type string default none" in answers
    assert "option name Threads type spin default 1 min 1 max 64" in answers


def test_the_engine_hears_of_the_lead() -> None:
    protocol = Protocol()
    listener = Listener(protocol.entry.game)
    protocol.entry = replace(protocol.entry, engine=listener)
    ask(protocol, "go nodes 1")
    for value in ("12", "-3", "0", "none"):
        assert ask(protocol, f"setoption name Lead value {value}") == ["ok"]
        ask(protocol, "go nodes 1")
    assert listener.leads == [None, 12, -3, 0, None]


def test_the_engine_hears_of_the_threads() -> None:
    protocol = Protocol()
    assert ask(protocol, "setoption name Threads value 2") == ["ok"]
    assert ask(protocol, "setoption name Threads value 0")[0].startswith("error Threads")
    assert ask(protocol, "go movetime 5")[-1].startswith("bestmove")


def test_a_new_game_keeps_the_lead() -> None:
    protocol = Protocol()
    ask(protocol, "setoption name Lead value 12", "newgame hunt kosmos")
    listener = Listener(protocol.entry.game)
    protocol.entry = replace(protocol.entry, engine=listener)
    ask(protocol, "go nodes 1")
    assert listener.leads == [12]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "setoption: write it as"),
        ("Lead 12", "setoption: write it as"),
        ("name Lead", "setoption: write it as"),
        ("name Lead value", "setoption: write it as"),
        ("name Lead value 1 2", "setoption: write it as"),
        ("value 1 name Lead", "setoption: write it as"),
        ("name Hash value 12", "setoption: 'Hash' is none of the options: Lead"),
        ("name lead value 12", "setoption: 'lead' is none of the options: Lead"),
        ("name Lead value lots", "Lead: must be none, or"),
        ("name Lead value 10000", "Lead: must be none, or"),
        ("name Lead value --1", "Lead: must be none, or"),
        ("name Lead value ²", "Lead: must be none, or"),
    ],
)
def test_a_bad_option_is_refused_by_name(words: str, says: str) -> None:
    [answer] = ask(Protocol(), f"setoption {words}")
    assert answer.startswith(f"error {says}")


def test_no_option_is_set_while_a_search_waits() -> None:
    protocol = Protocol()
    ask(protocol, "go infinite")
    [answer] = ask(protocol, "setoption name Lead value 1")
    assert answer == "error command: a search is running; stop it first"


def test_a_lead_recalls_what_the_round_before_told_of_the_players() -> None:
    protocol = Protocol()

    def told(*lines: str) -> None:
        assert ask(protocol, *lines) == ["ok"] * len(lines)

    told("newgame hunt kosmos", "apply e4=P", "apply b3=T", "apply e4-e5")  # blue made a quiet move
    assert protocol._habits[0].eager < UNKNOWN[0].eager
    told("newgame hunt kosmos")
    assert protocol._habits == UNKNOWN
    told("setoption name Lead value 3")
    assert protocol._habits[1].eager < UNKNOWN[1].eager
    assert protocol._habits[0] == UNKNOWN[0]
