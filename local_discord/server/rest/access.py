"""Access checks: channels and messages that the bot can reach, and its permissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from local_discord.errors import (
    archived_thread,
    cannot_message_user,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_guild,
    unknown_message,
)
from local_discord.model.thread import DirectChannel, Thread
from local_discord.model.values.permissions import Permissions

if TYPE_CHECKING:
    from local_discord.model.channel import Channel, Message
    from local_discord.model.guild import BaseGuild
    from local_discord.model.member import BaseMember
    from local_discord.model.message import Draft
    from local_discord.model.world import World


def channel_of(world: World, channel_id: int) -> Channel:
    """Return a channel that the bot can see.

    Raises:
        ApiError: There is none, or the bot cannot see it.
    """
    channel = world.channels.get(channel_id)
    if channel is None:
        raise unknown_channel()
    if not channel.has_bot or not channel.bot_permissions.includes(Permissions.VIEW_CHANNEL):
        raise missing_access()
    return channel


def guild_of(world: World, guild_id: int) -> BaseGuild[Any]:
    """Return a guild that the bot is in.

    Raises:
        ApiError: There is none, or the bot is not in it.
    """
    guild = world.guilds.get(guild_id)
    if guild is None:
        raise unknown_guild()
    if not guild.bot_present:
        raise missing_access()
    return guild


def message_of(channel: Channel, message_id: int) -> Message:
    """Return a message that can be reached through its channel; ephemeral ones cannot.

    Raises:
        ApiError: There is none.
    """
    message = channel.find_message(message_id)
    if message is None:
        raise unknown_message()
    return message


def require(channel: Channel, *names: str) -> None:
    """Check that the bot has permissions in a channel.

    Raises:
        ApiError: It lacks one.
    """
    if channel.guild is not None and not channel.bot_permissions.includes(Permissions.named(*names)):
        raise missing_permissions()


def require_can_post(world: World, channel: Channel, draft: Draft) -> None:
    """Check that the bot may post a message.

    Raises:
        ApiError: It lacks a permission, or the person does not accept direct messages.
    """
    in_thread = isinstance(channel, Thread)
    require(channel, "SEND_MESSAGES_IN_THREADS" if in_thread else "SEND_MESSAGES")
    if draft.attachments:
        require(channel, "ATTACH_FILES")
    if draft.reference is not None:
        require(channel, "READ_MESSAGE_HISTORY")
    if isinstance(channel, DirectChannel) and not _takes_messages(world, channel.person):
        raise cannot_message_user()


def _takes_messages(world: World, person: BaseMember) -> bool:
    return person.user.takes_direct_messages and (person.user.has_installed_app or world.shares_a_guild_with(person))


def unarchive(channel: Channel) -> None:
    """Unarchive a thread because something is posted in it.

    Raises:
        ApiError: It is locked, and the bot may not unlock it.
    """
    if isinstance(channel, Thread) and channel.archived:
        if channel.locked and not channel.bot_permissions.includes(Permissions.MANAGE_THREADS):
            raise archived_thread()
        channel.set_state(archived=False)


def require_not_archived(channel: Channel) -> None:
    """Check that a channel is no archived thread.

    Raises:
        ApiError: It is one.
    """
    if isinstance(channel, Thread) and channel.archived:
        raise archived_thread()
