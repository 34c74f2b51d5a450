"""Persons: one named in a request; ids that stand in for deleted players, and for those of imported games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

# Replace the id of a player whose data was deleted, by seat.
DELETED_PLAYER_ONE: Final = -1
DELETED_PLAYER_TWO: Final = -2

# Stand for the players of an imported game, by seat. They are never stored.
IMPORTED_PLAYER_ONE: Final = -3
IMPORTED_PLAYER_TWO: Final = -4


def is_deleted(user_id: int) -> bool:
    """Whether an id stands in for a player whose data was deleted."""
    return user_id in (DELETED_PLAYER_ONE, DELETED_PLAYER_TWO)


@dataclass(frozen=True, slots=True)
class Person:
    """A person named in a request, with what only Discord knows about them."""

    id: int
    is_bot: bool = False
    is_member: bool = True
