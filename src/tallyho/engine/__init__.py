"""Computer players behind one small interface."""

from tallyho.engine.engine import Engine, Limits, Line
from tallyho.engine.habits import UNKNOWN, Habit, Habits, watched
from tallyho.engine.hunt import HuntEngine, hunt_engine
from tallyho.engine.partners import GreedyPlayer, RandomPlayer
from tallyho.engine.pegs import PegsEngine
from tallyho.engine.simple import CaptureFirst, hunt_rank, pegs_rank
from tallyho.engine.uct import UctEngine

__all__ = [
    "UNKNOWN",
    "CaptureFirst",
    "Engine",
    "GreedyPlayer",
    "Habit",
    "Habits",
    "HuntEngine",
    "Limits",
    "Line",
    "PegsEngine",
    "RandomPlayer",
    "UctEngine",
    "hunt_engine",
    "hunt_rank",
    "pegs_rank",
    "watched",
]
