"""Sparring partners: legal, repeatable, and as simple as they say."""

import random
from collections import Counter
from typing import Any

import pytest

from tallyho import catalog
from tallyho.contract import NotationError, Side
from tallyho.engine import Limits
from tallyho.engine.partners import PARTNERS, partner
from tallyho.play.dealer import SeededNumbers

GAMES = [("hunt", "kosmos"), ("hunt", "online"), ("pegs", "")]
PLAYED = [
    (name, game)
    for name in PARTNERS
    for game in GAMES
    if game[0] == "hunt" or name not in ("uct", "hand")
]
FREE_BIRD = "???????/???????/???????/??F1P??/???????/???????/??????? blue - - - - - 0 -"


def choice(engine: Any, position: Any, multipv: int = 1) -> list[Any]:
    *_, lines = engine.think(position, Limits(nodes=30, multipv=multipv), lambda: False)
    return [engine.game.turn_of(line.moves[0]) for line in lines]


@pytest.mark.parametrize(("name", "game"), PLAYED)
def test_a_partner_plays_a_whole_round_of_legal_turns(name: str, game: tuple[str, str]) -> None:
    entry = catalog.find(*game)
    engine, deal = partner(name, entry.game, 1), entry.shuffle(SeededNumbers(1))
    position, dealt = entry.game.start(), 0
    while (actor := entry.game.to_act(position)) is not None:
        turn = choice(engine, position)[0] if isinstance(actor, Side) else None
        assert turn is None or turn in entry.game.legal(position)
        event = deal.event(turn, dealt)
        dealt += event != turn
        position = entry.game.play(position, event)


@pytest.mark.parametrize("name", ["random", "greedy", "uct"])
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    entry = catalog.find("hunt")
    ways = {
        tuple(choice(engine, entry.game.start())[0] for _ in range(5))
        for engine in (partner(name, entry.game, seed) for seed in (1, 1, 2))
    }
    assert len(ways) == 2


def test_random_chooses_every_turn_about_equally_often() -> None:
    entry = catalog.find("pegs")
    position = entry.game.play(entry.game.start(), entry.notation.read_event("6-1"))
    position = entry.game.play(position, entry.game.legal(position)[0])
    engine = partner("random", entry.game, 1)
    counts = Counter(choice(engine, position)[0] for _ in range(1000))
    assert set(counts) == set(entry.game.legal(position))
    assert min(counts.values()) > 1000 / len(counts) / 2


def test_greedy_takes_the_bird_and_then_turns_tiles_over() -> None:
    entry = catalog.find("hunt")
    position = entry.notation.read_position(FREE_BIRD)
    turns = choice(partner("greedy", entry.game, 1), position, multipv=100)
    texts = [entry.notation.write(turn) for turn in turns]
    assert texts[0] == "d5xf5"
    assert all(len(text) == 2 for text in texts[1:47])
    assert sorted(texts) == [entry.notation.write(turn) for turn in entry.game.legal(position)]


def test_greedy_breaks_ties_at_random() -> None:
    entry = catalog.find("hunt")
    seeds = random.Random(1).sample(range(1000), 20)
    first = {choice(partner("greedy", entry.game, s), entry.game.start())[0] for s in seeds}
    assert len(first) > 10


@pytest.mark.parametrize("name", ["uct", "hand"])
def test_who_knows_the_tile_game_only_says_so(name: str) -> None:
    with pytest.raises(NotationError, match="plays hunt only"):
        partner(name, catalog.find("pegs").game, 1)


def test_an_unknown_partner_is_told_who_there_is() -> None:
    with pytest.raises(NotationError, match="player: 'lazy' is none of random, greedy"):
        partner("lazy", catalog.find("hunt").game, 1)
