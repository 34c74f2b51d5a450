"""Moderation log of a server: what moderators did, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import moderation_log

# Ids of people are longer, those of a stand-in perhaps not much.
_NUMBER: Final = re.compile("[0-9]{6}")
# A longer reason is cut in the log.
LONGEST_REASON: Final = 200


class ModerationAction(StrEnum):
    """What a moderator can do."""

    END = "end"
    BAN = "ban"
    UNBAN = "unban"
    VOID = "void"
    UNVOID = "unvoid"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in the moderation log of a server.

    Attributes:
        reason: The reason; empty if none was given.
        game_id: The game that was ended, voided or put back; None for other actions.
        member_id: The member who was banned or unbanned, or whose games were voided or put back; otherwise None.
    """

    guild_id: int
    moderator_id: int
    action: ModerationAction
    reason: str
    acted_at: datetime
    game_id: int | None = None
    member_id: int | None = None


async def last_entries(database: Database, guild_id: int, at_most: int) -> list[LogEntry]:
    """Return the last entries in the log of a server, the newest first."""
    log = moderation_log.c
    columns = (log.guild_id, log.moderator_id, log.action, log.reason, log.acted_at, log.game_id, log.member_id)
    newest = select(*columns).where(log.guild_id == guild_id).order_by(log.id.desc()).limit(at_most)
    return [
        LogEntry(
            row.guild_id,
            row.moderator_id,
            ModerationAction(row.action),
            row.reason,
            row.acted_at,
            row.game_id,
            row.member_id,
        )
        for row in await database.fetch(newest)
    ]


async def add_entry(connection: AsyncConnection, entry: LogEntry) -> None:
    """Add an entry in the transaction of what it tells."""
    await connection.execute(
        insert(moderation_log).values(
            guild_id=entry.guild_id,
            moderator_id=entry.moderator_id,
            action=entry.action,
            game_id=entry.game_id,
            member_id=entry.member_id,
            reason=entry.reason,
            acted_at=entry.acted_at,
            names_a_number=_NUMBER.search(entry.reason) is not None,
        )
    )
