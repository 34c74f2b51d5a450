"""Rating service: the last computed table of each server and group, shown at once, and computed anew when it is old."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from gridlock_host.ratings.results import GROUPS_OF_PEOPLE, RatingGroup, load_results, load_results_by_group
from gridlock_host.standings.rating_changes import CHANGES
from gridlock_host.storage.database import Database
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_ratings import NO_RATINGS, Member, Rating, RatingTable, rate_each

_log = logging.getLogger(__name__)

_MOST_TABLES: Final = 1_000
# A table of 1,000 games takes half a second of processor time; the rest is for servers with far more, and for waiting.
_SECONDS: Final = 120.0

_Tables = Mapping[RatingGroup, RatingTable]
_Key = tuple[int, tuple[RatingGroup, ...]]


class _Version(NamedTuple):
    """How often what is rated in a server has changed, and how often so that older tables must not be shown."""

    changes: int
    invalidations: int


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table as it can be shown.

    Attributes:
        table: The table.
        is_current: Whether it holds all that is rated by now. If not, a newer one is being computed.
    """

    table: RatingTable
    is_current: bool


@dataclass(frozen=True, slots=True)
class MemberRatings:
    """The ratings of a member from games between people.

    Attributes:
        newest_game: The number of the newest game that they go back to; None without a game.
        of_all: The rating from all variants together; None without a rated game.
        of_variants: The rating from each variant with a rated game, by its key.
    """

    newest_game: int | None
    of_all: Rating | None
    of_variants: Mapping[str, Rating]


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
        self._tables: OrderedDict[tuple[int, RatingGroup], tuple[_Version, RatingTable]] = OrderedDict()
        self._running: dict[_Key, asyncio.Task[_Tables | None]] = {}

    async def table(self, guild_id: int, group: RatingGroup) -> ShownTable | None:
        """Return the table of a group of games in a server, as of the last computation.

        If games have ended since, a new table is computed in the background. The first table is awaited, and one after
        a person was forgotten or a moderator has taken results out or put them back.

        Returns:
            The table; None if there is none yet, because it could not be computed.

        Raises:
            StoreUnreadable: The database cannot be read.
        """
        tables, is_current = await self._shown(guild_id, (group,))
        return None if tables is None else ShownTable(tables[group], is_current=is_current)

    async def of_member(self, guild_id: int, user_id: int) -> MemberRatings | None:
        """Return the ratings of a member, as of the last computation of all groups, which is one job.

        If games have ended since, it is done anew in the background. It is awaited as for `table`, and for a member who
        is not in the last one.

        Returns:
            The ratings; None if they could not be computed.

        Raises:
            StoreUnreadable: The database cannot be read.
        """
        tables, is_current = await self._shown(guild_id, GROUPS_OF_PEOPLE)
        while tables is not None and not is_current and tables[RatingGroup()].find(Member(user_id)) is None:
            if await asyncio.shield(self._compute((guild_id, GROUPS_OF_PEOPLE))) is None:
                return None
            tables, is_current = await self._shown(guild_id, GROUPS_OF_PEOPLE)
        return None if tables is None else _of_member(tables, user_id)

    async def _shown(self, guild_id: int, groups: tuple[RatingGroup, ...]) -> tuple[_Tables | None, bool]:
        """Return the tables of some groups as `table` does, and whether they hold all that is rated by now."""
        while True:
            version = await self._version(guild_id)
            known = {group: found for group in groups if (found := self._tables.get((guild_id, group))) is not None}
            tables = {group: table for group, (_, table) in known.items()}
            is_known = len(known) == len(groups)
            if is_known and all(of_table == version for of_table, _ in known.values()):
                for group in groups:
                    self._tables.move_to_end((guild_id, group))
                return tables, True
            computing = self._compute((guild_id, groups))
            # A table from before an erasure still names the erased person, and one from before a void has the game.
            if is_known and all(each.invalidations == version.invalidations for each, _ in known.values()):
                return tables, False
            # What is being computed may itself be from before.
            if await asyncio.shield(computing) is None:
                return None, False

    async def current(self, guild_id: int, group: RatingGroup) -> RatingTable | None:
        """Return the table of all that is rated by now, however long that takes; None if it could not be computed.

        Raises:
            StoreUnreadable: The database cannot be read.
        """
        shown = await self.table(guild_id, group)
        while shown is not None and not shown.is_current:
            tables = await asyncio.shield(self._compute((guild_id, (group,))))
            shown = None if tables is None else await self.table(guild_id, group)
        return None if shown is None else shown.table

    async def close(self) -> None:
        """Stop computing."""
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)

    def _compute(self, key: _Key) -> asyncio.Task[_Tables | None]:
        """Begin to compute tables, unless that is going on."""
        task = self._running.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._computed(*key))
            self._running[key] = task
            task.add_done_callback(partial(self._note_done, key))
        return task

    def _note_done(self, key: _Key, task: asyncio.Task[_Tables | None]) -> None:
        del self._running[key]
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.warning("no ratings of server %d: %r", key[0], error)

    async def _computed(self, guild_id: int, groups: tuple[RatingGroup, ...]) -> _Tables | None:
        # Counted before the results are read: what changes in between makes the table old at once.
        version = await self._version(guild_id)
        if groups == GROUPS_OF_PEOPLE:
            results = await load_results_by_group(self._database, guild_id)
        else:
            results = {group: await load_results(self._database, guild_id, group) for group in groups}
        played = {group: of_group for group, of_group in results.items() if of_group}
        tables = dict.fromkeys(groups, NO_RATINGS)
        if played:
            try:
                found = await self._pool.run(rate_each, list(played.values()), seconds=_SECONDS, server=guild_id)
            except WorkerFailed as failure:
                _log.warning("no ratings of server %d: %s", guild_id, failure)
                return None
            tables |= zip(played, found, strict=True)
        for group, table in tables.items():
            self._tables[guild_id, group] = version, table
            self._tables.move_to_end((guild_id, group))
        while len(self._tables) > _MOST_TABLES:
            self._tables.popitem(last=False)
        return tables

    async def _version(self, guild_id: int) -> _Version:
        rows = await self._database.fetch_compiled(CHANGES, {"guild_id": guild_id}, flushes=False)
        return _Version(rows[0].changes, rows[0].erasures) if rows else _Version(0, 0)


def _of_member(tables: _Tables, user_id: int) -> MemberRatings:
    of_all = tables[RatingGroup()]
    found = {group: table.find(Member(user_id)) for group, table in tables.items()}
    of_variants = {
        group.variant_key: rating
        for group, rating in found.items()
        if group.variant_key is not None and rating is not None
    }
    return MemberRatings(of_all.newest_game, found[RatingGroup()], of_variants)
