"""A migrated SQLite database without rows, to be copied."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from gridlock_host import Database, migrate


@cache
def migrated_sqlite() -> Path:
    """Return the file, which is made when it is needed first, on an event loop of its own."""
    path = Path(_folder().name) / "gridlock.db"
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _migrate(path)).result()
    return path


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="gridlock-tests-")


async def _migrate(path: Path) -> None:
    database = Database(f"sqlite:///{path}")
    await migrate(database)
    await database.close()
