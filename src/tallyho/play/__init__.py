"""Chance, records and sessions: what a match needs whatever the game is."""
