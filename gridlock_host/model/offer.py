"""Offer: a question from one player of a game to the other. It belongs to one game and one ply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from gridlock_host.model.game import Game
from gridlock_host.model.place import Place


class OfferKind(StrEnum):
    """What is offered."""

    REMATCH = "rematch"
    TAKE_BACK = "take_back"


class OfferStatus(StrEnum):
    """The state of an offer."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer.

    Attributes:
        ply: The ply of the game at which it was made.
        by_id: The player who made it.
        status: How it was answered. An open offer to take a move back is over all the same once the game has changed.
        place: The message with its buttons; None while that is unknown, and once it has none any more.
        unshown_since: Since when it has to be shown, or when that is to be tried again; None once it was shown.
        rematch: The board of the rematch that was agreed on, and its id.
    """

    id: int
    guild_id: int
    game_id: int
    kind: OfferKind
    ply: int
    by_id: int
    status: OfferStatus
    created_at: datetime
    place: Place | None
    unshown_since: datetime | None
    rematch: tuple[int, Place] | None = None

    def is_over(self, game: Game) -> bool:
        """Whether the offer can no longer be answered in its game as it stands."""
        is_overtaken = self.kind is OfferKind.TAKE_BACK and (game.is_over or self.ply != game.ply)
        return self.status is not OfferStatus.OPEN or is_overtaken
