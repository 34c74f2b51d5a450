"""Departed servers and outages: games pause, and a departed server's data is deleted after 30 days."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Select, Table, delete, func, select, union_all

from gridlock_host.model.place import OUTSIDE
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.scheduler.downtime import extend_deadlines
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.locks import lock_rows, lock_server
from gridlock_host.storage.schema import challenges, departures, games, metadata, outages

KEPT_FOR: Final = timedelta(days=30)


def _select_servers(table: Table) -> Select[int]:
    """Select the servers that have rows in a table.

    Each step takes the next server by an index. So it costs as much as there are servers, however many rows they have.
    """
    first = select(func.min(table.c.guild_id).label("guild_id"))
    found = first.cte(f"servers_in_{table.name}", recursive=True)
    following = select(func.min(table.c.guild_id)).where(table.c.guild_id > found.c.guild_id).scalar_subquery()
    found = found.union_all(select(following).where(found.c.guild_id.is_not(None)))
    return select(found.c.guild_id).where(found.c.guild_id.is_not(None))


_KNOWN: Final = union_all(
    *(_select_servers(table) for table in metadata.sorted_tables if "guild_id" in table.c and table is not departures)
)


class DepartureService:
    """Notes in which servers people can reach the bot.

    Args:
        database: Where that is stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def note_departure(self, guild_id: int) -> None:
        """Note that the bot has left this server. An earlier note stays."""
        async with self._database.writing() as connection:
            statement = insert_into(departures, connection.dialect).values(guild_id=guild_id, left_at=self._now())
            await connection.execute(statement.on_conflict_do_nothing(index_elements=["guild_id"]))

    async def note_outage(self, guild_id: int) -> None:
        """Note that this server is in an outage of Discord. An earlier note stays."""
        async with self._database.writing() as connection:
            statement = insert_into(outages, connection.dialect).values(guild_id=guild_id, since=self._now())
            await connection.execute(statement.on_conflict_do_nothing(index_elements=["guild_id"]))

    async def note_return(self, guild_id: int) -> None:
        """Note that the bot is in this server, and extend its deadlines by the time of the absence."""
        async with self._database.writing() as connection:
            noted = [
                await connection.scalar(delete(table).where(table.c.guild_id == guild_id).returning(moment))
                for table, moment in ((departures, departures.c.left_at), (outages, outages.c.since))
            ]
            away_since = min(filter(None, noted), default=None)
            if away_since is not None:
                await extend_deadlines(connection, away_since, self._now(), lambda column: column == guild_id)

    async def known_servers(self, among: Shards = ALL_SERVERS) -> set[int]:
        """Return the servers of which something is stored.

        Args:
            among: The servers that this process serves.
        """
        async with self._database.reading() as connection:
            known = {guild_id for guild_id in await connection.scalars(_KNOWN) if among.serves(guild_id)}
        # Nobody can remove the bot from there.
        return known - {OUTSIDE}

    async def note_present_servers(
        self,
        present: Collection[int],
        out_of_order: Collection[int] = (),
        among: Shards = ALL_SERVERS,
        *,
        known: Collection[int] | None = None,
    ) -> None:
        """Note what has changed while the bot did not run.

        Args:
            present: All servers that the bot is in now.
            out_of_order: Those of them that are in an outage.
            among: The servers that this process serves.
            known: The `known_servers` from before it was asked where the bot is, if that takes a while: others may have
                been joined since. None for those of now.
        """
        async with self._database.reading() as connection:
            gone = set((await connection.scalars(select(departures.c.guild_id))).all())
            away = gone.union((await connection.scalars(select(outages.c.guild_id))).all())
        known = await self.known_servers(among) if known is None else set(known)
        for guild_id in sorted(away.intersection(present).difference(out_of_order)):
            await self.note_return(guild_id)
        for guild_id in sorted(known.difference(present, gone)):
            await self.note_departure(guild_id)
        for guild_id in sorted(known.intersection(out_of_order).difference(away)):
            await self.note_outage(guild_id)


async def delete_departed(database: Database, now: datetime, among: Shards = ALL_SERVERS) -> list[int]:
    """Delete the data of servers that the bot left more than `KEPT_FOR` ago, and return their ids."""
    due = select(departures.c.guild_id).where(
        departures.c.left_at <= now - KEPT_FOR, among.covers(departures.c.guild_id)
    )
    guild_ids = [row.guild_id for row in await database.fetch(due.order_by(departures.c.guild_id))]
    deleted = [guild_id for guild_id in guild_ids if await _delete(database, guild_id, now - KEPT_FOR)]
    if deleted:
        await database.remove_deleted_data()
    return deleted


async def _delete(database: Database, guild_id: int, left_until: datetime) -> bool:
    """Delete the rows of a server; False if the bot has returned since."""
    async with database.writing() as connection:
        # No game may begin from a challenge that is being deleted.
        await lock_server(connection, guild_id)
        due = delete(departures).where(departures.c.guild_id == guild_id, departures.c.left_at <= left_until)
        if (await connection.execute(due)).rowcount != 1:
            return False
        await lock_rows(connection, challenges, challenges.c.guild_id == guild_id)
        await lock_rows(connection, games, games.c.guild_id == guild_id)
        of_guild = select(games.c.id).where(games.c.guild_id == guild_id)
        for table in reversed(metadata.sorted_tables):
            if "guild_id" in table.c:
                await connection.execute(delete(table).where(table.c.guild_id == guild_id))
            elif "game_id" in table.c:
                await connection.execute(delete(table).where(table.c.game_id.in_(of_guild)))
    return True
