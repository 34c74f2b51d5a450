"""What the bot last told the chat service of its commands, so that it repeats itself only after a change."""

from __future__ import annotations

from sqlalchemy import select

from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import published_commands
from gridlock_host.storage.upsert import insert_into


class CommandDigests:
    """The digests of published command lists.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, application_id: int) -> str | None:
        """The digest noted last for this application; None before the first."""
        statement = select(published_commands.c.digest).where(published_commands.c.application_id == application_id)
        async with self._database.reading() as connection:
            digest: str | None = await connection.scalar(statement)
        return digest

    async def note(self, application_id: int, digest: str) -> None:
        """Note what was published."""
        async with self._database.writing() as connection:
            await connection.execute(
                insert_into(published_commands, connection.dialect)
                .values(application_id=application_id, digest=digest)
                .on_conflict_do_update(index_elements=["application_id"], set_={"digest": digest})
            )
