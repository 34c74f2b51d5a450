"""Where people can reach the bot: elsewhere no time runs out, and nothing can be shown."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, select

from gridlock_host.schema import departures, outages


def is_reachable(guild_id: ColumnElement[int]) -> ColumnElement[bool]:
    """The condition that the bot is in the server of a row, and that Discord has not taken it away for a while."""
    return and_(guild_id.not_in(select(departures.c.guild_id)), guild_id.not_in(select(outages.c.guild_id)))
