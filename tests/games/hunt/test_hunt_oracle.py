"""The oracle checked by itself: published counts, laws on random rounds, one board per rule."""

from __future__ import annotations

import random
import re

import pytest
from hunt_oracle import OracleRound, perft

START = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -"
MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - g6>g5 d6>f6 - 7"
DECK = "BBFFFFFFLLHHHHHHHHPPPPPPPPDDDDDDDTTTTTTTTTTTTTTT"
WORTH = {"B": 10, "F": 5, "L": 5, "H": 5, "P": 3, "D": 2, "T": 2}


@pytest.mark.parametrize(
    ("rules", "text", "counts"),
    [
        ("kosmos", START, [480, 225620]),
        ("kosmos", MIDDLE, [24, 637, 14336]),
        ("online", FINAL, [21, 450, 8232]),
    ],
    ids=["start", "middle", "final"],
)
def test_perft(rules: str, text: str, counts: list[int]) -> None:
    position = OracleRound(rules, text)
    assert [perft(position, n) for n in range(1, len(counts) + 1)] == counts


def deal(dice: random.Random) -> dict[str, str]:
    """A shuffled deal: every space but the centre, with the face that lies under it."""
    spaces = [file + rank for file in "bcdefgh" for rank in "2345678" if file + rank != "e5"]
    tiles = [dice.choice("^>v<") if tile == "H" else tile for tile in DECK]
    dice.shuffle(tiles)
    return dict(zip(spaces, tiles, strict=True))


def winnings(field: str) -> str:
    """A winnings field spelled out, one letter per tile."""
    return re.sub(r"([A-Z])(\d+)", lambda run: run[1] * int(run[2]), field.replace("-", ""))


def all_tiles(text: str, hidden: dict[str, str]) -> str:
    """Every tile there is, sorted: on the board, won, and still face down in the deal."""
    board, _, blue, brown = text.split(" ")[:4]
    assert board.count("?") == len(hidden)
    letters = board + winnings(blue) + winnings(brown) + "".join(hidden.values())
    return "".join(sorted(re.sub(r"[/?\d]", "", re.sub(r"[\^>v<]", "H", letters))))


def check_bag(position: OracleRound, hidden: dict[str, str]) -> None:
    """The weights must be those of the tiles that really lie face down."""
    weights = position.faces()
    assert sum(weights.values()) == 4 * len(hidden)
    hunters = sum(tile in "^>v<" for tile in hidden.values())
    assert all(weights.get(gun, 0) == hunters for gun in "^>v<")


@pytest.mark.parametrize("rules", ["kosmos", "online"])
@pytest.mark.parametrize("seed", range(20))
def test_random_round_conserves_tiles_and_points(rules: str, seed: int) -> None:
    dice = random.Random(seed)
    hidden = deal(dice)
    position = OracleRound(rules, START)
    while position.outcome() is None:
        turn = dice.choice(position.legal())
        event = f"{turn}={hidden.pop(turn)}" if len(turn) == 2 else turn
        position = position.apply(event)
        tiles = all_tiles(position.text(), hidden)
        assert tiles == "".join(sorted(DECK))
        assert (len(tiles), sum(WORTH[tile] for tile in tiles)) == (48, 168)
        assert OracleRound(rules, position.text()).text() == position.text()
        check_bag(position, hidden)
    check_end(position)


def check_end(position: OracleRound) -> None:
    """A finished round has no turns, and its outcome is what the winnings fields say."""
    assert position.legal() == []
    blue, brown = map(winnings, position.text().split(" ")[2:4])
    points = [sum(WORTH[tile] for tile in won) for won in (blue, brown)]
    assert position.outcome() == (*points, len(blue), len(brown))


def fill(board: str) -> str:
    """Brown's winnings that make the board's text complete, face-down tiles being trees."""
    letters = re.sub(r"[\^>v<]", "H", board).replace("?", "T")
    counts = [(kind, DECK.count(kind) - letters.count(kind)) for kind in "BFLHPDT"]
    return "".join(kind + (str(n) if n > 1 else "") for kind, n in counts if n)


