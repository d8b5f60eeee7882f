"""Computer players behind one small interface."""

from tallyho.engine.engine import Engine, Limits, Line
from tallyho.engine.simple import CaptureFirst, hunt_gain, pegs_gain

__all__ = ["CaptureFirst", "Engine", "Limits", "Line", "hunt_gain", "pegs_gain"]
