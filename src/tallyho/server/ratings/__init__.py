"""Playing strength: Glicko-2, one pool for each game and speed."""
