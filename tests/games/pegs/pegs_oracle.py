"""The peg game a second time, straight from the rule book: texts, a dictionary, no cleverness."""

from typing import Final

ROUTES: Final = {
    "white": {"o": "c", "c": "i", "i": "c"},
    "black": {"i": "c", "c": "o", "o": "c"},
}
OTHER: Final = {"white": "black", "black": "white"}


class OracleRound:
    """One round that changes as it is played; it trusts whoever drives it to play legally."""

    def __init__(self, holes: int, doublets: str, short: bool) -> None:
        self.holes, self.doublets, self.short = holes, doublets, short
        self.pegs = {f"o{n}": "white" for n in range(1, holes + 1)}
        self.pegs |= {f"i{n}": "black" for n in range(1, holes + 1)}
        self.turn = "white"
        self.must: list[int] = []
        self.may: list[int] = []

    def set_up(self, text: str) -> None:
        """Put the pegs and numbers where a position text says."""
        board, self.turn, numbers = text.split(" ")
        colours = {"w": "white", "b": "black"}
        self.pegs = {
            f"{circle}{n}": colours[letter]
            for circle, letters in zip("oci", board.split("/"), strict=True)
            for n, letter in enumerate(letters, 1)
            if letter in colours
        }
        must, _, may = numbers.replace("-", "").partition("+")
        self.must, self.may = [int(n) for n in must], [int(n) for n in may]

    def walk(self, hole: str, number: int) -> str | None:
        """Walk hole by hole; None if the peg gets stuck before the mark."""
        circle, n = hole[0], int(hole[1:])
        for _ in range(number):
            if n < self.holes:
                n += 1
            elif number == 1 or (self.short and circle == "c"):
                circle, n = ROUTES[self.turn][circle], 1
            else:
                return None
        return f"{circle}{n}"

    def plays(self, numbers: list[int]) -> dict[str, int]:
        """The text of everything that `numbers` allow, with the number that each play uses."""
        found = {}
        for hole, colour in self.pegs.items():
            for number in set(numbers):
                target = self.walk(hole, number) if colour == self.turn else None
                if target is None or self.pegs.get(target) == self.turn:
                    continue
                sign = "x" if target in self.pegs else "-"
                found[hole + sign + target] = number
        return found

    def over(self) -> bool:
        """Whether a colour is gone."""
        return len(set(self.pegs.values())) < 2

    def legal(self) -> list[str]:
        """The legal turns as sorted texts."""
        if self.over():
            return []
        everything = list(self.plays(self.must + self.may))
        if everything and not self.plays(self.must):
            everything.append("end")
        return sorted(everything)

    def happen(self, event: str) -> None:
        """Let a throw, a play or an end happen."""
        if event == "end":
            self.must, self.may = [], []
        elif event[0].isdigit():
            self.throw(int(event[0]), int(event[2]))
        else:
            self.move(event)
        if self.over() or not self.plays(self.must + self.may):
            self.must, self.may = [], []
            self.turn = OTHER[self.turn]

    def throw(self, first: int, second: int) -> None:
        """Take the numbers of a throw."""
        self.must = [first, second]
        if first == second and self.doublets != "plain":
            self.may = [first, first]
            if self.doublets == "opposites":
                self.may += [7 - first] * 4

    def move(self, event: str) -> None:
        """Move a peg and cross its number out."""
        number = self.plays(self.must + self.may)[event]
        (self.must if number in self.must else self.may).remove(number)
        origin, target = event.replace("x", "-").split("-")
        self.pegs[target] = self.pegs.pop(origin)

    def text(self) -> str:
        """The position text."""
        letters = {None: ".", "white": "w", "black": "b"}
        board = "/".join(
            "".join(letters[self.pegs.get(f"{circle}{n}")] for n in range(1, self.holes + 1))
            for circle in "oci"
        )
        must = "".join(str(n) for n in sorted(self.must))
        may = "".join(str(n) for n in sorted(self.may))
        return f"{board} {self.turn} {must + ('+' + may if may else '') or '-'}"
