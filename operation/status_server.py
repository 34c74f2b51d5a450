"""HTTP server for health checks and Prometheus metrics."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from cogs.runtime.client import GridlockBot
from gridlock_host.stored_counts import StoredCounts
from operation.metrics import IncidentCounter, LoopLag, Metrics
from operation.settings import Address, CannotStart

_log = logging.getLogger(__name__)

# Supervisors ask every few seconds, with a timeout of a few seconds.
_SECONDS_FOR_STORE: Final = 2.0
_TOO_LATE_SECONDS: Final = 0.5
_SECONDS_TO_CLOSE: Final = 0.1
_NOT_WELL: Final = 503


@dataclass(frozen=True, slots=True)
class Status:
    """The status of a bot.

    Attributes:
        bot: The bot.
        metrics: Its metrics.
        lag: Measures the lag of its event loop.
    """

    bot: GridlockBot
    metrics: Metrics
    lag: LoopLag

    async def problems(self) -> list[str]:
        """Sentences about problems; empty if there are none."""
        wrong = {
            "There is no connection to Discord.": not self.bot.is_connected(),
            "Nothing that is due was done for too long.": self.bot.sweeps_are_late,
            "The store does not answer.": await self.stored() is None,
            "The event loop is late all the time.": self.lag.lowest_recent > _TOO_LATE_SECONDS,
        }
        return [sentence for sentence, is_so in wrong.items() if is_so]

    async def stored(self) -> StoredCounts | None:
        """Figures from the database; None if it does not answer in time."""
        try:
            async with asyncio.timeout(_SECONDS_FOR_STORE):
                return await self.bot.host.stored_counts()
        except Exception as error:  # noqa: BLE001  # any error means that the database cannot be read
            _log.warning("the store does not answer: %s", error)
            return None

    async def tell_health(self, _: web.Request) -> web.Response:
        """Respond 200 or 503, with the problems as JSON."""
        problems = await self.problems()
        status = _NOT_WELL if problems else 200
        return web.json_response({"healthy": not problems, "problems": problems}, status=status)

    async def tell_metrics(self, _: web.Request) -> web.Response:
        """Respond with all metrics."""
        return web.Response(body=self.metrics.text(await self.stored()), headers={"Content-Type": CONTENT_TYPE_LATEST})


@asynccontextmanager
async def status_served(address: Address | None, bot: GridlockBot, metrics: Metrics) -> AsyncIterator[None]:
    """Serve ``/health`` and ``/metrics`` until the end of the block, if an address is set.

    Raises:
        CannotStart: The address cannot be used.
    """
    if address is None:
        yield
        return
    lag = LoopLag(metrics.loop_lag_seconds.observe)
    counting = IncidentCounter(metrics.incidents)
    runner = _runner(Status(bot, metrics, lag))
    await runner.setup()
    measuring = asyncio.create_task(lag.measure())
    logging.getLogger().addHandler(counting)
    try:
        await _listen(runner, address)
        yield
    finally:
        logging.getLogger().removeHandler(counting)
        measuring.cancel()
        await runner.cleanup()


def _runner(status: Status) -> web.AppRunner:
    app = web.Application()
    app.router.add_get("/health", status.tell_health)
    app.router.add_get("/metrics", status.tell_metrics)
    return web.AppRunner(app, access_log=None, shutdown_timeout=_SECONDS_TO_CLOSE)


async def _listen(runner: web.AppRunner, address: Address) -> None:
    try:
        await web.TCPSite(runner, address.host, address.port).start()
    except OSError as error:
        raise CannotStart(f"GRIDLOCK_STATUS: nobody can listen at {address}: {error.strerror}.") from error
    _log.info("health and metrics are at http://%s", address)
