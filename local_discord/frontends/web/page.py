"""The page's server."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Self

from aiohttp import web

from local_discord.frontends.web.access import Guard
from local_discord.frontends.web.actions import ActionRoutes
from local_discord.frontends.web.completion import CompletionRoutes
from local_discord.frontends.web.faults import FaultRoutes
from local_discord.frontends.web.feed import Feed
from local_discord.frontends.web.files import AttachmentFiles, Pictures, StaticFiles
from local_discord.frontends.web.first_steps import FirstStepRoutes
from local_discord.frontends.web.welcome import Welcome

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

    from local_discord import Guild, LocalDiscord

DEFAULT_PORT = 8936
_HOST = "127.0.0.1"
_TAKEN = frozenset({errno.EADDRINUSE, errno.EACCES})


class LocalPage:
    """A page on which a person plays two members of a guild at once.

    As an asynchronous context manager, it listens from entry to exit.

    Args:
        discord: The stand-in; the bot may connect later.
        guild: The guild whose members can be played.
        port: The port to listen on; if it is taken, or 0, any free one.
        welcome: The title and the first steps.
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
        faulting = FaultRoutes(discord, restart)
        self._parts = (
            StaticFiles(welcome, self._guard.token),
            Feed(discord, guild, faulting, welcome, self._guard),
            ActionRoutes(guild),
            CompletionRoutes(guild),
            FirstStepRoutes(discord, guild, welcome),
            AttachmentFiles(guild),
            Pictures(guild),
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
        """Start listening."""
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
        """Close all connections and stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    @property
    def address(self) -> str:
        """The URL of the page."""
        return f"http://{_HOST}:{self._port}/"

    def _application(self) -> web.Application:
        # A file of 10 MiB in base 64 fits.
        app = web.Application(client_max_size=14 * 1024 * 1024)
        self._guard.protect(app)
        for part in self._parts:
            part.add_to(app)
        return app
