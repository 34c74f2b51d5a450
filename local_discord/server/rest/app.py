"""REST requests: routing, the record of requests, faults, tokens and errors."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from aiohttp import web

from local_discord.errors import ApiError, unauthorized, unknown_route
from local_discord.model.events import ChangeKind
from local_discord.server.rest.call import Call, read_call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from local_discord.model.world import World
    from local_discord.server.faults import Faults, Injected
    from local_discord.server.limits import LimitGuard
    from local_discord.wire import Json


API_ROOT = "/api/v10"
_BANNED = "<html>You are being blocked from accessing our API.</html>"

Answer: TypeAlias = "Json | list[Json] | None"
Handler: TypeAlias = "Callable[[Call], Answer | Awaitable[Answer]]"


@dataclass(frozen=True)
class Route:
    """A route.

    Attributes:
        method: The HTTP method.
        path: The path below the API's root, in aiohttp's form.
        handler: Handles it; an answer of None becomes status 204.
        needs_token: Whether it needs the bot's token. Routes with an interaction's token in the path do not.
        status: The HTTP status of an answer that has a body.
    """

    method: str
    path: str
    handler: Handler
    needs_token: bool = True
    status: int = 200


class RestServer:
    """Handles REST requests."""

    def __init__(self, world: World, faults: Faults, record: list[Request], guard: LimitGuard) -> None:
        self._world = world
        self._faults = faults
        self._record = record
        self._guard = guard

    def add_to(self, app: web.Application, routes: Iterable[Route]) -> None:
        """Add the routes, and a 404 for all others, to an application."""
        for route in routes:
            app.router.add_route(route.method, API_ROOT + route.path, self._serving(route))
        everything_else = Route("*", "/{rest:.*}", _refuse, needs_token=False)
        app.router.add_route("*", API_ROOT + everything_else.path, self._serving(everything_else))

    def _serving(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            return await self._serve(route, request)

        return serve

    async def _serve(self, route: Route, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API_ROOT)
        entry = Request(request.method, path, None, self._world.clock())
        self._record.append(entry)
        injected = self._faults.take(request.method, path)
        try:
            response = await self._answer(route, request, entry, injected)
        except ApiError as error:
            response = _error_response(error)
            entry.note_error(error, injected=error is injected.error)
        entry.injected = entry.injected or injected.loses_answer or injected.page is not None
        entry.status = response.status
        self._guard.note_status(response.status)
        for hold in injected.holds_of_answer:
            await hold.pass_through()
        self._world.changes.announce(ChangeKind.REQUEST_ANSWERED)
        if injected.loses_answer:
            _break_connection(request)
        return response

    async def _answer(self, route: Route, request: web.Request, entry: Request, injected: Injected) -> web.Response:
        if self._guard.bans:
            return web.Response(status=429, text=_BANNED, content_type="text/html")
        call = await read_call(request)
        entry.body = call.payload
        entry.files = tuple(upload.filename for upload in call.uploads.values())
        for hold in injected.holds:
            self._world.changes.announce(ChangeKind.REQUEST_HELD)
            await hold.pass_through()
        if injected.error is not None:
            raise injected.error
        if injected.page is not None:
            page = injected.page
            return web.Response(status=page.status, headers=page.headers, text=page.text, content_type="text/html")
        wait = self._guard.seconds_until_call(entry.path)
        if wait > 0:
            raise ApiError(
                429,
                0,
                "You are being rate limited.",
                unavoidable=True,
                extra={"retry_after": round(wait, 3), "global": True},
            )
        return await self._perform(route, request, call)

    async def _perform(self, route: Route, request: web.Request, call: Call) -> web.Response:
        if route.needs_token and request.headers.get("Authorization") != f"Bot {self._world.token}":
            raise unauthorized()
        handled = route.handler(call)
        answer = await handled if isinstance(handled, Awaitable) else handled
        return web.Response(status=204) if answer is None else _json_response(answer, route.status)


def _refuse(_call: Call) -> Answer:
    raise unknown_route()


def _json_response(answer: Answer | Json, status: int = 200) -> web.Response:
    # discord.py parses a body only with exactly this content type, without a charset.
    body = json.dumps(answer).encode()
    return web.Response(body=body, status=status, content_type="application/json")


def _error_response(error: ApiError) -> web.Response:
    response = _json_response(error.to_json(), error.status)
    if error.status == 429:
        # Without this header a client takes the answer for a ban by Cloudflare.
        response.headers["Via"] = "1.1 local_discord"
        response.headers["Retry-After"] = str(error.extra.get("retry_after", 1))
    return response


def _break_connection(request: web.Request) -> None:
    if isinstance(request.transport, asyncio.Transport):
        request.transport.abort()


@dataclass
class Request:
    """A recorded REST request.

    Attributes:
        method: The HTTP method.
        path: The path below /api/v10, without the query.
        body: Its JSON, or None.
        at: When it arrived, in seconds on the server's clock.
        files: The names of its files.
        status: The HTTP status of the answer; 0 while there is none.
        code: Discord's error code, or None.
        error: The whole error in one line, or "".
        broke_rule: Whether its error is one that a correct bot never meets.
        injected: Whether a fault was injected into it.
        of_all_routes: Whether it met a global rate limit.
    """

    method: str
    path: str
    body: Json | list[Json] | None
    at: float
    files: tuple[str, ...] = ()
    status: int = 0
    code: int | None = None
    error: str = ""
    broke_rule: bool = False
    injected: bool = False
    of_all_routes: bool = False

    def note_error(self, error: ApiError, *, injected: bool) -> None:
        """Record the error that it was answered with."""
        self.code = error.code
        self.error = str(error)
        self.injected = injected
        self.of_all_routes = bool(error.extra.get("global"))
        self.broke_rule = not error.unavoidable and not injected
