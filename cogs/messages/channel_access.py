"""Who is in a server and can see a channel, and which channels are deleted, asked of Discord where need be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from cogs.context import Request
from cogs.messages.delivery import UNKNOWN_CHANNEL
from cogs.responder import UNDELIVERED
from cogs.text.shared import link
from gridlock_host import Game, Place, Refusal
from gridlock_host.errors import CannotBeChallenged
from gridlock_rules.wording import Phrase

_UNKNOWN_MEMBER: Final = 10007


class ChannelNotVisible(Refusal):
    """A game would begin where the challenger may not see it."""

    def __init__(self, elsewhere: Place) -> None:
        super().__init__(
            Phrase(
                "The challenger cannot see this channel, as far as I can tell. "
                "Accept the challenge where it is: {link}",
                link=link(elsewhere),
            )
        )


async def is_member(request: Request, user_id: int) -> bool:
    """Return whether a person is in the request's server. If Discord does not say, they are assumed to be."""
    guild = request.interaction.guild
    if guild is None or guild.get_member(user_id) is not None:
        return True
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    except UNDELIVERED:
        return True
    return True


async def require_member(request: Request, user_id: int) -> None:
    """Check that an opponent is still in the server.

    Raises:
        CannotBeChallenged: They have left it.
    """
    if user_id > 0 and not await is_member(request, user_id):
        raise CannotBeChallenged(Phrase("The other player has left this server, so there is nobody to play against."))


async def require_channel_access(request: Request, user_id: int, elsewhere: Place) -> None:
    """Check that a person can see the request's channel, unless it is the one where they were before.

    Raises:
        ChannelNotVisible: They cannot, or Discord does not say.
    """
    if request.place.channel_id != elsewhere.channel_id and not await _can_see_here(request, user_id):
        raise ChannelNotVisible(elsewhere)


def can_see(request: Request, place: Place) -> bool:
    """Return whether the person of a request can see a channel, as far as the cache tells."""
    interaction = request.interaction
    if place.channel_id == interaction.channel_id:
        return True
    guild, person = interaction.guild, interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(place.channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return False
    try:
        return _may_view(channel, person)
    except discord.ClientException:
        return False


async def reason_board_cannot_move(request: Request, game: Game) -> Phrase | None:
    """Return why a game's board cannot move to the request's channel; None if it can.

    Nobody may move a game to a channel where the opponent would miss their turn and lose on time. A game whose channel
    is deleted can move anywhere.
    """
    here = request.place
    if here.channel_id == game.place.channel_id:
        return None
    settings = await request.host.servers.settings.find(here.guild_id)
    is_allowed = settings.allows_channel(here.channel_id, request.parent_channel_id)
    if is_allowed and await _can_see_here(request, game.opponent_of(request.user_id)):
        return None
    if await is_deleted(request, game.place):
        return None
    if is_allowed:
        return Phrase("Your opponent cannot see this channel, as far as I can tell.")
    return Phrase("Games cannot be started in this channel.")


async def is_deleted(request: Request, place: Place) -> bool:
    """Return whether a channel or thread is deleted; an archived one, or one hidden from the bot, is not."""
    guild = request.interaction.guild
    if guild is None or guild.get_channel_or_thread(place.channel_id) is not None:
        return False
    try:
        await guild.fetch_channel(place.channel_id)
    except discord.NotFound as error:
        return error.code == UNKNOWN_CHANNEL
    except (*UNDELIVERED, discord.InvalidData):
        return False
    return False


def deleted_among(guild: discord.Guild | None, channel_ids: Iterable[int]) -> frozenset[int]:
    """Return which of these channels are deleted; none if the cache does not have the server's channels.

    Discord tells a bot of all channels of a server, also of those that the bot cannot see.
    """
    if guild is None or guild.unavailable or not guild.channels:
        return frozenset()
    return frozenset(channel_id for channel_id in channel_ids if guild.get_channel_or_thread(channel_id) is None)


async def _can_see_here(request: Request, user_id: int) -> bool:
    """Return whether a person can see the request's channel; False if Discord does not say.

    A person who has left the server counts as one who can: nothing is hidden from them that they would need.
    """
    guild, channel_id = request.interaction.guild, request.interaction.channel_id
    channel = None if guild is None or channel_id is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        return False
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
        return _may_view(channel, member)
    except discord.NotFound as error:
        return error.code == _UNKNOWN_MEMBER
    except (*UNDELIVERED, discord.ClientException):  # the latter if the parent channel of a thread is not cached
        return False


def _may_view(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    permissions = channel.permissions_for(member)
    # The members of a private thread are unknown, so a board never moves there.
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return permissions.view_channel and (permissions.manage_threads or not is_private)
