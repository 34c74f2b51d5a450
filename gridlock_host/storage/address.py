"""Reading where a database is."""

from __future__ import annotations

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


def read_address(text: str) -> URL:
    """The address of a database, with the driver that is used.

    Raises:
        DatabaseUnusable: It cannot be read, or names what cannot be.
    """
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise DatabaseUnusable("DATABASE_URL is not a database address. Example: sqlite:///data/gridlock.db") from error
    backend = url.get_backend_name()
    if backend not in _DRIVERS:
        raise DatabaseUnusable(f"DATABASE_URL names {backend!r}; only SQLite and PostgreSQL are supported.")
    if not may_be_host(url.host or ""):
        raise DatabaseUnusable(f"DATABASE_URL names {url.host!r}; there can be no machine of that name.")
    if (url.port or 0) > _LAST_PORT:
        raise DatabaseUnusable(f"DATABASE_URL names the port {url.port}; there is none above {_LAST_PORT}.")
    if "\0" in (url.database or ""):
        raise DatabaseUnusable("DATABASE_URL names a database with a NUL in its name, which none can have.")
    return url.set(drivername=_DRIVERS[backend])


def may_be_host(name: str) -> bool:
    """Whether a machine can be looked for under a name: its parts are neither empty nor too long."""
    try:
        # A folder of sockets is none.
        return name.startswith("/") or bool(name.encode("idna")) or not name
    except UnicodeError:
        return False
