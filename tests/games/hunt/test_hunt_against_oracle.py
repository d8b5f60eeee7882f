"""The package equals the oracle, a second telling of the rules, on random and scripted rounds."""

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

import hunt_oracle
import pytest
from boards import Dice, board, choose, complete
from hunt_oracle import OracleRound, fled, same_position
from test_hunt_rules_chase import CYCLE, HUNT, IDLE_CYCLE, MUTUAL, MUTUAL_CYCLE

from tallyho.contract import IllegalTurn
from tallyho.games.hunt import (
    NAMES,
    PRESETS,
    Event,
    Hunt,
    HuntDeal,
    HuntNotation,
    Move,
    Position,
    Turn,
    TurnedOver,
    TurnOver,
)

both_rule_sets = pytest.mark.parametrize("preset", ["kosmos", "online"])


@dataclass
class Pair:
    """The same round told twice; `at` is the package's position, `oracle` the oracle's."""

    preset: str
    game: Hunt
    at: Position
    oracle: OracleRound
    chases: int = 0

    @classmethod
    def begin(cls, preset: str, position: Position | None = None, final: int = 5) -> "Pair":
        game = Hunt(replace(PRESETS[preset], final=final))
        at = game.start() if position is None else position
        return cls(preset, game, at, OracleRound(preset, str(at)))

    @property
    def notation(self) -> HuntNotation:
        return HuntNotation(self.game.rules)

    def legal(self) -> list[str]:
        return [self.notation.write(turn) for turn in self.game.legal(self.at)]

    def play(self, event: Event) -> None:
        """Both play the event. The oracle lists no legal turns for it, which would be slow."""
        self.at = self.game.play(self.at, event)
        self.oracle = self.oracle._after(self.notation.write(event))

    def compare(self) -> None:
        """Position, outcome and legal turns are the same."""
        assert str(self.at) == self.oracle.text()
        outcome = self.game.outcome(self.at)
        told = None if outcome is None else (*outcome.points, *outcome.tiles)
        assert told == self.oracle.outcome()
        assert self.legal() == self.oracle.legal()
        self.chases += self.leaves_out_a_chase()

    def leaves_out_a_chase(self) -> bool:
        """Whether H19 forbids a turn here: without memory it would be legal."""
        forgetful = self.game.legal(self.at._replace(trail=()))
        return len(forgetful) > len(self.game.legal(self.at))

    def compare_faces(self) -> None:
        """The next turn-over can bring the same faces with the same probabilities."""
        weights = self.oracle.faces()
        for turn in self.game.legal(self.at):
            if isinstance(turn, TurnOver):
                assert dict(self.game.chances(self.at, turn)) == {
                    TurnedOver(turn.space, face): Fraction(weight, sum(weights.values()))
                    for face, weight in weights.items()
                }

    def compare_claims(self) -> None:
        """The same claims stand, whatever legal turn is announced with them."""
        assert self.may_claim(None) == self.oracle.may_claim(None)
        for text in self.legal():
            assert self.may_claim(text) == self.oracle.may_claim(text)

    def may_claim(self, announced: str | None) -> bool:
        turn = None if announced is None else self.notation.read_turn(announced)
        try:
            self.game.claim(self.at, turn)
        except IllegalTurn:
            return False
        return True


def compare_round(pair: Pair, seed: int, calm: float, every: int) -> None:
    """Play a random round to its end, or for 500 turns; compare at every so manyth turn."""
    generator = random.Random(seed)
    deal = HuntDeal.shuffled(Dice(generator))
    for number in range(500):
        turns = pair.game.legal(pair.at)
        if not turns or number % every == 0 or pair.at.left is not None:
            pair.compare()
            pair.compare_faces()
        assert str(pair.at) == pair.oracle.text()
        if not turns:
            return
        pair.play(deal.event(choose(generator, turns, calm), 0))


@both_rule_sets
@pytest.mark.parametrize("calm", [0.0, 0.4, 0.7])
def test_random_rounds_from_the_start(preset: str, calm: float) -> None:
    for seed in range(24):
        compare_round(Pair.begin(preset), seed, calm, every=9)


@both_rule_sets
def test_a_few_random_rounds_turn_by_turn(preset: str) -> None:
    for seed in range(100, 102):
        compare_round(Pair.begin(preset), seed, calm=0.6, every=1)


def test_random_rounds_with_a_long_final_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt_oracle, "FINAL_TURNS", 60)
    for seed in range(6):
        compare_round(Pair.begin("online", final=30), seed, calm=0.0, every=20)


@both_rule_sets
def test_claims_around_the_hundredth_turn(preset: str) -> None:
    position = complete(board(OPEN, "blue"), "T")
    for quiet in (0, 97, 98, 99, 100, 101, 250):
        Pair.begin(preset, position._replace(quiet=quiet)).compare_claims()


def test_claims_with_every_announcement_after_ninety_nine_turns() -> None:
    pair = Pair.begin("online", complete(board(OPEN, "blue", quiet=99), "T"))
    announced = [f"{origin}{sign}{to}" for origin, sign, to in product(NAMES[:49], "-x", NAMES)]
    granted = [text for text in (*NAMES[:49], "pass", *announced) if pair.may_claim(text)]
    assert sorted(granted) == [turn for turn in pair.oracle.legal() if pair.oracle.may_claim(turn)]


