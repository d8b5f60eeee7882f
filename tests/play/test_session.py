"""The session: one match as a state machine, for both games (H16, H17, H18 at match level)."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallyho import catalog
from tallyho.contract import IllegalTurn, NotationError, NotNow, NotYourTurn, StaleVersion
from tallyho.play import actions as act
from tallyho.play.actions import Seat
from tallyho.play.clock import DAY, NO_CLOCK, Clock, days_per_turn, live
from tallyho.play.dealer import Dealer, ScriptedDealer, SeededNumbers
from tallyho.play.session import Session, begin, open_session

FIRST, SECOND = Seat.FIRST, Seat.SECOND


class Match:
    """A running session with its log, for tests."""

    def __init__(self, name: str = "hunt", rules: str = "", seed: int = 1, clock: Clock = NO_CLOCK):
        entry = catalog.find(name, rules)
        self.dealer: Dealer = ScriptedDealer([entry.shuffle(SeededNumbers(seed))])
        self.opening = open_session(entry.game, entry.notation, clock)
        self.log: list[act.SessionEvent] = list(begin(self.opening, 0, self.dealer))
        self.session = self.opening.replay(self.log)

    def do(self, seat: Seat, action: act.Action, now: int = 0) -> tuple[act.SessionEvent, ...]:
        events = self.session.submit(seat, action, self.session.version, now, self.dealer)
        self.log += events
        self.session = self.session.replay(events)
        return events

    def turn(self, text: str, now: int = 0) -> tuple[act.SessionEvent, ...]:
        seat = self.session.seat_to_act
        assert seat is not None
        return self.do(seat, act.PlayTurn(text), now)

    def legal(self) -> list[str]:
        session = self.session
        return [session.notation.write(turn) for turn in session.game.legal(session.position)]

    def random_turn(self, rng: random.Random, now: int = 0) -> None:
        self.turn(rng.choice(self.legal()), now)


def refused(match: Match, error: type[Exception], seat: Seat, action: act.Action) -> str:
    """Submit what must be refused; the state stays what it was. Returns the sentence."""
    before = match.session
    with pytest.raises(error) as caught:
        match.do(seat, action)
    assert match.session is before
    return str(caught.value)


def quiet_match() -> Match:
    """An online match in which a bird can be moved: turned up, then moved once by the first."""
    for seed in range(1, 1000):
        match = Match(rules="online", seed=seed)
        match.turn("e4")
        match.turn("e6")
        moves = [turn for turn in match.legal() if "-" in turn]
        if moves:
            match.turn(moves[0])
            return match
    raise AssertionError("no deal lets a tile move at once")


def test_a_turn_over_is_answered_with_what_came_up() -> None:
    match = Match()
    (played,) = match.turn("d4")
    assert isinstance(played, act.Played)
    assert played.text[:3] == "d4="


def test_a_stale_version_is_refused_and_says_where_the_match_stands() -> None:
    match = Match()
    match.turn("d4")
    with pytest.raises(StaleVersion) as caught:
        match.session.submit(SECOND, act.PlayTurn("d5"), 1, 0, match.dealer)
    assert (caught.value.sent, caught.value.current) == (1, 2)


def test_the_other_seat_may_not_play() -> None:
    refused(Match(), NotYourTurn, SECOND, act.PlayTurn("d4"))


def test_an_unreadable_turn_is_a_notation_error() -> None:
    refused(Match(), NotationError, FIRST, act.PlayTurn("d44"))


def test_an_illegal_turn_is_refused_with_its_rule() -> None:
    assert refused(Match(), IllegalTurn, FIRST, act.PlayTurn("e5")).startswith("H4")


def test_h16_the_players_swap_colours_after_the_first_round() -> None:
    match, rng = Match(), random.Random(3)
    while match.session.round == 1:
        match.random_turn(rng)
    assert match.session.seat_to_act is SECOND
    assert match.session.side_of(SECOND) == 0


def test_h16_a_match_of_two_rounds_ends_with_the_sums() -> None:
    match, rng = Match(), random.Random(4)
    while match.session.ended is None:
        match.random_turn(rng)
    one, two = match.session.outcomes
    sums = (one.points[0] + two.points[1], one.points[1] + two.points[0])
    assert match.session.standing.points == sums
    assert match.session.ended.termination == "finished"
    assert match.session.ended.winner == match.session.standing.winner


def test_h16_an_online_match_is_one_round() -> None:
    match, rng = Match(rules="online"), random.Random(5)
    while match.session.ended is None:
        match.random_turn(rng)
    assert len(match.session.outcomes) == 1


@pytest.mark.parametrize("seat", list(Seat))
def test_h17_resignation_loses_the_match_at_any_time(seat: Seat) -> None:
    match = Match()
    match.turn("d4")
    (ended,) = match.do(seat, act.Resign())
    assert ended == act.Ended("resigned", seat.other, 0)


def test_h17_an_accepted_offer_is_a_draw() -> None:
    match = Match()
    match.do(SECOND, act.OfferDraw())
    assert match.do(FIRST, act.AcceptDraw()) == (act.Ended("agreed", None, 0),)


def test_h17_two_offers_are_an_agreement() -> None:
    match = Match()
    match.do(SECOND, act.OfferDraw())
    assert match.do(FIRST, act.OfferDraw()) == (act.Ended("agreed", None, 0),)


def test_h17_an_offer_stands_while_its_maker_plays_and_ends_with_the_others_turn() -> None:
    match = Match()
    match.do(FIRST, act.OfferDraw())
    match.turn("d4")
    assert match.session.draw_offer is FIRST
    match.turn("d5")
    assert match.session.draw_offer is None


def test_an_offer_can_be_declined_and_made_again() -> None:
    match = Match()
    match.do(FIRST, act.OfferDraw())
    refused(match, NotNow, FIRST, act.OfferDraw())
    match.do(SECOND, act.DeclineDraw())
    refused(match, NotNow, SECOND, act.AcceptDraw())
    match.do(FIRST, act.OfferDraw())
    assert match.session.draw_offer is FIRST


def test_nothing_is_played_after_the_end() -> None:
    match = Match()
    match.do(FIRST, act.Resign())
    for action in (act.PlayTurn("d4"), act.Resign(), act.OfferDraw(), act.Abort()):
        refused(match, NotYourTurn, FIRST, action)


def test_h18_a_claim_too_early_is_refused_with_its_rule() -> None:
    match = quiet_match()
    assert refused(match, IllegalTurn, SECOND, act.ClaimDraw()).startswith("H18")
    refused(match, NotYourTurn, FIRST, act.ClaimDraw())


def test_h18_a_claim_after_the_stretch_ends_the_match_as_a_draw() -> None:
    match = Match(rules="online")
    quiet = match.session.position._replace(quiet=100)
    match.session = Session(
        match.session.game, match.session.notation, match.session.clock, quiet, version=1
    )
    assert match.do(FIRST, act.ClaimDraw()) == (act.Ended("claimed", None, 0),)


def test_a_takeback_returns_to_the_position_before_ones_own_turn() -> None:
    match = quiet_match()
    moved = match.session
    before = moved.undoable[-1].position
    match.do(FIRST, act.AskTakeback())
    (took,) = match.do(SECOND, act.AcceptTakeback())
    assert took == act.TookBack(FIRST, 1, 0)
    assert match.session.position == before
    assert match.session.seat_to_act is FIRST


def test_a_takeback_never_crosses_a_turn_over() -> None:
    match = quiet_match()
    match.turn("b2")
    said = refused(match, NotNow, FIRST, act.AskTakeback())
    assert "chance is never taken back" in said


def test_a_takeback_can_be_declined_and_is_forgotten_by_the_next_turn() -> None:
    match = quiet_match()
    match.do(FIRST, act.AskTakeback())
    refused(match, NotNow, FIRST, act.AcceptTakeback())
    match.do(SECOND, act.DeclineTakeback())
    refused(match, NotNow, SECOND, act.AcceptTakeback())
    match.do(FIRST, act.AskTakeback())
    match.turn("b2")
    refused(match, NotNow, SECOND, act.AcceptTakeback())


def test_a_match_can_be_aborted_before_its_first_turn_only() -> None:
    match = Match()
    assert match.do(SECOND, act.Abort()) == (act.Ended("abandoned", None, 0),)
    match = Match()
    match.turn("d4")
    refused(match, NotNow, FIRST, act.Abort())


def test_a_seat_that_has_left_loses() -> None:
    match = Match()
    assert match.session.abandon(FIRST, 7) == (act.Ended("abandoned", SECOND, 7),)


def test_live_clock_counts_down_and_adds_the_increment() -> None:
    match = Match(clock=live(60, 5))
    match.turn("d4", now=10_000)
    assert match.session.clock.left == (55_000, 60_000)
    assert match.session.deadline() == 70_000
    match.turn("d5", now=12_000)
    assert match.session.clock.left == (55_000, 63_000)


def test_a_turn_on_the_last_moment_counts_and_one_later_does_not() -> None:
    match = Match(clock=live(60, 0))
    assert match.session.expire(60_000) == ()
    assert match.session.expire(60_001) == (act.Ended("timeout", SECOND, 60_000),)
    with pytest.raises(NotNow, match="the time is up"):
        match.do(FIRST, act.PlayTurn("d4"), now=60_001)
    match.turn("d4", now=60_000)
    assert match.session.clock.left == (0, 60_000)


def test_days_per_turn_begin_anew_with_every_turn() -> None:
    match = Match(clock=days_per_turn(3))
    assert match.session.deadline() == 3 * DAY
    match.turn("d4", now=2 * DAY)
    assert match.session.deadline() == 5 * DAY


def test_without_a_clock_nobody_runs_out_of_time() -> None:
    match = Match()
    assert match.session.deadline() is None
    assert match.session.expire(10**15) == ()


def test_a_clock_that_runs_backwards_gives_no_time() -> None:
    match = Match(clock=live(60, 0))
    match.turn("d4", now=10_000)
    match.turn("d5", now=5_000)
    assert match.session.clock.left == (50_000, 60_000)


def test_a_clock_is_live_or_per_turn() -> None:
    with pytest.raises(ValueError, match="either"):
        Clock(base=1, per_turn=1)
    with pytest.raises(ValueError, match="negative"):
        Clock(base=-1)


def test_pegs_throws_until_somebody_can_play() -> None:
    match = Match("pegs")
    throws = [event for event in match.log if isinstance(event, act.Played)]
    assert throws
    assert all(event.seat is None for event in throws)
    assert match.session.seat_to_act is not None


def test_pegs_increment_comes_with_the_whole_turn_only() -> None:
    match, rng = Match("pegs", clock=live(60, 5)), random.Random(2)
    for _ in range(200):
        session = match.session
        seat = session.seat_to_act
        assert seat is not None
        match.random_turn(rng, now=session.clock.since)
        gained = match.session.clock.left[seat] - session.clock.left[seat]
        complete = match.session.dealt > session.dealt or match.session.ended is not None
        assert gained == (5_000 if complete else 0)
        if match.session.ended:
            break


def test_pegs_takeback_within_a_turn() -> None:
    for seed in range(1, 200):
        match = Match("pegs", seed=seed)
        before = match.session
        seat = before.seat_to_act
        assert seat is not None
        match.turn(match.legal()[0])
        if match.session.dealt == before.dealt:
            match.do(seat, act.AskTakeback())
            match.do(seat.other, act.AcceptTakeback())
            assert match.session.position == before.position
            return
    raise AssertionError("no deal leaves a second number to play")


def test_a_dealer_that_does_not_fit_the_turn_is_refused() -> None:
    match = Match()
    match.turn("d4")
    entry = catalog.find("hunt")

    class OtherTile:
        def event(self, turn: Any, nth: int) -> Any:
            return entry.notation.read_event("c3=F")

    match.dealer = ScriptedDealer([OtherTile()])
    refused(match, NotNow, SECOND, act.PlayTurn("d5"))


ACTIONS = (
    act.Resign(),
    act.OfferDraw(),
    act.AcceptDraw(),
    act.DeclineDraw(),
    act.ClaimDraw(),
    act.AskTakeback(),
    act.AcceptTakeback(),
    act.DeclineTakeback(),
    act.Abort(),
)


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(
        [("hunt", "kosmos"), ("hunt", "online"), ("pegs", ""), ("pegs", "holes=8")]
    ),
    seed=st.integers(0, 10**6),
    steps=st.integers(1, 150),
)
def test_the_event_list_replays_to_the_same_state(
    game: tuple[str, str], seed: int, steps: int
) -> None:
    rng = random.Random(seed)
    match = Match(*game, seed=seed, clock=live(600, 3))
    now = 0
    for _ in range(steps):
        now += rng.randrange(3_000)
        seat = rng.choice(list(Seat))
        legal = match.legal()
        asks = rng.random() < 0.3 or not legal
        action = rng.choice(ACTIONS) if asks else act.PlayTurn(rng.choice(legal))
        before = match.session
        try:
            match.do(seat, action, now)
        except (IllegalTurn, NotNow, NotYourTurn):
            assert match.session is before
    assert match.opening.replay(match.log) == match.session
    assert match.session.version == len(match.log)
