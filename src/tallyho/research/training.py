"""A training of the network: its data, its epochs, and how well it forecasts. Needs PyTorch."""

import io
import json
import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from torch.nn import functional

from tallyho.contract import NotationError
from tallyho.research.model import Inputs, Model, Tensor
from tallyho.research.progress import progress
from tallyho.research.samples import SAMPLE, SYMMETRIES, forecasts, returns
from tallyho.research.selfplay import MANIFEST, SUFFIX, write_whole
from tallyho.research.weights import pack, unpack

FLAG: Final = SAMPLE - 1  # the byte whose lowest bit says that a round begins
VALIDATION: Final = 16  # every so many rounds one is kept apart
MOST_VALIDATION: Final = 200_000
FIRST_RATE: Final = 1.5e-3
LAST_RATE: Final = 5e-5
HUBER: Final = 20.0  # points; farther off, the loss grows no faster
SPREAD_WEIGHT: Final = 0.1

Array = Any
"""A numpy array; without numpy installed its type is unknown to the type checker."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What must be the same for a training to be resumed."""

    data: tuple[str, ...]
    samples: int  # checksums
    start: int | None
    epochs: int
    batch: int
    lambda_: float
    seed: int


@dataclass(frozen=True, slots=True)
class Data:
    """Samples in the order of play, with what the network should have said."""

    samples: Array  # uint8[n][66]
    targets: Array  # float32[n], TD(lambda) returns
    outcomes: Array  # float32[n]
    leads: Array  # float32[n], what blue led by
    manifests: tuple[Any, ...]

    def __len__(self) -> int:
        return len(self.targets)

    @property
    def checksum(self) -> int:
        """What names these samples."""
        return zlib.crc32(self.samples.tobytes())

    def part(self, chosen: Array) -> "Data":
        """Some of the samples."""
        samples, targets, outcomes, leads = (
            array[chosen] for array in (self.samples, self.targets, self.outcomes, self.leads)
        )
        return Data(samples, targets, outcomes, leads, self.manifests)

    def split(self) -> tuple["Data", "Data"]:
        """What is learnt from, and the rounds that are kept apart to judge by."""
        rounds = np.cumsum(self.samples[:, FLAG] & 1)
        apart = rounds % VALIDATION == 0
        if not apart.any():
            raise NotationError("data", f"at least {VALIDATION} rounds are needed")
        return self.part(~apart), self.part(np.flatnonzero(apart)[:MOST_VALIDATION])

    @classmethod
    def read(cls, folders: Sequence[Path], lambda_: float) -> "Data":
        """All samples of some folders of self-play."""
        files = [file for folder in folders for file in sorted(folder.glob(f"*{SUFFIX}"))]
        if not files:
            raise NotationError("data", f"no {SUFFIX} files in {', '.join(map(str, folders))}")
        stream = b"".join(file.read_bytes() for file in files)
        if len(stream) % SAMPLE:
            raise NotationError("data", "a file does not hold whole samples")
        samples = np.frombuffer(stream, np.uint8).reshape(-1, SAMPLE)
        outcomes = np.ascontiguousarray(samples[:, 61:63]).view("<i2")[:, 0].astype(np.float32)
        first = samples[:, FLAG] & 1 == 1
        leads = outcomes[first][np.cumsum(first) - 1] - outcomes
        targets = np.frombuffer(returns(stream, lambda_), np.float32)
        manifests = tuple(map(_manifest, folders))
        return cls(samples, targets, outcomes, leads, manifests)


def _manifest(folder: Path) -> dict[str, Any]:
    """How a folder's samples were made, and how many files there are."""
    found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return {"folder": folder.name, "files": len(list(folder.glob(f"*{SUFFIX}"))), **found}


