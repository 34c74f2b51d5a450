"""Rating service: the last computed table of each server and group, shown at once, and computed anew when it is old."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from gridlock_host.ratings.results import RatingGroup, load_results
from gridlock_host.standings.rating_changes import CHANGES
from gridlock_host.storage.database import Database
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_ratings import NO_RATINGS, RatingTable, rate

_log = logging.getLogger(__name__)

_MOST_TABLES: Final = 1_000
# A table of 1,000 games takes half a second of processor time; the rest is for servers with far more, and for waiting.
_SECONDS: Final = 120.0

_Key = tuple[int, RatingGroup]


class _Version(NamedTuple):
    """How often what is rated in a server has changed, and how often by an erasure or a moderator."""

    changes: int
    erasures: int


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as it can be shown.

    Attributes:
        table: The table.
        is_current: Whether it holds all that is rated by now. If not, a newer one is being computed.
    """

    table: RatingTable
    is_current: bool


class RatingService:
    """The ratings of members of servers, and of the bot's levels there.

    A table is a function of the results alone, and is not stored. What is kept in memory is the last table of each
    group, with the count of changes that it goes back to.

    Args:
        database: Where the results are.
        pool: Computes tables.
    """

    def __init__(self, database: Database, pool: WorkerPool) -> None:
        self._database = database
        self._pool = pool
        self._tables: OrderedDict[_Key, tuple[_Version, RatingTable]] = OrderedDict()
        self._running: dict[_Key, asyncio.Task[RatingTable | None]] = {}

    async def table(self, guild_id: int, group: RatingGroup) -> ShownTable | None:
        """Return the table of a group of games in a server, as of the last computation.

        If games have ended since, a new table is computed in the background. The first table is awaited, and one after
        a person was forgotten or a moderator has taken results out or put them back.

        Returns:
            The table; None if there is none yet, because it could not be computed.

        Raises:
            StoreUnreadable: The database cannot be read.
        """
        key = guild_id, group
        while True:
            version = await self._version(guild_id)
            known = self._tables.get(key)
            if known is not None and known[0] == version:
                self._tables.move_to_end(key)
                return ShownTable(known[1], is_current=True)
            computing = self._compute(key)
            # A table from before an erasure still names the erased person, and one from before a void has the game.
            if known is not None and known[0].erasures == version.erasures:
                return ShownTable(known[1], is_current=False)
            # What is being computed may itself be from before.
            if await asyncio.shield(computing) is None:
                return None

    async def current(self, guild_id: int, group: RatingGroup) -> RatingTable | None:
        """Return the table of all that is rated by now, however long that takes; None if it could not be computed.

        Raises:
            StoreUnreadable: The database cannot be read.
        """
        shown = await self.table(guild_id, group)
        while shown is not None and not shown.is_current:
            table = await asyncio.shield(self._compute((guild_id, group)))
            shown = None if table is None else await self.table(guild_id, group)
        return None if shown is None else shown.table

    async def close(self) -> None:
        """Stop computing."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def _compute(self, key: _Key) -> asyncio.Task[RatingTable | None]:
        """Begin to compute a table, unless that is going on."""
        task = self._running.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._computed(key))
            self._running[key] = task
            task.add_done_callback(partial(self._note_done, key))
        return task

    def _note_done(self, key: _Key, task: asyncio.Task[RatingTable | None]) -> None:
        del self._running[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("no ratings of server %d: %r", key[0], error)

    async def _computed(self, key: _Key) -> RatingTable | None:
        guild_id, group = key
        # Counted before the results are read: what changes in between makes the table old at once.
        version = await self._version(guild_id)
        results = await load_results(self._database, guild_id, group)
        try:
            table = await self._pool.run(rate, results, seconds=_SECONDS, server=guild_id) if results else NO_RATINGS
        except WorkerFailed as failure:
            _log.warning("no ratings of server %d: %s", guild_id, failure)
            return None
        self._tables[key] = version, table
        self._tables.move_to_end(key)
        if len(self._tables) > _MOST_TABLES:
            self._tables.popitem(last=False)
        return table

    async def _version(self, guild_id: int) -> _Version:
        rows = await self._database.fetch_compiled(CHANGES, {"guild_id": guild_id}, flushes=False)
        return _Version(rows[0].changes, rows[0].erasures) if rows else _Version(0, 0)
