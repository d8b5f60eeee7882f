"""Experiments with computer players: self-play, training, and the arena where they meet."""
