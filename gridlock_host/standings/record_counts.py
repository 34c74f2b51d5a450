"""Record counts: how many members of a server have the same record, for the ranks and sizes of leaderboards.

A server has far fewer different records than members. So a rank is found without counting members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import Dialect, bindparam, delete, literal, select, union_all
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.standings.standing import Record
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import record_counts, standing_totals, standings

ALL_VARIANTS: Final = "all"
"""Stands for all variants together, in the place of a variant."""

Key = tuple[int, str, int, int]
"""A server, a variant, and a record in it: won and lost."""

_REMOVE_EMPTY: Final = delete(record_counts).where(
    *(column == bindparam(f"of_{column.name}") for column in record_counts.primary_key), record_counts.c.members == 0
)


def key_of(guild_id: int, variant_key: str, record: Record) -> Key:
    """Return the key of a record."""
    return guild_id, variant_key, record.won, record.lost


async def change_counts(connection: AsyncConnection, changes: Mapping[Key, int]) -> None:
    """Add numbers of members to their records. Two transactions lock the rows in the same order."""
    names = [column.name for column in record_counts.primary_key]
    rows: list[dict[str, Any]] = [
        dict(zip(names, key, strict=True)) | {"members": change} for key, change in sorted(changes.items()) if change
    ]
    if not rows:
        return
    await connection.execute(_add(connection.dialect), rows)
    left = [{f"of_{name}": row[name] for name in names} for row in rows if row["members"] < 0]
    if left:
        await connection.execute(_REMOVE_EMPTY, left)


@cache
def _add(dialect: Dialect) -> postgresql.Insert | sqlite.Insert:
    """Build, once, the statement that adds a number of members to a record, which may not exist yet."""
    new = insert_into(record_counts, dialect)
    names = [column.name for column in record_counts.primary_key]
    return new.on_conflict_do_update(
        index_elements=names, set_={"members": record_counts.c.members + new.excluded.members}
    )


async def subtract_from_counts(connection: AsyncConnection, user_id: int) -> None:
    """Take the standings of a person, which are about to be deleted, out of the counts."""
    own = union_all(
        select(standings.c.guild_id, standings.c.variant, standings.c.won, standings.c.lost).where(
            standings.c.user_id == user_id
        ),
        select(standing_totals.c.guild_id, literal(ALL_VARIANTS), standing_totals.c.won, standing_totals.c.lost).where(
            standing_totals.c.user_id == user_id
        ),
    )
    left = Counter(tuple(row) for row in await connection.execute(own))
    await change_counts(connection, {key: -number for key, number in left.items()})
