"""When the program was last seen alive, so that players are not charged for its absence."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.schema import heartbeats

_NAME: Final = "sweeper"


async def beat(connection: AsyncConnection, now: datetime) -> datetime | None:
    """Note that the program is alive now, and return when that was noted last; None the first time."""
    last: datetime | None = await connection.scalar(
        select(heartbeats.c.at).where(heartbeats.c.name == _NAME).with_for_update()
    )
    if last is None:
        await connection.execute(insert(heartbeats).values(name=_NAME, at=now))
    elif now > last:
        await connection.execute(update(heartbeats).where(heartbeats.c.name == _NAME).values(at=now))
    return last


async def last_beat(connection: AsyncConnection) -> datetime | None:
    """When the program was noted to be alive last; None when it never was."""
    at: datetime | None = await connection.scalar(select(heartbeats.c.at).where(heartbeats.c.name == _NAME))
    return at
