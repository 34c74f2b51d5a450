"""Run of the bot on Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Final

import aiohttp
import discord

from cogs.runtime.endpoint import use_stand_in
from operation.composition import connected, make_bot
from operation.metrics import Metrics
from operation.settings import DEFAULT_DATABASE, CannotStart, Settings
from operation.status_server import status_served

_NOT_SET_UP = """\
There is no DISCORD_TOKEN, so there is no Discord to connect to. Either
  - put the bot's token into the environment or into a file .env beside bot.py (.env.example shows how), or
  - try Gridlock without Discord: python bot.py --local (or `make run`, which also sets everything up)"""

_LOGIN_REFUSED = """\
Discord refuses the token. Copy it anew from https://discord.com/developers/applications (your application, "Bot",
"Reset Token") into DISCORD_TOKEN, in the environment or in the file .env beside bot.py."""

_LOOK_AT_APPLICATION = "Look at your application: https://discord.com/developers/applications"

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_AUTHENTICATION_FAILED: Final = 4004
_ABOUT_SHARDS: Final = (4010, 4011)


async def run_discord(settings: Settings) -> int:
    """Run the bot until cancelled or disconnected for good, and return the exit status.

    Raises:
        CannotStart: The settings are wrong, or Discord refuses or ends the connection.
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
        bot, claim = await make_bot(stack, settings, DEFAULT_DATABASE, metrics)
        await stack.enter_async_context(status_served(settings.status, bot, metrics))
        connection = await stack.enter_async_context(connected(bot, settings.token))
        keeping = asyncio.create_task(claim.keep())
        stack.callback(keeping.cancel)
        with _connection_errors_explained():
            ended, _ = await asyncio.wait({connection, keeping}, return_when=asyncio.FIRST_COMPLETED)
            await ended.pop()
    return 0


@contextmanager
def _connection_errors_explained() -> Iterator[None]:
    """Turn errors of the connection inside the block into sentences for the operator.

    Raises:
        CannotStart: Discord or the network refused or ended the connection.
    """
    try:
        yield
    except discord.LoginFailure as error:
        raise CannotStart(_LOGIN_REFUSED) from error
    except discord.ConnectionClosed as error:
        raise CannotStart(_why_closed(error.code)) from error
    except (discord.DiscordServerError, discord.GatewayNotFound) as error:
        raise CannotStart(f"Discord is out of order: {error}. Start the bot again in a while.") from error
    except (discord.Forbidden, discord.NotFound) as error:
        raise CannotStart(f"Discord does not let the bot start: {error}. {_LOOK_AT_APPLICATION}") from error
    except (aiohttp.ClientError, OSError) as error:
        raise CannotStart(f"Discord cannot be reached: {error}. Is this machine online?") from error


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
