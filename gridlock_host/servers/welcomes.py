"""Welcome service: remembers which servers have got the welcome card, so that each gets it once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import welcomes


class WelcomeService:
    """Remembers the servers that were welcomed.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def claim(self, guild_id: int) -> bool:
        """Return whether the caller is the one to welcome a server; no other caller ever is again."""
        async with self._database.writing(changes=()) as connection:
            new = insert_into(welcomes, connection.dialect).values(guild_id=guild_id, welcomed_at=self._now())
            claimed = await connection.execute(new.on_conflict_do_nothing().returning(welcomes.c.guild_id))
            return claimed.one_or_none() is not None
