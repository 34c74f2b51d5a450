"""Messages that were sent earlier, changed and removed as the bot.

Interaction tokens live for 15 minutes, games for days; so whatever is not the answer to an interaction is found by
its channel and id. That a message, a channel or a permission is gone is an ordinary outcome here, not an error.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import Enum, auto
from typing import Any, Final

import discord
from discord.utils import MISSING

from cogs.answers import UNDELIVERED
from cogs.texts import NOBODY, link
from cogs.words import Languages
from gridlock_host import Place

_log = logging.getLogger(__name__)

_UNKNOWN_CHANNEL: Final = 10003
_UNKNOWN_MESSAGE: Final = 10008


class Undelivered(Enum):
    """Why Discord did not take a message or a change of one.

    Attributes:
        GONE: The channel or the message was deleted: trying again cannot help.
        REFUSED: Anything else, such as a permission that somebody may grant, or an outage.
    """

    GONE = auto()
    REFUSED = auto()


class Messages:
    """The messages of one bot. Phrases in them are said in the server's language.

    Args:
        client: The bot that has sent them.
        languages: What each server is spoken to in.
    """

    def __init__(self, client: discord.Client, languages: Languages) -> None:
        self._client = client
        self._languages = languages

    async def edit(
        self, place: Place, view: discord.ui.LayoutView | discord.ui.View | None, *, text: str | None = MISSING
    ) -> Undelivered | None:
        """Change a message; None when that was done."""
        if text not in (MISSING, None):
            text = await self._said(place, text)
        try:
            await self._message(place).edit(content=text, view=view, allowed_mentions=NOBODY)
        except UNDELIVERED as error:
            _log.warning("the message %s could not be changed: %s", link(place), error)
            return _why(error)
        return None

    async def delete(self, place: Place) -> bool:
        """Remove a message; False when Discord did not remove it."""
        try:
            await self._message(place).delete()
        except UNDELIVERED as error:
            _log.warning("the message %s could not be removed: %s", link(place), error)
            return False
        return True

    async def post(
        self,
        place: Place,
        *,
        after: discord.Interaction[Any] | None = None,
        text: str | None = None,
        view: discord.ui.LayoutView | None = None,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> Place | Undelivered:
        """Post a message in a channel.

        Args:
            place: The channel.
            after: The interaction that led to it, if there is one. Its token needs no permission in the channel, so
                it is tried first, unless Discord never took an answer with it.
            text: The message as plain content, or
            view: as a layout.
            mentions: Whom it notifies.

        Returns:
            Where the message is, or why there is none.
        """
        message: dict[str, Any] = {"allowed_mentions": mentions}
        message |= {"content": text and await self._said(place, text)} if view is None else {"view": view}
        if after is not None and after.response.is_done():
            try:
                return place_of(after, (await after.followup.send(**message, wait=True)).id)
            except UNDELIVERED as error:
                _log.info("interaction %s can be followed up no more: %s", after.id, error)
        channel = self._client.get_partial_messageable(place.channel_id)
        try:
            return replace(place, message_id=(await channel.send(**message)).id)
        except UNDELIVERED as error:
            _log.warning("no message could be posted at %s: %s", link(replace(place, message_id=None)), error)
            return _why(error)

    async def _said(self, place: Place, text: str) -> str:
        return (await self._languages.of(place.guild_id)).say(text)

    def _message(self, place: Place) -> discord.PartialMessage:
        if place.message_id is None:
            raise ValueError("a place without a message cannot be changed")
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return channel.get_partial_message(place.message_id)


def _why(error: Exception) -> Undelivered:
    gone = isinstance(error, discord.NotFound) and error.code in (_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE)
    return Undelivered.GONE if gone else Undelivered.REFUSED


def place_of(interaction: discord.Interaction[Any], message_id: int | None = None) -> Place:
    """The channel that an interaction comes from, or a message in it.

    Raises:
        NoPrivateMessage: The interaction does not come from a server.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise discord.app_commands.NoPrivateMessage
    return Place(interaction.guild_id, interaction.channel_id, message_id)
