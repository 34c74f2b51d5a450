"""Somebody who plays the bot at its strongest level."""

from __future__ import annotations

from typing import Any, Final

from local_discord import Channel, Guild, Message

LEVEL: Final = 5
_SIMPLE: Final = "just some legal move"


class Person:
    """Somebody who plays the bot.

    Args:
        guild: A server.
        channel: Where they play.
        name: What they are called.

    Attributes:
        channel: Where they play.
        member: The one who does what they do.
    """

    def __init__(self, guild: Guild, channel: Channel, name: str) -> None:
        self._bot = guild.bot
        self.channel = channel
        self.member = guild.add_member(name)

    async def begin(self, variant_key: str, size: int | None = None) -> Message:
        """Begin a game in which they move first, and return its board."""
        terms: dict[str, Any] = {"opponent": self._bot, "variant": variant_key, "level": LEVEL, "first": "me"}
        if size is not None:
            terms["size"] = size
        begun = await self.member.command(self.channel, "gridlock challenge", **terms)
        if begun.reply is None:
            raise RuntimeError("the bot did not begin a game")
        return begun.reply

    @property
    def simple(self) -> int:
        """How many moves the bot admits not to have thought through, in the channel."""
        return sum(_SIMPLE in message.text for message in self.channel.messages)
