"""Servers as Discord tells them when it is asked, in place of the gateway's events."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from typing import Any, Final

import discord

from cogs.discord_api.failures import UNDELIVERED

_log = logging.getLogger(__name__)

_MOST_LOCALES: Final = 10_000
# The most that Discord tells at once.
_SERVERS_A_PAGE: Final = 200


class GuildDirectory:
    """Asks Discord for servers. Nothing is kept of them but their locales, because nothing would tell of a change.

    Args:
        client: The bot, after its login.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._asking: dict[int, asyncio.Task[discord.Guild | None]] = {}
        self._locales: OrderedDict[int, str] = OrderedDict()

    async def load(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels, active threads and roles; None if Discord does not tell.

        Those who ask at the same time share an answer.
        """
        asking = self._asking.get(guild_id)
        if asking is None:
            asking = self._asking[guild_id] = asyncio.create_task(self._ask(guild_id))
            asking.add_done_callback(lambda _: self._asking.pop(guild_id))
        return await asyncio.shield(asking)

    def note_locale(self, guild_id: int, locale: str) -> None:
        """Note the locale of a server in Discord, which each interaction tells."""
        self._locales[guild_id] = locale
        self._locales.move_to_end(guild_id)
        if len(self._locales) > _MOST_LOCALES:
            self._locales.popitem(last=False)

    def locale_of(self, guild_id: int) -> str | None:
        """Return the locale of a server as it was told last; None if it is not known."""
        return self._locales.get(guild_id)

    async def present(self) -> set[int]:
        """Return the servers that the bot is in.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord does not tell.
        """
        found: set[int] = set()
        while True:
            after = max(found, default=None)
            page = await self._client.http.get_guilds(_SERVERS_A_PAGE, after=after, with_counts=False)
            found.update(int(guild["id"]) for guild in page)
            if len(page) < _SERVERS_A_PAGE:
                return found

    async def _ask(self, guild_id: int) -> discord.Guild | None:
        try:
            told = await self._tell(guild_id)
        except UNDELIVERED as error:
            _log.warning("Discord does not tell about the server %d: %s", guild_id, error)
            return None
        # discord.py makes servers only for the gateway.
        guild = discord.Guild(data=told, state=self._client._connection)  # noqa: SLF001  # as above
        self.note_locale(guild_id, guild.preferred_locale.value)
        return guild

    async def _tell(self, guild_id: int) -> Any:  # noqa: ANN401  # JSON
        """Return a server as the gateway would tell it.

        Raises:
            discord.HTTPException, aiohttp.ClientError, OSError: Discord does not tell.
        """
        http, user = self._client.http, self._client.user
        if user is None:
            raise RuntimeError("servers can be asked for only after the login")
        about, channels, threads, own = await asyncio.gather(
            http.get_guild(guild_id, with_counts=False),
            http.get_all_guild_channels(guild_id),
            http.get_active_threads(guild_id),
            http.get_member(guild_id, user.id),
        )
        return {**about, "channels": channels, "threads": threads["threads"], "members": [own]}
