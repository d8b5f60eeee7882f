"""`tallyho train`: teach the network with samples of self-play, and write its weights file."""

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tallyho.contract import NotationError
from tallyho.research.samples import need_kernel
from tallyho.research.selfplay import require, write_whole

RATE: Final = 1.5e-3


def train(
    *,
    data: list[Path],
    out: Path,
    epochs: int,
    batch: int = 1024,
    rate: float = RATE,
    lambda_: float = 1.0,
    seed: int = 1,
    start: Path | None = None,
    teachers: Sequence[Path] = (),
    threads: int = 1,
) -> dict[str, float]:
    """Train and write the weights file after each epoch; returns the figures of the last one.

    With teachers it learns what these networks say, the mean over all eight symmetries, instead of
    what came of the rounds. A training that was broken off goes on after its last whole epoch. Two
    threads are seldom faster than one, and far slower beside other work.
    """
    require("data", bool(data), "at least one folder")
    require("epochs", epochs >= 1, "at least 1")
    require("batch", batch >= 1, "at least 1")
    require("rate", 0 < rate <= 1, "above 0, at most 1")
    require("lambda", 0 <= lambda_ <= 1, "0 to 1")
    require("seed", 0 <= seed < 2**31, "0 to 2147483647")
    require("threads", 1 <= threads <= 2, "1 or 2")
    need_kernel()
    try:
        from tallyho.research.training import Data, Settings, Training, judge, use_threads
    except ImportError as error:
        reason = f'{error.name} is missing; install it with: pip install "tallyho-games[train]"'
        raise NotationError("train", reason) from None
    use_threads(threads)
    begin = start.read_bytes() if start else None
    taught_by = [teacher.read_bytes() for teacher in teachers]
    everything = Data.read(data, lambda_).taught(taught_by)
    learnt, apart = everything.split()
    settings = Settings(
        data=tuple(folder.name for folder in data),
        samples=everything.checksum,
        start=None if begin is None else zlib.crc32(begin),
        teachers=tuple(map(zlib.crc32, taught_by)),
        epochs=epochs,
        batch=batch,
        rate=rate,
        lambda_=lambda_,
        seed=seed,
    )
    training = Training(settings, begin)
    checkpoint = out.with_name(out.name + ".checkpoint")
    if checkpoint.exists():
        training.resume(checkpoint)
        print(f"going on after epoch {training.epoch}")
    print(f"{len(learnt)} samples to learn from, {len(apart)} kept apart", flush=True)
    while training.epoch < epochs:
        training.learn(learnt)
        training.figures |= judge(training.model, apart)
        print(training.report(), flush=True)
        training.save(checkpoint)
        write_whole(out, training.weights(everything.manifests))
    checkpoint.unlink(missing_ok=True)
    return training.figures
