"""Older copies of boards that Discord has refused to edit: which they are, and when the edit is tried again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.game import Game, OldCopy, Place
from gridlock_host.model.retry_times import retry_at
from gridlock_host.ownership.shards import ALL_SERVERS, Shards, is_reachable
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import games, old_copies


class OldCopyService:
    """Remembers copies that must still lose their controls.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def retry_later(self, game: Game, place: Place) -> None:
        """Note that Discord has refused to edit a copy, so that the edit is tried again later."""
        again = retry_at(self._now(), since=game.changed_at)
        values = {"channel_id": place.channel_id, "game_id": game.id, "retry_at": again}
        async with self._database.writing(changes=()) as connection:
            statement = insert_into(old_copies, connection.dialect).values(message_id=place.message_id, **values)
            again_refused = statement.on_conflict_do_update(index_elements=["message_id"], set_={"retry_at": again})
            await connection.execute(again_refused)

    async def note_retired(self, copy: OldCopy) -> None:
        """Note that a copy has no controls any more, is deleted, or has become the board."""
        await self._database.execute(delete(old_copies).where(old_copies.c.message_id == copy.id), changes=())


async def load_due_copies(
    connection: AsyncConnection, now: datetime, at_most: int, among: Shards = ALL_SERVERS
) -> list[OldCopy]:
    """Return the copies whose edit is due, the longest due first."""
    due = (old_copies.c.retry_at <= now, is_reachable(games.c.guild_id, among))
    statement = select(old_copies, games.c.guild_id).join(games, games.c.id == old_copies.c.game_id).where(*due)
    rows = await connection.execute(statement.order_by(old_copies.c.retry_at).limit(at_most))
    return [OldCopy(row.message_id, row.game_id, Place(row.guild_id, row.channel_id, row.message_id)) for row in rows]
