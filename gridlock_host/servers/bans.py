"""Bans: members who may begin no game in a server."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage import fingerprints
from gridlock_host.storage.database import insert_into
from gridlock_host.storage.schema import bans


async def remove_ban(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Remove a ban; False if there is none."""
    result = await connection.execute(delete(bans).where(bans.c.guild_id == guild_id, bans.c.user_id == user_id))
    had_fingerprint = await fingerprints.lift_ban(connection, guild_id, user_id)
    return result.rowcount == 1 or had_fingerprint


async def add_ban(connection: AsyncConnection, guild_id: int, user_id: int, banned_at: datetime) -> bool:
    """Add a ban; False if there is one already."""
    if await fingerprints.is_banned(connection, guild_id, user_id):
        return False
    result = await connection.execute(
        insert_into(bans, connection.dialect)
        .values(guild_id=guild_id, user_id=user_id, banned_at=banned_at)
        .on_conflict_do_nothing()
    )
    return result.rowcount == 1
