"""The settings of servers as rows. A server without a row has the defaults."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.model.time_control import TimeControl
from gridlock_host.servers.settings import ServerSettings
from gridlock_host.storage.schema import guild_settings
from gridlock_host.storage.upsert import insert_into


async def lock_server(connection: AsyncConnection, guild_id: int) -> None:
    """Let nobody else begin games or change settings in a server before the transaction ends.

    Whoever counts open games and then adds one takes this lock before anything else, so that two of them cannot
    both find the last free place. SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(guild_id)))


async def load_settings(connection: AsyncConnection, guild_id: int) -> ServerSettings:
    """The settings of a server."""
    statement = select(guild_settings).where(guild_settings.c.guild_id == guild_id)
    row = (await connection.execute(statement)).one_or_none()
    if row is None:
        return ServerSettings()
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
    }
    return ServerSettings(**{name: value for name, value in stored.items() if value is not None})


async def save_settings(connection: AsyncConnection, guild_id: int, settings: ServerSettings) -> None:
    """Store the settings of a server in place of those before."""
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
    }
    await connection.execute(
        insert_into(guild_settings, connection.dialect)
        .values(guild_id=guild_id, **row)
        .on_conflict_do_update(index_elements=["guild_id"], set_=row)
    )
