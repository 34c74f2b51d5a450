"""Who is in a server; asked of Discord, because a bot without privileged intents is not told."""

from __future__ import annotations

from typing import Any

import discord

from cogs.responder import UNDELIVERED
from gridlock_host.errors import CannotBeChallenged
from gridlock_rules.wording import Phrase


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


async def expect_member(interaction: discord.Interaction[Any], user_id: int) -> None:
    """Check that somebody can be played against.

    Raises:
        CannotBeChallenged: They have left the server.
    """
    if user_id > 0 and not await is_member(interaction, user_id):
        raise CannotBeChallenged(Phrase("The other player has left this server, so there is nobody to play against."))
