"""Looking back: the moments of a match lead from its start to where it stands."""

import random

from sites import Site, friends

from tallyho import catalog


def test_moments_are_the_log_replayed(site: Site) -> None:
    seats, rng = friends(site), random.Random(5)
    for number in range(40):
        seat = seats[number % 2]
        seat.play(rng, seat.state)
    entry = catalog.find("hunt")
    position = entry.game.start()
    moments = seats[0].visitor.get(f"{seats[0].path}/moments")
    assert [moment["seat"] for moment in moments] == [0, 1] * 20
    for moment in moments:
        position = entry.game.play(position, entry.notation.read_event(moment["text"]))
        assert moment["position"] == entry.notation.write_position(position)
        assert moment["round"] == 1
    assert seats[0].state["position"] == moments[-1]["position"]


def test_moments_leave_out_what_was_taken_back(site: Site) -> None:
    first, second = friends(site)
    rng = random.Random(6)
    state = first.play(rng, first.state)["state"]
    while not (moves := [text for text in state["legal"] if "-" in text]):
        state = (first, second)[state["seat_to_act"]].play(rng, state)["state"]
    mover = (first, second)[state["seat_to_act"]]
    other = second if mover is first else first
    before = mover.visitor.get(f"{mover.path}/moments")
    assert mover.act("turn", text=moves[0]).is_success
    assert mover.act("ask-takeback").is_success
    assert other.act("accept-takeback").is_success
    assert mover.visitor.get(f"{mover.path}/moments") == before
