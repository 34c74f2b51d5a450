"""The channels that a member can open: those of the guild, direct messages with the bot, and group chats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.frontends.input.command_line import channels_of
from local_discord.frontends.input.words import NotUnderstood
from local_discord.model.thread import DirectChannel, GroupChannel

if TYPE_CHECKING:
    from local_discord import Channel, Member


def channels_for(seat: Member) -> list[Channel]:
    """Return the channels that a member can open: those of the guild, the direct messages with the bot, group chats."""
    everywhere = seat.guild.world.channels.values()
    groups = [one for one in everywhere if isinstance(one, GroupChannel) and one.can_be_read_by(seat)]
    return [*channels_of(seat.guild), seat.dm, *groups]


def title_of(channel: Channel) -> str:
    """Return the name of a channel as its members know it; direct messages have that of the bot."""
    if isinstance(channel, DirectChannel):
        return f"@{channel.world.bot.name}"
    return channel.name if channel.guild is None else f"#{channel.name}"


def find_open_channel(text: str, seat: Member) -> Channel:
    """Return the channel with a title that a member can open, with or without its sign, in any letter case.

    Raises:
        NotUnderstood: There is no such channel.
    """
    for channel in channels_for(seat):
        title = title_of(channel).casefold()
        if text.casefold() in {title, title.lstrip("#@")}:
            return channel
    raise NotUnderstood(f"There is no channel {text}.")
