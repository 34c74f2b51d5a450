"""Reading service: how a person wants to be told of boards, in all servers."""

from __future__ import annotations

from typing import Final

from sqlalchemy import bindparam, select

from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import reading_settings

_OF_PERSON: Final = Statement(
    select(reading_settings.c.spoken).where(reading_settings.c.user_id == bindparam("user_id"))
)


class ReadingService:
    """Stores whether people want boards as sentences.

    Args:
        database: Where the settings are stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def speak(self, user_id: int, *, spoken: bool) -> None:
        """Store whether a person wants boards as sentences."""
        async with self._database.writing() as connection:
            statement = insert_into(reading_settings, connection.dialect).values(user_id=user_id, spoken=spoken)
            changed = statement.on_conflict_do_update(index_elements=["user_id"], set_={"spoken": spoken})
            await connection.execute(changed)

    async def is_spoken(self, user_id: int) -> bool:
        """Return whether a person wants boards as sentences."""
        rows = await self._database.fetch_compiled(_OF_PERSON, {"user_id": user_id}, flushes=False)
        return bool(rows and rows[0].spoken)
