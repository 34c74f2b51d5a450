"""Standings as immutable values: what members won and lost, and a page of a leaderboard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from gridlock_rules import Player

FEWEST_GAMES_FOR_RATE: Final = 5
"""The fewest games with which a member has a rank by win rate. The database sorts by it, so a change is a migration."""


class Order(StrEnum):
    """The order of a leaderboard."""

    POINTS = "points"
    WIN_RATE = "win rate"


@dataclass(frozen=True, slots=True)
class Record:
    """The number of games won and lost."""

    won: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """The number of games that ended."""
        return self.won + self.lost

    @property
    def win_rate(self) -> Fraction:
        """The share of games won, exactly; 0 before the first game."""
        return Fraction(self.won, self.played) if self.played else Fraction(0)

    def __add__(self, other: Record) -> Record:
        return Record(self.won + other.won, self.lost + other.lost)


@dataclass(frozen=True, slots=True)
class SeatRecords:
    """What a member has won and lost, in each variant and seat.

    Attributes:
        records: The record by the variant's key and the member's seat; without pairs that were not played.
    """

    records: Mapping[tuple[str, Player], Record]

    def of_variant(self, variant_key: str) -> Record:
        """Return the record in a variant, in both seats."""
        return sum((record for (key, _), record in self.records.items() if key == variant_key), Record())

    @property
    def total(self) -> Record:
        """The record in all variants."""
        return sum(self.records.values(), Record())


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of a leaderboard. Equal values share a rank, and the next rank skips: 1, 2, 2, 4.

    Attributes:
        rank: The rank; None for a member with too few games for it.
    """

    rank: int | None
    user_id: int
    record: Record


@dataclass(frozen=True, slots=True)
class LeaderboardPage:
    """A page of a leaderboard, and the rank of the member who asks for it.

    Attributes:
        standings: The rows of the page, the best first.
        number: The number of the page, from 0.
        pages: The number of pages, at least 1.
        ranks: The number of members who have a rank.
        own: The row of the member who asks; None before their first finished game.
    """

    standings: tuple[Standing, ...]
    number: int
    pages: int
    ranks: int
    own: Standing | None
