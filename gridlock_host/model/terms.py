"""Terms of a game: what a challenge proposes and what its games are played by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from typing import Final

from gridlock_host.model.starts import StartKind
from gridlock_rules import Variant, find_variant
from gridlock_rules.start_pools import HANDICAPS, fair_starts, handicap_starts

MATCH_LENGTHS: Final = (1, 3, 5, 7)
MOST_HANDICAP: Final = HANDICAPS[-1]


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
        start: From what kind of start the games begin; None for the usual one of the variant on the board.
        swap: Whether the player who moves second may take over the first move.
        handicap: How much the starts favour one player, in steps: above 0 the opponent of the challenger, below 0 the
            challenger, by at most `MOST_HANDICAP`.
        rated: Whether the games are rated where the board allows it; see `gridlock_host.model.standings.rated`.
    """

    variant_key: str
    size: int | None = None
    first: First = First.RANDOM
    per_move: timedelta | None = None
    best_of: int = 1
    level: int | None = None
    start: StartKind | None = None
    swap: bool = False
    handicap: int = 0
    rated: bool = True

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
    def fair_starts(self) -> tuple[str, ...]:
        """The fair starts on this board; none on the smallest one."""
        return fair_starts(self.variant_key, self.board_size)

    @property
    def usual_start(self) -> StartKind:
        """The kind of start without a choice: plain, unless the winner on the plain board is settled."""
        return StartKind.FAIR if self.variant.size_decides and self.fair_starts else StartKind.PLAIN

    @property
    def start_kind(self) -> StartKind:
        """The kind of start from which the games begin."""
        return StartKind.HANDICAP if self.handicap else self.start or self.usual_start

    @property
    def starts_plain(self) -> bool:
        """Whether the games begin on the plain board."""
        return self.start_kind is StartKind.PLAIN

    def starts(self, *, favours_first: bool) -> tuple[str, ...]:
        """Return the starts to choose from; none for the plain board.

        Args:
            favours_first: Whether a handicap is for the player who moves first.
        """
        match self.start_kind:
            case StartKind.PLAIN:
                return ()
            case StartKind.FAIR:
                return self.fair_starts
            case StartKind.HANDICAP:
                size, steps = self.board_size, abs(self.handicap)
                return handicap_starts(self.variant_key, size, steps, favours_first=favours_first)

    def settled(self) -> Terms:
        """Return the same terms as they are stored: with a size, and without a start that is the usual one."""
        start = None if self.start is self.usual_start else self.start
        return replace(self, size=self.board_size, start=start)

    @property
    def first_move_can_win(self) -> bool:
        """Whether a first move on the plain board can end the game, so that there is little to play.

        Raises:
            UnknownVariant, UnsupportedSize: As for `check`.
        """
        if self.start_kind is not StartKind.PLAIN:
            return False
        start = self.variant.start(self.board_size)
        return any(start.play(move).outcome is not None for move in start.legal_moves)

    def check(self) -> None:
        """Refuse terms that no game can be played by.

        Raises:
            UnknownVariant: There is no such variant.
            UnsupportedSize: The variant is not played on a board of this size.
            NoFairStarts: There are no fair starts on a board of this size.
            ValueError: `best_of` is not one of `MATCH_LENGTHS`, or the handicap is too great.
        """
        if abs(self.handicap) > MOST_HANDICAP:
            raise ValueError(f"a handicap has at most {MOST_HANDICAP} steps, not {self.handicap}")
        if self.best_of not in MATCH_LENGTHS:
            raise ValueError(f"a match has {MATCH_LENGTHS} games, not {self.best_of}")
        self.variant.start(self.board_size)
