"""Record speed and memory: writes many rounds to a file and reads them back as a stream.

Real random rounds of the tile game are written over and over under new numbers, so that the file
is as large as an archive of that many rounds. Memory is the process's own peak, told before the
work and after it: what stays the same does not grow with the file.
"""

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tallyho.games.hunt import KOSMOS, Hunt, HuntDeal, HuntNotation
from tallyho.play.dealer import SeededNumbers
from tallyho.play.record import RecordTurn, Section, bounded_lines, read_records, write_record
from tallyho.terminal.streams import progress

SAMPLES = 50
TURNS = 130
"""What a round between people takes, more or less."""


def random_round(seed: int) -> Section:
    """One random round of the tile game as a record section."""
    game, notation, rng = Hunt(KOSMOS), HuntNotation(KOSMOS), random.Random(seed)
    deal = HuntDeal.shuffled(SeededNumbers(seed))
    position, turns = game.start(), []
    while legal := game.legal(position):
        event = deal.event(rng.choice(legal), 0)
        position = game.play(position, event)
        turns.append(RecordTurn(notation.write(event)))
    outcome = game.outcome(position)
    assert outcome is not None, "without legal turns the round is over"
    tags = {"Game": "hunt", "Rules": "kosmos", "Match": f"{seed}", "Date": "2024.02.29"}
    tags |= {"Round": "1", "Blue": "Ada", "Brown": "Grace"}
    tags |= {"Result": "{}-{}".format(*outcome.points), "Termination": "finished"}
    return Section(tags, tuple(turns))


def many(rounds: int) -> Iterator[Section]:
    """So many rounds, each under a number of its own."""
    rounds_at_hand = map(random_round, range(4 * SAMPLES))
    by_length = sorted(rounds_at_hand, key=lambda section: abs(len(section.turns) - TURNS))
    samples = by_length[:SAMPLES]
    for number in range(1, rounds + 1):
        sample = samples[number % len(samples)]
        yield replace(sample, tags={**sample.tags, "Round": str(number)})


def write(path: Path, rounds: int) -> None:
    """Write the rounds, with progress."""
    with path.open("w", encoding="utf-8") as file, progress("written", rounds) as step:
        for section in many(rounds):
            file.writelines(f"{line}\n" for line in write_record(section))
            step()


def read(path: Path, rounds: int) -> tuple[int, int]:
    """Read the rounds one after the other, with progress; returns rounds and turns."""
    found = turns = 0
    with path.open(encoding="utf-8", newline="") as file, progress("read", rounds) as step:
        for section in read_records(bounded_lines(file)):
            found += 1
            turns += len(section.turns)
            step()
    return found, turns


def peak() -> float:
    """The most memory that this process has had so far, in MiB."""
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Write, read, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000, help="how many rounds")
    rounds = max(1, parser.parse_args().rounds)
    at_first = peak()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rounds.thn"
        begin = time.perf_counter()
        write(path, rounds)
        written, written_peak = time.perf_counter(), peak()
        found, turns = read(path, rounds)
        done = time.perf_counter()
        size = path.stat().st_size / (1 << 20)
    assert found == rounds, "every round reads back"
    print(f"{rounds} rounds of {turns / rounds:.0f} turns, {size:.0f} MiB")
    print(f"written: {rounds / (written - begin):>8.0f} rounds/s, peak {written_peak:.1f} MiB")
    print(f"read:    {rounds / (done - written):>8.0f} rounds/s, peak {peak():.1f} MiB")
    print(f"(before the work the peak was {at_first:.1f} MiB)")


if __name__ == "__main__":
    main()
