"""Immutable values: games, places, results, challenges, offers, terms, time controls."""
