"""Places without the bot, as interactions tell them: private channels, and servers that it is not in."""

from __future__ import annotations

from typing import Any

import discord


def is_outside(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an interaction comes from outside of the servers that have the bot.

    It does if a person has installed the bot for themselves, and uses it in a group chat, in direct messages with it,
    or in another server. There, a message can be sent and changed only with the token of an interaction.
    """
    guild_id = interaction.guild_id
    if guild_id is None:
        return True
    return not interaction.is_guild_integration() and interaction.client.get_guild(guild_id) is None


def is_shown_to_others(interaction: discord.Interaction[Any]) -> bool:
    """Return whether others can see what the bot answers; Discord keeps that from them in direct messages with it.

    In a server without the bot, it makes every answer private to a person who may not use external apps there.
    """
    if interaction.guild_id is None:
        return not interaction.context.dm_channel
    permissions = interaction.permissions
    return not is_outside(interaction) or permissions.use_external_apps or permissions.administrator
