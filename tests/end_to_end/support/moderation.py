"""Moderators and their log."""

from __future__ import annotations

from typing import Any

from local_discord import Channel, Interaction, Message
from tests.end_to_end.support.table import Table


async def make_moderator(table: Table) -> Channel:
    """Make Cleo a moderator by a role, and return the channel of the log."""
    role, log = table.guild.add_role("Referees"), table.guild.add_channel("log")
    table.cleo.roles.append(role)
    table.guild.show_command("gridlock-server", role)
    await table.settle(moderator=role, log=log)
    return log


async def moderate(table: Table, command: str, **options: Any) -> Interaction:
    return await table.cleo.command(table.channel, f"gridlock-server moderate {command}", **options)


async def logged(table: Table, log: Channel, number: int) -> list[Message]:
    await table.discord.until(lambda: len(log.messages) == number, "the log to be posted")
    return log.messages
