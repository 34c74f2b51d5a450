"""Access to the page's server: only the page itself, no other page in the same browser.

A foreign page can make the browser send requests to loopback. It cannot read the answers, but it could act. Therefore
the Host header must name loopback (against DNS rebinding), a foreign Origin is refused, and calls that change something
need a token that only the page has. The socket needs it too, because foreign pages can read WebSockets.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TOKEN_HEADER = "X-Page-Token"  # noqa: S105  # the header's name
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "img-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_READING = frozenset({"GET", "HEAD"})


class Guard:
    """Lets only the page's own requests pass.

    Attributes:
        token: The token that calls need; a new one in each run.
    """

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self._hosts: frozenset[str] = frozenset()

    def listen_on(self, port: int) -> None:
        """Set the port, and with it the allowed Host headers."""
        self._hosts = frozenset(f"{name}:{port}" for name in ("127.0.0.1", "localhost"))

    def protect(self, app: web.Application) -> None:
        """Check all requests to an application, and add security headers to all answers."""
        app.middlewares.append(self._check)
        app.on_response_prepare.append(_add_headers)

    @web.middleware
    async def _check(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if request.headers.get("Host") not in self._hosts:
            raise web.HTTPForbidden(text="This server answers to 127.0.0.1 and localhost only.")
        origin = request.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in self._hosts}:
            raise web.HTTPForbidden(text="This server answers to its own page only.")
        if origin is None and (request.method not in _READING or "Upgrade" in request.headers):
            raise web.HTTPForbidden(text="A call or a socket needs an Origin header.")
        if request.method not in _READING:
            self._check_writing(request)
        return await handler(request)

    def is_token(self, given: str) -> bool:
        """Return whether a text is the token, in constant time."""
        return hmac.compare_digest(given.encode(errors="surrogateescape"), self.token.encode())

    def _check_writing(self, request: web.Request) -> None:
        if not self.is_token(request.headers.get(TOKEN_HEADER, "")):
            raise web.HTTPForbidden(text="This page is from an earlier run. Reload it.")
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType(text="Calls must be JSON.")


async def _add_headers(_request: web.Request, response: web.StreamResponse) -> None:
    response.headers.update(_HEADERS)
