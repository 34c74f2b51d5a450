"""Start Gridlock: settings, store, host, bot. Nothing imports this file."""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import secrets
import signal
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import aiohttp
import discord
from dotenv import load_dotenv

from cogs.client import GridlockBot
from cogs.endpoint import NotLoopback, use_stand_in
from gridlock_host import Database, DatabaseUnusable, SessionManager, Sweeper, migrate
from gridlock_host.challenging_the_bot import LEVELS
from gridlock_host.mind import Mind
from gridlock_host.opponent import preparations
from gridlock_host.published_commands import PublishedCommands
from gridlock_host.thinking import Thinker
from gridlock_solver.levels import choose
from local_discord import LocalDiscord
from local_discord.terminal import run_terminal
from local_discord.web import LocalPage, Step, Welcome

ROOT = Path(__file__).resolve().parent
NOT_STARTED = 2

NOT_SET_UP = """\
There is no DISCORD_TOKEN, so there is no Discord to connect to. Either
  - put the bot's token into the environment or into a file .env beside bot.py (.env.example shows how), or
  - try Gridlock without Discord: python bot.py --local (or `make run`, which also sets everything up)"""

LOGIN_REFUSED = """\
Discord refuses the token. Copy it anew from https://discord.com/developers/applications (your application, "Bot",
"Reset Token") into DISCORD_TOKEN, in the environment or in the file .env beside bot.py."""


WELCOME = Welcome(
    title="Gridlock on a pretend server",
    steps=(
        Step(
            "You are **Ada and Bob at once**. As Ada, challenge Bob:",
            "/gridlock challenge @Bob variant:blocking first:me",
        ),
        Step("Press Enter or *Send*. Then, as Bob, press **Accept** below the challenge."),
        Step(
            "Ada presses a free cell, then Bob, and so on. **Whoever cannot move loses.** "
            "Afterwards, `/gridlock leaderboard` shows the point, and `/` everything else."
        ),
    ),
)


class CannotStart(Exception):
    """The bot cannot start as it is set up; the message says what to do."""


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """What whoever hosts the bot can set. It has no `repr`, because that would show the token."""

    token: str
    database_url: str
    api: str
    gateway: str
    log_level: str
    sweep_seconds: str

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings; `.env.example` describes them."""
        return cls(
            token=environment.get("DISCORD_TOKEN", "").strip(),
            database_url=environment.get("DATABASE_URL", "").strip(),
            api=environment.get("GRIDLOCK_DISCORD_API", "").strip(),
            gateway=environment.get("GRIDLOCK_DISCORD_GATEWAY", "").strip(),
            log_level=environment.get("GRIDLOCK_LOG_LEVEL", "").strip().upper() or "INFO",
            sweep_seconds=environment.get("GRIDLOCK_SWEEP_SECONDS", "").strip() or "10",
        )


def main() -> int:
    """Run until stopped, and return the exit status."""
    arguments = _arguments()
    try:
        _load_dotenv(ROOT / ".env")
        settings = Settings.from_environment(os.environ)
        local = arguments.local or arguments.page or (arguments.local_without_token and not settings.token)
        _set_up_logging("WARNING" if local else settings.log_level)
        if local:
            return asyncio.run(_run_locally(settings, page_only=arguments.page))
        return asyncio.run(_run_on_discord(settings))
    except (CannotStart, DatabaseUnusable, NotLoopback) as error:
        print(error, file=sys.stderr)  # noqa: T201  # for the person who started the bot
        return NOT_STARTED
    except (KeyboardInterrupt, asyncio.CancelledError):
        return 0


def _load_dotenv(path: Path) -> None:
    try:
        load_dotenv(path)
    except UnicodeDecodeError as error:
        raise CannotStart(f"{path.name} is not in UTF-8; save it in that encoding.") from error


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Gridlock, a Discord host for five small games.")
    parser.add_argument(
        "--local", action="store_true", help="play on a pretend server, in this terminal or in a browser"
    )
    parser.add_argument(
        "--local-without-token", action="store_true", help="the same, but only when no DISCORD_TOKEN is set"
    )
    parser.add_argument("--page", action="store_true", help="the same, in a browser only, until it is stopped")
    return parser.parse_args()


def _set_up_logging(level: str) -> None:
    if level not in logging.getLevelNamesMapping():
        raise CannotStart(f"GRIDLOCK_LOG_LEVEL is {level!r}; use DEBUG, INFO, WARNING or ERROR.")
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")


async def _run_on_discord(settings: Settings) -> int:
    if not settings.token:
        raise CannotStart(NOT_SET_UP)
    if bool(settings.api) != bool(settings.gateway):
        raise CannotStart("Set both GRIDLOCK_DISCORD_API and GRIDLOCK_DISCORD_GATEWAY, or neither.")
    if settings.api:
        use_stand_in(settings.api, settings.gateway)
    default = f"sqlite+aiosqlite:///{ROOT / 'data' / 'gridlock.db'}"
    async with AsyncExitStack() as stack:
        bot = await _make_bot(stack, settings, default)
        stopping = _stop_on_signals(bot)
        try:
            await bot.start(settings.token)
        except discord.LoginFailure as error:
            raise CannotStart(LOGIN_REFUSED) from error
        except (discord.DiscordServerError, discord.GatewayNotFound) as error:
            raise CannotStart(f"Discord is out of order: {error}. Start the bot again in a while.") from error
        except (aiohttp.ClientError, OSError) as error:
            if not stopping.is_set():
                raise CannotStart(f"Discord cannot be reached: {error}. Is this machine online?") from error
    return 0


def _stop_on_signals(bot: GridlockBot) -> asyncio.Event:
    """Let the usual signals stop the bot in good order; the event tells that one has come."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()

    def stop() -> None:
        if not stopping.is_set():
            stopping.set()
            closing.append(loop.create_task(bot.close()))

    closing: list[asyncio.Task[None]] = []
    for stop_signal in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(stop_signal, stop)
    return stopping


