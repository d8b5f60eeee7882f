"""Tallyho: the tile game and the peg game called Tally Ho!, exactly, in plain Python."""

__version__ = "0.1.0"
