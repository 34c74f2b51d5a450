"""The database of the tests of the bot as a player, who needs no SQL of its own."""

import pytest


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """A migrated SQLite database without rows."""
    return sqlite_url
