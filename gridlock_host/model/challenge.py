"""Challenges: an immutable snapshot of one, and its states."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from gridlock_host.model.place import Place
from gridlock_host.model.terms import Terms


class ChallengeStatus(StrEnum):
    """The state of a challenge. Only an open one can change."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


class DeclineReason(StrEnum):
    """The reasons that a player can give for declining."""

    NOT_NOW = "not now"
    OTHER_VARIANT = "another variant, please"
    OTHER_SIZE = "another size, please"
    TIME_TOO_SHORT = "the time is too short"
    NO_THANKS = "no, thanks"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An invitation from one player to another, or to anybody.

    Attributes:
        opponent_id: The player who is asked, or who accepted; None while anybody may accept.
        terms: The proposed game.
        expires_at: When it expires unanswered.
        closed_at: When it was answered or expired; None while it is open.
    """

    id: int
    place: Place
    challenger_id: int
    opponent_id: int | None
    terms: Terms
    status: ChallengeStatus
    created_at: datetime
    expires_at: datetime | None = None
    decline_reason: DeclineReason | None = None
    closed_at: datetime | None = None

    @property
    def changed_at(self) -> datetime:
        """When the challenge last changed."""
        return self.closed_at or self.created_at
