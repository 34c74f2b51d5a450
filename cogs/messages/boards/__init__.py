"""Boards of games as components: while a game goes on, and at its end."""
