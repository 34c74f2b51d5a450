"""Places: the channels and messages where boards, challenges and offers stand."""

from __future__ import annotations

from dataclasses import dataclass, field
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
        foreign_guild_id: The server of such a channel, where the bot is not, if it is in one. Only links need it.
    """

    guild_id: int
    channel_id: int
    message_id: int | None = None
    foreign_guild_id: int | None = field(default=None, compare=False)

    @property
    def is_outside(self) -> bool:
        """Whether it is outside of the servers that have the bot. Its games belong to the two who play them."""
        return self.guild_id == OUTSIDE

    def in_channel(self, channel_id: int, message_id: int | None = None) -> Place:
        """Return a place in a channel of the same server; of another chat, nothing but its channel is known."""
        is_here = channel_id == self.channel_id
        return Place(self.guild_id, channel_id, message_id, self.foreign_guild_id if is_here else None)


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
