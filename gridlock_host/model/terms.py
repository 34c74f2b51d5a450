"""Terms of a game: what a challenge proposes and what its games are played by."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final

from gridlock_rules import Variant, find_variant

MATCH_LENGTHS: Final = (1, 3, 5, 7)


class First(StrEnum):
    """Who moves first, as the challenger chose."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game or a match.

    Attributes:
        variant_key: The key of the variant.
        size: The side of the board; None for the default size of the variant.
        first: Who is Player 1, in the first game of a match.
        per_move: The time for a move; None for no limit. The bot has no clock.
        best_of: The number of games that decide a match, one of `MATCH_LENGTHS`; 1 for a single game.
        level: The level of the bot; None between two people.
    """

    variant_key: str
    size: int | None = None
    first: First = First.RANDOM
    per_move: timedelta | None = None
    best_of: int = 1
    level: int | None = None

    @property
    def variant(self) -> Variant:
        """The variant.

        Raises:
            UnknownVariant: There is no such variant.
        """
        return find_variant(self.variant_key)

    @property
    def board_size(self) -> int:
        """The side of the board."""
        return self.variant.default_size if self.size is None else self.size

    @property
    def first_move_can_win(self) -> bool:
        """Whether a first move can end the game, so that there is little to play.

        Raises:
            UnknownVariant, UnsupportedSize: As for `check`.
        """
        start = self.variant.start(self.board_size)
        return any(start.play(move).outcome is not None for move in start.legal_moves)

    def check(self) -> None:
        """Refuse terms that no game can be played by.

        Raises:
            UnknownVariant: There is no such variant.
            UnsupportedSize: The variant is not played on a board of this size.
            ValueError: `best_of` is not one of `MATCH_LENGTHS`.
        """
        if self.best_of not in MATCH_LENGTHS:
            raise ValueError(f"a match has {MATCH_LENGTHS} games, not {self.best_of}")
        self.variant.start(self.board_size)
