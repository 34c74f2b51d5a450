"""Servers that the bot has left, which are deleted in the end, and those that Discord has taken away for a while."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import delete, select, union

from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.downtime import credit
from gridlock_host.servers.settings_store import lock_server
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import begin_with_challenges
from gridlock_host.storage.schema import departures, games, metadata, outages
from gridlock_host.storage.upsert import insert_into

KEPT_FOR: Final = timedelta(days=30)

# Every server of which something is stored.
_GUILDS: Final = union(
    *(
        select(table.c.guild_id).where(table.c.guild_id.is_not(None))
        for table in metadata.sorted_tables
        if "guild_id" in table.c and table is not departures
    )
)


class PresenceService:
    """Notes in which servers people can reach the bot.

    Args:
        database: Where that is kept.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def note_departure(self, guild_id: int) -> None:
        """Note that the bot is in this server no longer. What was noted before stays."""
        async with self._database.writing() as connection:
            await connection.execute(
                insert_into(departures, connection.dialect)
                .values(guild_id=guild_id, left_at=self._now())
                .on_conflict_do_nothing(index_elements=["guild_id"])
            )

    async def note_outage(self, guild_id: int) -> None:
        """Note that Discord has taken this server away for a while. What was noted before stays."""
        async with self._database.writing() as connection:
            await connection.execute(
                insert_into(outages, connection.dialect)
                .values(guild_id=guild_id, since=self._now())
                .on_conflict_do_nothing(index_elements=["guild_id"])
            )

    async def note_return(self, guild_id: int) -> None:
        """Note that people here can reach the bot: what is stored stays, and the time of the absence is given back."""
        async with self._database.writing() as connection:
            noted = [
                await connection.scalar(delete(table).where(table.c.guild_id == guild_id).returning(moment))
                for table, moment in ((departures, departures.c.left_at), (outages, outages.c.since))
            ]
            away_since = min(filter(None, noted), default=None)
            if away_since is not None:
                await credit(connection, away_since, self._now(), lambda column: column == guild_id)

    async def note_presence(
        self, present: Collection[int], out_of_order: Collection[int] = (), among: Shards = ALL_SERVERS
    ) -> None:
        """Note what has changed while the bot did not run.

        Args:
            present: All servers that the bot is in now.
            out_of_order: Those of them that Discord has taken away for a while.
            among: The servers that this process hears of.
        """
        async with self._database.reading() as connection:
            gone = set((await connection.scalars(select(departures.c.guild_id))).all())
            away = gone.union((await connection.scalars(select(outages.c.guild_id))).all())
            known = {guild_id for guild_id in await connection.scalars(_GUILDS) if among.serve(guild_id)}
        for guild_id in sorted(away.intersection(present).difference(out_of_order)):
            await self.note_return(guild_id)
        for guild_id in sorted(known.difference(present, gone)):
            await self.note_departure(guild_id)
        for guild_id in sorted(known.intersection(out_of_order).difference(away)):
            await self.note_outage(guild_id)


async def delete_departed(database: Database, now: datetime, among: Shards = ALL_SERVERS) -> list[int]:
    """Delete everything that belongs to servers which the bot has left long enough ago, and return their ids."""
    async with database.reading() as connection:
        due = select(departures.c.guild_id).where(
            departures.c.left_at <= now - KEPT_FOR, among.hold(departures.c.guild_id)
        )
        guild_ids = (await connection.scalars(due.order_by(departures.c.guild_id))).all()
    return [guild_id for guild_id in guild_ids if await _delete(database, guild_id, now - KEPT_FOR)]


async def _delete(database: Database, guild_id: int, left_until: datetime) -> bool:
    """Delete a server's rows; False when the bot has returned in the meantime."""
    async with database.writing() as connection:
        # Nobody may begin a game of a challenge that is being deleted.
        await lock_server(connection, guild_id)
        await begin_with_challenges(connection)
        due = delete(departures).where(departures.c.guild_id == guild_id, departures.c.left_at <= left_until)
        if (await connection.execute(due)).rowcount != 1:
            return False
        of_guild = select(games.c.id).where(games.c.guild_id == guild_id)
        for table in reversed(metadata.sorted_tables):
            if "guild_id" in table.c:
                await connection.execute(delete(table).where(table.c.guild_id == guild_id))
            elif "game_id" in table.c:
                await connection.execute(delete(table).where(table.c.game_id.in_(of_guild)))
    return True
