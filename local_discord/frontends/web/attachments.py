"""Files on messages, to be downloaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from local_discord import Guild


class Files:
    """Serves the files that hang on messages, as downloads and never as pages."""

    def __init__(self, guild: Guild) -> None:
        self._world = guild.world

    def add_to(self, app: web.Application) -> None:
        """Adds the route to an application."""
        app.router.add_get("/files/{channel:[0-9]{1,20}}/{attachment:[0-9]{1,20}}", self._serve)

    async def _serve(self, request: web.Request) -> web.Response:
        channel, attachment = (int(request.match_info[name]) for name in ("channel", "attachment"))
        found = self._world.find_attachment(channel, attachment)
        if found is None:
            raise web.HTTPNotFound(text="There is no such file any more.")
        headers = {"Content-Disposition": "attachment"}
        return web.Response(body=found.content, content_type="application/octet-stream", headers=headers)
