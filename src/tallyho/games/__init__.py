"""The games: one folder each, which never import one another."""
