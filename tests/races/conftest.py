"""Database fixtures of the host's tests."""

from tests.host.conftest import database, database_url, migrated_file, postgres_url, sqlite_url

__all__ = ["database", "database_url", "migrated_file", "postgres_url", "sqlite_url"]
