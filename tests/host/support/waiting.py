"""Waiting for transactions that wait for others."""

from __future__ import annotations

import asyncio

from sqlalchemy import text

from gridlock_host import Database
from tests.support.patience import PATIENCE

_WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"


async def until_waiting(database: Database, number: int) -> None:
    """Wait until so many transactions wait for others; on SQLite the turn to write is waited for at once."""
    if database.is_sqlite:
        await asyncio.sleep(0)
        return
    async with asyncio.timeout(PATIENCE), database.reading() as connection:
        while await connection.scalar(text(_WAITING)) != number:
            await connection.rollback()
