"""What an interaction says about the person who sent it, and about the channel it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from gridlock_host import Person
from gridlock_host.servers.settings import Actor

if TYPE_CHECKING:
    from cogs.runtime.client import AnyInteraction


def actor_of(interaction: AnyInteraction) -> Actor:
    """Who sent an interaction, with their powers at that moment."""
    person = interaction.user
    roles = person.roles if isinstance(person, discord.Member) else []
    return Actor(
        person.id,
        manages_server=_may_manage(interaction.permissions),
        role_ids=frozenset(role.id for role in roles),
    )


def manages_server(user: discord.User | discord.Member) -> bool:
    """Whether somebody whom an option names may manage the server; Discord tells that of its members only."""
    permissions = user.resolved_permissions if isinstance(user, discord.Member) else None
    return permissions is not None and _may_manage(permissions)


def thread_of(interaction: AnyInteraction) -> int | None:
    """The channel in whose thread an interaction was sent; None when it does not come from a thread."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def person_of(user: discord.User | discord.Member) -> Person:
    """Somebody whom an option or a menu names."""
    return Person(user.id, is_bot=user.bot, is_member=isinstance(user, discord.Member))


def _may_manage(permissions: discord.Permissions) -> bool:
    return permissions.manage_guild or permissions.administrator
