"""Sentences of lessons, puzzles, hints, reviews and the tutorial."""
