"""Experiments with computer players: the arena, where two of them meet over many matches."""
