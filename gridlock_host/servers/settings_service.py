"""Settings service: reads and changes the settings of servers. A server without a row has the defaults."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Row, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import NotManager
from gridlock_host.model.messages.look import Look
from gridlock_host.model.standings.season import Rhythm
from gridlock_host.model.time_control import TimeControl
from gridlock_host.servers.permissions import Actor, may_manage
from gridlock_host.servers.puzzle_posts import NO_DAY
from gridlock_host.servers.settings import ServerSettings, SettingsChange
from gridlock_host.standings.seasons import change_rhythm
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.locks import lock_seasons, lock_server
from gridlock_host.storage.schema import guild_settings

_OF_SERVER: Final = Statement(select(guild_settings).where(guild_settings.c.guild_id == bindparam("guild_id")))


class SettingsService:
    """Reads and changes the settings of servers.

    Args:
        database: Where they are stored.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now

    async def find(self, guild_id: int) -> ServerSettings:
        """Return the settings of a server."""
        return _read(await self._database.fetch_compiled(_OF_SERVER, {"guild_id": guild_id}, flushes=False))

    async def change(self, guild_id: int, actor: Actor, change: SettingsChange) -> ServerSettings:
        """Change the settings of a server and return the new ones.

        Raises:
            NotManager: The actor does not manage the server.
            TooManyChannels: As for `SettingsChange.applied_to`.
        """
        if not may_manage(actor):
            raise NotManager
        async with self._database.writing() as connection:
            await lock_server(connection, guild_id)
            before = await load_settings(connection, guild_id)
            settings = change.applied_to(before)
            await _save(connection, guild_id, settings)
            if settings.season is not before.season:
                await lock_seasons(connection, guild_id)
                await change_rhythm(connection, guild_id, settings.season, self._now())
        return settings


async def load_settings(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    """Return the settings of a server, read within a transaction."""
    return _read((await connection.execute(_OF_SERVER.expression, {"guild_id": guild_id})).all())


def _read(rows: Sequence[Row[Any]]) -> ServerSettings:
    if not rows:
        return ServerSettings()
    row = rows[0]
    stored = {
        "channel_ids": tuple(int(channel_id) for channel_id in row.channels.split()),
        "variant_key": row.variant,
        "size": row.size,
        "time": None if row.time is None else TimeControl(row.time),
        "most_games": row.most_games,
        "most_challenges": row.most_challenges,
        "moderator_role_id": row.moderator_role_id,
        "log_channel_id": row.log_channel_id,
        "language": row.language,
        "look": None if row.look is None else Look(row.look),
        "puzzle_channel_id": row.puzzle_channel_id,
        "results_channel_id": row.results_channel_id,
        "season": None if row.season is None else Rhythm(row.season),
        "rated": row.rated,
    }
    return ServerSettings(**{name: value for name, value in stored.items() if value is not None})


def _done_on(mark: Column[Any], channel_id: int | None) -> ColumnElement[date] | None:
    """Return the last day that is done, as it is stored, or `NO_DAY`; None if nothing is to be posted."""
    return None if channel_id is None else func.coalesce(mark, NO_DAY)


async def _save(connection: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    row = {
        "channels": " ".join(map(str, settings.channel_ids)),
        "variant": settings.variant_key,
        "size": settings.size,
        "time": settings.time,
        "most_games": settings.most_games,
        "most_challenges": settings.most_challenges,
        "moderator_role_id": settings.moderator_role_id,
        "log_channel_id": settings.log_channel_id,
        "language": settings.language,
        "look": settings.look,
        "puzzle_channel_id": settings.puzzle_channel_id,
        "results_channel_id": settings.results_channel_id,
        "season": settings.season,
        "rated": settings.rated,
    }
    posted = {
        guild_settings.c.puzzle_done_on: settings.puzzle_channel_id,
        guild_settings.c.digest_done_on: settings.results_channel_id,
    }
    first = {mark.name: None if channel_id is None else NO_DAY for mark, channel_id in posted.items()}
    later = {mark.name: _done_on(mark, channel_id) for mark, channel_id in posted.items()}
    await connection.execute(
        insert_into(guild_settings, connection.dialect)
        .values(guild_id=guild_id, **row, **first)
        .on_conflict_do_update(index_elements=["guild_id"], set_=row | later)
    )