class Training:
    """A model on its way: parameters, optimiser, and how many epochs are behind it."""

    def __init__(self, settings: Settings, begin: bytes | None) -> None:
        self.settings = settings
        self.model = Model(settings.seed)
        if begin is not None:
            self.model.load(unpack(begin)[0])
        self.optimiser = torch.optim.Adam(self.model.parameters.values(), lr=FIRST_RATE)
        self.epoch = 0
        self.figures: dict[str, float] = {}

    def learn(self, data: Data) -> None:
        """One epoch: every sample once, each turned by a random symmetry."""
        rng = np.random.default_rng((self.settings.seed, self.epoch))
        losses = 0.0
        steps = math.ceil(len(data) / self.settings.batch)
        with progress(f"epoch {self.epoch + 1}", steps) as step:
            for number, part in enumerate(shuffled(data, self.settings.batch, rng)):
                self.set_rate((self.epoch + number / steps) / self.settings.epochs)
                symmetries = rng.integers(0, SYMMETRIES, len(part), np.uint8)
                loss = loss_of(self.model, part, symmetries)
                self.optimiser.zero_grad()
                loss.backward()
                self.optimiser.step()
                self.model.clip()
                losses += loss.item()
                step(1)
        self.epoch += 1
        self.figures["loss"] = losses / steps

    def set_rate(self, progress: float) -> None:
        """The learning rate falls along half a cosine."""
        fall = (1 + math.cos(math.pi * progress)) / 2
        for group in self.optimiser.param_groups:
            group["lr"] = LAST_RATE + (FIRST_RATE - LAST_RATE) * fall

    def report(self) -> str:
        """The figures of the epoch in one line."""
        figures = "  ".join(f"{name} {value:.4f}" for name, value in self.figures.items())
        return f"epoch {self.epoch}/{self.settings.epochs}  {figures}"

    def weights(self, manifests: tuple[Any, ...]) -> bytes:
        """The weights file as it stands, with where it comes from."""
        provenance = {
            "training": asdict(self.settings),
            "epoch": self.epoch,
            "figures": self.figures,
            "selfplay": manifests,
        }
        return pack(self.model.quantised(), provenance)

    def save(self, checkpoint: Path) -> None:
        """Write down what is needed to go on after this epoch."""
        state = {
            "settings": asdict(self.settings),
            "epoch": self.epoch,
            "figures": self.figures,
            "parameters": self.model.parameters,
            "optimiser": self.optimiser.state_dict(),
        }
        buffer = io.BytesIO()
        torch.save(state, buffer)
        write_whole(checkpoint, buffer.getvalue())

    def resume(self, checkpoint: Path) -> None:
        """Go on where the same training was broken off; refuse to mix two of them."""
        state = torch.load(checkpoint, weights_only=True)
        if state["settings"] != asdict(self.settings):
            reason = f"{checkpoint} is of a training with other settings; delete it to start anew"
            raise NotationError("out", reason)
        with torch.no_grad():
            for name, parameter in self.model.parameters.items():
                parameter.copy_(state["parameters"][name])
        self.optimiser.load_state_dict(state["optimiser"])
        self.epoch, self.figures = state["epoch"], state["figures"]


def use_threads(count: int) -> None:
    """How many threads PyTorch may use."""
    torch.set_num_threads(count)


def shuffled(data: Data, size: int, rng: Any) -> Iterator[Data]:
    """Batches in random order."""
    order = rng.permutation(len(data))
    for begin in range(0, len(order), size):
        yield data.part(order[begin : begin + size])


def loss_of(model: Model, data: Data, symmetries: Array) -> Tensor:
    """How far the means are off, and a little of how badly the spreads fit the outcomes."""
    inputs = Inputs.of(data.samples.tobytes(), symmetries.tobytes())
    mean, log_spread = model.forecast(inputs)
    off = functional.huber_loss(mean, torch.from_numpy(data.targets), delta=HUBER)
    surprise = surprise_of(torch.from_numpy(data.outcomes) - mean.detach(), log_spread).mean()
    return off / HUBER + SPREAD_WEIGHT * surprise


def surprise_of(off: Tensor, log_spread: Tensor) -> Tensor:
    """The negative logarithm of the logistic density."""
    z = off * torch.exp(-log_spread)
    return z + log_spread + 2 * functional.softplus(-z)


def judge(model: Model, data: Data) -> dict[str, float]:
    """How well the network as the kernel computes it forecasts rounds it has not learnt from."""
    means, spreads = (
        torch.frombuffer(numbers, dtype=torch.float32)
        for numbers in forecasts(pack(model.quantised(), {}), data.samples.tobytes())
    )
    outcomes, leads = torch.from_numpy(data.outcomes), torch.from_numpy(data.leads)
    chance = torch.sigmoid((leads + means) / spreads)
    won = (1 + torch.sign(leads + outcomes)) / 2
    mse = functional.mse_loss(means, outcomes)
    return {
        "rmse": mse.sqrt().item(),
        "naive": outcomes.square().mean().sqrt().item(),
        "r2": (1 - mse / outcomes.var()).item(),
        "nll": surprise_of(outcomes - means, spreads.log()).mean().item(),
        "brier": functional.mse_loss(chance, won).item(),
    }
