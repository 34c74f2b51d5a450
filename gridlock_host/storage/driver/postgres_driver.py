"""PostgreSQL driver: reads and writes of one round trip each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from gridlock_host.storage.driver.late_writes import LateWrites
from gridlock_host.storage.driver.outcome import Failed, Outcome, Settle
from gridlock_host.storage.driver.postgres_connections import AlreadyEnded, PostgresConnections
from gridlock_host.storage.driver.statements import Row, Statement, Step, Values

# Data exceptions, broken constraints, and statements that do not fit the tables:
# https://www.postgresql.org/docs/current/errcodes-appendix.html.
_REFUSED: Final = ("22", "23", "42")

_log = logging.getLogger(__name__)


class PostgresDriver:
    """Runs compiled statements on connections of its own, each in a transaction of its own.

    The server itself commits the transactions of several connections together.

    Args:
        engine: Opens the connections.
        late: What is written a moment later.
    """

    def __init__(self, engine: AsyncEngine, late: LateWrites) -> None:
        self._engine = engine
        self._late = late
        self._flushing = asyncio.Lock()
        self._connections = PostgresConnections(engine)

    async def fetch(self, statement: Statement, values: Values) -> list[Row]:
        """Return the rows of a statement.

        Raises:
            DBAPIError, OSError: The database cannot be read.
        """
        compiled = statement.on(self._engine.sync_engine.dialect)
        arguments = compiled.arguments(values)
        while True:
            try:
                async with self._connections.use() as driver:
                    return compiled.read(await driver.fetch(compiled.sql, *arguments))
            except AlreadyEnded:
                # Nothing was sent. Each round removes a connection, until a new one is opened.
                continue

    async def write(self, steps: Sequence[Step], settle: Settle) -> Outcome:
        """Make a step in a transaction of its own, which the server begins and commits along with it.

        Args:
            steps: One step, which may be several statements in one. It changes the game `game_id`.
            settle: Is told the outcome, unless the task is cancelled.
        """
        (step,) = steps
        if self._late.concern(step.values["game_id"]):
            # The step returns what the late one notes.
            await self.flush()
        try:
            rows = await self.fetch(step.statement, step.values)
            outcome: Outcome = rows[0] if rows else None
        except (DBAPIError, OSError) as error:
            outcome = Failed(error, is_commit=True)
        settle(outcome)
        return outcome

    async def flush(self) -> Outcome:
        """Write what is late, each kind of step at once."""
        async with self._flushing:
            late = self._late.take()
            try:
                if late:
                    await self._write_all(late)
            except (DBAPIError, OSError) as error:
                if not _can_never_be_written(error):
                    self._late.give_back(late)
                    return Failed(error, is_commit=True)
                _log.error("notes of what was shown cannot be written: %s", getattr(error, "orig", error))
            except BaseException:
                self._late.give_back(late)
                raise
            self._late.note_written()
        return None

    async def close(self) -> None:
        """Close the connections."""
        await self._connections.close()

    async def _write_all(self, late: Sequence[Step]) -> None:
        by_statement: dict[Statement, list[Step]] = {}
        for step in late:
            by_statement.setdefault(step.statement, []).append(step)
        async with self._connections.use() as driver:
            for statement, steps in by_statement.items():
                compiled = statement.on(self._engine.sync_engine.dialect)
                # A transaction for each, which locks rows in the order of their ids.
                in_order = sorted(steps, key=lambda step: int(step.values["row_id"]))
                await driver.executemany(compiled.sql, [compiled.arguments(step.values) for step in in_order])


def _can_never_be_written(error: Exception) -> bool:
    """Whether the server refuses a statement or its values, so that a retry cannot help."""
    return str(getattr(getattr(error, "orig", None), "sqlstate", None) or "").startswith(_REFUSED)
