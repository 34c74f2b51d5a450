"""Ratings of players, computed from the results of their games alone, without storage, clock or network."""

from gridlock_ratings.results import BotLevel, Member, Nameless, Player, RatedResult
from gridlock_ratings.table import (
    CONFIDENCE,
    NO_RATINGS,
    PROVISIONAL_ABOVE,
    FirstMove,
    Pool,
    Rating,
    RatingPoint,
    RatingTable,
)
from gridlock_ratings.whole_history import rate, rate_each

__all__ = [
    "CONFIDENCE",
    "NO_RATINGS",
    "PROVISIONAL_ABOVE",
    "BotLevel",
    "FirstMove",
    "Member",
    "Nameless",
    "Player",
    "Pool",
    "RatedResult",
    "Rating",
    "RatingPoint",
    "RatingTable",
    "rate",
    "rate_each",
]
