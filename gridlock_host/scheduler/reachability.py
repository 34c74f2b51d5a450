"""Where people can reach the bot: elsewhere no time runs out, and nothing can be shown."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, not_, select

from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.storage.schema import departures, outages


def is_reachable(guild_id: ColumnElement[int], shards: Shards = ALL_SERVERS) -> ColumnElement[bool]:
    """The condition that the bot is in the server of a row, and that Discord has not taken it away for a while.

    Args:
        guild_id: The server of a row.
        shards: The part of all servers that it has to be in, too.
    """
    is_gone = guild_id.in_(select(departures.c.guild_id))
    is_out_of_order = guild_id.in_(select(outages.c.guild_id))
    return and_(shards.hold(guild_id), not_(is_gone), not_(is_out_of_order))
