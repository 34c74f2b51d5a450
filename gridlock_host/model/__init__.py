"""Immutable values: games, challenges, time controls; and the board as text."""
