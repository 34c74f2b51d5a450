"""Explanations of moves, and reviews of games."""
