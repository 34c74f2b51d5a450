"""Bot processes that can be killed and restarted: one, or several that share the servers."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from local_discord import LocalDiscord

ROOT: Final = Path(__file__).resolve().parents[1]
_BEGINNING: Final = re.compile(r"^(?=\d{4}-\d\d-\d\d )", re.MULTILINE)
_SECONDS_TO_START: Final = 60.0
_SECONDS_TO_END: Final = 20.0
_SWEEP_SECONDS: Final = 0.5
_SHARD_SHIFT: Final = 22


class DiedByItself(Exception):
    """The bot ended without being stopped; the message is its exit status."""


class BotProcess:
    """`python bot.py`, connected to a stand-in.

    Args:
        discord: The stand-in it connects to.
        database_url: Its database.
        log: The file to which all its runs append their log.
        shard: The shard it serves, and the number of shards; None if it serves all servers.
        surroundings: Further variables of its environment.

    Attributes:
        stops: From when to when each stop took, from SIGTERM to the end of the process, in seconds of the clock.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        database_url: str,
        log: Path,
        *,
        shard: tuple[int, int] | None = None,
        surroundings: Mapping[str, str] | None = None,
    ) -> None:
        self._discord = discord
        self._database_url = database_url
        self._log = log
        self._shard = shard
        self._surroundings = surroundings or {}
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
        status, said = await self._run_beside("check")
        return said.splitlines() if status else []

    async def start_another(self) -> tuple[int | None, str]:
        """Start a second process with the same settings, and wait until it has ended.

        Returns:
            Its exit status and what it printed; no status if it ran on, and had to be killed.
        """
        return await self._run_beside()

    async def _run_beside(self, *arguments: str) -> tuple[int | None, str]:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "bot.py", *arguments),
            cwd=ROOT,
            env=self._environment(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        communicating = asyncio.ensure_future(process.communicate())
        await asyncio.wait({communicating}, timeout=_SECONDS_TO_START)
        ran_on = process.returncode is None
        if ran_on:
            process.kill()
        said, _ = await communicating
        return None if ran_on else process.returncode, said.decode()

    def serves(self, guild_id: int) -> bool:
        """Whether a server is one of those that it serves."""
        return self._shard is None or (guild_id >> _SHARD_SHIFT) % self._shard[1] == self._shard[0]

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
        await self._discord.until(self._is_gone, "the process to disconnect", within=_SECONDS_TO_START)
        return status

    def _is_gone(self) -> bool:
        own = None if self._shard is None else self._shard[0]
        return not any(own in (None, session.shard_id) for session in self._discord.sessions)

    def _running(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the bot was not started")
        return self._process

    def _environment(self) -> dict[str, str]:
        """Its environment, without the settings of this process."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRIDLOCK_")}
        if self._shard is not None:
            inherited["GRIDLOCK_SHARDS"] = "{}/{}".format(*self._shard)
        return inherited | {
            **self._surroundings,
            "DISCORD_TOKEN": self._discord.token,
            "DATABASE_URL": self._database_url,
            "GRIDLOCK_SWEEP_SECONDS": str(_SWEEP_SECONDS),
            "GRIDLOCK_DISCORD_API": self._discord.api_url,
            "GRIDLOCK_DISCORD_GATEWAY": self._discord.gateway_url,
            "GRIDLOCK_IDENTIFY_SECONDS": "0",
            "GRIDLOCK_CALLS": "0",
        }
