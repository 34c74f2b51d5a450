"""The state for the page: members, roles, channels, the bot, faults."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from local_discord.frontends.web.views.markup import Names, markup
from local_discord.model.thread import DirectChannel, Thread
from local_discord.wire import CommandType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from local_discord import Channel, Guild, LocalDiscord, User
    from local_discord.frontends.web.welcome import Welcome
    from local_discord.wire import Json

_TARGETS = {CommandType.USER: "member", CommandType.MESSAGE: "message"}


def state_view(discord: LocalDiscord, guild: Guild, channels: Iterable[Channel], welcome: Welcome) -> Json:
    """Return the state, without messages.

    Args:
        discord: The stand-in.
        guild: The guild that the page shows.
        channels: The channels that can be opened.
        welcome: The title and the first steps.
    """
    names = Names.of(guild)
    return {
        "guild": guild.name,
        "bot": {"name": discord.bot.name, "online": bool(discord.sessions), "ready": bool(discord.commands)},
        "members": [
            {"id": str(member.id), "name": member.name, "bot": member.user.bot, "icon": member.user.icon is not None}
            for member in guild.members.values()
        ],
        "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles[1:]],
        "channels": [_channel(channel, discord.bot) for channel in channels],
        "menus": [
            {"name": command["name"], "on": _TARGETS[command["type"]]}
            for command in discord.commands
            if command["type"] in _TARGETS
        ],
        "welcome": {
            "title": welcome.title,
            "steps": [{"text": markup(step.text, names), "line": step.line} for step in welcome.steps],
            "first_steps": [
                {"label": step.label, "note": step.note, "side_by_side": step.side_by_side}
                for step in welcome.first_steps
            ],
            "shorthand": None if welcome.shorthand is None else asdict(welcome.shorthand),
        },
    }


def _channel(channel: Channel, bot: User) -> Json:
    return {
        "id": str(channel.id),
        # To the person, direct messages are those with the bot.
        "name": bot.name if isinstance(channel, DirectChannel) else channel.name,
        "thread": isinstance(channel, Thread),
        "people": None if channel.guild else [str(person.id) for person in channel.people],
        "bot": channel.has_bot,
    }
