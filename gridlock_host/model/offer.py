"""Offer: a question from one player of a game to the other. It belongs to one game and one ply."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from gridlock_host.model.game import Place


class OfferKind(StrEnum):
    """What is offered."""

    REMATCH = "rematch"
    TAKE_BACK = "take_back"


class OfferStatus(StrEnum):
    """The state of an offer."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Offer:
    """An open offer.

    Attributes:
        ply: The ply of the game at which it was made.
        by_id: The player who made it.
        place: The message with its buttons; None while that is unknown.
        unshown_since: Since when it has to be shown, or when that is to be tried again; None once it was shown.
    """

    id: int
    guild_id: int
    game_id: int
    kind: OfferKind
    ply: int
    by_id: int
    created_at: datetime
    place: Place | None
    unshown_since: datetime | None


@dataclass(frozen=True, slots=True)
class EndedOffer:
    """An offer that is over.

    Attributes:
        by_id: The player who made it.
        status: How it was answered; open or lapsed if it was not.
        place: The message with its buttons; None if it has none.
        rematch: The board of the rematch that was agreed on, and its id.
    """

    game_id: int
    kind: OfferKind
    by_id: int
    status: OfferStatus
    place: Place | None
    rematch: tuple[int, Place] | None
