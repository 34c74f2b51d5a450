"""SQLite connection whose thread runs whole functions, such as a transaction."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from sqlalchemy.ext.asyncio import AsyncEngine

from gridlock_host.storage.driver.sqlite_commit import wrapped

_T = TypeVar("_T")


class SqliteConnection:
    """A connection whose thread runs whole functions. It is opened when it is first used.

    Args:
        engine: Opens it.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._opening = asyncio.Lock()
        self._driver: Any = None

    async def run(self, work: Callable[[sqlite3.Connection], _T], then: Callable[[_T], None] | None = None) -> _T:
        """Run a function in the thread of the connection, and return its result.

        Args:
            work: The function.
            then: Is given the result in the event loop, before this task goes on.

        Raises:
            DBAPIError: The function has raised an error of SQLite.
        """
        driver = self._driver or await self._open()
        job = _Job(work, then, driver)
        try:
            # The driver has no public call for a whole transaction; with one for each statement, the thread would have
            # to be woken for each.
            driver._tx.put_nowait((None, job))  # noqa: SLF001
            return await job.finished
        except sqlite3.Error as error:
            raise wrapped(error) from error

    async def close(self) -> None:
        """Close it, if it is open."""
        driver, self._driver = self._driver, None
        if driver is not None:
            await driver.close()

    async def _open(self) -> Any:  # noqa: ANN401  # the driver's connection is not typed
        async with self._opening:
            if self._driver is None:
                pooled = await self._engine.raw_connection()
                driver = pooled.driver_connection
                pooled.detach()
                self._driver = driver
            return self._driver


class _Job(Generic[_T]):
    """A function for the thread, which calls it, and the task that waits for it."""

    def __init__(
        self,
        work: Callable[[sqlite3.Connection], _T],
        then: Callable[[_T], None] | None,
        driver: Any,  # noqa: ANN401
    ) -> None:
        self._work, self._then, self._driver = work, then, driver
        self._loop = asyncio.get_running_loop()
        self.finished: asyncio.Future[_T] = self._loop.create_future()

    def __call__(self) -> None:
        try:
            done = self._work(self._driver._conn)  # noqa: SLF001
        except BaseException as error:  # noqa: BLE001  # the task that waits is told
            self._loop.call_soon_threadsafe(self._fail, error)
        else:
            self._loop.call_soon_threadsafe(self._finish, done)

    def _finish(self, done: _T) -> None:
        if self._then is not None:
            self._then(done)
        if not self.finished.done():
            self.finished.set_result(done)

    def _fail(self, error: BaseException) -> None:
        if not self.finished.done():
            self.finished.set_exception(error)
