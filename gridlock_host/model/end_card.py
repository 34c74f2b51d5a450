"""End cards: what the board of a finished game tells beside the result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from gridlock_host.model.place import Place
from gridlock_rules import Player
from gridlock_solver.judgement.accuracy import Accuracy

_LETTERS: Final = {Player.ONE: "1", Player.TWO: "2", None: "?"}
_PLAYERS: Final = {letter: player for player, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Story:
    """Who stood to win along a game, as far as it is proved.

    Attributes:
        favourites: The player who wins with perfect play: before the first move, and after each move. None where that
            is not proved.
    """

    favourites: tuple[Player | None, ...]

    @classmethod
    def of(cls, favourites: Sequence[Player | None], first: Player = Player.ONE) -> Story:
        """Return a story in which each proof also holds for the position before, if the same player made the move.

        Args:
            favourites: As in the story.
            first: The player who moved first.
        """
        told = list(favourites)
        for ply in reversed(range(len(told) - 1)):
            if told[ply] is None and told[ply + 1] is (first.opponent if ply % 2 else first):
                told[ply] = told[ply + 1]
        return cls(tuple(told))

    @classmethod
    def read(cls, text: str) -> Story:
        """Return the story of a text that `text` has written."""
        return cls(tuple(_PLAYERS[letter] for letter in text))

    @property
    def text(self) -> str:
        """The story as one letter for each position."""
        return "".join(_LETTERS[player] for player in self.favourites)

    @property
    def turns(self) -> Iterator[int]:
        """The plies at which a player gave a won position away."""
        for ply, (before, after) in enumerate(pairwise(self.favourites)):
            if None not in (before, after) and before is not after:
                yield ply

    def turning_point(self, winner: Player) -> int | None:
        """Return the ply at which the loser gave the win away for the last time; None if that is not proved."""
        if self.favourites[-1] is not winner:
            return None
        for ply in reversed(range(len(self.favourites) - 1)):
            before, after = self.favourites[ply : ply + 2]
            if before is None or after is None:
                return None
            if before is not winner:
                return ply
        return None


@dataclass(frozen=True, slots=True)
class EndCard:
    """What is known of a finished game beside its result.

    Attributes:
        points: The winner's points after the game; None if it does not count, or that is not known any more.
        rank_before: The winner's rank before the game; None without one.
        rank: The winner's rank after the game.
        story: Who stood to win along the game; None if that is not computed.
        is_shared: Whether the game was shared.
        shared: The message that shares it, if it is known.
        reason: Why a moderator has ended it, as they wrote it; None if none did.
        accuracies: The accuracy of each player who had decisions, by their ids.
    """

    points: int | None = None
    rank_before: int | None = None
    rank: int | None = None
    story: Story | None = None
    is_shared: bool = False
    shared: Place | None = None
    reason: str | None = None
    accuracies: Mapping[int, Accuracy] = field(default_factory=dict, hash=False)


BLANK_CARD: Final = EndCard()
