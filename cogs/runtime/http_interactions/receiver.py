"""Receiver of interactions over HTTP.

A request is taken with status 202 and no body, and the first answer goes to Discord by the route of callbacks, as for
interactions from the gateway. Discord documents both ways; by this one the bot learns whether Discord has taken it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from aiohttp import web

from cogs.runtime.http_interactions.signatures import SignatureCheck
from cogs.runtime.metrics import DiscordMetrics

_log = logging.getLogger(__name__)

_PING: Final = 1
_PONG: Final = {"type": 1}
# A message with all that it may hold, and everything that an option names, takes some ten thousand bytes.
_MOST_BYTES: Final = 1 << 20
_SECONDS_TO_READ: Final = 3.0
# For as long as a signature is believed, however far the clocks are apart.
_SECONDS_REMEMBERED: Final = 120.0


class Receiver:
    """Receives interactions, and lets each of them be served once.

    Args:
        check: Checks that Discord has sent a request.
        serve: Begins to serve an interaction; returns False if it is dropped.
        metrics: Counts requests that are refused.
        seconds_to_read: How many seconds a request may take to come.
        clock: A monotonic clock, in seconds.

    Attributes:
        is_stopping: Whether each connection is to be closed with its next response.
    """

    def __init__(
        self,
        check: SignatureCheck,
        serve: Callable[[dict[str, Any]], bool],
        metrics: DiscordMetrics,
        *,
        seconds_to_read: float = _SECONDS_TO_READ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._check = check
        self._serve = serve
        self._metrics = metrics
        self._seconds_to_read = seconds_to_read
        self._clock = clock
        # The ids of what was taken, with the times; a proxy may send a request again.
        self._taken: OrderedDict[str, float] = OrderedDict()
        self.is_stopping = False

    def application(self, path: str) -> web.Application:
        """Return what serves POST requests at this path, and refuses all others."""
        app = web.Application(client_max_size=_MOST_BYTES)
        app.router.add_post(path, self._respond)
        return app

    async def _respond(self, request: web.Request) -> web.Response:
        response = await self._receive(request)
        if self.is_stopping:
            response.force_close()
        return response

    async def _receive(self, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(self._seconds_to_read):
                body = await request.read()
        except TimeoutError:
            return self._refusal(HTTPStatus.REQUEST_TIMEOUT, "slow", "The request takes too long.")
        except web.HTTPRequestEntityTooLarge:
            return self._refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "large", "The request is too large.")
        signature, timestamp = (request.headers.get(f"X-Signature-{name}", "") for name in ("Ed25519", "Timestamp"))
        doubt = self._check.doubt(signature, timestamp, body)
        if doubt is not None:
            return self._refusal(HTTPStatus.UNAUTHORIZED, doubt, "The signature of the request is not valid.")
        event = _parsed(body)
        if event is None:
            return self._refusal(HTTPStatus.BAD_REQUEST, "unreadable", "This is no interaction.")
        return web.json_response(_PONG) if event["type"] == _PING else self._take(event)

    def _take(self, event: dict[str, Any]) -> web.Response:
        if self._is_repeated(event["id"]):
            return web.Response(status=HTTPStatus.ACCEPTED)
        try:
            is_served = self._serve(event)
        except Exception:  # noqa: BLE001  # one that discord.py cannot read must not keep others from being served
            _log.exception("an interaction could not be read")
            return self._refusal(HTTPStatus.BAD_REQUEST, "unreadable", "This is no interaction.")
        if not is_served:
            return web.Response(status=HTTPStatus.TOO_MANY_REQUESTS, text="There are too many interactions.\n")
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _is_repeated(self, interaction_id: str) -> bool:
        """Note an interaction, and return whether it was taken before."""
        now = self._clock()
        while self._taken and now - next(iter(self._taken.values())) > _SECONDS_REMEMBERED:
            self._taken.popitem(last=False)
        is_repeated = interaction_id in self._taken
        self._taken.setdefault(interaction_id, now)
        return is_repeated

    def _refusal(self, status: HTTPStatus, reason: str, text: str) -> web.Response:
        self._metrics.refused_requests.labels(reason).inc()
        return web.Response(status=status, text=f"{text}\n")


def _parsed(body: bytes) -> dict[str, Any] | None:
    """Return an interaction; None if this is none."""
    try:
        event = json.loads(body)
    except ValueError:
        return None
    is_interaction = isinstance(event, dict) and isinstance(event.get("type"), int) and isinstance(event.get("id"), str)
    return event if is_interaction else None
