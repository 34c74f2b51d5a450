"""Who has blocked whom, as rows. A block holds in all servers."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.members import fingerprints
from gridlock_host.storage.schema import blocks
from gridlock_host.storage.upsert import insert_into


async def add_block(connection: AsyncConnection, user_id: int, blocked_id: int, blocked_at: datetime) -> None:
    """Store that a person has blocked another; a second time changes nothing."""
    await connection.execute(
        insert_into(blocks, connection.dialect)
        .values(user_id=user_id, blocked_id=blocked_id, blocked_at=blocked_at)
        .on_conflict_do_nothing()
    )


async def remove_block(connection: AsyncConnection, user_id: int, blocked_id: int) -> bool:
    """Remove a block; False when there was none."""
    result = await connection.execute(
        delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == blocked_id)
    )
    of_former_data = await fingerprints.lift_block(connection, blocked_id, user_id)
    return result.rowcount == 1 or of_former_data


async def blocked_by(connection: AsyncConnection, user_id: int) -> list[int]:
    """Whom a person has blocked, the latest last."""
    statement = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
    return list(await connection.scalars(statement.order_by(blocks.c.blocked_at, blocks.c.blocked_id)))
