from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from gridlock_host import Database
from tests.cogs.support.swept_bot import SweptBot
from tests.support.migrated_sqlite import migrated_sqlite


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[SweptBot]:
    database = Database(f"sqlite:///{shutil.copy(migrated_sqlite(), tmp_path)}")
    yield SweptBot(database)
    await database.close()
