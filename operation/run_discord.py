"""Discord connection: start, waiting, and the error text when it fails for good."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from typing import Final

import aiohttp
import discord

from cogs.runtime.endpoint import use_stand_in
from cogs.runtime.gateway.identify_gate import TooFewStarts
from cogs.runtime.gateway.sharded_client import UnreadableResponse
from cogs.runtime.http_interactions.http_bot import CannotReceive
from gridlock_host import Database
from operation.composition import connected, make_bot
from operation.configuration.settings import DEFAULT_DATABASE, NOT_STARTED, ROOT, Settings
from operation.configuration.values import CannotStart
from operation.file_access import access_warnings
from operation.handing_over import Departure, Postponed, keep_serving
from operation.supervision.metrics import Metrics
from operation.supervision.service_manager import ServiceManager, service_manager_notified
from operation.supervision.status_server import Status, status_served

_log = logging.getLogger(__name__)

_NOT_SET_UP = """\
There is no DISCORD_TOKEN, so there is no Discord to connect to. Either
  - put the bot's token into the environment or into a file .env beside bot.py (.env.example shows how), or
  - try Gridlock without Discord: python bot.py --local (or `make run`, which also sets everything up)"""


async def run_discord(settings: Settings, *, postponed: Postponed) -> int:
    """Run the bot until cancelled or disconnected for good, and return the exit status.

    Args:
        settings: The settings.
        postponed: Lets the process run on after the request to end, while another one takes over.

    Raises:
        CannotStart: The settings are wrong, or Discord refuses or ends the connection. If it refuses it for a while,
            that while is waited for first, and the exit status is returned.
        DatabaseUnusable: The database cannot be used as it is.
        NotLoopback: A stand-in for Discord is not on this machine.
    """
    _prepare_connection(settings)
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        manager = await stack.enter_async_context(service_manager_notified())
        # Supervisors get answers while the database is migrated, which may take long.
        status = await stack.enter_async_context(status_served(settings.status, metrics, settings.status_hosts))
        waits = partial(_note_wait, status, manager)
        bot, claim = await make_bot(stack, settings, DEFAULT_DATABASE, metrics, waits=waits)
        if status is not None:
            status.bot = bot
        manager.is_ready = lambda: bot.was_ready or bot.handover.is_standby
        database = Database(settings.database_url or DEFAULT_DATABASE).path
        for sentence in access_warnings(ROOT / ".env", database, os.geteuid()):
            _log.warning("%s", sentence)
        departure = Departure(bot, claim, postponed)
        stack.push_async_callback(departure.finish)
        connection = await stack.enter_async_context(connected(bot, settings.token))
        keeping = asyncio.create_task(keep_serving(bot, claim))
        stack.callback(keeping.cancel)
        try:
            with connection_errors_explained(), start_limit_explained(), receiver_explained():
                ended, _ = await asyncio.wait({connection, keeping}, return_when=asyncio.FIRST_COMPLETED)
                await ended.pop()
        except asyncio.CancelledError:
            keeping.cancel()
            await departure.hand_over()
            raise
        except NotYet as refused:
            # A supervisor would start the bot again at once, so it waits here.
            print(refused, file=sys.stderr, flush=True)  # noqa: T201  # for the operator, who reads it before the wait
            await asyncio.wait({keeping}, timeout=refused.seconds)
            return NOT_STARTED
    return 0


def _prepare_connection(settings: Settings) -> None:
    """Check the settings of the connection, and let discord.py use them.

    Raises:
        CannotStart: They are wrong.
        NotLoopback: A stand-in for Discord is not on this machine.
    """
    if not settings.token:
        raise CannotStart(_NOT_SET_UP)
    if bool(settings.api) != bool(settings.gateway):
        raise CannotStart("Set both GRIDLOCK_DISCORD_API and GRIDLOCK_DISCORD_GATEWAY, or neither.")
    if settings.api:
        use_stand_in(settings.api, settings.gateway)
    if settings.endpoint is not None:
        # It warns that nothing comes from the gateway.
        logging.getLogger("discord.client").setLevel(logging.ERROR)


@contextmanager
def start_limit_explained() -> Iterator[None]:
    """Turn the limit of starts inside the block into a sentence for the operator.

    Raises:
        NotYet: Too few starts are left.
    """
    try:
        yield
    except TooFewStarts as error:
        raise NotYet(str(error), int(min(max(error.seconds, 1), _MOST_SECONDS))) from error


@contextmanager
def receiver_explained() -> Iterator[None]:
    """Turn what keeps the block from receiving interactions into a sentence for the operator.

    Raises:
        CannotStart: They cannot be received.
    """
    try:
        yield
    except CannotReceive as error:
        raise CannotStart(f"GRIDLOCK_INTERACTIONS: {error}") from error


def _note_wait(status: Status | None, manager: ServiceManager) -> None:
    """Tell that the process serves nobody yet, and that this is all that its start could achieve."""
    _log.info("other processes serve all shards; this one waits until one of them ends")
    manager.is_ready = lambda: True
    if status is not None:
        status.is_spare = True


_LOGIN_REFUSED: Final = """\
Discord refuses the token. Copy it anew from https://discord.com/developers/applications (your application, "Bot",
"Reset Token") into DISCORD_TOKEN, in the environment or in the file .env beside bot.py."""

_LOOK_AT_APPLICATION: Final = "Look at your application: https://discord.com/developers/applications"

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_AUTHENTICATION_FAILED: Final = 4004
_ABOUT_SHARDS: Final = (4010, 4011)

# Discord counts refused requests for ten minutes.
_SECONDS_UNTOLD: Final = 600
_MOST_SECONDS: Final = 86_400


class NotYet(CannotStart):
    """Discord, or something before it, refuses the connection for a while.

    Args:
        reason: A sentence.
        seconds: How long the bot has to wait. Asking earlier would prolong a ban.
    """

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(
            f"{reason} The bot waits for {_duration(seconds)} before it ends; do not start it again before."
        )
        self.seconds = seconds


@contextmanager
def connection_errors_explained() -> Iterator[None]:
    """Turn errors of the connection inside the block into sentences for the operator.

    Raises:
        NotYet: The connection is refused for a while.
        CannotStart: Discord or the network refused or ended the connection.
    """
    try:
        yield
    except discord.LoginFailure as error:
        raise CannotStart(_LOGIN_REFUSED) from error
    except discord.ConnectionClosed as error:
        raise CannotStart(_why_closed(error.code)) from error
    except discord.HTTPException as error:
        raise _why_refused(error) from error
    except discord.GatewayNotFound as error:
        if isinstance(error.__cause__, discord.HTTPException):
            raise _why_refused(error.__cause__) from error
        raise CannotStart(f"Discord is out of order: {error}. Start the bot again in a while.") from error
    except UnreadableResponse as error:
        raise CannotStart(
            "Something before Discord answers in its place, such as a proxy or the login page of a network. Look at "
            "the network of this machine."
        ) from error
    except (aiohttp.ClientError, OSError) as error:
        raise CannotStart(_why_unreachable(error)) from error


def _why_unreachable(error: Exception) -> str:
    if isinstance(error, aiohttp.ClientHttpProxyError):
        # Its text has the address with the password.
        reason = f"{error.status} {error.message}"
        return f"The proxy in HTTPS_PROXY does not lead to Discord: {reason}. Look at HTTPS_PROXY."
    return f"Discord cannot be reached: {error}. Is this machine online?"


def _why_refused(error: discord.HTTPException) -> CannotStart:
    status = f"{error.status} {error.response.reason or ''}".strip()
    is_discord = error.response.headers.get("Content-Type") == "application/json"
    seconds = _seconds_to_wait(error)
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return NotYet(
            f"Discord's proxy refuses this machine, or its network, for a while ({status}): too many requests came "
            "from its address.",
            seconds or _SECONDS_UNTOLD,
        )
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        reason = f"Discord is out of order: {status}."
        return NotYet(reason, seconds) if seconds else CannotStart(f"{reason} Start the bot again in a while.")
    if not is_discord:
        reason = f"Something before Discord refuses this machine ({status}), such as Discord's proxy or your network's."
        return NotYet(reason, seconds) if seconds else CannotStart(f"{reason} Look at the network of this machine.")
    return CannotStart(f"Discord does not let the bot start: {_in_one_line(error)}. {_LOOK_AT_APPLICATION}")


def _seconds_to_wait(error: discord.HTTPException) -> int:
    """How long to wait, from the header Retry-After; 0 if there is none that can be read."""
    text = error.response.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        seconds = float(text)
    else:
        try:
            at = parsedate_to_datetime(text)
        except ValueError:
            return 0
        seconds = (at.replace(tzinfo=at.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return int(min(max(seconds, 0), _MOST_SECONDS))


def _duration(seconds: int) -> str:
    number, unit = (seconds, "second") if seconds < 2 * 60 else (round(seconds / 60), "minute")
    return f"{number} {unit}{'' if number == 1 else 's'}"


def _in_one_line(error: object) -> str:
    return " ".join(str(error).split()).removesuffix(".")


def _why_closed(code: int) -> str:
    """Explain a close code after which reconnecting is useless."""
    if code == _AUTHENTICATION_FAILED:
        return _LOGIN_REFUSED
    if code in _ABOUT_SHARDS:
        return (
            f"Discord has closed the connection ({code}): the bot is in too many servers for so few shards. Start it "
            "again without GRIDLOCK_SHARDS, or with more shards in all."
        )
    return f"Discord has closed the connection ({code}), and says that the bot is not to connect again as it is."
