"""Digests of the command lists last published to Discord, so that they are published again only after a change."""

from __future__ import annotations

from sqlalchemy import select

from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import published_commands


class CommandDigests:
    """The digests of published command lists.

    Args:
        database: Where they are stored.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, application_id: int) -> str | None:
        """Return the digest of the commands that this application last published; None before the first."""
        rows = await self._database.fetch(
            select(published_commands.c.digest).where(published_commands.c.application_id == application_id)
        )
        return rows[0].digest if rows else None

    async def note(self, application_id: int, digest: str) -> None:
        """Store the digest of the commands that were just published."""
        async with self._database.writing() as connection:
            statement = insert_into(published_commands, connection.dialect).values(
                application_id=application_id, digest=digest
            )
            await connection.execute(
                statement.on_conflict_do_update(index_elements=["application_id"], set_={"digest": digest})
            )
