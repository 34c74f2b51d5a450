"""Database addresses: the URL in `DATABASE_URL`, checked and with a driver."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError

from gridlock_host.storage.unusable import DatabaseUnusable

_DRIVERS: Final = {
    "sqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
}
_LAST_PORT: Final = 65535


def sqlite_address(path: Path) -> URL:
    """Return the address of an SQLite file. A URL in a string would give `%` and `?` in the path a meaning."""
    return URL.create("sqlite", database=str(path))


def read_address(address: str | URL) -> URL:
    """Read the address of a database, and return it with its driver.

    Raises:
        DatabaseUnusable: The address cannot be read, or names something impossible.
    """
    try:
        url = make_url(address)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnusable("DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db") from error
    backend = url.get_backend_name()
    if backend not in _DRIVERS:
        raise DatabaseUnusable(f"DATABASE_URL names {backend!r}; only SQLite and PostgreSQL are supported.")
    if not may_be_host(url.host or ""):
        raise DatabaseUnusable(f"DATABASE_URL names the host {url.host!r}, which is not a valid host name.")
    if (url.port or 0) > _LAST_PORT:
        raise DatabaseUnusable(f"DATABASE_URL names the port {url.port}; the highest port is {_LAST_PORT}.")
    if "\0" in (url.database or ""):
        raise DatabaseUnusable("DATABASE_URL has a NUL character in the name of the database. Remove it.")
    if backend == "sqlite" and url.database:
        url = url.set(database=_with_home_folder(url.database))
    return url.set(drivername=_DRIVERS[backend])


def _with_home_folder(path: str) -> str:
    """Replace a leading `~` by the home folder, as a shell does."""
    if not path.startswith("~"):
        return path
    try:
        return str(Path(path).expanduser())
    except RuntimeError as error:
        raise DatabaseUnusable(
            f"DATABASE_URL names {path}, and there is no such home folder. Write the path in full; for a file whose "
            f"name begins with ~, write ./{path}."
        ) from error


def may_be_host(name: str) -> bool:
    """Whether a name can be the name of a machine: its parts are neither empty nor too long."""
    try:
        # A path names a folder of Unix sockets.
        return name.startswith("/") or bool(name.encode("idna")) or not name
    except UnicodeError:
        return False
