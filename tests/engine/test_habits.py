"""What the turns of a round tell of a player, and what the engine makes of it."""

from tallyho.contract import Side
from tallyho.engine import UNKNOWN, Habit, Habits, HuntEngine, Limits, Line, watched
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
from tallyho.games.hunt.tiles import EMPTY, FACE_DOWN
from tallyho.games.pegs import Pegs
from tallyho.games.pegs import Rules as PegsRules
from tallyho.play.dealer import SeededNumbers

# A fox that reaches a duck on one side and a pheasant, which is dearer, on the other.
DUCK_OR_PHEASANT = "???????/???????/???????/?DF1P1?/???????/???????/??????? blue - T - - - 0 -"
NOTHING_TO_TAKE = "???????/???????/???????/??F1T??/???????/???????/??????? blue - - - - - 0 -"
BOTH_MAY_MOVE = "???????/???????/???????/??D1T??/???????/???????/??????? blue - - - - - 0 -"
# The hunter may shoot the pheasant, and the bear beside it will take the hunter.
BAIT = "???????/???????/???????/?>1PB?F/???????/???????/??????? blue - - - - - 0 -"

TAKES_THE_DUCK = Move(SPACE["d5"], SPACE["c5"], captures=True)
TAKES_THE_PHEASANT = Move(SPACE["d5"], SPACE["f5"], captures=True)
TURNS_OVER = TurnedOver(SPACE["b2"], "T")
MOVES = Move(SPACE["d5"], SPACE["e5"])


def read(text: str) -> Position:
    return HuntNotation(KOSMOS).read_position(text)


def habits_of(names: tuple[str, str], nodes: tuple[int, int], seed: int) -> Habits:
    """What is known of both when the last tile has been turned over."""
    game, deal = Hunt(KOSMOS), HuntDeal.shuffled(SeededNumbers(seed))
    players = [partner(name, game, seed) for name in names]
    position, habits = game.start(), UNKNOWN
    while position.left is None:
        side = position.to_move
        *_, lines = players[side].think(position, Limits(nodes=nodes[side]), lambda: False)
        event = deal.event(game.turn_of(lines[0].moves[0]), 0)
        habits = watched(game, habits, position, event)
        position = game.play(position, event)
    return habits


def test_who_takes_the_dearest_tile_each_time_is_found_out_within_a_round() -> None:
    seen = [habits_of(("greedy", "hand"), (300, 300), seed) for seed in range(8)]
    eager = [greedy.eager for greedy, _ in seen]
    assert min(eager) > 0.5  # from here on the search expects it; few tiles to take tell less
    assert sum(eager) / len(eager) > 0.9
    assert all(hand.eager < 0.1 for _, hand in seen)


def test_who_never_waits_is_known_as_hasty_and_better_so_as_brown() -> None:
    as_blue = [habits_of(("greedy", "hand"), (300, 300), seed)[0].hasty for seed in range(8)]
    as_brown = [habits_of(("hand", "greedy"), (300, 300), seed)[1].hasty for seed in range(8)]
    assert sum(as_blue) / len(as_blue) > 0.6
    assert sum(as_brown) / len(as_brown) > 0.85


def test_the_tree_search_is_hasty_but_not_eager_and_the_hand_made_player_neither() -> None:
    # The hand-made evaluation with few positions is hasty itself.
    seen = [habits_of(("hand", "uct"), (8000, 400), seed) for seed in range(8)]
    hand, uct = (sum(habits[side].hasty for habits in seen) / len(seen) for side in Side)
    assert uct > hand + 0.25
    assert all(player.eager < 0.1 for habits in seen for player in habits)


def test_the_dearest_tile_taken_speaks_for_eagerness_and_all_else_against_it() -> None:
    position = read(DUCK_OR_PHEASANT)
    assert Habit().after(position, TAKES_THE_PHEASANT).eager_odds > FIRST_ODDS
    for event in (TAKES_THE_DUCK, TURNS_OVER, MOVES):
        assert Habit().after(position, event).eager_odds < FIRST_ODDS


def test_a_tile_taken_tells_nothing_of_haste() -> None:
    position = read(DUCK_OR_PHEASANT)
    for event in (TAKES_THE_PHEASANT, TAKES_THE_DUCK):
        assert Habit().after(position, event).hasty_odds == FIRST_ODDS


def test_where_nothing_is_taken_a_tile_turned_over_speaks_for_haste_and_a_move_against() -> None:
    for text in (DUCK_OR_PHEASANT, NOTHING_TO_TAKE):
        assert Habit().after(read(text), TURNS_OVER).hasty_odds > FIRST_ODDS
        assert Habit().after(read(text), MOVES).hasty_odds < FIRST_ODDS


