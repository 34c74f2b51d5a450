"""Block service: keeps the challenges of certain people away from a player, in all servers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import BotsCannotBeBlocked, CannotBlockYourself, NotBlocked
from gridlock_host.storage import fingerprints
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.schema import blocks


class BlockService:
    """Adds, removes and lists blocks.

    Args:
        database: Where blocks are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def add(self, user_id: int, blocked_id: int, *, is_bot: bool = False) -> None:
        """Block a person; a second time changes nothing.

        Args:
            user_id: The person who blocks.
            blocked_id: The person who is blocked.
            is_bot: Whether the latter is a bot.

        Raises:
            CannotBlockYourself: Both are the same person.
            BotsCannotBeBlocked: It is a bot.
        """
        if user_id == blocked_id:
            raise CannotBlockYourself
        if is_bot:
            raise BotsCannotBeBlocked
        async with self._database.writing() as connection:
            statement = insert_into(blocks, connection.dialect).on_conflict_do_nothing()
            row = {"user_id": user_id, "blocked_id": blocked_id, "blocked_at": self._now()}
            await connection.execute(statement.values(row))

    async def remove(self, user_id: int, blocked_id: int) -> None:
        """Remove a block.

        Raises:
            NotBlocked: There is none.
        """
        async with self._database.writing() as connection:
            if not await remove_block(connection, user_id, blocked_id):
                raise NotBlocked

    async def blocked_by(self, user_id: int, at_most: int | None = None) -> list[int]:
        """Return the ids of the people whom a person has blocked, the earliest first."""
        statement = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
        first = statement.order_by(blocks.c.blocked_at, blocks.c.blocked_id).limit(at_most)
        return [row.blocked_id for row in await self._database.fetch(first)]

    async def count(self, user_id: int) -> tuple[int, int]:
        """Return how many people a person has blocked: those who can be named, and those whose data was deleted."""
        named = select(func.count()).where(blocks.c.user_id == user_id)
        nameless = fingerprints.blocks_by(user_id).with_only_columns(func.count())
        both = select(named.scalar_subquery().label("named"), nameless.scalar_subquery().label("nameless"))
        row = (await self._database.fetch(both))[0]
        return row.named, row.nameless


async def remove_block(connection: AsyncConnection, user_id: int, blocked_id: int) -> bool:
    """Remove a block; False if there is none."""
    result = await connection.execute(
        delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id == blocked_id)
    )
    had_fingerprint = await fingerprints.lift_block(connection, blocked_id, user_id)
    return result.rowcount == 1 or had_fingerprint
