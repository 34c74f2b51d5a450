"""Posting, editing and deleting messages as the bot, by channel and message id.

An interaction token lives for 15 minutes and a game for days, so messages are changed by their channel, which works at
any time. Discord limits such requests, and not those with a token, so a fresh token is used where others have to wait.
That a message, a channel or a permission is gone is an ordinary outcome here, not an error.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import Enum, auto
from hashlib import blake2s
from typing import Any, Final

import aiohttp
import discord
from discord.utils import MISSING

from cogs.context import Request
from cogs.discord_api.components import Components
from cogs.discord_api.failures import UNDELIVERED, UNKNOWN_MESSAGE, may_have_arrived
from cogs.discord_api.interaction_tokens import InteractionTokens
from cogs.discord_api.interactions import InteractionCalls
from cogs.discord_api.messages import (
    NO_MENTIONS,
    Payload,
    Sender,
    delete_message,
    edit_message,
    message_payload,
    post_message,
    with_nonce,
)
from cogs.text.i18n import Languages
from cogs.text.shared import link
from gridlock_host import Game, Place
from gridlock_host.model.place import OUTSIDE

_log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
_EXPIRED_TOKEN: Final = 50027
# One game's changes are shown one after the other. A rate limit of minutes on an edit, which can be made up for later,
# must not hold back the message that tells a player of their turn.
CHANGED_WITHIN: Final = 10.0
# Discord takes up to 25 characters.
_NONCE_BYTES: Final = 12


class Undelivered(Enum):
    """Why Discord rejected a message or an edit.

    Attributes:
        GONE: The channel or the message is deleted: a retry cannot help.
        REFUSED: Anything else, such as a missing permission or an outage.
    """

    GONE = auto()
    REFUSED = auto()


class Messages:
    """The messages of the bot. Phrases in them are translated into the server's language.

    Args:
        client: The bot.
        languages: The language of each server.
        tokens: The tokens by which messages can be changed, too.
    """

    def __init__(self, client: Sender, languages: Languages, tokens: InteractionTokens | None = None) -> None:
        self._client = client
        self._tokens = tokens or InteractionTokens()
        self._languages = languages

    async def edit(
        self, place: Place, components: Components | None, *, text: str | None = MISSING
    ) -> Undelivered | None:
        """Edit a message, and return why it could not be edited in time; None if it was.

        Args:
            place: The message.
            components: What it shows now; None for no controls.
            text: Its content now; left out, it stays as it is.
        """
        if text not in (MISSING, None):
            text = await self._translated(place, text)
        try:
            async with asyncio.timeout(CHANGED_WITHIN):
                change, (channel_id, message_id) = message_payload(text, components), _ids(place)
                if place.is_outside:
                    # Without a token, the next press brings one, and shows what has changed.
                    return None if await self._tokens.edit(message_id, change) else Undelivered.GONE
                if not await self._is_done_by_token(lambda: self._tokens.edit(message_id, change)):
                    await edit_message(self._client, channel_id, message_id, change)
        except UNDELIVERED as error:
            _log.warning("the message %s could not be changed: %s", link(place), str(error) or "it took too long")
            return _reason(error)
        return None

    def would_wait(self, place: Place) -> bool:
        """Return whether a change of a message would have to wait for Discord's limit of requests."""
        _, message_id = _ids(place)
        return self._client.is_short_of_calls and not place.is_outside and not self._tokens.has(message_id)

    async def delete(self, place: Place) -> Undelivered | None:
        """Delete a message, and return why it could not be deleted in time; None if it was."""
        try:
            async with asyncio.timeout(CHANGED_WITHIN):
                channel_id, message_id = _ids(place)
                if place.is_outside:
                    return None if await self._tokens.delete(message_id) else Undelivered.GONE
                if not await self._is_done_by_token(lambda: self._tokens.delete(message_id)):
                    await delete_message(self._client.http, channel_id, message_id)
        except UNDELIVERED as error:
            _log.warning("the message %s could not be removed: %s", link(place), str(error) or "it took too long")
            return _reason(error)
        return None

    async def post(
        self,
        place: Place,
        name: str,
        *,
        after: Request | None = None,
        text: str | None = None,
        components: Components | None = None,
        mentions: discord.AllowedMentions = NO_MENTIONS,
    ) -> Place | Undelivered:
        """Post a message in a channel, or find it if it was posted there in the last few minutes.

        Args:
            place: The channel.
            name: Identifies the message in its channel. Two posts of the same name are the same message.
            after: The request that led to it, if there is one. Its token works without a permission in the channel,
                so it is used where the bot may not post, provided that the request was answered and comes from this
                channel. It is used where other requests wait, too, because Discord does not limit follow-ups as it
                limits posts. It is not used elsewhere, because Discord does not recognize a second copy of a follow-up.
            text: The content.
            components: The controls; without a text, the whole message.
            mentions: Who is notified.

        Returns:
            Where the message is, or why there is none.
        """
        said = MISSING if text is None else await self._translated(place, text)
        message = message_payload(said, MISSING if components is None else components, mentions=mentions)
        if after is not None and after.interaction.channel_id != place.channel_id:
            after = None
        if place.is_outside:
            return await self._follow_up(after, message) or Undelivered.GONE
        may_post = after is None or _may_post(after.interaction)
        prefers_token = not may_post or self._client.is_short_of_calls
        if prefers_token and (followed := await self._follow_up(after, message)) is not None:
            return followed
        try:
            return replace(place, message_id=await self._send(place, name, message))
        except UNDELIVERED as error:
            _log.warning("no message could be posted at %s: %s", link(replace(place, message_id=None)), error)
            was_refused = not prefers_token and not may_have_arrived(error)
            if was_refused and (followed := await self._follow_up(after, message)) is not None:
                return followed
            return _reason(error)

    async def post_directly(self, user_id: int, name: str, text: str) -> None:
        """Send a direct message to a person who has asked for it; nothing if their Discord does not take it.

        Args:
            user_id: The person.
            name: Identifies the message among those to this person.
            text: The content.
        """
        try:
            channel = await self._client.http.start_private_message(user_id)
            place = Place(OUTSIDE, int(channel["id"]))
            await self._send(place, name, message_payload(await self._translated(place, text)))
        except UNDELIVERED as error:
            _log.info("a direct message was not taken: %s", error)

    async def _send(self, place: Place, name: str, message: Payload) -> int:
        """Post by channel id, and return the message's id; Discord recognizes a second copy by its nonce."""
        recognizable = with_nonce(message, nonce_of(place, name))
        try:
            return await post_message(self._client, place.channel_id, recognizable)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            # It was posted before, and deleted since.
            return await post_message(self._client, place.channel_id, message)
        except (aiohttp.ClientError, OSError):
            # The connection broke, perhaps after Discord had posted it.
            return await post_message(self._client, place.channel_id, recognizable)

    async def _follow_up(self, after: Request | None, message: Payload) -> Place | None:
        """Post with the token of an answered interaction; return None where that is not possible."""
        if after is None or not after.responder.is_answered:
            return None
        try:
            posted = after.message_place(await InteractionCalls(after.interaction).follow_up(message))
            if posted.message_id is not None:
                self._tokens.note(posted.message_id, after.interaction, is_original=False)
            return posted  # noqa: TRY300
        except UNDELIVERED as error:
            _log.info("interaction %s takes no more follow-ups: %s", after.interaction.id, error)
            return None

    async def _is_done_by_token(self, change: Callable[[], Awaitable[bool]]) -> bool:
        """Change a message with a token, if a request without one would have to wait; return whether that was done."""
        if not self._client.is_short_of_calls:
            return False
        try:
            return await change()
        except discord.HTTPException as error:
            _log.info("a token was not taken, so the change waits for its turn: %s", error)
            return False

    async def _translated(self, place: Place, text: str) -> str:
        return (await self._languages.of(place.guild_id)).say(text)


