"""The network in PyTorch: the same arithmetic as kernel/network.hpp, in floats that can learn."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from torch.nn import functional

from tallyho.research.samples import batch
from tallyho.research.weights import (
    CLIP,
    DIRECT_UNIT,
    FEATURES,
    HEAD_UNIT,
    HEADS,
    HIDDEN,
    SUM_UNIT,
    WIDTH,
    Weights,
    unpack,
)

Tensor = Any
"""A torch.Tensor; without PyTorch installed its type is unknown to the type checker."""

POINTS: Final = 20.0  # a mean of 1 inside the model, in points
LOG_SPREAD: Final = (-1.3862944, 4.0943446)  # logarithms of 0.25 and 60

# With these the sums of whole numbers stay far within 16 bits, though no bound proves it: in the
# rounds of self-play they came to a quarter of that at the most.
MOST_COLUMN: Final = 0.5
MOST_BIAS: Final = 4.0
MOST_HEAD: Final = 127 / HEAD_UNIT


@dataclass(frozen=True, slots=True)
class Inputs:
    """What the network sees of some samples."""

    features: Tensor
    offsets: Tensor
    heads: Tensor

    @classmethod
    def of(cls, samples: bytes, symmetries: bytes) -> "Inputs":
        """The samples, each turned by its symmetry."""
        features, offsets, heads = batch(samples, symmetries)
        return cls(
            torch.frombuffer(features, dtype=torch.int32),
            torch.frombuffer(offsets, dtype=torch.int32),
            torch.frombuffer(heads, dtype=torch.int64),
        )


class Model:
    """The parameters by name, and the forecast.

    The last of the columns is what each fact adds directly to the mean.
    """

    def __init__(self, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)

        def normal(scale: float, *shape: int) -> Tensor:
            return scale * torch.randn(*shape, generator=generator)

        self.parameters: dict[str, Tensor] = {
            "columns": torch.cat([normal(0.06, FEATURES, WIDTH), torch.zeros(FEATURES, 1)], 1),
            "biases": torch.full((WIDTH,), 0.3),
            "head_weights": normal(0.08, HEADS * HIDDEN, WIDTH),
            "head_biases": torch.full((HEADS * HIDDEN,), 0.3),
            "outputs": normal(0.1, HEADS, 2, HIDDEN),
            "output_biases": torch.tensor([[0.0, 2.0]]).repeat(HEADS, 1),
        }
        for parameter in self.parameters.values():
            parameter.requires_grad_()

    @classmethod
    def of(cls, data: bytes) -> "Model":
        """The network of a weights file."""
        model = cls(0)
        model.load(unpack(data)[0])
        return model

    def forecast(self, inputs: Inputs) -> tuple[Tensor, Tensor]:
        """Means in points, and logarithms of the spreads."""
        p = self.parameters
        sums = functional.embedding_bag(inputs.features, p["columns"], inputs.offsets, mode="sum")
        active = (sums[:, :WIDTH] + p["biases"]).clamp(0, 1)
        hidden = functional.linear(active, p["head_weights"], p["head_biases"])
        rows = torch.arange(len(inputs.heads))
        chosen = hidden.view(-1, HEADS, HIDDEN)[rows, inputs.heads].clamp(0, 1)
        both = (p["outputs"][inputs.heads] @ chosen.unsqueeze(2)).squeeze(2)
        mean, log_spread = (both + p["output_biases"][inputs.heads]).unbind(1)
        return POINTS * (mean + sums[:, WIDTH]), log_spread.clamp(*LOG_SPREAD)

    def clip(self) -> None:
        """Keep the parameters where the kernel's whole numbers can follow."""
        with torch.no_grad():
            self.parameters["columns"][:, :WIDTH].clamp_(-MOST_COLUMN, MOST_COLUMN)
            self.parameters["biases"].clamp_(-MOST_BIAS, MOST_BIAS)
            self.parameters["head_weights"].clamp_(-MOST_HEAD, MOST_HEAD)

    def quantised(self) -> Weights:
        """The parameters as the weights file keeps them."""
        p = {name: value.detach().numpy() for name, value in self.parameters.items()}

        def whole(array: Any, unit: float, kind: str) -> bytes:
            return bytes(np.rint(array * unit).astype(kind))

        per_sum = np.array([POINTS, 1.0])[:, None] / (CLIP * HEAD_UNIT)
        return Weights(
            columns=whole(p["columns"][:, :WIDTH], SUM_UNIT, "<i2"),
            biases=whole(p["biases"], SUM_UNIT, "<i2"),
            direct=whole(p["columns"][:, WIDTH], POINTS * DIRECT_UNIT, "<i4"),
            head_weights=whole(p["head_weights"], HEAD_UNIT, "i1"),
            head_biases=whole(p["head_biases"], CLIP * HEAD_UNIT, "<i4"),
            outputs=(p["outputs"] * per_sum).astype("<f4").tobytes(),
            output_biases=(p["output_biases"] * [POINTS, 1.0]).astype("<f4").tobytes(),
        )

    def load(self, weights: Weights) -> None:
        """Take the parameters from a weights file."""
        per_sum = np.array([POINTS, 1.0])[:, None] / (CLIP * HEAD_UNIT)
        columns = np.frombuffer(weights.columns, "<i2").reshape(FEATURES, WIDTH) / SUM_UNIT
        direct = np.frombuffer(weights.direct, "<i4") / (POINTS * DIRECT_UNIT)
        found = {
            "columns": np.column_stack([columns, direct]),
            "biases": np.frombuffer(weights.biases, "<i2") / SUM_UNIT,
            "head_weights": np.frombuffer(weights.head_weights, "i1") / HEAD_UNIT,
            "head_biases": np.frombuffer(weights.head_biases, "<i4") / (CLIP * HEAD_UNIT),
            "outputs": np.frombuffer(weights.outputs, "<f4").reshape(HEADS, 2, HIDDEN) / per_sum,
            "output_biases": np.frombuffer(weights.output_biases, "<f4").reshape(HEADS, 2)
            / [POINTS, 1.0],
        }
        with torch.no_grad():
            for name, parameter in self.parameters.items():
                parameter.copy_(torch.from_numpy(found[name].reshape(parameter.shape).copy()))
