"""HTTP server for health checks and Prometheus metrics."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from cogs.runtime.client import GridlockBot
from cogs.runtime.endpoint import is_loopback
from gridlock_host.stored_counts import StoredCounts
from operation.configuration.values import Address, CannotStart
from operation.supervision.metrics import IncidentCounter, LoopLag, Metrics

_log = logging.getLogger(__name__)

# Supervisors ask every few seconds, with a timeout of a few seconds.
_SECONDS_FOR_STORE: Final = 2.0
_TOO_LATE_SECONDS: Final = 0.5
_SECONDS_TO_CLOSE: Final = 0.1
_NOT_WELL: Final = 503

_STARTING: Final = "The bot is starting."
_DISCONNECTED: Final = "There is no connection to Discord."
_NO_STORE: Final = "The store does not answer."
_NO_STARTS: Final = "Discord lets no more shards connect today."
_SPARE: Final = "Other processes serve all shards; this one waits."
_KEEPING_PLAYERS_OUT: Final = (_STARTING, _SPARE, _DISCONNECTED, _NO_STARTS, _NO_STORE)

_HOST: Final = re.compile(r"(\[[^\[\]]+\]|[^:\[\]]*)(?::[0-9]*)?")


@dataclass(slots=True)
class Status:
    """The status of a bot.

    Attributes:
        metrics: The metrics of the bot.
        lag: Measures the lag of the event loop.
        bot: The bot; None until its database is migrated.
        is_spare: Whether other processes served all shards when this one started.
    """

    metrics: Metrics
    lag: LoopLag
    bot: GridlockBot | None = None
    is_spare: bool = False

    async def problems(self) -> list[str]:
        """Sentences about problems; empty if there are none."""
        bot = self.bot
        if bot is None:
            return [_SPARE if self.is_spare else _STARTING]
        wrong = {
            _SPARE: bot.handover.is_standby,
            _STARTING: not bot.was_ready and not bot.handover.is_standby,
            _DISCONNECTED: bot.was_ready and not bot.is_connected(),
            _NO_STARTS: bot.identify_gate.is_exhausted,
            "Nothing that is due was done for too long.": bot.sweeps_are_late,
            _NO_STORE: await self.stored() is None,
            "The event loop is late all the time.": self.lag.lowest_recent > _TOO_LATE_SECONDS,
        }
        return [sentence for sentence, is_so in wrong.items() if is_so]

    async def stored(self) -> StoredCounts | None:
        """Figures from the database; None if there are none yet, or it does not answer in time."""
        if self.bot is None:
            return None
        try:
            async with asyncio.timeout(_SECONDS_FOR_STORE):
                return await self.bot.host.stored_counts()
        except Exception as error:  # noqa: BLE001  # any error means that the database cannot be read
            _log.warning("the store does not answer: %s", error)
            return None

    async def tell_live(self, _: web.Request) -> web.Response:
        """Respond 200: the event loop runs."""
        return web.json_response({"alive": True})

    async def tell_ready(self, _: web.Request) -> web.Response:
        """Respond 200 if players can use the bot, or 503 with the problems that keep them from it; with each shard."""
        problems = [one for one in await self.problems() if one in _KEEPING_PLAYERS_OUT]
        shards = {} if self.bot is None else self.bot.shard_states()
        told = {"ready": not problems, "problems": problems, "shards": {str(one): how for one, how in shards.items()}}
        return web.json_response(told, status=_NOT_WELL if problems else 200)

    async def tell_rollout(self, _: web.Request) -> web.Response:
        """Respond 200 if players can use the bot, or if it waits for shards, so that an update may go on; else 503."""
        problems = [one for one in await self.problems() if one in _KEEPING_PLAYERS_OUT and one != _SPARE]
        return web.json_response(
            {"may_go_on": not problems, "problems": problems}, status=_NOT_WELL if problems else 200
        )

    async def tell_health(self, _: web.Request) -> web.Response:
        """Respond 200 or 503, with the problems as JSON."""
        problems = await self.problems()
        status = _NOT_WELL if problems else 200
        return web.json_response({"healthy": not problems, "problems": problems}, status=status)

    async def tell_metrics(self, _: web.Request) -> web.Response:
        """Respond with all metrics."""
        return web.Response(
            body=self.metrics.text(await self.stored(), self.bot), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )


@asynccontextmanager
async def status_served(
    address: Address | None, metrics: Metrics, hosts: Collection[str] = ()
) -> AsyncIterator[Status | None]:
    """Serve health and metrics until the end of the block, if an address is set.

    Args:
        address: The address to listen on.
        metrics: The metrics to serve.
        hosts: Further names under which requests may come.

    Yields:
        The status, which is to be given the bot as soon as there is one; None if nothing is served.

    Raises:
        CannotStart: The address cannot be used.
    """
    if address is None:
        yield None
        return
    status = Status(metrics, LoopLag(metrics.loop_lag_seconds.observe))
    counting = IncidentCounter(metrics.incidents)
    runner = _runner(status, {address.host.lower(), *hosts})
    await runner.setup()
    measuring = asyncio.create_task(status.lag.measure())
    logging.getLogger().addHandler(counting)
    try:
        await _listen(runner, address)
        yield status
    finally:
        logging.getLogger().removeHandler(counting)
        measuring.cancel()
        await runner.cleanup()


def _runner(status: Status, hosts: Collection[str]) -> web.AppRunner:
    @web.middleware
    async def refuse_other_hosts(
        request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if not _may_ask(request, hosts):
            raise web.HTTPForbidden(text="This is not served under that name. GRIDLOCK_STATUS_HOSTS can allow it.\n")
        return await handler(request)

    app = web.Application(middlewares=[refuse_other_hosts])
    app.router.add_get("/live", status.tell_live)
    app.router.add_get("/ready", status.tell_ready)
    app.router.add_get("/rollout", status.tell_rollout)
    app.router.add_get("/health", status.tell_health)
    app.router.add_get("/metrics", status.tell_metrics)
    return web.AppRunner(app, access_log=None, shutdown_timeout=_SECONDS_TO_CLOSE)


def _may_ask(request: web.Request, hosts: Collection[str]) -> bool:
    """Whether the Host header names this machine, the address that was asked, or a name that is set.

    Otherwise a page in the operator's browser could read all of this, by a name of its own that leads to loopback.
    """
    header = request.headers.get("Host")
    if header is None:
        return True
    found = _HOST.fullmatch(header)
    if found is None:
        return False
    host = found[1].strip("[]").removesuffix(".").lower()
    asked = request.transport.get_extra_info("sockname") if request.transport else None
    return host in hosts or is_loopback(host) or (asked is not None and host == asked[0])


async def _listen(runner: web.AppRunner, address: Address) -> None:
    try:
        await web.TCPSite(runner, address.host, address.port).start()
    except OSError as error:
        raise CannotStart(f"GRIDLOCK_STATUS: nobody can listen at {address}: {error.strerror}.") from error
    _log.info("health and metrics are at http://%s", address)
