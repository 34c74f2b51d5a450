"""Puzzles: a stored pool, how hard each is, and which one a server gets on a day."""
