"""Explanations of moves, reviews of games, and puzzles."""
