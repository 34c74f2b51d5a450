"""Messages that were sent earlier, changed and removed as the bot.

Interaction tokens live for 15 minutes, games for days; so whatever is not the answer to an interaction is found by
its channel and id. That a message, a channel or a permission is gone is an ordinary outcome here, not an error.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import Enum, auto
from hashlib import blake2s
from typing import Any, Final

import aiohttp
import discord
from discord.utils import MISSING

from cogs.responder import UNDELIVERED
from cogs.text.i18n import Languages
from cogs.text.shared import NOBODY, link
from gridlock_host import Place

_log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
_UNKNOWN_MESSAGE: Final = 10008
_SERVER_ERROR: Final = 500
# Discord takes up to 25 characters.
_NONCE_BYTES: Final = 12


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
        name: str,
        *,
        after: discord.Interaction[Any] | None = None,
        text: str | None = None,
        view: discord.ui.LayoutView | discord.ui.View | None = None,
        mentions: discord.AllowedMentions = NOBODY,
    ) -> Place | Undelivered:
        """Post a message in a channel, unless it was posted there some minutes ago at most: then find that one.

        Args:
            place: The channel.
            name: What is posted. Two posts in a channel that have the same name are the same message.
            after: The interaction that led to it, if there is one. Its token needs no permission in the channel, so
                it is used where the bot may not post there, unless Discord never took an answer with it. Elsewhere it
                is not, because Discord does not tell whether it has taken the same from it before.
            text: Its text, as plain content.
            view: Its controls, or, without a text, all of it.
            mentions: Whom it notifies.

        Returns:
            Where the message is, or why there is none.
        """
        message: dict[str, Any] = {"allowed_mentions": mentions}
        message |= {} if text is None else {"content": await self._said(place, text)}
        message |= {} if view is None else {"view": view}
        may_post = after is None or _may_post(after)
        if not may_post and (followed := await self._follow_up(after, message)) is not None:
            return followed
        try:
            return replace(place, message_id=await self._send(place, name, message))
        except UNDELIVERED as error:
            _log.warning("no message could be posted at %s: %s", link(replace(place, message_id=None)), error)
            if may_post and _was_refused(error) and (followed := await self._follow_up(after, message)) is not None:
                return followed
            return _why(error)

    async def _send(self, place: Place, name: str, message: dict[str, Any]) -> int:
        """Post by channel; where Discord has taken a message of this name just before, that message is meant."""
        channel, nonce = self._client.get_partial_messageable(place.channel_id), nonce_of(place, name)
        try:
            return (await channel.send(**message, nonce=nonce)).id
        except discord.NotFound as error:
            if error.code != _UNKNOWN_MESSAGE:
                raise
            # It was posted, and somebody has deleted it since.
            return (await channel.send(**message)).id
        except (aiohttp.ClientError, OSError):
            # The connection broke, perhaps after Discord had taken it.
            return (await channel.send(**message, nonce=nonce)).id

    async def _follow_up(self, after: discord.Interaction[Any] | None, message: dict[str, Any]) -> Place | None:
        """Post by the token of an interaction that was answered; None where that is not possible."""
        if after is None or not after.response.is_done():
            return None
        try:
            return place_of(after, (await after.followup.send(**message, wait=True)).id)
        except UNDELIVERED as error:
            _log.info("interaction %s can be followed up no more: %s", after.id, error)
            return None

    async def _said(self, place: Place, text: str) -> str:
        return (await self._languages.of(place.guild_id)).say(text)

    def _message(self, place: Place) -> discord.PartialMessage:
        if place.message_id is None:
            raise ValueError("a place without a message cannot be changed")
        channel = self._client.get_partial_messageable(place.channel_id, guild_id=place.guild_id)
        return channel.get_partial_message(place.message_id)


def _why(error: Exception) -> Undelivered:
    gone = isinstance(error, discord.NotFound) and error.code in (UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE)
    return Undelivered.GONE if gone else Undelivered.REFUSED


def _was_refused(error: Exception) -> bool:
    """Whether it is certain that Discord has not taken a message."""
    return isinstance(error, discord.HTTPException) and error.status < _SERVER_ERROR


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot may post where an interaction comes from, as Discord tells with it."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    posts = may.send_messages_in_threads if in_thread else may.send_messages
    return may.administrator or (may.view_channel and posts)


def nonce_of(place: Place, name: str) -> str:
    """The nonce of a message in a channel, from which Discord tells for some minutes that it has been posted already.

    By its documentation, Discord compares the nonces of all channels.
    """
    return blake2s(f"{place.channel_id} {name}".encode(), digest_size=_NONCE_BYTES).hexdigest()


def place_of(interaction: discord.Interaction[Any], message_id: int | None = None) -> Place:
    """The channel that an interaction comes from, or a message in it.

    Raises:
        NoPrivateMessage: The interaction does not come from a server.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise discord.app_commands.NoPrivateMessage
    return Place(interaction.guild_id, interaction.channel_id, message_id)
