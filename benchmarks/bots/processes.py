"""Bot processes, each connected to a stand-in for Discord in this process."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.bots.cpu import Clock, CpuClock, SummedClock
from benchmarks.figures import say
from local_discord import LocalDiscord
from local_discord.errors import ApiError

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "data"
"""The folder of the default database, and so the disk that is measured."""

_SECONDS_TO_START = 60.0
_SECONDS_TO_STOP = 20.0
_SECONDS_BETWEEN_TRIES = 0.05


@dataclass(frozen=True)
class Bot:
    """A running bot, in one process or several.

    Attributes:
        discord: The stand-in that it is connected to.
        process_ids: Its processes, without those that think.
        clock: Their CPU time.
    """

    discord: LocalDiscord
    process_ids: Sequence[int]
    clock: Clock

    @classmethod
    def of(cls, discord: LocalDiscord, *process_ids: int) -> Bot:
        """Return the bot that consists of these processes."""
        return cls(discord, process_ids, SummedClock([CpuClock(each) for each in process_ids]))


NO_LIMIT: Final = {"GRIDLOCK_LIMIT": "0"}


@asynccontextmanager
async def gridlock(
    folder: Path, database: str = "", settings: Mapping[str, str] = NO_LIMIT, *, name: str = "gridlock"
) -> AsyncIterator[Bot]:
    """Run `bot.py` as long as the block lasts.

    Args:
        folder: Where its log is, and its database if no other is named.
        database: The URL of its database.
        settings: Further settings; left out, there is no rate limit.
        name: The name of its files in the folder.
    """
    url = database or f"sqlite:///{folder / name}.db"
    async with _connected(["bot.py"], folder / f"{name}.log", {"DATABASE_URL": url, **settings}) as bot:
        yield bot


@asynccontextmanager
async def gridlock_on(
    discord: LocalDiscord,
    folder: Path,
    database: str,
    settings: Mapping[str, str] = NO_LIMIT,
    *,
    name: str = "gridlock",
) -> AsyncIterator[Bot]:
    """Run `bot.py` on an existing stand-in; the arguments are those of `gridlock`."""
    values = {"DATABASE_URL": database, **settings}
    async with _running(discord, ["bot.py"], folder / f"{name}.log", values) as process_id:
        yield Bot.of(discord, process_id)


@asynccontextmanager
async def gridlock_by_http(folder: Path, port: int) -> AsyncIterator[Bot]:
    """Run `bot.py` without a connection to the gateway: interactions are delivered over HTTP to this port."""
    endpoint = f"http://127.0.0.1:{port}/interactions"
    settings = {"DATABASE_URL": f"sqlite:///{folder / 'http'}.db", "GRIDLOCK_INTERACTIONS": endpoint, **NO_LIMIT}
    async with (
        LocalDiscord(clock=time.perf_counter) as discord,
        _started(discord, ["bot.py"], folder / "http.log", settings) as process,
    ):
        async with asyncio.timeout(_SECONDS_TO_START):
            while not discord.commands or not await _takes_interactions(discord, endpoint):  # noqa: ASYNC110  # polls
                await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        yield Bot.of(discord, process.pid)


async def _takes_interactions(discord: LocalDiscord, endpoint: str) -> bool:
    """Let interactions be delivered to an endpoint, and return whether it takes them."""
    try:
        await discord.set_endpoint(endpoint)
    except ApiError:
        return False
    return True


@asynccontextmanager
async def started_gridlock(discord: LocalDiscord, log: Path, settings: Mapping[str, str]) -> AsyncIterator[int]:
    """Run `bot.py` on an existing stand-in without waiting until it is connected; yield its process id."""
    async with _started(discord, ["bot.py"], log, dict(settings)) as process:
        yield process.pid


@asynccontextmanager
async def watched_gridlock(folder: Path, lags: Path) -> AsyncIterator[LocalDiscord]:
    """Run `watched_bot`, which writes the lag of its event loop into a file."""
    async with LocalDiscord(clock=time.perf_counter) as discord, watched_gridlock_on(discord, folder, lags):
        yield discord


@asynccontextmanager
async def watched_gridlock_on(discord: LocalDiscord, folder: Path, lags: Path) -> AsyncIterator[int]:
    """Run `watched_bot` on an existing stand-in and the database in the folder.

    Yields:
        The process id of the bot.
    """
    arguments = ["-m", "benchmarks.bots.watched_bot", str(lags)]
    async with _running(discord, arguments, folder / "gridlock.log", _settings(folder)) as process_id:
        yield process_id


@asynccontextmanager
async def profiled_gridlock(folder: Path) -> AsyncIterator[Bot]:
    """Run `profiled_bot`, which writes its figures into the folder."""
    arguments = ["-m", "benchmarks.bots.profiled_bot", str(folder)]
    async with _connected(arguments, folder / "gridlock.log", _settings(folder)) as bot:
        yield bot


@asynccontextmanager
async def bare_bot(folder: Path) -> AsyncIterator[Bot]:
    """Run the reference bot of bare discord.py, as long as the block lasts."""
    async with _connected(["-m", "benchmarks.bots.bare_bot"], folder / "bare.log", {}) as bot:
        yield bot


@asynccontextmanager
async def raw_bot(folder: Path) -> AsyncIterator[Bot]:
    """Run the floor, a bot of bare aiohttp, as long as the block lasts."""
    async with _connected(["-m", "benchmarks.bots.raw_bot"], folder / "raw.log", {}) as bot:
        yield bot


@asynccontextmanager
async def _connected(arguments: Sequence[str], log: Path, settings: dict[str, str]) -> AsyncIterator[Bot]:
    async with (
        LocalDiscord(clock=time.perf_counter) as discord,
        _running(discord, arguments, log, settings) as process_id,
    ):
        yield Bot.of(discord, process_id)


@asynccontextmanager
async def _running(
    discord: LocalDiscord, arguments: Sequence[str], log: Path, settings: dict[str, str]
) -> AsyncIterator[int]:
    async with _started(discord, arguments, log, settings) as process:
        await _until_ready(discord, process)
        yield process.pid


@asynccontextmanager
async def _started(
    discord: LocalDiscord, arguments: Sequence[str], log: Path, settings: dict[str, str]
) -> AsyncIterator[asyncio.subprocess.Process]:
    with log.open("wb") as output:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *arguments, cwd=ROOT, env=_environment(discord) | settings, stdout=output, stderr=output
        )
    try:
        yield process
    except BaseException:
        _print_log(log)
        raise
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        await _ended(process)
    if discord.rejected:
        raise RuntimeError(f"the stand-in refused something, so the figures mean nothing: {discord.rejected[0]}")


def _settings(folder: Path) -> dict[str, str]:
    return {"DATABASE_URL": f"sqlite:///{folder / 'gridlock.db'}", "GRIDLOCK_LIMIT": "0"}


async def _until_ready(discord: LocalDiscord, process: asyncio.subprocess.Process) -> None:
    """Wait until a bot is connected."""
    ready = asyncio.create_task(discord.until_ready(within=_SECONDS_TO_START))
    ended = asyncio.create_task(process.wait())
    try:
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise RuntimeError(f"a bot ended while it started, with status {process.returncode}")
        await ready
    finally:
        ready.cancel()
        ended.cancel()


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Wait until a bot has ended; one that has too much left to do is killed."""
    try:
        await asyncio.wait_for(process.wait(), _SECONDS_TO_STOP)
    except TimeoutError:
        say("a bot was killed, because it did not end in time")
        process.kill()
        await process.wait()


def _print_log(log: Path) -> None:
    """Print the log of a bot."""
    sys.stderr.write(log.read_text(encoding="utf-8"))


def _environment(discord: LocalDiscord) -> dict[str, str]:
    """The environment of a bot, without the settings of this process."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRIDLOCK_")}
    return inherited | {
        "DISCORD_TOKEN": discord.token,
        "GRIDLOCK_DISCORD_API": discord.api_url,
        "GRIDLOCK_DISCORD_GATEWAY": discord.gateway_url,
        "GRIDLOCK_IDENTIFY_SECONDS": "0",
        "GRIDLOCK_CALLS": "0",
    }
