"""`tallyho selfplay`: rounds of the computer against itself, as samples for the training.

A folder holds files of some rounds each, named by their seed and written at once, so that an
interrupted run goes on where it was; `manifest.json` says how they were made.
"""

import json
import os
import signal
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from multiprocessing import active_children, get_context, parent_process
from pathlib import Path
from typing import Any, Final

from tallyho.contract import NotationError
from tallyho.games.hunt import Rules
from tallyho.research.progress import progress
from tallyho.research.samples import greedy_rounds, need_kernel, searched_rounds
from tallyho.research.weights import unpack

CHUNK: Final = 200  # rounds in a file
MANIFEST: Final = "manifest.json"
SUFFIX: Final = ".samples"
EXPLORE: Final = 0.05


@dataclass(frozen=True, slots=True)
class Settings:
    """What must be the same for every chunk of a folder."""

    seed: int
    rules: str
    nodes: int
    weights: str | None  # checksum of the weights file
    explore: float
    chunk: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """One file of samples to be made."""

    path: Path
    number: int
    settings: Settings
    weights: bytes | None


def selfplay(
    *,
    out: Path,
    rounds: int,
    nodes: int,
    seed: int,
    workers: int,
    weights: Path | None = None,
    rules: str = "kosmos",
    ray: bool = False,
    explore: float = EXPLORE,
    chunk: int = CHUNK,
) -> None:
    """Play until the folder holds so many rounds, in whole chunks; `nodes` 0 is the greedy player.

    With probability `explore` a turn is random, whatever the player would do.
    """
    need_kernel()
    require("rounds", rounds >= 1, "at least 1")
    require("nodes", nodes >= 0, "0 or more")
    require("seed", 0 <= seed < 2**31, "0 to 2147483647")
    require("workers", workers >= 1, "at least 1")
    require("explore", 0 <= explore <= 1, "0 to 1")
    require("chunk", chunk >= 1, "at least 1")
    network = weights.read_bytes() if weights else None
    settings = Settings(seed, str(Rules.parse(rules)), nodes, _checksum(network), explore, chunk)
    command = f"tallyho selfplay --rounds {rounds} --nodes {nodes} --seed {seed} --rules {rules!r}"
    _agree(
        out,
        settings,
        f"{command} --explore {explore} --weights {weights.name if weights else 'none'}",
    )
    numbers = range(-(-rounds // chunk))
    chunks = [Chunk(_path(out, settings, n), n, settings, network) for n in numbers]
    missing = [chunk for chunk in chunks if not chunk.path.exists()]
    done = len(chunks) - len(missing)
    with progress("rounds", chunk * len(chunks), chunk * done) as step:
        for _ in (_on_ray if ray else _on_processes)(missing, workers):
            step(chunk)


def _checksum(network: bytes | None) -> str | None:
    """What names a weights file in the manifest; refuses bytes that are none."""
    if network is None:
        return None
    unpack(network)
    return f"{zlib.crc32(network):08x}"


def _path(out: Path, settings: Settings, number: int) -> Path:
    return out / f"{settings.seed}-{number:06}{SUFFIX}"


def require(field: str, fits: bool, allowed: str) -> None:
    """Refuse an option that does not fit."""
    if not fits:
        raise NotationError(field, f"must be {allowed}")


def _agree(out: Path, settings: Settings, command: str) -> None:
    """Write the manifest of a new folder, or make sure that the old one has the same settings."""
    manifest = out / MANIFEST
    wanted = asdict(settings)
    if manifest.exists():
        found = json.loads(manifest.read_text(encoding="utf-8"))
        if other := ", ".join(key for key in wanted if found.get(key) != wanted[key]):
            raise NotationError(
                "out", f"{out} holds rounds with another {other}; take a new folder"
            )
        return
    out.mkdir(parents=True, exist_ok=True)
    write_whole(manifest, json.dumps({"command": command} | wanted, indent=2).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that it is there either whole or not at all."""
    part = path.with_name(path.name + ".tmp")
    part.write_bytes(data)
    part.replace(path)


def play_chunk(chunk: Chunk) -> Chunk:
    """Play the rounds of one file and write it."""
    settings = chunk.settings
    rules, seed = Rules.parse(settings.rules), settings.seed << 32 | chunk.number
    rounds, explore = settings.chunk, settings.explore
    if settings.nodes:
        samples = searched_rounds(rules, chunk.weights, settings.nodes, rounds, seed, explore)
    else:
        samples = greedy_rounds(rules, rounds, seed, explore)
    write_whole(chunk.path, samples)
    return chunk


def _on_processes(chunks: list[Chunk], workers: int) -> Iterator[Chunk]:
    """Play chunks in processes of this machine, one alone in this very process."""
    if workers == 1:
        yield from map(play_chunk, chunks)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _enter)
    try:
        for future in as_completed([pool.submit(play_chunk, chunk) for chunk in chunks]):
            yield future.result()
    except BrokenProcessPool as error:
        reason = "one of them died; with --workers 1 the reason can be seen"
        raise NotationError("workers", reason) from error
    except BaseException:  # Ctrl-C above all: nobody waits for chunks that are under way
        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _enter() -> None:
    """A worker begins: Ctrl-C or the end of the main process ends it at once, without a word.

    What it had not written is played again when the run goes on.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _on_ray(chunks: list[Chunk], workers: int) -> Iterator[Chunk]:
    """Play chunks as Ray tasks; every machine must see the folder."""
    try:
        import ray
    except ImportError:
        reason = 'it is missing; install it with: pip install "tallyho-games[ray]"'
        raise NotationError("ray", reason) from None
    ray.init(ignore_reinit_error=True, log_to_driver=False)
    task: Callable[[Chunk], Any] = ray.remote(play_chunk).remote
    waiting = [task(chunk) for chunk in chunks]
    while waiting:
        ready, waiting = ray.wait(waiting)
        yield from ray.get(ready)
