"""Computer players behind one small interface."""

from tallyho.engine.engine import Engine, Limits, Line
from tallyho.engine.hunt import HuntEngine, hunt_engine
from tallyho.engine.simple import CaptureFirst, hunt_rank, pegs_rank

__all__ = [
    "CaptureFirst",
    "Engine",
    "HuntEngine",
    "Limits",
    "Line",
    "hunt_engine",
    "hunt_rank",
    "pegs_rank",
]
