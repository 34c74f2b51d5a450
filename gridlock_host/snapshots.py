"""What the host hands out: immutable pictures of challenges and games as they were when they were read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from gridlock_rules import Move, Player, Position, Variant, find_variant
from gridlock_rules.notation import read_move


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody named by a request, with what only the chat service knows about them."""

    id: int
    is_bot: bool = False
    is_member: bool = True


class First(StrEnum):
    """Who moves first, as the challenger asked for it."""

    ME = "me"
    OPPONENT = "opponent"
    RANDOM = "random"


class ChallengeStatus(StrEnum):
    """Where a challenge stands. Only an open one can change."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"


class Ending(StrEnum):
    """Why a game is over."""

    NO_LEGAL_MOVE = "no_legal_move"
    RESIGNATION = "resignation"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is shown: a channel of a server and, once it is known, the message."""

    guild_id: int
    channel_id: int
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation from one player to another."""

    id: int
    place: Place
    challenger_id: int
    opponent_id: int
    variant_key: str
    size: int
    first: First
    status: ChallengeStatus
    created_at: datetime

    @property
    def variant(self) -> Variant:
        """The variant that was proposed."""
        return find_variant(self.variant_key)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    winner_id: int
    loser_id: int
    ending: Ending
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Game:
    """A game: who plays, what was played, where it is shown, how it ended.

    Attributes:
        version: Counts the changes of the game itself; a write succeeds only on the version it has seen.
        place: Where the board is shown.
        notice: The message that last called the player to move.
        moves: Canonical texts of the moves, the first one first.
        position: The position after `moves`.
        result: None while the game goes on.
    """

    id: int
    place: Place
    notice: Place | None
    player_one_id: int
    player_two_id: int
    version: int
    created_at: datetime
    moves: tuple[str, ...]
    position: Position
    result: Result | None

    @property
    def variant(self) -> Variant:
        """The variant that is played."""
        return self.position.variant

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def to_move_id(self) -> int | None:
        """The id of the player to move; None when the game is over."""
        return None if self.is_over else self.player_id(self.position.to_move)

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position; None at the start."""
        if not self.moves:
            return None
        variant = self.variant
        return read_move(self.moves[-1], size=self.position.size, origin=variant.origin, cells=variant.cells_per_move)

    def player_id(self, player: Player) -> int:
        """The id of the one who plays as `player`."""
        return self.player_one_id if player is Player.ONE else self.player_two_id

    def mark_of(self, user_id: int) -> str:
        """The mark that a player of this game plays with."""
        return self.variant.player_marks[0 if user_id == self.player_one_id else 1]

    def has_player(self, user_id: int) -> bool:
        """Whether this person plays in the game."""
        return user_id in (self.player_one_id, self.player_two_id)

    def opponent_of(self, user_id: int) -> int:
        """The id of the other player."""
        return self.player_two_id if user_id == self.player_one_id else self.player_one_id
