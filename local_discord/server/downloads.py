"""Downloads of attached files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from local_discord.errors import unknown_message

if TYPE_CHECKING:
    from local_discord.model.world import World


class Downloads:
    """Serves attached files at the addresses that messages name."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_get(r"/attachments/{channel:\d+}/{attachment:\d+}/{name}", self._serve_attachment)

    async def _serve_attachment(self, request: web.Request) -> web.Response:
        channel, number = (int(request.match_info[name]) for name in ("channel", "attachment"))
        attachment = self._world.find_attachment(channel, number)
        if attachment is None:
            raise web.HTTPNotFound(text=unknown_message().message)
        return web.Response(body=attachment.content, content_type=attachment.content_type)
