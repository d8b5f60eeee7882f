"""One turn of the computer, outside a running site."""

import random
from dataclasses import replace

import pytest

from tallyho.engine import Habit
from tallyho.play.actions import PlayTurn, Seat
from tallyho.server import metrics
from tallyho.server.games.terms import Sitter, Terms, agree
from tallyho.server.jobs.engine_turn import find_turn, opponents_habit
from tallyho.server.table.dealing import Drawer
from tallyho.server.table.table import Table, first_events, new_table


def begun(game: str, level: int) -> Table:
    """A match in which the computer has the first turn, always with the same deal."""
    terms = Terms(game=game, begins="you")
    facts = agree(terms, "computer", Sitter("north", "North"), Sitter(None, "Computer"), level)
    shown = (bytes(32),) * facts.entry.game.rounds
    table = new_table(replace(facts, id="game"), Drawer(shown, shown))
    table = table.after(first_events(table, 1))
    sealed = table.dealing.commitments_for(Seat.SECOND, shown)
    table = table.after(table.commit(Seat.SECOND, sealed, 2))
    return table.after(table.reveal(Seat.SECOND, tuple(piece.hex() for piece in shown), 3))


@pytest.mark.parametrize("level", [1, 3, 10])
@pytest.mark.parametrize("game", ["hunt", "pegs"])
def test_the_turn_is_the_engines_own_and_not_drawn_by_lot(game: str, level: int) -> None:
    table, failures = begun(game, level), metrics.ENGINE_FAILURES._value.get()
    assert table.engine_due
    turn = find_turn(table, lambda: False)
    assert table.session is not None
    legal = map(table.session.notation.write, table.session.game.legal(table.session.position))
    assert turn in list(legal)
    assert metrics.ENGINE_FAILURES._value.get() == failures


def test_the_computer_watches_its_opponent_through_the_match() -> None:
    table, failures = begun("hunt", 2), metrics.ENGINE_FAILURES._value.get()
    eager, chance = set[float](), random.Random(1)
    while table.session is not None and table.session.round < 2:
        seat, session = table.session.seat_to_act, table.session
        assert seat is not None
        if table.engine_due:
            turn = find_turn(table, lambda: False)
            eager.add(opponents_habit(table).eager)
        else:
            turn = session.notation.write(chance.choice(session.game.legal(session.position)))
        table = table.after(table.act(seat, PlayTurn(turn), table.version, 4))
    assert metrics.ENGINE_FAILURES._value.get() == failures
    assert len(eager) > 1
    assert opponents_habit(table).eager < Habit().eager  # random players move about
