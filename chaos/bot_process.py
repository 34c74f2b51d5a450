"""A bot process that can be killed and restarted."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from local_discord import LocalDiscord

ROOT: Final = Path(__file__).resolve().parents[1]
_BEGINNING: Final = re.compile(r"^(?=\d{4}-\d\d-\d\d )", re.MULTILINE)
_SECONDS_TO_START: Final = 60.0
_SECONDS_TO_END: Final = 20.0
_SWEEP_SECONDS: Final = 0.5


class DiedByItself(Exception):
    """The bot ended without being stopped; the message is its exit status."""


class BotProcess:
    """`python bot.py`, connected to a stand-in.

    Args:
        discord: The stand-in it connects to.
        database_url: Its database.
        log: The file to which all its runs append their log.

    Attributes:
        stops: From when to when each stop took, from SIGTERM to the end of the process, in seconds of the clock.
    """

    def __init__(self, discord: LocalDiscord, database_url: str, log: Path) -> None:
        self._discord = discord
        self._database_url = database_url
        self._log = log
        self._process: asyncio.subprocess.Process | None = None
        self.stops: list[tuple[float, float]] = []

    async def start(self) -> None:
        """Start it, and wait until it is connected.

        Raises:
            DiedByItself: It ended instead.
            TimeoutError: It did not connect within a minute.
        """
        with self._log.open("ab") as log:
            process = self._process = await asyncio.create_subprocess_exec(
                sys.executable, "bot.py", cwd=ROOT, env=self._environment(), stdout=log, stderr=log
            )
        ready = asyncio.ensure_future(self._discord.until_ready(_SECONDS_TO_START))
        ended = asyncio.ensure_future(process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        ended.cancel()
        if not ready.done():
            ready.cancel()
            raise DiedByItself(process.returncode)
        await ready

    async def kill(self) -> None:
        """Kill it with SIGKILL, and wait until the stand-in sees the connection close.

        Raises:
            DiedByItself: It had ended before.
        """
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Stop it with SIGTERM, and wait until it has ended.

        Raises:
            DiedByItself: It had ended before, or ended with an error.
        """
        asked_at = time.monotonic()
        if await self._end(signal.SIGTERM) != 0:
            raise DiedByItself(self._running().returncode)
        self.stops.append((asked_at, time.monotonic()))

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze it for as long as the block lasts. Its clocks go on, so for it the time jumps."""
        self._running().send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._running().send_signal(signal.SIGCONT)

    async def check(self) -> list[str]:
        """The faults that `python bot.py check` finds in its database."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "bot.py", "check"),
            cwd=ROOT,
            env=self._environment(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        return said.decode().splitlines() if process.returncode else []

    @property
    def process_id(self) -> int | None:
        """Its process id; None while it does not run."""
        return None if self._process is None or self._process.returncode is not None else self._process.pid

    @property
    def log(self) -> list[str]:
        """The log entries of all its runs, each with its traceback."""
        return _BEGINNING.split(self._log.read_text(encoding="utf-8"))

    async def _end(self, how: signal.Signals) -> int:
        process = self._running()
        if process.returncode is not None:
            raise DiedByItself(process.returncode)
        process.send_signal(how)
        status = await asyncio.wait_for(process.wait(), _SECONDS_TO_END)
        await self._discord.until_gone()
        return status

    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the bot was not started")
        return self._process

    def _environment(self) -> dict[str, str]:
        """Its environment, without the settings of this process."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRIDLOCK_")}
        return inherited | {
            "DISCORD_TOKEN": self._discord.token,
            "DATABASE_URL": self._database_url,
            "GRIDLOCK_SWEEP_SECONDS": str(_SWEEP_SECONDS),
            "GRIDLOCK_DISCORD_API": self._discord.api_url,
            "GRIDLOCK_DISCORD_GATEWAY": self._discord.gateway_url,
        }
