"""Results: why a game has ended, who won it, and the score of its match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Ending(StrEnum):
    """The reasons why games end."""

    NO_LEGAL_MOVE = "no_legal_move"
    RESIGNATION = "resignation"
    TIME = "time"
    CALLED_OFF = "called_off"
    MODERATION = "moderation"
    DEPARTURE = "departure"
    FORGOTTEN = "forgotten"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    Attributes:
        winner_id: The winner; None if the game has none.
        loser_id: The loser; None if the game has none.
    """

    winner_id: int | None
    loser_id: int | None
    ending: Ending
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match as of one of its games, whatever was played later.

    Attributes:
        id: The match.
        best_of: The maximum number of games.
        number: The number of this game in the match, from 1.
        wins: The games won up to this one, by player id.
    """

    id: int
    best_of: int
    number: int
    wins: Mapping[int, int]

    @property
    def is_decided(self) -> bool:
        """Whether the remaining games cannot change the winner."""
        return any(2 * wins > self.best_of for wins in self.wins.values())
