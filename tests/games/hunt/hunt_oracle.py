"""A plain second telling of the tile game's rules, written apart from the package.

Tests compare the two through text alone. Slow and obvious on purpose: no tables, no caches,
every position is read from its text and written back to it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

Space = tuple[int, int]  # (file, rank), both 2..8 on the board; file a is 1 and file i is 9
Board = dict[Space, str]  # taken spaces only

KINDS = "BFLHPDT"
COUNT = {"B": 2, "F": 6, "L": 2, "H": 8, "P": 8, "D": 7, "T": 15}
POINTS = {"B": 10, "F": 5, "L": 5, "H": 5, "P": 3, "D": 2, "T": 2}
REACH = {"B": 1, "F": 7, "L": 1, "H": 7, "P": 7, "D": 7, "T": 0, "?": 0}
PREY = {"B": "LH", "F": "DP", "L": "T", "H": "BFDP"}
COLOUR = {"B": "blue", "F": "blue", "L": "brown", "H": "brown"}
OTHER = {"blue": "brown", "brown": "blue"}
STEPS = {"^": (0, 1), ">": (1, 0), "v": (0, -1), "<": (-1, 0)}
EXITS = [(1, 5), (9, 5), (5, 1), (5, 9)]
FINAL_TURNS = 10
CLAIM_TURNS = 100


def kind(letter: str) -> str:
    """The kind of tile a board letter stands for: every gun direction is a hunter."""
    return "H" if letter in STEPS else letter


def colour(letter: str) -> str | None:
    """The side whose colour a tile has; None for neutral and face-down tiles."""
    return COLOUR.get(kind(letter))


def name(space: Space) -> str:
    """The text of a space, such as e5."""
    return " abcdefghi"[space[0]] + str(space[1])


def space_of(text: str) -> Space:
    """The space a text such as e5 names."""
    return " abcdefghi".index(text[0]), int(text[1])


def on_board(space: Space) -> bool:
    """Whether the space is one of the 49."""
    return 2 <= space[0] <= 8 and 2 <= space[1] <= 8


def read_board(text: str) -> Board:
    """The taken spaces of a board text."""
    board: Board = {}
    for rank, row in zip(range(8, 1, -1), text.split("/"), strict=True):
        file = 2
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    return board


def write_board(board: Board) -> str:
    """The board text: ranks 8 down to 2, runs of empty spaces as digits."""
    rows = []
    for rank in range(8, 1, -1):
        row = "".join(board.get((file, rank), " ") for file in range(2, 9))
        rows.append(re.sub(" +", lambda run: str(len(run.group())), row))
    return "/".join(rows)


def read_winnings(text: str) -> list[str]:
    """The kinds a side has won, one entry per tile."""
    won: list[str] = []
    for letter, count in re.findall(r"([A-Z])(\d*)", text):
        won += [letter] * int(count or 1)
    return won


def write_winnings(won: list[str]) -> str:
    """The winnings text in the fixed order of kinds."""
    parts = []
    for letter in KINDS:
        if won.count(letter) == 1:
            parts.append(letter)
        elif won.count(letter) > 1:
            parts.append(f"{letter}{won.count(letter)}")
    return "".join(parts) or "-"


def read_number(text: str) -> int | None:
    """A counter field."""
    return None if text == "-" else int(text)


def write_number(number: int | None) -> str:
    """A counter field's text."""
    return "-" if number is None else str(number)


def lines(board: Board, start: Space) -> Iterator[tuple[str, Space]]:
    """The ends of a tile's clear lines within reach, up to the first tile or the board's rim."""
    for direction, (file_step, rank_step) in STEPS.items():
        file, rank = start
        for _ in range(REACH[kind(board[start])]):
            file, rank = file + file_step, rank + rank_step
            yield direction, (file, rank)
            if (file, rank) in board or not on_board((file, rank)):
                break


def takes(letter: str, prey: str, direction: str) -> bool:
    """H7, H8: whether a tile may capture another that lies in this direction."""
    if kind(letter) == "H" and letter != direction:
        return False
    return kind(prey) in PREY.get(kind(letter), "")


