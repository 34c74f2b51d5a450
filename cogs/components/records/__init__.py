"""Finished and imported games: lists, replays, reviews and pictures."""
