"""SQLite alone: the bot player has no SQL of its own."""

import pytest


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """A migrated SQLite database without rows."""
    return sqlite_url
