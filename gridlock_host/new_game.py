"""A game that is about to begin."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from gridlock_host.snapshots import Place


@dataclass(frozen=True, slots=True)
class NewGame:
    """What is settled before the first move."""

    place: Place
    variant_key: str
    size: int
    player_one_id: int
    player_two_id: int
    created_at: datetime
    per_move: timedelta | None = None
    challenge_id: int | None = None
    match_id: int | None = None
    match_number: int | None = None
    rematch_of: int | None = None
