"""Who is in a server and can see a channel, and which channels are deleted, asked of Discord where need be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import discord

from cogs.context import Request
from cogs.discord_api.failures import UNDELIVERED
from cogs.messages.sending.delivery import UNKNOWN_CHANNEL
from cogs.text.shared import link, mention
from gridlock_host import Game, Place, Refusal
from gridlock_host.errors import CannotBeChallenged
from gridlock_host.model.person import is_deleted
from gridlock_rules.wording import Phrase

_UNKNOWN_MEMBER: Final = 10007
_LEFT: Final = Phrase("The other player has left this server, so there is nobody to play against.")


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


class OpponentCannotSee(Refusal):
    """A challenge would be posted where the opponent may not see it."""

    def __init__(self, opponent_id: int) -> None:
        super().__init__(
            Phrase(
                "{opponent} cannot see this channel. Challenge them in one that both of you can see.",
                opponent=mention(opponent_id),
            )
        )


def require_visible_to_opponent(request: Request, opponent: discord.abc.User) -> bool:
    """Check that an opponent can see the request's channel, and return whether that is known.

    Discord tells their permissions with a command or a menu that names them, so they are right also where the bot
    cannot see the channel. It does not tell who is in a private thread.

    Raises:
        OpponentCannotSee: They cannot.
    """
    if request.interaction.guild_id is None:
        return True
    permissions = opponent.resolved_permissions if isinstance(opponent, discord.Member) else None
    if permissions is None:
        return False
    if not (permissions.view_channel or permissions.administrator):
        raise OpponentCannotSee(opponent.id)
    channel = request.interaction.channel
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return not is_private or permissions.manage_threads or permissions.administrator


def _own_guild(request: Request) -> discord.Guild | None:
    """Return the server of a request; None outside of the servers that have the bot, where Discord answers nothing."""
    return None if request.is_outside else request.interaction.guild


async def is_member(request: Request, user_id: int) -> bool:
    """Return whether a person is in the request's server. If Discord does not say, they are assumed to be."""
    guild = _own_guild(request)
    if guild is None or guild.get_member(user_id) is not None:
        return True
    if is_deleted(user_id):
        return False
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
    if not is_deleted(user_id) and not await is_member(request, user_id):
        raise CannotBeChallenged(_LEFT)


async def require_rematch_partner(request: Request, user_id: int) -> bool:
    """Check that the other player of a rematch is in the server and can see the request's channel.

    Returns:
        Whether the latter is known. Who is in a private thread is not, but the two have played there.

    Raises:
        CannotBeChallenged: They have left the server.
        OpponentCannotSee: They cannot see the channel.
    """
    guild, channel_id = await request.load_guild(), request.interaction.channel_id
    if guild is None or channel_id is None or is_deleted(user_id):
        return True
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
        channel = guild.get_channel_or_thread(channel_id)
        if channel is None or _is_masked(channel, member):
            return False
        may_view = channel.permissions_for(member).view_channel
    except discord.NotFound as error:
        raise CannotBeChallenged(_LEFT) from error
    except (*UNDELIVERED, discord.ClientException):
        return False
    if not may_view:
        raise OpponentCannotSee(user_id)
    return True


async def require_channel_access(request: Request, user_id: int, elsewhere: Place) -> bool:
    """Check that a person can see the request's channel, unless it is the one where they were before.

    Returns:
        Whether that is known. It is not in a channel that the bot cannot see.

    Raises:
        ChannelNotVisible: They cannot, or Discord does not say.
    """
    if request.place.channel_id == elsewhere.channel_id:
        return True
    sees = await _can_see_here(request, user_id)
    if sees is False:
        raise ChannelNotVisible(elsewhere)
    return sees is not None


async def can_see(request: Request, place: Place) -> bool | None:
    """Return whether the person of a request can see a channel, as far as it is known.

    None means that Discord has hidden from the bot who can: in a channel that the bot cannot see itself.
    """
    interaction = request.interaction
    if place.channel_id == interaction.channel_id:
        return True
    guild, person = await request.load_guild(), interaction.user
    channel = None if guild is None else guild.get_channel_or_thread(place.channel_id)
    if channel is None or not isinstance(person, discord.Member):
        return False
    try:
        return None if _is_masked(channel, person) else _may_view(channel, person)
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
    sees = is_allowed and await _can_see_here(request, game.opponent_of(request.user_id))
    if sees or await is_channel_deleted(request, game.place):
        return None
    if sees is None:
        return Phrase("I cannot see this channel myself, so I do not know whether your opponent can.")
    if is_allowed:
        return Phrase("Your opponent cannot see this channel, as far as I can tell.")
    return Phrase("You cannot start games in this channel.")


async def is_channel_deleted(request: Request, place: Place) -> bool:
    """Return whether a channel or thread is deleted; an archived one, or one hidden from the bot, is not."""
    guild = _own_guild(request)
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


async def _can_see_here(request: Request, user_id: int) -> bool | None:
    """Return whether a person can see the request's channel; False if Discord does not say.

    None means that Discord has hidden from the bot who can: in a channel that the bot cannot see itself.

    A person who has left the server counts as one who can: nothing is hidden from them that they would need.
    """
    guild, channel_id = await request.load_guild(), request.interaction.channel_id
    channel = None if guild is None or channel_id is None else guild.get_channel_or_thread(channel_id)
    if guild is None or channel is None:
        return False
    if is_deleted(user_id):
        return True
    try:
        member = guild.get_member(user_id) or await guild.fetch_member(user_id)
        return None if _is_masked(channel, member) else _may_view(channel, member)
    except discord.NotFound as error:
        return error.code == _UNKNOWN_MEMBER
    except (*UNDELIVERED, discord.ClientException):  # the latter if the parent channel of a thread is not cached
        return False


def _is_masked(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    """Return whether Discord hides from the bot who can see a channel, and the member is none who sees all.

    It gives such a channel a false name and one overwrite, which denies everybody to view it.
    """
    public = channel.parent if isinstance(channel, discord.Thread) else channel
    if public is None or member.guild_permissions.administrator:
        return False
    everybody = channel.guild.default_role
    overwrites = public.overwrites
    return list(overwrites) == [everybody] and overwrites[everybody].view_channel is False and not _sees(public)


def _sees(channel: discord.abc.GuildChannel) -> bool:
    return channel.permissions_for(channel.guild.me).view_channel


def _may_view(channel: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> bool:
    permissions = channel.permissions_for(member)
    # The members of a private thread are unknown, so a board never moves there.
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return permissions.view_channel and (permissions.manage_threads or not is_private)
