"""Samples of self-play: positions as 66 bytes each, see kernel/sample.hpp for the layout.

The research room's door to the kernel.
"""

from typing import Final

from tallyho.contract import NotationError
from tallyho.engine.kernel import AVAILABLE, kernel_rules
from tallyho.games.hunt import Rules

if AVAILABLE:
    import tallyho.engine._kernel as kernel

SAMPLE: Final = 66
SYMMETRIES: Final = 8


def need_kernel() -> None:
    """Refuse to go on without the compiled kernel."""
    if not AVAILABLE:
        reason = "it is missing here; install a C++20 compiler and then tallyho-games again"
        raise NotationError("kernel", reason)


def greedy_rounds(rules: Rules, rounds: int, seed: int, explore: float = 0.1) -> bytes:
    """The samples of so many rounds between two players who take what they can."""
    return kernel.greedy_rounds(kernel_rules(rules), rounds, seed, explore)


def searched_rounds(
    rules: Rules, weights: bytes | None, nodes: int, rounds: int, seed: int, explore: float
) -> bytes:
    """The samples of rounds played by search with a network, or with the hand-made evaluation."""
    network = kernel.Network(weights) if weights else None
    return kernel.searched_rounds(kernel_rules(rules), network, nodes, rounds, seed, explore)


def batch(samples: bytes, symmetries: bytes) -> tuple[bytearray, bytearray, bytearray]:
    """What the network sees of samples, each turned by one of the eight symmetries.

    The facts that hold as int32, one sample after the other; where each sample begins, int32; and
    the head that it belongs to, int64.
    """
    return kernel.batch(samples, symmetries)


def returns(samples: bytes, lambda_: float) -> bytearray:
    """The TD(lambda) return of each sample of whole rounds in points, float32."""
    return kernel.returns(samples, lambda_)


def forecasts(weights: bytes, samples: bytes) -> tuple[bytearray, bytearray]:
    """The means and the spreads that the network of a weights file forecasts, float32."""
    return kernel.Network(weights).forecasts(samples)
