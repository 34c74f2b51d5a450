"""Where people can reach the bot: elsewhere no time runs out, and nothing can be shown."""

from __future__ import annotations

from sqlalchemy import ColumnElement, select

from gridlock_host.schema import departures


def is_reachable(guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that the bot is in the server of a row."""
    return guild_id.not_in(select(departures.c.guild_id))
