"""Migrations beside other processes: they wait until those are gone, or are refused."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from gridlock_host.ownership.claim import AlreadyServed, claimed
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.storage.database import Database
from gridlock_host.storage.migrate import is_outdated, migrate, only_adds
from gridlock_host.storage.unusable import DatabaseUnusable

_PATIENCE_SECONDS: Final = 10.0
_SECONDS_BETWEEN_TRIES: Final = 0.2


class OlderProcesses(DatabaseUnusable):
    """The database needs a migration, while another process, usually of an older version, uses it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The database {name} must be brought up to date, and another process of Gridlock, probably of an older "
            "version, still uses it. This update changes tables in a way that an older version cannot work with, so "
            "nothing was changed. Stop all processes that use this database, and start them again with this version."
        )


async def migrate_alone(
    database: Database, shards: Shards | FreeShards, *, patience: float = _PATIENCE_SECONDS
) -> None:
    """Apply missing migrations while no other process uses the database, whatever servers it serves.

    If all of them only add something, they are applied beside others, which go on.

    Args:
        database: The database.
        shards: The servers of this process. A claim on all of them keeps other processes away anyway.
        patience: Seconds to wait for other processes: they may be stopping, or one of them may do the migration.

    Raises:
        OlderProcesses: Another process still uses the database.
        DatabaseUnusable: The database cannot be reached, or the migration failed.
    """
    until = time.monotonic() + patience
    has_company = isinstance(shards, FreeShards) or len(shards.ids) < shards.count
    while has_company and await is_outdated(database):
        if await only_adds(database):
            await migrate(database)
            return
        try:
            async with claimed(database):
                await migrate(database)
        except AlreadyServed as error:
            if time.monotonic() >= until:
                raise OlderProcesses(database.name) from error
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
