"""A process killed in the middle of a migration."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

from sqlalchemy import event

from gridlock_host import Database, migrate


def migrate_until(url: str, step: int) -> None:
    """Migrate a database and be killed at a statement, counted from 0; the commit is the last one."""
    asyncio.run(_migrate(Database(url), step))


async def _migrate(database: Database, step: int) -> None:
    done = 0

    def count(*_: Any) -> None:
        nonlocal done
        if done == step:
            os.kill(os.getpid(), signal.SIGKILL)
        done += 1

    for name in ("before_cursor_execute", "commit"):
        event.listen(database._engine.sync_engine, name, count)
    await migrate(database)


async def statements_of_a_migration(url: str) -> int:
    """Migrate a database, and return how many steps that took, the commit included."""
    database = Database(url)
    steps = 0

    def count(*_: Any) -> None:
        nonlocal steps
        steps += 1

    for name in ("before_cursor_execute", "commit"):
        event.listen(database._engine.sync_engine, name, count)
    await migrate(database)
    await database.close()
    return steps