async def _run_locally(settings: Settings, *, page_only: bool) -> int:
    """Play on a pretend server that Ada may manage: the real bot, before a page in the browser and the terminal."""
    this_run = asyncio.current_task()
    if this_run is not None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this_run.cancel)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="gridlock-"))
        default = f"sqlite+aiosqlite:///{Path(folder) / 'gridlock.db'}"
        discord_here = await stack.enter_async_context(LocalDiscord(token=secrets.token_urlsafe()))
        guild = discord_here.add_guild("Pretend server")
        channel = guild.add_channel("games")
        ada, *_ = [guild.add_member(name) for name in ("Ada", "Bob", "Cleo")]
        ada.roles.append(guild.add_role("Managers", "MANAGE_GUILD"))
        use_stand_in(discord_here.api_url, discord_here.gateway_url)
        bot = await stack.enter_async_context(_LocalBot(settings, default, discord_here.token))
        await discord_here.until_ready()
        if page_only or sys.stdin.isatty():
            page = await stack.enter_async_context(LocalPage(discord_here, guild, welcome=WELCOME, restart=bot.restart))
            print(f"Play in a browser: {page.address}", flush=True)  # noqa: T201  # for the person who started the bot
        if page_only:
            await asyncio.Event().wait()
        return await run_terminal(discord_here, guild, channel, seat=ada, bare_text="gridlock move cell:{text}")


class _LocalBot:
    """The bot of a local run, which can be started again on the same store."""

    def __init__(self, settings: Settings, default_url: str, token: str) -> None:
        self._settings = settings
        self._default_url = default_url
        self._token = token
        self._running = AsyncExitStack()

    async def __aenter__(self) -> Self:
        bot = await _make_bot(self._running, self._settings, self._default_url)
        self._running.push_async_callback(_stop, bot, asyncio.create_task(bot.start(self._token)))
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    async def restart(self) -> None:
        """Stop the bot, and start it on what it has stored."""
        await self._running.aclose()
        await self.__aenter__()


async def _make_bot(stack: AsyncExitStack, settings: Settings, default_url: str) -> GridlockBot:
    sweep_every = _seconds(settings.sweep_seconds)
    database = Database(settings.database_url or default_url)
    stack.push_async_callback(database.close)
    await migrate(database)
    sessions = SessionManager(database, now=_now, toss=lambda: secrets.randbelow(2) == 0)
    sweeper = Sweeper(database, sessions, now=_now)
    thinker = Thinker(preparations=preparations(choose, LEVELS[-1]))
    stack.push_async_callback(thinker.close)
    thinker.start()
    mind = Mind.of(database, sessions, thinker, choose=choose, random=secrets.SystemRandom(), now=_now)
    bot = GridlockBot(sessions, PublishedCommands(database), sweeper, mind, sweep_every=sweep_every)
    await stack.enter_async_context(bot)
    _spare_what_stays()
    return bot


def _spare_what_stays() -> None:
    """Let the garbage collector leave out what is there for good.

    To look through all that is imported takes it long enough for everybody to feel it, again and again.
    """
    gc.collect()
    gc.freeze()


def _now() -> datetime:
    return datetime.now(UTC)


def _seconds(text: str) -> timedelta:
    try:
        time = timedelta(seconds=float(text))
    except (ValueError, OverflowError):
        time = timedelta(0)
    if not timedelta(0) < time <= timedelta(hours=1):
        raise CannotStart(f"GRIDLOCK_SWEEP_SECONDS is {text!r}; use a number of seconds, at most 3600.")
    return time


async def _stop(bot: GridlockBot, running: asyncio.Task[None]) -> None:
    await bot.close()
    await running


if __name__ == "__main__":
    sys.exit(main())
