"""Rating tables as immutable values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gridlock_ratings.results import Player

CONFIDENCE: Final = 1.96
"""How many standard errors an interval goes to each side: it is meant to hold the true rating in 95 of 100 cases."""

PROVISIONAL_ABOVE: Final = 200
"""A rating is provisional while its interval goes further than this to each side, in Elo points."""


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A player's rating on a day on which they finished a game, as it is seen now.

    Attributes:
        day: As in `RatedResult`.
        rating: In Elo points.
        interval: How far the interval goes to each side, in Elo points.
    """

    day: int
    rating: float
    interval: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A row of a rating table.

    Attributes:
        rating: In Elo points; 1500 is that of an average beginner of the pool.
        interval: How far the interval goes to each side, in Elo points, on the day of the newest game of the table.
        games: The number of rated games.
        rank: The rank in the pool; None while the rating is provisional. Equal whole numbers share a rank.
        history: The rating on each day with a game, the oldest first.
    """

    player: Player
    rating: float
    interval: float
    games: int
    rank: int | None
    history: tuple[RatingPoint, ...]

    @property
    def is_provisional(self) -> bool:
        """Whether the interval is too wide for a rank."""
        return self.interval > PROVISIONAL_ABOVE


@dataclass(frozen=True, slots=True)
class Pool:
    """Players who are connected by games. Ratings of different pools cannot be compared.

    Attributes:
        ratings: Those with a rank first, the best first. Players whose data was deleted are left out.
    """

    ratings: tuple[Rating, ...]


@dataclass(frozen=True, slots=True)
class FirstMove:
    """What the first move is worth on a board.

    Attributes:
        board: As in `RatedResult`.
        advantage: In Elo points; below 0 it is better to move second.
        games: The number of games that this was learned from.
    """

    board: str
    advantage: float
    games: int


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The ratings that follow from some results.

    Attributes:
        newest_game: The number of the newest game in it; None without a game.
        games: The number of games in it.
        pools: The pools, the one with the most games first.
        first_moves: What the first move is worth, by board.
    """

    newest_game: int | None
    games: int
    pools: tuple[Pool, ...]
    first_moves: tuple[FirstMove, ...]

    def find(self, player: Player) -> Rating | None:
        """Return the rating of a player; None without a rated game."""
        found = (rating for pool in self.pools for rating in pool.ratings if rating.player == player)
        return next(found, None)


NO_RATINGS: Final = RatingTable(None, 0, (), ())
"""The table without a game."""
