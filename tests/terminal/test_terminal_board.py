"""Boards in a terminal: every sign readable without colour, exits shown when they are open."""

import io

import pytest
from rich.console import Console
from rich.text import Text

from tallyho import catalog
from tallyho.games import hunt, pegs
from tallyho.terminal.board import hunt_board, hunt_status, pegs_board, pegs_status

KOSMOS = catalog.find("hunt", "kosmos")
MIDDLE = "TTP?TTT/TPT1P?T/>LD<?1D/<3D2/LDPBTvF/FTP2>T/<DFTTPT blue H2 BFPD2T c2 e4>e5 - 0 -"
FINAL = "P>TFTTP/DL1TPT>/T1<2DF/D1T^T2/vBT1B2/TT2T2/FFv1T1P blue LH2P4D3 F2DT2 - - - - 7"


def position(text: str) -> hunt.Position:
    return KOSMOS.notation.read_position(text)


def cells(board: Text) -> list[list[str]]:
    """The seven cells of each rank, 8 down to 2, as they are printed without colour."""
    lines = [line for line in board.plain.split("\n") if line[3:4] in tuple("8765432")]
    return [[line[at : at + 3] for at in range(5, 33, 4)] for line in lines]


def console(**options) -> Console:
    return Console(file=io.StringIO(), width=80, **options)


def output(out: Console, text: Text) -> str:
    out.print(text)
    return out.file.getvalue()


def test_every_face_has_a_cell_of_its_own():
    faces: dict[str, str] = {}
    for text in (MIDDLE, FINAL):
        at = position(text)
        drawn = cells(hunt_board(at))
        for rank, row in zip(at.draw().split("\n"), drawn, strict=False):
            for face, cell in zip(rank.split()[1:], row, strict=True):
                assert faces.setdefault(face, cell) == cell
    assert set(faces) == set("?.BFLPDT^>v<")
    assert len(set(faces.values())) == len(faces)


def test_the_files_stand_below_their_cells():
    lines = hunt_board(position(MIDDLE)).plain.rstrip("\n").split("\n")
    for index, file in enumerate("bcdefgh"):
        assert lines[-1].index(file) == 6 + 4 * index


@pytest.mark.parametrize("text", [MIDDLE, str(KOSMOS.notation.write_position(KOSMOS.game.start()))])
def test_exits_do_not_show_before_the_final_phase(text):
    board = hunt_board(position(text)).plain
    for line in board.rstrip("\n").split("\n"):
        assert line[:3] == "   "
        assert not line[33:].strip()
    assert len(board.rstrip("\n").split("\n")) == 8


def test_exits_show_in_the_final_phase_at_file_e_and_rank_5():
    lines = hunt_board(position(FINAL)).plain.rstrip("\n").split("\n")
    assert len(lines) == 10
    files = lines[-2]
    assert (lines[0].strip(), lines[-1].strip()) == ("↑", "↓")
    assert lines[0].index("↑") == lines[-1].index("↓") == files.index("e")
    gates = [line for line in lines if line.startswith(" ←")]
    assert [line[3] for line in gates] == ["5"]
    assert gates[0].endswith("→")


def test_without_colour_there_are_no_escapes(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    plain = console(force_terminal=True, no_color=True)
    assert "\x1b[3" not in output(plain, hunt_board(position(MIDDLE)))
    assert "\x1b" not in output(console(), hunt_board(position(MIDDLE)))


def test_with_colour_the_letters_are_the_same():
    coloured = console(force_terminal=True, color_system="truecolor")
    text = output(coloured, hunt_board(position(FINAL)))
    assert "\x1b[" in text
    assert Text.from_ansi(text).plain.split() == hunt_board(position(FINAL)).plain.split()


def test_the_status_tells_points_tiles_and_what_lies_face_down():
    lines = hunt_status(position(MIDDLE), ("North", "South")).plain.split("\n")
    assert lines[0] == "▶ blue  North  10 points  2 hunters"
    assert lines[1] == "  brown South  24 points  1 bear, 1 fox, 1 pheasant, 2 ducks, 1 tree"
    assert lines[2] == "  locked this turn: c2 (H9)"
    assert lines[3] == "  no way back this turn: e4 to e5 (H10)"
    assert lines[4] == "  face down: 2 foxes, 1 pheasant"


def test_the_status_counts_the_last_turns():
    text = hunt_status(position(FINAL), ("North", "South")).plain
    assert "final phase: 7 turns left, exits are open" in text


def test_a_long_name_is_cut():
    assert "x" * 21 not in hunt_status(position(MIDDLE), ("x" * 50, "y")).plain


@pytest.mark.parametrize("holes", [8, 12, 20, 21, 30])
def test_circles_show_every_hole_and_fit_a_terminal(holes):
    entry = catalog.find("pegs", f"holes={holes}")
    text = pegs_board(entry.game.start()).plain
    assert max(map(len, text.split("\n"))) < 80
    for number in range(1, holes + 1):
        assert str(number) in text.split()
    rows = [line.split() for line in text.split("\n") if line]
    for title, sign in (("outer", "w"), ("centre", "."), ("inner", "b")):
        assert sum(row[1:].count(sign) for row in rows if row[0] == title) == holes


def test_each_hole_stands_below_its_number():
    entry = catalog.find("pegs", "holes=30")
    at = entry.notation.read_position(f"{'.' * 24}w{'.' * 5}/{'.' * 30}/b{'.' * 29} white -")
    numbers, outer = pegs_board(at).plain.split("\n\n")[1].split("\n")[:2]
    assert numbers.index("25") + 1 == outer.index("w")


def test_the_peg_status_tells_pegs_and_numbers():
    at = pegs.PegsNotation().read_position("wwwwwwwwwww./w.........../bbbbbbbbbbbb white 66+111166")
    lines = pegs_status(at, ("North", "South")).plain.split("\n")
    assert lines[0] == "▶ white North  12 pegs"
    assert lines[1] == "  black South  12 pegs"
    assert lines[2] == "  to play: 6 6   optional: 1 1 1 1 6 6"
