"""A training of the network: its data, its epochs, and how well it forecasts. Needs PyTorch."""

import io
import json
import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
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
from tallyho.research.weights import pack

FLAG: Final = SAMPLE - 1  # the byte whose lowest bit says that a round begins
VALIDATION: Final = 16  # every so many rounds one is kept apart
MOST_VALIDATION: Final = 200_000
LAST_RATE: Final = 1 / 30  # of the first one
TAUGHT: Final = 8192  # samples that a teacher looks at together
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
    teachers: tuple[int, ...]
    epochs: int
    batch: int
    rate: float
    lambda_: float
    seed: int


@dataclass(frozen=True, slots=True)
class Data:
    """Samples in the order of play, with what the network should have said."""

    samples: Array  # uint8[n][66]
    targets: Array  # float32[n], TD(lambda) returns or what teachers say
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

    def taught(self, teachers: Sequence[bytes]) -> "Data":
        """The same samples, to learn what these networks make of them on the whole."""
        if not teachers:
            return self
        models = [Model.of(teacher) for teacher in teachers]
        means = np.empty(len(self), np.float32)
        with progress("teachers", math.ceil(len(self) / TAUGHT)) as step:
            for begin in range(0, len(self), TAUGHT):
                some = self.samples[begin : begin + TAUGHT].tobytes()
                answers = torch.cat([answers_of(model, some) for model in models])
                means[begin : begin + TAUGHT] = answers.mean(0).numpy()
                step(1)
        return replace(self, targets=means)


def _manifest(folder: Path) -> dict[str, Any]:
    """How a folder's samples were made, and how many files there are."""
    found: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    return {"folder": folder.name, "files": len(list(folder.glob(f"*{SUFFIX}"))), **found}


class Training:
    """A model on its way: parameters, optimiser, and how many epochs are behind it."""

    def __init__(self, settings: Settings, begin: bytes | None) -> None:
        self.settings = settings
        self.model = Model(settings.seed) if begin is None else Model.of(begin)
        self.optimiser = torch.optim.Adam(self.model.parameters.values(), lr=settings.rate)
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
            group["lr"] = self.settings.rate * (LAST_RATE + (1 - LAST_RATE) * fall)

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


def answers_of(model: Model, samples: bytes) -> Tensor:
    """The means that it forecasts, a row for each of the eight symmetries."""
    count = len(samples) // SAMPLE
    turned = (Inputs.of(samples, bytes([symmetry]) * count) for symmetry in range(SYMMETRIES))
    with torch.no_grad():
        return torch.stack([model.forecast(inputs)[0] for inputs in turned])


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
    """How well the network as the kernel computes it forecasts rounds it has not learnt from.

    It is `off` from what it should have said by so many points, and `uneven` by so many between
    positions that are the same by symmetry.
    """
    means, spreads = (
        torch.frombuffer(numbers, dtype=torch.float32)
        for numbers in forecasts(pack(model.quantised(), {}), data.samples.tobytes())
    )
    outcomes, leads = torch.from_numpy(data.outcomes), torch.from_numpy(data.leads)
    chance = torch.sigmoid((leads + means) / spreads)
    won = (1 + torch.sign(leads + outcomes)) / 2
    mse = functional.mse_loss(means, outcomes)
    answers = answers_of(model, data.samples.tobytes())
    return {
        "off": functional.mse_loss(means, torch.from_numpy(data.targets)).sqrt().item(),
        "uneven": answers.std(0).square().mean().sqrt().item(),
        "rmse": mse.sqrt().item(),
        "naive": outcomes.square().mean().sqrt().item(),
        "r2": (1 - mse / outcomes.var()).item(),
        "nll": surprise_of(outcomes - means, spreads.log()).mean().item(),
        "brier": functional.mse_loss(chance, won).item(),
    }