OPEN = """
    8 . . > . . . .
    7 . . . T . . .
    6 . . . T . . F
    5 . . T T . . .
    4 v . . . . B .
    3 . . . D . . .
    2 . T . . . . ?
      b c d e f g h
"""
ROOM = """
    8 > . . T . . .
    7 . . F T . . .
    6 . P . T . . .
    5 T T T T . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . . . . ?
      b c d e f g h
"""
DEN = """
    8 B . . T . . .
    7 . . . T . . .
    6 . D ^ T . . .
    5 T T T T . . .
    4 . . . . . . .
    3 . . . . . . .
    2 . . . . . . ?
      b c d e f g h
"""


def is_quiet(turn: Turn) -> bool:
    """Whether the turn is a move to an empty space of the board, which can be taken back."""
    return isinstance(turn, Move) and not turn.captures and turn.target < 49


def stall(pair: Pair, generator: random.Random, length: int) -> None:
    """Compare along random turns that capture, leave and turn over only if nothing else is left."""
    for _ in range(length):
        pair.compare()
        turns = pair.game.legal(pair.at)
        if not turns:
            return
        turn = generator.choice([turn for turn in turns if is_quiet(turn)] or turns)
        pair.play(pair.game.chances(pair.at, turn)[0][0])


@pytest.mark.parametrize("drawing", [OPEN, ROOM, DEN], ids=["open", "room", "den"])
@both_rule_sets
def test_stalling(preset: str, drawing: str) -> None:
    pair = Pair.begin(preset, complete(board(drawing, "blue"), "T"))
    stall(pair, random.Random(1), 200)


BIRD_HUNT = """
    8 F . . . P T .
    7 . . . . . T .
    6 . . . . . T .
    5 T T T T T . .
    4 . . . . . . .
    3 . . . . . . .
    2 ? . . . . . .
      b c d e f g h
"""


def chase(pair: Pair, generator: random.Random, length: int) -> None:
    """Compare along turns of a side that flees and a side that follows, both liking old ways."""
    hunted = pair.at.to_move
    for _ in range(length):
        pair.compare()
        turns = pair.game.legal(pair.at)
        if not turns:
            return
        turns = tuple(turn for turn in turns if is_quiet(turn)) or turns
        turn = generator.choices(turns, chase_weights(pair, turns, pair.at.to_move is hunted))[0]
        pair.play(pair.game.chances(pair.at, turn)[0][0])


def chase_weights(pair: Pair, turns: tuple[Turn, ...], flees: bool) -> list[int]:
    """Old positions are liked much, and even more to flee or to threaten, as the side's part is."""
    before = [same_position(text) for text, _ in pair.oracle.past]
    weights = []
    for turn in map(pair.notation.write, turns):
        after = pair.oracle._after(turn) if "-" in turn else pair.oracle
        in_style = fled(pair.oracle.text(), turn) if flees else may_flee(after)
        seen = same_position(after.text()) in before
        weights.append((200 if seen else 1) * (5000 if in_style else 1))
    return weights


def may_flee(position: OracleRound) -> bool:
    """Whether the side to move has a threatened tile that it could move."""
    return any(fled(position.text(), turn) for turn in position._moves())


@pytest.mark.parametrize(
    ("drawing", "side"), [(HUNT, "blue"), (BIRD_HUNT, "brown")], ids=["fox", "bird"]
)
def test_chases(drawing: str, side: str) -> None:
    fired = 0
    for seed in range(4):
        pair = Pair.begin("online", complete(board(drawing, side), "T"))
        chase(pair, random.Random(seed), 100)
        fired += pair.chases
    assert fired > 0, "no turn was ever refused by H19, so nothing was compared"


def test_chases_in_a_long_final_phase() -> None:
    drawing = HUNT.replace("2 ?", "2 T")
    pair = Pair.begin("online", complete(board(drawing, "blue", left=198)), final=99)
    chase(pair, random.Random(3), 150)
    assert pair.chases > 0, "no turn was ever refused by H19, so nothing was compared"


@pytest.mark.parametrize(
    ("drawing", "cycle", "blue_ban", "brown_ban", "fired"),
    [
        (HUNT, CYCLE, "h8>h3", "c8>c3", True),
        (HUNT, CYCLE, None, None, True),
        (HUNT, IDLE_CYCLE, "h8>h3", "c8>c3", False),
        (MUTUAL, MUTUAL_CYCLE, "h7>h2", "b7>b6", False),
        (MUTUAL.replace("B", "T"), MUTUAL_CYCLE, "h7>h2", "b7>b6", True),
        (MUTUAL.replace(">", "T"), MUTUAL_CYCLE, "h7>h2", "b7>b6", True),
    ],
    ids=["hunted", "without bans", "idle", "both", "blue", "brown"],
)
def test_scripted_cycles(
    drawing: str, cycle: tuple[str, ...], blue_ban: str | None, brown_ban: str | None, fired: bool
) -> None:
    position = board(drawing, "blue", blue_ban=blue_ban, brown_ban=brown_ban, quiet=9)
    pair = Pair.begin("online", complete(position, "T"))
    for event in cycle * 4:
        pair.compare()
        if event not in pair.legal():
            break
        pair.play(pair.notation.read_event(event))
    assert (pair.chases > 0) == fired
