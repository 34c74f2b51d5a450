"""Messages with emoji of the bot's application, which Discord refuses once one of these emoji is deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeVar

import discord

_Answer = TypeVar("_Answer")

_INVALID_FORM: Final = 50035
# The code covers every error in a message. discord.py keeps the sentence of each, but not its own code.
_INVALID_EMOJI: Final = "Invalid emoji"


class OwnEmoji(Protocol):
    """Knows the emoji of the application."""

    def replaced(self, payload: dict[str, Any]) -> dict[str, Any] | None:
        """Return a refused message with Unicode's emoji in place of the application's; None if it has none of these."""


async def send_or_replace(
    emoji: OwnEmoji, payload: dict[str, Any], send: Callable[[dict[str, Any]], Awaitable[_Answer]]
) -> _Answer:
    """Send a message; again with Unicode's emoji, if Discord does not know one of the application's.

    Discord does nothing with a message that it refuses, so an interaction can still be answered.

    Args:
        emoji: Replaces the emoji.
        payload: The message.
        send: Sends a message.

    Raises:
        discord.HTTPException, aiohttp.ClientError, OSError: As `send` does.
    """
    try:
        return await send(payload)
    except discord.HTTPException as error:
        is_unknown = error.code == _INVALID_FORM and _INVALID_EMOJI in error.text
        plain = emoji.replaced(payload) if is_unknown else None
        if plain is None:
            raise
    return await send(plain)
