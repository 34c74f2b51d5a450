"""Challenges: proposing, accepting, declining; and who may begin a game."""
