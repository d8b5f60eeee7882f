"""The deal: two dice a throw, drawn in order and remembered."""

from pegs_tables import random_round

from tallyho.contract import Deal
from tallyho.games.pegs import End, Event, Pegs, PegsDeal, Throw, Turn


class Listed:
    """Numbers from a list, with the bounds that were asked for."""

    def __init__(self, *numbers: int) -> None:
        self.left = list(numbers)
        self.bounds: list[int] = []

    def below(self, bound: int) -> int:
        self.bounds.append(bound)
        return self.left.pop(0)


def test_p3_a_throw_is_two_dice_the_first_one_first() -> None:
    numbers = Listed(5, 0)
    assert PegsDeal(numbers).event(None, 0) == Throw(6, 1)
    assert numbers.bounds == [6, 6]


def test_throws_are_drawn_in_order_even_when_a_late_one_is_asked_for_first() -> None:
    deal = PegsDeal(Listed(0, 1, 2, 3, 4, 5))
    assert deal.event(None, 2) == Throw(5, 6)
    assert [deal.event(None, nth) for nth in range(3)] == [Throw(1, 2), Throw(3, 4), Throw(5, 6)]


def test_asking_again_draws_nothing() -> None:
    deal = PegsDeal(Listed(2, 2))
    assert [deal.event(None, 0) for _ in range(3)] == [Throw(3, 3)] * 3


def test_a_players_turn_is_its_own_event() -> None:
    deal: Deal[Turn, Event] = PegsDeal(Listed())
    _, _, position = next(random_round(Pegs(), seed=1))
    assert deal.event(End(), 0) == End()
    assert [deal.event(turn, 3) for turn in Pegs().legal(position)] == list(Pegs().legal(position))