def threatened(board: Board, target: Space, by: str) -> bool:
    """Whether a tile of side `by` could capture what stands on the target space."""
    for start, letter in board.items():
        if colour(letter) == by:
            for direction, end in lines(board, start):
                if end == target and takes(letter, board[target], direction):
                    return True
    return False


def same_position(text: str) -> list[str]:
    """H19: what makes two positions the same, the first seven fields."""
    return text.split(" ")[:7]


def fled(text: str, turn: str) -> bool:
    """H19: whether the turn made in this position moved a tile the opponent could capture."""
    fields = text.split(" ")
    if turn == "pass":
        return False
    return threatened(read_board(fields[0]), space_of(turn[:2]), OTHER[fields[1]])


class OracleRound:
    """One position of a round, with the turns made since the last turn-over."""

    def __init__(self, rules: str, text: str) -> None:
        if rules not in ("kosmos", "online"):
            raise ValueError(f"unknown rules {rules!r}")
        board, side, blue, brown, lock, blue_ban, brown_ban, quiet, left = text.split(" ")
        self.rules = rules
        self.board = read_board(board)
        self.side = side
        self.won = {"blue": read_winnings(blue), "brown": read_winnings(brown)}
        self.lock = lock
        self.ban = {"blue": blue_ban, "brown": brown_ban}
        self.quiet = read_number(quiet)
        self.left = read_number(left)
        # (position text, turn made there) for every turn of this stretch
        self.past: list[tuple[str, str]] = []

    def text(self) -> str:
        """The position text."""
        fields = [
            write_board(self.board),
            self.side,
            write_winnings(self.won["blue"]),
            write_winnings(self.won["brown"]),
            self.lock,
            self.ban["blue"],
            self.ban["brown"],
            write_number(self.quiet),
            write_number(self.left),
        ]
        return " ".join(fields)

    def legal(self) -> list[str]:
        """The turns of the side to move, in plain string order; none when the round is over."""
        if self._over():
            return []
        turns = self._turn_overs() + self._moves()
        if not turns:
            return ["pass"]  # H13
        if self.rules == "online":
            turns = [turn for turn in turns if not self._chased(turn)] or turns  # H19
        return sorted(turns)

    def apply(self, event: str) -> OracleRound:
        """The round after a legal event; ValueError for any other."""
        turn, equals, face = event.partition("=")
        if turn not in self.legal():
            raise ValueError(f"{event!r} is not legal here")
        if turn in self._turn_overs():
            if face not in self.faces():
                raise ValueError(f"{event!r} does not name a face the bag holds")
        elif equals:
            raise ValueError(f"{event!r} is not a turn-over")
        return self._after(event)

    def outcome(self) -> tuple[int, int, int, int] | None:
        """H15: blue's points, brown's points, blue's tiles, brown's tiles; None while it lasts."""
        if not self._over():
            return None
        blue, brown = self.won["blue"], self.won["brown"]
        return (
            sum(POINTS[letter] for letter in blue),
            sum(POINTS[letter] for letter in brown),
            len(blue),
            len(brown),
        )

    def faces(self) -> dict[str, int]:
        """The faces the next turn-over can yield, by weight; faces that cannot come are absent."""
        bag = Counter(COUNT)
        bag.subtract(kind(letter) for letter in self.board.values() if letter != "?")
        bag.subtract(self.won["blue"])
        bag.subtract(self.won["brown"])
        weights = {letter: 4 * bag[letter] for letter in "BFLPDT"}
        weights.update(dict.fromkeys(STEPS, bag["H"]))
        return {face: weight for face, weight in weights.items() if weight > 0}

    def may_claim(self, announced: str | None) -> bool:
        """H18: whether the side to move may claim a draw, perhaps with an announced turn."""
        if self.rules != "online" or self.quiet is None:
            return False
        if self.quiet >= CLAIM_TURNS:
            return True
        completes = announced in self.legal() and announced not in self._turn_overs()
        return completes and self.quiet >= CLAIM_TURNS - 1

    def _over(self) -> bool:
        if self.left == 0:
            return True
        letters = list(self.board.values())
        if "?" in letters:
            return False
        colours = [colour(letter) for letter in letters]
        if self.rules == "kosmos":
            return "blue" not in colours or "brown" not in colours
        return self.side not in colours and not self._moves()

    def _turn_overs(self) -> list[str]:
        return [name(space) for space, letter in self.board.items() if letter == "?"]

    def _moves(self) -> list[str]:
        """Moves, captures and exits, with lock and ban but without the chase."""
        moves = []
        for start, letter in self.board.items():
            if colour(letter) != self.side and letter not in ("D", "P"):
                continue  # H5
            if name(start) == self.lock:
                continue  # H9
            for direction, end in lines(self.board, start):
                if self.ban[self.side] == f"{name(start)}>{name(end)}":
                    continue  # H10
                if end in self.board:
                    if takes(letter, self.board[end], direction):
                        moves.append(f"{name(start)}x{name(end)}")
                elif on_board(end) or self._may_leave(letter, end):
                    moves.append(f"{name(start)}-{name(end)}")
        return moves

    def _may_leave(self, letter: str, end: Space) -> bool:
        """H12: the final phase only, through an exit only, own colour only."""
        return self.left is not None and end in EXITS and colour(letter) == self.side

    def _after(self, event: str) -> OracleRound:
        """The round after an event that is taken to be legal."""
        after = OracleRound(self.rules, self.text())
        after.lock = "-"
        after.ban[self.side] = "-"
        if "=" in event:
            after._turn_over(event)
        else:
            after.past = [*self.past, (self.text(), event)]
            after._count()
            if event != "pass":
                after._move(space_of(event[:2]), space_of(event[3:]))
        after.side = OTHER[self.side]
        return after

    def _turn_over(self, event: str) -> None:
        space, face = event.split("=")
        self.board[space_of(space)] = face
        if face in ("D", "P"):
            self.lock = space
        if "?" in self.board.values():
            self.quiet = 0
        else:
            self.quiet, self.left = None, FINAL_TURNS  # H11

    def _count(self) -> None:
        if self.left is not None:
            self.left -= 1
        elif self.quiet is not None:
            self.quiet += 1

    def _move(self, start: Space, end: Space) -> None:
        letter = self.board.pop(start)
        if end in EXITS:
            self.won[self.side].append(kind(letter))
            return
        if end in self.board:
            self.won[self.side].append(kind(self.board[end]))
            if self.ban[OTHER[self.side]].startswith(name(end)):
                self.ban[OTHER[self.side]] = "-"  # H10: void, its tile is gone
        self.board[end] = letter
        if letter in ("D", "P"):
            self.lock = name(end)
        if self.rules == "online" or colour(letter) == self.side:
            self.ban[self.side] = f"{name(end)}>{name(start)}"

    def _chased(self, turn: str) -> bool:
        """H19: whether the turn is a hunted side's third repetition."""
        if turn in self._turn_overs():
            return False
        goal = same_position(self._after(turn).text())
        stretch = [*self.past, (self.text(), turn)]
        seen = [at for at, (text, _) in enumerate(stretch) if same_position(text) == goal]
        if len(seen) < 2:
            return False
        cycle = stretch[seen[-1] :]
        # the cycle begins with the opponent's turn and ends with this one, strictly alternating
        theirs = [fled(text, made) for text, made in cycle[0::2]]
        ours = [fled(text, made) for text, made in cycle[1::2]]
        return all(ours) and not all(theirs)


def perft(position: OracleRound, n: int) -> int:
    """How many sequences of n events there are; a turn-over counts once per face it can yield."""
    if n == 0:
        return 1
    events = []
    for turn in position.legal():
        if turn in position._turn_overs():
            events += [f"{turn}={face}" for face in position.faces()]
        else:
            events.append(turn)
    if n == 1:
        return len(events)
    return sum(perft(position.apply(event), n - 1) for event in events)
