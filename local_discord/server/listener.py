"""Listener on loopback: the REST routes, the files, and the connections of the gateway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from local_discord.server.downloads import Downloads
from local_discord.server.gateway.connection import Connection
from local_discord.server.rest.app import RestServer, Route
from local_discord.server.rest.applications import ApplicationRoutes
from local_discord.server.rest.channels import ChannelRoutes
from local_discord.server.rest.emojis import EmojiRoutes
from local_discord.server.rest.interactions import InteractionRoutes
from local_discord.server.rest.messages import MessageRoutes

if TYPE_CHECKING:
    from local_discord.client.interactions import Interactions
    from local_discord.model.world import World
    from local_discord.server.endpoint import Endpoint
    from local_discord.server.faults import Faults
    from local_discord.server.gateway.sessions import Sessions
    from local_discord.server.limits import LimitGuard
    from local_discord.server.rest.app import Request

_HOST = "127.0.0.1"
_GOING_AWAY = 1001
_MAX_BODY_BYTES = 128 * 1024 * 1024


class Listener:
    """Serves the bot over real sockets.

    Args:
        world: What is served.
        sessions: The sessions of the gateway.
        interactions: The interactions, which the bot answers.
        endpoint: Delivers interactions over HTTP.
        guard: Refuses what is beyond the limits.
        faults: The faults to inject.

    Attributes:
        requests: All REST requests, in order of arrival.
        connections: The open connections of the gateway.
    """

    def __init__(
        self,
        world: World,
        sessions: Sessions,
        interactions: Interactions,
        endpoint: Endpoint,
        guard: LimitGuard,
        faults: Faults,
    ) -> None:
        self._world = world
        self._sessions = sessions
        self._interactions = interactions
        self._endpoint = endpoint
        self._guard = guard
        self._faults = faults
        self._runner: web.AppRunner | None = None
        self.requests: list[Request] = []
        self.connections: set[Connection] = set()

    async def start(self, port: int) -> None:
        """Start listening, and tell the address to the world.

        Args:
            port: The port; 0 for any free one.

        Raises:
            OSError: The port is taken.
        """
        runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        await web.TCPSite(runner, _HOST, port).start()
        self._runner = runner
        self._world.address = f"{_HOST}:{runner.addresses[0][1]}"

    async def close(self) -> None:
        """Close all connections and stop listening."""
        for connection in list(self.connections):
            await connection.close(_GOING_AWAY, "The server is shutting down.")
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def routes(self) -> list[Route]:
        """Return the REST routes that it serves."""
        subjects = (
            ApplicationRoutes(self._world, self._guard, self._endpoint.verify),
            EmojiRoutes(self._world),
            InteractionRoutes(self._interactions),
            MessageRoutes(self._world),
            ChannelRoutes(self._world),
        )
        return [route for subject in subjects for route in subject.routes()]

    def _application(self) -> web.Application:
        app = web.Application(client_max_size=_MAX_BODY_BYTES)
        app.router.add_get("/gateway", self._serve_gateway)
        Downloads(self._world).add_to(app)
        RestServer(self._world, self._faults, self.requests, self._guard).add_to(app, self.routes())
        return app

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        compression = request.query.get("compress")
        if compression not in (None, "zlib-stream"):
            raise web.HTTPBadRequest(text=f"unknown compression {compression!r}")
        socket = web.WebSocketResponse(max_msg_size=4096, compress=False)
        await socket.prepare(request)
        connection = Connection(self._world, self._sessions, self._guard, socket, compressed=compression is not None)
        self.connections.add(connection)
        try:
            await connection.run()
        finally:
            self.connections.discard(connection)
        return socket
