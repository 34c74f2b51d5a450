"""PostgreSQL engine: connections that the server has closed while they were idle are replaced unseen."""

from __future__ import annotations

from sqlalchemy import event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry


def postgresql_engine(url: URL) -> AsyncEngine:
    """Return the engine for a PostgreSQL database.

    Raises:
        ArgumentError, ValueError, TypeError: The URL has an option that cannot be used.
    """
    engine = create_async_engine(url)
    event.listen(engine.sync_engine, "checkout", _refuse_closed)
    return engine


def _refuse_closed(_connection: object, entry: ConnectionPoolEntry, _proxy: object) -> None:
    # A restart of the server or its idle timeout closes idle connections. The driver knows that at once, so it costs
    # nothing, unlike a question to the server before each use. The pool then opens another connection, before anything
    # was sent.
    if entry.driver_connection is not None and entry.driver_connection.is_closed():
        raise DisconnectionError
