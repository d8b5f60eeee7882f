"""The two courses: which lessons there are, in which order, and their positions."""

from functools import cache
from typing import Final

from tallyho.games.hunt.tiles import KINDS
from tallyho.server.web.lessons import Lesson, Prepared, prepare

HUNT_START: Final = "???????/???????/???????/???1???/???????/???????/??????? blue - - - - - 0 -"
PEGS_START: Final = "wwwwwwwwwwww/............/bbbbbbbbbbbb white 16"


def _forest(
    rows: str,
    side: str = "blue",
    hidden: str = "",
    lock: str = "-",
    ban: str = "-",
    left: int | None = None,
) -> str:
    """A position with few tiles, rank 8 first; all that is missing was captured long ago."""
    tiles = rows.replace("/", "") + hidden
    won = {"blue": "", "brown": ""}
    for kind in KINDS:
        missing = kind.count - sum(map(tiles.count, set(kind.faces + kind.letter)))
        captor = "blue" if kind.letter in "LHPD" else "brown"
        won[captor] += f"{kind.letter}{missing if missing > 1 else ''}" if missing else ""
    board = rows
    for run in range(7, 0, -1):
        board = board.replace("." * run, str(run))
    counters = "0 -" if left is None else f"- {left}"
    return f"{board} {side} {won['blue']} {won['brown']} {lock} {ban} - {counters}"


HUNT: Final = (
    Lesson("turn-over", HUNT_START, ".*=F", face="F"),
    Lesson(
        "run",
        _forest("?.....?/...T.../......./F....../.T...../...L.../...T...", hidden="TT"),
        "b5-h5",
        face="T",
    ),
    Lesson(
        "fox",
        _forest("?.....?/...D.../..T..../...F.TP/......./.>...../...T...", hidden="TT"),
        "e5xe7",
        face="T",
    ),
    Lesson(
        "bear",
        _forest("?.....?/...T.../..v..../..BT.../......L/......./.T.....", hidden="TT"),
        "d5xd6",
        face="T",
    ),
    Lesson(
        "lumberjack",
        _forest("?.....?/.T...../..L..../..T..../.....F./......./.T...T.", "brown", hidden="TT"),
        "d6xd5",
        face="T",
    ),
    Lesson(
        "gun",
        _forest("?..v..?/......./..T..../<..F..^/......./...>.../.....T.", "brown", hidden="TT"),
        ".*xe5",
        face="T",
    ),
    Lesson(
        "aim",
        _forest("?.....?/..T..../.....B./......./......./...T.../.>.....", "brown", hidden="TT"),
        "c2-c6",
        face="T",
    ),
    Lesson(
        "lock",
        _forest("?.....?/.P...../......./..D..../......./......L/..F.T..", hidden="TT", lock="d5"),
        "d2xd5",
        face="T",
    ),
    Lesson(
        "return",
        _forest(
            "?.....?/......./.F...<./......./...T.../......./...T...", hidden="TT", ban="c6>c3"
        ),
        "c6-c[24578]",
        face="T",
    ),
    Lesson(
        "exit",
        _forest("......./......./..T..../.F...../......./.T..L../......T", left=8),
        ".*-(a5|e1|e9|i5)",
    ),
    Lesson(
        "walk-out",
        _forest(".....T^/...B..T/..T..../......./......./.T...../.......", left=8),
        ".*-(a5|e1|e9|i5)",
    ),
    Lesson(
        "points",
        _forest(".....T./.F...D./......./......./.....T./.P...../...B..L", left=1),
        "e2-e1",
    ),
)

PEGS: Final = (
    Lesson("start", PEGS_START, "o12-c1"),
    Lesson("run", "w..w......../....w......./........b... white 35"),
    Lesson("throw-out", "..w........./..w...b...../.........b.. white 24", "c3xc7"),
    Lesson("enemy", "......w...../...........w/....b....... white 14", "i1xi5"),
    Lesson("home", "...w...b..../............/..b......... white 24", "o4xo8"),
    Lesson("doublet", "............/w.........b./.....b...... white 33+334444", ".*xc11"),
    Lesson("end", "............/......w.b.../............ white +334444", "end"),
    Lesson("win", "............/...........w/..w.....b... white 16", "i3xi9"),
)

COURSES: Final = {"hunt": HUNT, "pegs": PEGS}


@cache
def course(game: str) -> tuple[Prepared, ...]:
    """The game's lessons, worked out once."""
    return tuple(prepare(game, lesson) for lesson in COURSES[game])
