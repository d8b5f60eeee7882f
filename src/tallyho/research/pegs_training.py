"""Training of the peg game's evaluation: rounds against itself under all the rule sets.

python -m tallyho.research.pegs_training --rounds 500000 --out src/tallyho/engine/pegs_weights.json
"""

import argparse
import json
import sys
from pathlib import Path
from random import Random
from typing import Final

from tallyho.engine.pegs_kernel import Trainer
from tallyho.games.pegs import Rules

FIRST_RATE: Final = 0.02
LAST_RATE: Final = 0.0005
TRUST: Final = 0.6
"""How much a lesson comes from the rest of the round instead of the next position alone."""

USUAL: Final = 0.5
"""The share of rounds under the usual rules; the others vary every option."""


def some_rules(chance: Random) -> Rules:
    """The usual rules or any others; small boards come more often than large ones."""
    if chance.random() < USUAL:
        return Rules()
    holes = chance.randint(8, chance.choice((16, 30)))
    doublets = chance.choice(("plain", "double", "opposites"))
    return Rules(holes, doublets, short=chance.random() < 0.5)


def train(rounds: int, seed: int) -> Trainer:
    """Play so many rounds, with lessons that count less and less."""
    trainer, chance, throws = Trainer(seed), Random(seed), 0
    for number in range(rounds):
        rate = FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / rounds)
        throws += trainer.round(some_rules(chance), rate, TRUST)
        if (number + 1) % max(1, rounds // 20) == 0:
            print(f"{number + 1} rounds, {throws / (number + 1):.0f} throws each", file=sys.stderr)
    return trainer


def save(trainer: Trainer, path: Path) -> None:
    """Write the weights with four digits each, more than the play can tell apart."""
    weights = [float(f"{weight:.4g}") for weight in trainer.weights()]
    path.write_text(json.dumps({"weights": weights}) + "\n", encoding="utf-8")


def main() -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    save(train(arguments.rounds, arguments.seed), arguments.out)


if __name__ == "__main__":
    main()
