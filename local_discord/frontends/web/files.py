"""The page's files, downloads of attachments, emoji, and icons."""

from __future__ import annotations

import html
from pathlib import Path
from typing import TYPE_CHECKING

from aiohttp import web

from local_discord.frontends.web.views.components import is_picture

if TYPE_CHECKING:
    from local_discord import Guild
    from local_discord.frontends.web.welcome import Welcome


_STATIC = Path(__file__).parent / "static"
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}


class StaticFiles:
    """Serves the page and the files in `static`.

    Args:
        welcome: Has the page's title.
        token: The token that the page needs for calls and its socket.
    """

    def __init__(self, welcome: Welcome, token: str) -> None:
        files = {path.relative_to(_STATIC).as_posix(): path.read_bytes() for path in _STATIC.rglob("*.*")}
        self._page = _filled(files.pop("index.html").decode(), title=welcome.title, token=token)
        self._files = files

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_get("/", self._serve_page)
        app.router.add_get("/static/{name:.+}", self._serve_file)

    async def _serve_page(self, _request: web.Request) -> web.Response:
        return web.Response(text=self._page, content_type="text/html", charset="utf-8")

    async def _serve_file(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        kind = _TYPES.get(name.rpartition(".")[2])
        if name not in self._files or kind is None:
            raise web.HTTPNotFound
        return web.Response(body=self._files[name], content_type=kind, charset="utf-8")


def _filled(document: str, **values: str) -> str:
    for name, value in values.items():
        document = document.replace(f"{{{{{name}}}}}", html.escape(value))
    return document


class AttachmentFiles:
    """Serves attachments, always as downloads."""

    def __init__(self, guild: Guild) -> None:
        self._world = guild.world

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_get("/files/{channel:[0-9]{1,20}}/{attachment:[0-9]{1,20}}", self._serve)

    async def _serve(self, request: web.Request) -> web.Response:
        channel, attachment = (int(request.match_info[name]) for name in ("channel", "attachment"))
        found = self._world.find_attachment(channel, attachment)
        if found is None:
            raise web.HTTPNotFound(text="There is no such file any more.")
        headers = {"Content-Disposition": "attachment"}
        return web.Response(body=found.content, content_type="application/octet-stream", headers=headers)


class Pictures:
    """Serves attached pictures, the application's emoji, and the icons of accounts."""

    def __init__(self, guild: Guild) -> None:
        self._world = guild.world

    def add_to(self, app: web.Application) -> None:
        """Add the route to an application."""
        app.router.add_get("/pictures/{channel:[0-9]{1,20}}/{attachment:[0-9]{1,20}}", self._serve_attached)
        app.router.add_get("/emojis/{emoji:[0-9]{1,20}}", self._serve_emoji)
        app.router.add_get("/icons/{account:[0-9]{1,20}}", self._serve_icon)

    async def _serve_attached(self, request: web.Request) -> web.Response:
        channel, attachment = (int(request.match_info[name]) for name in ("channel", "attachment"))
        found = self._world.find_attachment(channel, attachment)
        if found is None or not is_picture(found.filename):
            raise web.HTTPNotFound(text="There is no such picture any more.")
        kind = "image/gif" if found.filename.endswith(".gif") else "image/png"
        return web.Response(body=found.content, content_type=kind)

    async def _serve_emoji(self, request: web.Request) -> web.Response:
        found = self._world.emojis.get(int(request.match_info["emoji"]))
        if found is None:
            raise web.HTTPNotFound(text="There is no such emoji any more.")
        return web.Response(body=found.image, content_type=found.content_type)

    async def _serve_icon(self, request: web.Request) -> web.Response:
        account = self._world.users.get(int(request.match_info["account"]))
        if account is None or account.icon is None:
            raise web.HTTPNotFound(text="There is no such icon.")
        return web.Response(body=account.icon, content_type="image/png")
