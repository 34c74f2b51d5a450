"""Run of the bot on Discord."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from contextlib import AsyncExitStack

from cogs.runtime.endpoint import use_stand_in
from gridlock_host import Database
from operation.composition import connected, make_bot
from operation.connection_errors import NotYet, connection_errors_explained
from operation.file_access import access_warnings
from operation.metrics import Metrics
from operation.settings import DEFAULT_DATABASE, NOT_STARTED, ROOT, CannotStart, Settings
from operation.status_server import status_served

_log = logging.getLogger(__name__)

_NOT_SET_UP = """\
There is no DISCORD_TOKEN, so there is no Discord to connect to. Either
  - put the bot's token into the environment or into a file .env beside bot.py (.env.example shows how), or
  - try Gridlock without Discord: python bot.py --local (or `make run`, which also sets everything up)"""


async def run_discord(settings: Settings) -> int:
    """Run the bot until cancelled or disconnected for good, and return the exit status.

    Raises:
        CannotStart: The settings are wrong, or Discord refuses or ends the connection. If it refuses it for a while,
            that while is waited for first, and the exit status is returned.
        DatabaseUnusable: The database cannot be used as it is.
        NotLoopback: A stand-in for Discord is not on this machine.
    """
    if not settings.token:
        raise CannotStart(_NOT_SET_UP)
    if bool(settings.api) != bool(settings.gateway):
        raise CannotStart("Set both GRIDLOCK_DISCORD_API and GRIDLOCK_DISCORD_GATEWAY, or neither.")
    if settings.api:
        use_stand_in(settings.api, settings.gateway)
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        # Supervisors get answers while the database is migrated, which may take long.
        status = await stack.enter_async_context(status_served(settings.status, metrics, settings.status_hosts))
        bot, claim = await make_bot(stack, settings, DEFAULT_DATABASE, metrics)
        if status is not None:
            status.bot = bot
        database = Database(settings.database_url or DEFAULT_DATABASE).path
        for sentence in access_warnings(ROOT / ".env", database, os.geteuid()):
            _log.warning("%s", sentence)
        connection = await stack.enter_async_context(connected(bot, settings.token))
        keeping = asyncio.create_task(claim.keep())
        stack.callback(keeping.cancel)
        try:
            with connection_errors_explained():
                ended, _ = await asyncio.wait({connection, keeping}, return_when=asyncio.FIRST_COMPLETED)
                await ended.pop()
        except NotYet as refused:
            # A supervisor would start the bot again at once, so it waits here.
            print(refused, file=sys.stderr, flush=True)  # noqa: T201  # for the operator, who reads it before the wait
            await asyncio.wait({keeping}, timeout=refused.seconds)
            return NOT_STARTED
    return 0
