"""Tokens of interactions, by the messages that they can change.

They are the only way to messages where the bot is not, and one that Discord's limit of requests a second leaves out.
"""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord

from cogs.discord_api.interactions import InteractionCalls
from cogs.discord_api.messages import Payload

# A token lives for 15 minutes; a request that begins near their end would come too late.
_USABLE_FOR: Final = timedelta(minutes=14, seconds=30)
_MOST: Final = 10_000


class InteractionTokens:
    """The newest interaction for each message. It is not stored: after a restart, the next press brings a new token."""

    def __init__(self) -> None:
        # The newest last.
        self._known: OrderedDict[int, tuple[InteractionCalls, bool]] = OrderedDict()

    def note(self, message_id: int, interaction: discord.Interaction[Any], *, is_original: bool) -> None:
        """Note that a message can be changed with the token of an interaction.

        Args:
            message_id: The message.
            interaction: The interaction, which is answered.
            is_original: Whether the message is the first answer, or the one whose control was used; else a follow-up.
        """
        self._known[message_id] = InteractionCalls(interaction), is_original
        self._known.move_to_end(message_id)
        while self._known and (len(self._known) > _MOST or not self._oldest_is_usable):
            self._known.popitem(last=False)

    def has(self, message_id: int) -> bool:
        """Return whether a token for a message is known and fresh."""
        return self._find(message_id) is not None

    async def edit(self, message_id: int, change: Payload) -> bool:
        """Edit a message; return False if no token for it is known and fresh.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord does not take it, or there is no connection.
        """
        known = self._find(message_id)
        if known is None:
            return False
        calls, is_original = known
        await (calls.edit_original(change) if is_original else calls.edit_follow_up(message_id, change))
        return True

    async def delete(self, message_id: int) -> bool:
        """Delete a message; return False if no token for it is known and fresh.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: As for `edit`.
        """
        known = self._find(message_id)
        if known is None:
            return False
        calls, is_original = known
        await calls.delete(None if is_original else message_id)
        self._known.pop(message_id, None)
        return True

    @property
    def _oldest_is_usable(self) -> bool:
        calls, _ = next(iter(self._known.values()))
        return _is_usable(calls)

    def _find(self, message_id: int) -> tuple[InteractionCalls, bool] | None:
        known = self._known.get(message_id)
        if known is not None and not _is_usable(known[0]):
            del self._known[message_id]
            return None
        return known


def _is_usable(calls: InteractionCalls) -> bool:
    return datetime.now(UTC) - calls.created_at <= _USABLE_FOR
