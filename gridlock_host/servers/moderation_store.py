"""Bans and the log of what moderators did, as rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.members import fingerprints
from gridlock_host.storage.schema import bans, moderation_log
from gridlock_host.storage.upsert import insert_into


class Deed(StrEnum):
    """What a moderator can do."""

    END = "end"
    BAN = "ban"
    UNBAN = "unban"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """Something that a moderator did.

    Attributes:
        reason: Why; empty where no reason was given.
        game_id: The game that was ended; None for other deeds.
        member_id: Who was banned or is so no more; None for other deeds.
    """

    guild_id: int
    moderator_id: int
    deed: Deed
    reason: str
    acted_at: datetime
    game_id: int | None = None
    member_id: int | None = None


async def add_ban(connection: AsyncConnection, guild_id: int, user_id: int, banned_at: datetime) -> bool:
    """Keep a person out of new games in a server; False when they are so already."""
    if await fingerprints.is_banned(connection, guild_id, user_id):
        return False
    result = await connection.execute(
        insert_into(bans, connection.dialect)
        .values(guild_id=guild_id, user_id=user_id, banned_at=banned_at)
        .on_conflict_do_nothing()
    )
    return result.rowcount == 1


async def remove_ban(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Let a person begin games in a server again; False when they were not kept out."""
    result = await connection.execute(delete(bans).where(bans.c.guild_id == guild_id, bans.c.user_id == user_id))
    of_former_data = await fingerprints.lift_ban(connection, guild_id, user_id)
    return result.rowcount == 1 or of_former_data


async def add_entry(connection: AsyncConnection, entry: LogEntry) -> None:
    """Append to the log of a server."""
    await connection.execute(
        insert(moderation_log).values(
            guild_id=entry.guild_id,
            moderator_id=entry.moderator_id,
            action=entry.deed,
            game_id=entry.game_id,
            member_id=entry.member_id,
            reason=entry.reason,
            acted_at=entry.acted_at,
        )
    )


async def last_entries(connection: AsyncConnection, guild_id: int, at_most: int) -> list[LogEntry]:
    """The newest entries in the log of a server, the newest first."""
    statement = select(moderation_log).where(moderation_log.c.guild_id == guild_id)
    rows = await connection.execute(statement.order_by(moderation_log.c.id.desc()).limit(at_most))
    return [_entry(row) for row in rows]


def _entry(row: Row[tuple[object, ...]]) -> LogEntry:
    return LogEntry(
        guild_id=row.guild_id,
        moderator_id=row.moderator_id,
        deed=Deed(row.action),
        reason=row.reason,
        acted_at=row.acted_at,
        game_id=row.game_id,
        member_id=row.member_id,
    )
