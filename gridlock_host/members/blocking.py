"""Blocking: keeping certain people's challenges away from oneself, in all servers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from gridlock_host.errors import BotsCannotBeBlocked, CannotBlockYourself, NotBlocked
from gridlock_host.members import block_store, fingerprints
from gridlock_host.storage.database import Database


class BlockService:
    """Whom people have blocked.

    Args:
        database: Where blocks are kept.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def add(self, user_id: int, blocked_id: int, *, is_bot: bool = False) -> None:
        """Keep a person's challenges away from somebody; doing so again changes nothing.

        Args:
            user_id: Who blocks.
            blocked_id: Who is blocked.
            is_bot: Whether that is a bot.

        Raises:
            CannotBlockYourself: Both are the same person.
            BotsCannotBeBlocked: It is a bot.
        """
        if user_id == blocked_id:
            raise CannotBlockYourself
        if is_bot:
            raise BotsCannotBeBlocked
        async with self._database.writing() as connection:
            await block_store.add_block(connection, user_id, blocked_id, self._now())

    async def remove(self, user_id: int, blocked_id: int) -> None:
        """Take a block back.

        Raises:
            NotBlocked: There is none.
        """
        async with self._database.writing() as connection:
            if not await block_store.remove_block(connection, user_id, blocked_id):
                raise NotBlocked

    async def blocked_by(self, user_id: int) -> list[int]:
        """Whom somebody has blocked, the latest last."""
        async with self._database.reading() as connection:
            return await block_store.blocked_by(connection, user_id)

    async def count_nameless(self, user_id: int) -> int:
        """How many blocks somebody has of people who have had their data deleted since."""
        async with self._database.reading() as connection:
            return await fingerprints.count_blocks_by(connection, user_id)