def place(rules: str, board: str, rest: str) -> OracleRound:
    """A round on a board of seven lines; rest is side, lock, two bans and the two counters."""
    rows = [re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in board.split()]
    side, tail = rest.split(" ", 1)
    return OracleRound(rules, f"{'/'.join(rows)} {side} - {fill(board)} {tail}")


LONE_PAIR = """
    ?......
    .......
    .......
    .D.F..>
    .......
    .......
    .......
"""


@pytest.mark.parametrize("event", ["", "b8", "b8=", "b8=F", "b8=T=T", "c5-d5=T", "e5xc5=T", "pass"])
def test_h4_refuses_what_is_no_legal_event(event: str) -> None:
    position = place("kosmos", LONE_PAIR, "blue - - - 0 -")
    with pytest.raises(ValueError, match="not"):
        position.apply(event)


def test_h7_a_capture_goes_to_the_mover() -> None:
    after = place("kosmos", LONE_PAIR, "blue - - - 0 -").apply("e5xc5")
    assert after.text().split(" ")[:3] == ["?6/7/7/1F4>/7/7/7", "brown", "D"]


def test_h7_a_hunter_captures_only_along_its_gun() -> None:
    turns = place("kosmos", LONE_PAIR, "brown - - - 0 -").legal()
    assert "h5xe5" not in turns


def test_h9_the_locked_tile_stays() -> None:
    turns = place("kosmos", LONE_PAIR, "blue c5 - - 0 -").legal()
    assert not [turn for turn in turns if turn.startswith("c5")]


def test_h9_the_locked_tile_may_be_captured() -> None:
    assert "e5xc5" in place("kosmos", LONE_PAIR, "blue c5 - - 0 -").legal()


def test_h10_the_return_is_banned_by_capture_too() -> None:
    assert "e5xc5" not in place("kosmos", LONE_PAIR, "blue - e5>c5 - 0 -").legal()


@pytest.mark.parametrize(("rules", "ban"), [("kosmos", "-"), ("online", "c8>c5")])
def test_h10_a_neutral_tile_is_bound_online_only(rules: str, ban: str) -> None:
    after = place(rules, LONE_PAIR, "blue - - - 0 -").apply("c5-c8")
    assert after.text().split(" ")[4:6] == ["c8", ban]


def test_h10_the_ban_dies_with_its_tile() -> None:
    after = place("online", LONE_PAIR, "blue - - c5>c2 0 -").apply("e5xc5")
    assert after.text().split(" ")[5:7] == ["c5>e5", "-"]


def test_h10_the_ban_outlives_the_opponents_turn_but_not_ones_own() -> None:
    first = place("kosmos", LONE_PAIR, "blue - e5>e2 h5>h2 0 -").apply("e5-e6")
    second = first.apply("b8=T")
    assert [r.text().split(" ")[5:7] for r in (first, second)] == [
        ["e6>e5", "h5>h2"],
        ["e6>e5", "-"],
    ]


def test_h11_the_last_turn_over_opens_ten_turns() -> None:
    after = place("kosmos", LONE_PAIR, "blue - - - 7 -").apply("b8=T")
    assert after.text().split(" ")[7:] == ["-", "10"]


EXITS = """
    ...F...
    .......
    .......
    .B....P
    .......
    .......
    ...F..>
"""


def test_h12_exits_in_the_final_phase() -> None:
    turns = place("kosmos", EXITS, "blue - - - - 8").legal()
    leaving = [turn for turn in turns if turn[3:] in ("a5", "i5", "e1", "e9")]
    assert leaving == ["e2-e1", "e8-e9"]


def test_h12_a_tile_brought_out_counts_and_leaves_no_ban() -> None:
    after = place("kosmos", EXITS, "blue - e8>d8 - - 8").apply("e8-e9")
    assert after.text() == "7/7/7/1B4P/7/7/3F2> brown F " + " ".join(
        [fill(EXITS), "-", "-", "-", "-", "7"]
    )


STUCK = """
    LT.....
    T......
    .......
    .......
    .......
    .....TT
    .....TB
"""


