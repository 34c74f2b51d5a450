"""The page's server: where it listens, and what it is made of."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Self

from aiohttp import web

from local_discord.frontends.web.access import Guard
from local_discord.frontends.web.actions import Acting
from local_discord.frontends.web.completion import Completing
from local_discord.frontends.web.documents import Documents, Files
from local_discord.frontends.web.faults import Faulting
from local_discord.frontends.web.feed import Feed
from local_discord.frontends.web.welcome import Welcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from local_discord import Guild, LocalDiscord

DEFAULT_PORT = 8936
_HOST = "127.0.0.1"
_TAKEN = frozenset({errno.EADDRINUSE, errno.EACCES})


class LocalPage:
    """A page on which somebody plays two members of a guild at once.

    Used as an asynchronous context manager, it listens from entry to exit.

    Args:
        discord: The pretend Discord, with a bot or waiting for one.
        guild: The guild whose members' seats can be taken.
        port: Where to listen; if that is taken, or for 0, any free port.
        welcome: The hint for newcomers.
        restart: Restarts the bot; None if it cannot be restarted from here.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        guild: Guild,
        *,
        port: int = DEFAULT_PORT,
        welcome: Welcome | None = None,
        restart: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        welcome = welcome or Welcome()
        self._port = port
        self._guard = Guard()
        self._runner: web.AppRunner | None = None
        faulting = Faulting(discord, restart)
        self._parts = (
            Documents(welcome, self._guard.token),
            Feed(discord, guild, faulting, welcome, self._guard),
            Acting(guild),
            Completing(guild),
            Files(guild),
            faulting,
        )

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Begins to listen."""
        runner = web.AppRunner(self._application(), access_log=None, handler_cancellation=True, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, _HOST, self._port).start()
        except OSError as error:
            if error.errno not in _TAKEN:
                raise
            await web.TCPSite(runner, _HOST, 0).start()
        self._runner = runner
        self._port = runner.addresses[0][1]
        self._guard.listen_on(self._port)

    async def close(self) -> None:
        """Ends all connections and stops listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def address(self) -> str:
        """Where the page is, for a browser on this machine."""
        return f"http://{_HOST}:{self._port}/"

    def _application(self) -> web.Application:
        app = web.Application()
        self._guard.protect(app)
        for part in self._parts:
            part.add_to(app)
        return app