def _ids(place: Place) -> tuple[int, int]:
    """Return the channel and the id of a message."""
    if place.message_id is None:
        raise ValueError("a place without a message cannot be changed")
    return place.channel_id, place.message_id


def _reason(error: Exception) -> Undelivered:
    if isinstance(error, discord.HTTPException) and error.code == _EXPIRED_TOKEN:
        return Undelivered.GONE
    gone = isinstance(error, discord.NotFound) and error.code in (UNKNOWN_CHANNEL, UNKNOWN_MESSAGE)
    return Undelivered.GONE if gone else Undelivered.REFUSED


def _may_post(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot may post in the channel of an interaction; the interaction says so itself."""
    permissions = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    may_send = permissions.send_messages_in_threads if in_thread else permissions.send_messages
    return permissions.administrator or (permissions.view_channel and may_send)


def message_name(kind: str, game: Game) -> str:
    """Return the name of a message about the current version of a game; it differs between databases."""
    return f"{kind} {game.id} {game.version} {game.created_at.isoformat()}"


def nonce_of(place: Place, name: str) -> str:
    """Return the nonce of a message, by which Discord recognizes a second copy for some minutes.

    It includes the channel, because Discord documents that it compares the nonces of all channels.
    """
    return blake2s(f"{place.channel_id} {name}".encode(), digest_size=_NONCE_BYTES).hexdigest()