def test_h13_a_stuck_player_passes() -> None:
    position = place("online", STUCK, "blue - - b8>b7 - 2")
    after = position.apply("pass")
    assert (position.legal(), after.text().split(" ")[7:]) == (["pass"], ["-", "1"])


BROWN_ALONE = """
    ..D....
    .......
    .......
    .......
    .......
    .......
    ......^
"""


@pytest.mark.parametrize(
    ("rules", "lock", "over"),
    [("kosmos", "-", True), ("online", "-", False), ("online", "d8", True)],
)
def test_h14_early_end(rules: str, lock: str, over: bool) -> None:
    position = place(rules, BROWN_ALONE, f"blue {lock} - - - 6")
    assert (position.outcome() is not None) == over


@pytest.mark.parametrize(
    ("quiet", "announced", "granted"),
    [
        (98, "e5-e6", False),
        (99, None, False),
        (99, "b8", False),
        (99, "e5-i5", False),
        (99, "e5-e6", True),
        (100, None, True),
    ],
)
def test_h18_the_claim(quiet: int, announced: str | None, granted: bool) -> None:
    position = place("online", LONE_PAIR, f"blue - - - {quiet} -")
    assert position.may_claim(announced) == granted


def test_h18_is_unknown_to_kosmos() -> None:
    assert not place("kosmos", LONE_PAIR, "blue - - - 150 -").may_claim(None)


HUNT = """
    .>....F
    .......
    .......
    .......
    .......
    .......
    ?......
"""
HUNT_CYCLE = ["h8-h5", "c8-c5", "h5-h3", "c5-c3", "h3-h8", "c3-c8"]


def play(position: OracleRound, events: list[str]) -> OracleRound:
    """The round after all the events."""
    for event in events:
        position = position.apply(event)
    return position


@pytest.mark.parametrize(
    ("rules", "cycles", "legal"),
    [("online", 1, True), ("online", 2, False), ("kosmos", 2, True)],
)
def test_h19_the_hunted_must_leave(rules: str, cycles: int, legal: bool) -> None:
    position = place(rules, HUNT, "blue - h8>h3 c8>c3 0 -")
    assert ("h8-h5" in play(position, HUNT_CYCLE * cycles).legal()) == legal


def test_h19_the_hunter_may_go_on() -> None:
    position = place("online", HUNT, "blue - h8>h3 c8>c3 0 -")
    assert "c3-c8" in play(position, HUNT_CYCLE + HUNT_CYCLE[:-1]).legal()


# the hunter dawdles on rank 6 while the fox is on rank 5
IDLE_CYCLE = ["h8-h5", "c8-c6", "h5-h3", "c6-c3", "h3-h8", "c3-c8"]


@pytest.mark.parametrize(
    ("events", "legal"),
    [(IDLE_CYCLE + HUNT_CYCLE, False), (HUNT_CYCLE + IDLE_CYCLE, True)],
    ids=["hunted lately", "hunted before"],
)
def test_h19_only_the_latest_cycle_is_judged(events: list[str], legal: bool) -> None:
    position = place("online", HUNT, "blue - h8>h3 c8>c3 0 -")
    assert ("h8-h5" in play(position, events).legal()) == legal


MUTUAL = """
    B^.....
    v.>...F
    .......
    B.>....
    ..>....
    .....?.
    ..>....
"""
# the fox runs 7-5-4-2 under four fixed guns; two hunters shuttle beside the bears
MUTUAL_CYCLE = ["h7-h5", "c8-c5", "h5-h4", "b7-b6", "h4-h2", "c5-c8", "h2-h7", "b6-b7"]


@pytest.mark.parametrize(
    ("board", "legal"),
    [(MUTUAL, True), (MUTUAL.replace("B", "T"), False)],
    ids=["both hunted", "blue hunted"],
)
def test_h19_needs_one_hunted_side_only(board: str, legal: bool) -> None:
    position = place("online", board, "blue - h7>h2 b7>b6 0 -")
    assert ("h7-h5" in play(position, MUTUAL_CYCLE * 2).legal()) == legal