def test_where_nothing_can_be_taken_only_a_quiet_move_tells_something_of_eagerness() -> None:
    position = read(NOTHING_TO_TAKE)
    assert Habit().after(position, TURNS_OVER).eager_odds == FIRST_ODDS
    assert Habit().after(position, MOVES).eager_odds < FIRST_ODDS


def test_the_more_tiles_lie_face_down_the_more_it_tells_to_wait() -> None:
    many = read(NOTHING_TO_TAKE)
    few = many._replace(board=many.board.replace(FACE_DOWN, EMPTY, many.face_down - 10))
    told = [Habit().after(position, MOVES).hasty_odds for position in (many, few)]
    assert told[0] < told[1] - 1


def test_since_patient_players_wait_longer_as_brown_each_turn_tells_more_there() -> None:
    blue = read(BOTH_MAY_MOVE)
    for down in (3, 10, 20, 30, 40):
        board = blue.board.replace(FACE_DOWN, EMPTY, blue.face_down - down)
        as_blue, as_brown = (blue._replace(board=board, to_move=side) for side in Side)
        for event, sign in ((TURNS_OVER, 1), (MOVES, -1)):
            blue_odds, brown_odds = (
                Habit().after(position, event).hasty_odds for position in (as_blue, as_brown)
            )
            assert sign * blue_odds < sign * brown_odds


def test_who_cannot_move_tells_nothing_by_turning_a_tile_over() -> None:
    position = Hunt(KOSMOS).start()
    assert Habit().after(position, TURNS_OVER) == Habit()


def test_no_number_of_turns_makes_it_certain() -> None:
    dear, calm, habit = read(DUCK_OR_PHEASANT), read(NOTHING_TO_TAKE), Habit()
    for _ in range(100):
        habit = habit.after(dear, TAKES_THE_PHEASANT).after(calm, TURNS_OVER)
    assert (habit.eager_odds, habit.hasty_odds) == (MOST_ODDS, MOST_ODDS)
    for _ in range(100):
        habit = habit.after(calm, MOVES)
    assert (habit.eager_odds, habit.hasty_odds) == (LEAST_ODDS, LEAST_ODDS)


def test_the_peg_game_knows_no_such_habit() -> None:
    game = Pegs(PegsRules())
    assert watched(game, UNKNOWN, game.start(), None) == UNKNOWN


def test_watching_one_side_says_nothing_of_the_other() -> None:
    position = read(DUCK_OR_PHEASANT)
    blue, brown = watched(Hunt(KOSMOS), UNKNOWN, position, TAKES_THE_PHEASANT)
    assert position.to_move is Side.FIRST
    assert blue.eager_odds > FIRST_ODDS
    assert brown == Habit()


def turn_overs(hasty: float) -> int:
    """How many of its turns of some rounds against a greedy player turn a tile over."""
    game, count = Hunt(KOSMOS), 0
    for seed in range(6):
        engine, greedy = HuntEngine(game), partner("greedy", game, seed)
        deal, position = HuntDeal.shuffled(SeededNumbers(seed)), game.start()
        while position.left is None:
            mine = position.to_move is Side.FIRST
            limits = Limits(nodes=500, hasty=hasty)
            player = engine if mine else greedy
            *_, lines = player.think(position, limits, lambda: False)
            turn = game.turn_of(lines[0].moves[0])
            count += mine and isinstance(turn, TurnOver)
            position = game.play(position, deal.event(turn, 0))
    return count


def test_against_a_hasty_player_the_engine_waits() -> None:
    assert turn_overs(1.0) < turn_overs(0.0)


def test_a_hasty_player_is_expected_to_mend_less_than_others() -> None:
    game, gains = Hunt(KOSMOS), list[float]()
    for seed in range(4):
        deal, engine, position = (
            HuntDeal.shuffled(SeededNumbers(seed)),
            HuntEngine(game),
            game.start(),
        )
        while position.left is None:
            careful, hasty = (
                list(engine.think(position, Limits(nodes=3000, hasty=hasty), lambda: False))[-1][0]
                for hasty in (0.0, 1.0)
            )
            gains.append(hasty.score - careful.score)
            position = game.play(position, deal.event(game.turn_of(careful.moves[0]), 0))
    assert sum(gains) / len(gains) > 0.5


def test_an_eager_player_is_expected_to_take_a_bait() -> None:
    def best(eager: float) -> Line:
        limits = Limits(depth=4, eager=eager)
        *_, lines = HuntEngine(Hunt(KOSMOS)).think(read(BAIT), limits, lambda: False)
        return lines[0]

    hunter_shoots = Move(SPACE["c5"], SPACE["e5"], captures=True)
    bear_takes_it = Move(SPACE["f5"], SPACE["e5"], captures=True)
    assert best(1.0).moves[1:3] == (hunter_shoots, bear_takes_it)
    assert best(0.0).moves[1:3] != (hunter_shoots, bear_takes_it)
    assert best(1.0).score > best(0.0).score + 5
