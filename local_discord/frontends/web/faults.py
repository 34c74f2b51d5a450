"""Faults that the page can switch on: late answers, a lost connection, a restart of the bot."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from local_discord.model.events import ChangeKind

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from local_discord import LocalDiscord
    from local_discord.server.faults import Delay
    from local_discord.wire import Json

DELAYS = {"prompt": 0.0, "slow": 2.0, "late": 4.0}
"""The delays of the bot's first answers, in seconds; Discord waits for 3."""


class FaultRoutes:
    """The routes of the faults.

    Attributes:
        answers: The current delay: a key of `DELAYS`.
        restarting: Whether the bot is being restarted.
    """

    def __init__(self, discord: LocalDiscord, restart: Callable[[], Awaitable[None]] | None) -> None:
        self._discord = discord
        self._restart_bot = restart
        self._delay: Delay | None = None
        self.answers = "prompt"
        self.restarting = False

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_post("/faults/answers/{how}", self._set_answers)
        app.router.add_post("/faults/disconnect", self._disconnect)
        app.router.add_post("/faults/restart", self._restart)

    def view(self) -> Json:
        """Return the state of the faults for the page."""
        return {
            "answers": self.answers,
            "restarting": self.restarting,
            "can_restart": self._restart_bot is not None,
        }

    async def _set_answers(self, request: web.Request) -> web.Response:
        how = request.match_info["how"]
        if how not in DELAYS:
            raise web.HTTPNotFound
        if self._delay is not None:
            self._delay.release()
            self._delay = None
        if DELAYS[how]:
            self._delay = self._discord.faults.delay("POST", r"/interactions/\d+/[^/]+/callback", seconds=DELAYS[how])
        self.answers = how
        self._announce()
        return web.json_response({})

    async def _disconnect(self, _request: web.Request) -> web.Response:
        await self._discord.drop_gateway()
        return web.json_response({})

    async def _restart(self, _request: web.Request) -> web.Response:
        if self._restart_bot is None:
            raise web.HTTPNotFound
        if not self.restarting:
            # If the page is closed during the restart, the bot must still be started completely.
            await asyncio.shield(self._restarted(self._restart_bot))
        return web.json_response({})

    async def _restarted(self, restart: Callable[[], Awaitable[None]]) -> None:
        self.restarting = True
        self._announce()
        try:
            await restart()
        finally:
            self.restarting = False
            self._announce()

    def _announce(self) -> None:
        self._discord.announce(ChangeKind.OTHER)
