"""The bot as a player and teacher: its moves, hints, reviews and puzzles."""
