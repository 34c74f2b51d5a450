"""Places: the channels and messages where boards, challenges and offers stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

OUTSIDE: Final = 0
"""The server of places outside of all servers that have the bot. It is no id of Discord's, and in the first shard."""


@dataclass(frozen=True, slots=True)
class Place:
    """A channel and, once it is known, a message in it.

    Attributes:
        guild_id: The server; `OUTSIDE` for a channel where the bot is not, or in direct messages with it.
        channel_id: The channel.
        message_id: The message.
    """

    guild_id: int
    channel_id: int
    message_id: int | None = None

    @property
    def is_outside(self) -> bool:
        """Whether it is outside of the servers that have the bot. Its games belong to the two who play them."""
        return self.guild_id == OUTSIDE


@dataclass(frozen=True, slots=True)
class OldCopy:
    """A message of a game that has to go: an older copy of its board, or a notification of an earlier turn.

    Discord has refused to delete it, or had no room for the request.

    Attributes:
        id: The id of its message.
    """

    id: int
    game_id: int
    place: Place
