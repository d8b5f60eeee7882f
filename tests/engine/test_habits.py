"""What the turns of a round tell of a player, and what the engine makes of it."""

from tallyho.contract import Side
from tallyho.engine import UNKNOWN, Habit, HuntEngine, Limits, watched
from tallyho.engine.habits import FIRST_ODDS, LEAST_ODDS, MOST_ODDS
from tallyho.engine.partners import partner
from tallyho.games.hunt import (
    KOSMOS,
    SPACE,
    Hunt,
    HuntDeal,
    HuntNotation,
    Move,
    Position,
    TurnedOver,
    TurnOver,
)
from tallyho.games.pegs import Pegs
from tallyho.games.pegs import Rules as PegsRules
from tallyho.play.dealer import SeededNumbers

# A fox that the hunter beside it aims at, and that can run away.
IN_DANGER = "???????/???????/???????/??>1F1?/???????/???????/??????? blue - T - - - 0 -"
SAFE = "???????/???????/???????/??F1D??/???????/???????/??????? blue - - - - - 0 -"


def read(text: str) -> Position:
    return HuntNotation(KOSMOS).read_position(text)


def habits_of(names: tuple[str, str], seed: int) -> tuple[float, float]:
    """How eager both seem to be when the last tile has been turned over."""
    game, deal = Hunt(KOSMOS), HuntDeal.shuffled(SeededNumbers(seed))
    players = [partner(name, game, seed) for name in names]
    position, habits = game.start(), UNKNOWN
    while position.left is None:
        *_, lines = players[position.to_move].think(position, Limits(nodes=300), lambda: False)
        event = deal.event(game.turn_of(lines[0].moves[0]), 0)
        habits = watched(game, habits, position, event)
        position = game.play(position, event)
    return habits[0].eager, habits[1].eager


def test_who_never_runs_from_danger_is_found_out_as_soon_as_there_was_any() -> None:
    seen = [habits_of(("greedy", "hand"), seed) for seed in range(8)]
    assert all(greedy >= Habit().eager for greedy, _ in seen)
    assert sum(greedy > 0.5 for greedy, _ in seen) >= 4
    assert all(hand < 0.1 for _, hand in seen)


def test_turning_over_in_danger_speaks_for_eagerness_and_moving_against_it() -> None:
    position = read(IN_DANGER)
    assert Habit().after(position, TurnedOver(SPACE["b2"], "T")).odds > FIRST_ODDS
    assert Habit().after(position, Move(SPACE["f5"], SPACE["g5"])).odds < FIRST_ODDS


def test_neither_a_capture_nor_turning_over_in_peace_tells_anything() -> None:
    assert Habit().after(read(SAFE), Move(SPACE["d5"], SPACE["f5"], captures=True)) == Habit()
    assert Habit().after(read(SAFE), TurnedOver(SPACE["b2"], "T")) == Habit()


def test_no_number_of_turns_makes_it_certain() -> None:
    position, habit = read(IN_DANGER), Habit()
    for _ in range(100):
        habit = habit.after(position, TurnedOver(SPACE["b2"], "T"))
    assert habit.odds == MOST_ODDS
    for _ in range(100):
        habit = habit.after(position, Move(SPACE["f5"], SPACE["g5"]))
    assert habit.odds == LEAST_ODDS


def test_the_peg_game_knows_no_such_habit() -> None:
    game = Pegs(PegsRules())
    assert watched(game, UNKNOWN, game.start(), None) == UNKNOWN


def test_watching_one_side_says_nothing_of_the_other() -> None:
    position = read(IN_DANGER)
    blue, brown = watched(Hunt(KOSMOS), UNKNOWN, position, TurnedOver(SPACE["b2"], "T"))
    assert position.to_move is Side.FIRST
    assert blue.odds > FIRST_ODDS
    assert brown == Habit()


def turn_overs(eager: float) -> int:
    """How many of its turns of some rounds against a greedy player turn a tile over."""
    game, count = Hunt(KOSMOS), 0
    for seed in range(6):
        engine, greedy = HuntEngine(game), partner("greedy", game, seed)
        deal, position = HuntDeal.shuffled(SeededNumbers(seed)), game.start()
        while position.left is None:
            mine = position.to_move is Side.FIRST
            limits = Limits(nodes=500, eager=eager)
            player = engine if mine else greedy
            *_, lines = player.think(position, limits, lambda: False)
            turn = game.turn_of(lines[0].moves[0])
            count += mine and isinstance(turn, TurnOver)
            position = game.play(position, deal.event(turn, 0))
    return count


def test_against_an_eager_player_the_engine_waits() -> None:
    assert turn_overs(1.0) < turn_overs(0.0)
