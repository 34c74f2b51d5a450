"""Connections to PostgreSQL on which the driver runs statements without SQLAlchemy in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

# The server commits what several connections write at one moment together. More of them would only wait there.
MOST_CONNECTIONS: Final = 8
_LONGEST_WAIT_SECONDS: Final = 30.0
_SECONDS_TO_CLOSE: Final = 1.0


class AlreadyEnded(DBAPIError):
    """The driver knows the server's last words on a connection, but not yet that it is closed. It sent nothing."""


class PostgresConnections:
    """A few connections that are opened when they are needed, and then kept.

    The engine opens them, with its settings. It would pass each use of one through its pool and a greenlet, which
    takes longer than sending a short statement; and it would close those that only a crowd needs after each use.

    Args:
        engine: Opens the connections.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._room = asyncio.Semaphore(MOST_CONNECTIONS)
        self._idle: list[Any] = []
        driver: Any = engine.sync_engine.dialect.dbapi
        self._errors = (driver.asyncpg.PostgresError, driver.asyncpg.InterfaceError)
        self._error_of_ended = driver.asyncpg.InternalClientError

    @asynccontextmanager
    async def use(self) -> AsyncIterator[Any]:
        """Use a connection of the driver in the block, which nothing else uses at that time.

        Raises:
            AlreadyEnded: The server has ended the connection while it was idle. Nothing was sent on it.
            DBAPIError, OSError: The block has failed, no connection can be opened, or none was free for half a minute.
        """
        async with asyncio.timeout(_LONGEST_WAIT_SECONDS if self._room.locked() else None):
            await self._room.acquire()
        try:
            connection = self._take() or await self._open()
            try:
                yield connection
            except self._errors as error:
                is_broken = connection.is_closed()
                self._give_back(connection)
                raise DBAPIError(None, None, error, connection_invalidated=is_broken) from error
            except self._error_of_ended as error:
                connection.terminate()
                raise AlreadyEnded(None, None, error, connection_invalidated=True) from error
            except BaseException:
                # The connection is broken, or the statement still runs on it.
                connection.terminate()
                raise
            self._give_back(connection)
        finally:
            self._room.release()

    async def close(self) -> None:
        """Close the connections, none of which is in use."""
        while (connection := self._take()) is not None:
            # A server that does not answer is not waited for.
            with suppress(OSError, *self._errors, self._error_of_ended):
                await connection.close(timeout=_SECONDS_TO_CLOSE)

    def _take(self) -> Any:  # noqa: ANN401  # the driver's connection is not typed
        """Return an idle connection; None if there is none that the server has not closed."""
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return None

    def _give_back(self, connection: Any) -> None:  # noqa: ANN401  # as above
        if not connection.is_closed():
            self._idle.append(connection)

    async def _open(self) -> Any:  # noqa: ANN401  # as above
        pooled = await self._engine.raw_connection()
        connection = pooled.driver_connection
        pooled.detach()
        return connection
