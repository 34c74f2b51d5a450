"""The settings of servers: reading and changing them."""

from __future__ import annotations

from gridlock_host.errors import NotManager
from gridlock_host.servers import settings_store
from gridlock_host.servers.settings import Actor, ServerSettings, SettingsChange
from gridlock_host.storage.database import Database


class SettingsService:
    """Reads and changes the settings of servers.

    Args:
        database: Where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, guild_id: int) -> ServerSettings:
        """The settings of a server."""
        async with self._database.reading() as connection:
            return await settings_store.load_settings(connection, guild_id)

    async def change(self, guild_id: int, actor: Actor, change: SettingsChange) -> ServerSettings:
        """Change the settings of a server, and return them as they are then.

        Raises:
            NotManager: The actor does not manage the server.
            TooManyChannels: As for `SettingsChange.applied_to`.
        """
        if not actor.manages_server:
            raise NotManager
        async with self._database.writing() as connection:
            await settings_store.lock_server(connection, guild_id)
            settings = change.applied_to(await settings_store.load_settings(connection, guild_id))
            await settings_store.save_settings(connection, guild_id, settings)
        return settings
