"""Rating changes: a number for each server that counts the changes of what is rated there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from sqlalchemy import Dialect, bindparam, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.database import insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import rating_changes

CHANGES: Final = Statement(
    select(rating_changes.c.changes, rating_changes.c.erasures).where(
        rating_changes.c.guild_id == bindparam("guild_id")
    )
)
"""Selects how often what is rated in a server has changed; no row before the first change."""


async def note_rating_change(
    connection: AsyncConnection, guild_ids: Iterable[int], *, hides_older: bool = False
) -> None:
    """Count a change of what is rated in some servers. It comes last in a transaction, for others wait for the row.

    Args:
        connection: A write transaction.
        guild_ids: The servers.
        hides_older: Whether a table from before the change must not be shown any more.
    """
    # Sorted, so that two transactions lock the rows in the same order.
    rows = [{"guild_id": guild_id, "changes": 1, "erasures": int(hides_older)} for guild_id in sorted(set(guild_ids))]
    if rows:
        await connection.execute(_add(connection.dialect), rows)


@cache
def _add(dialect: Dialect) -> postgresql.Insert | sqlite.Insert:
    new = insert_into(rating_changes, dialect)
    added = {name: rating_changes.c[name] + new.excluded[name] for name in ("changes", "erasures")}
    return new.on_conflict_do_update(index_elements=["guild_id"], set_=added)
