"""Immutable values: games, challenges, terms, time controls, board text."""
