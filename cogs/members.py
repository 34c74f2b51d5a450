"""Who is in a server; asked of Discord, because a bot without privileged intents is not told."""

from __future__ import annotations

from typing import Any

import discord

from cogs.answers import UNDELIVERED


async def is_member(interaction: discord.Interaction[Any], user_id: int) -> bool:
    """Whether somebody is in the server that an interaction comes from; assumed where Discord does not say."""
    if interaction.guild is None or interaction.guild.get_member(user_id) is not None:
        return True
    try:
        await interaction.guild.fetch_member(user_id)
    except discord.NotFound:
        return False
    except UNDELIVERED:
        return True
    return True
