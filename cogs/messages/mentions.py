"""Whom a message notifies: only those who want that now."""

from __future__ import annotations

import discord

from cogs.text.shared import only
from gridlock_host import Host


async def whoever_wants(host: Host, *user_ids: int) -> discord.AllowedMentions:
    """Allow a message to notify those of these people who want to be notified now, and nobody else."""
    return only(*[user_id for user_id in user_ids if await host.members.notifications.may_notify(user_id)])
