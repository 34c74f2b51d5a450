"""The bot as a separate process that can be paused and killed."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Self

from local_discord import LocalDiscord
from local_discord.errors import ApiError
from tests.end_to_end.support.delivery import delivers_by_http
from tests.end_to_end.support.ports import free_port
from tests.support.forked_bot import ROOT, ForkedBot
from tests.support.migrated_sqlite import migrated_sqlite
from tests.support.patience import PATIENCE

LONG_AGO = "2020-01-01 00:00:00.000000"


def ago(**time: float) -> str:
    """A time so long ago, in the database's format; negative values lie ahead."""
    return (datetime.now(UTC) - timedelta(**time)).strftime("%Y-%m-%d %H:%M:%S.%f")


async def until(condition: Callable[[], object]) -> None:
    """Poll until a condition holds; for files, which send no events."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110  # as above
            await asyncio.sleep(0.02)


class BotProcess:
    """`python bot.py`, connected to a stand-in.

    Args:
        discord: Where it connects.
        folder: Where its store is, which other processes may share, and its log.
        log: The name of the file to which it writes its log.
        sweep_seconds: The time between two of its sweeps.
        shards: Which of all servers it serves, as the setting says it.
        more: Further settings.
        is_forked: Whether it is started in a short way; see `ForkedBot`.
        by_http: Whether interactions are delivered to it over HTTP; left out, as this run of the tests wants it.
    """

    def __init__(
        self,
        discord: LocalDiscord,
        folder: Path,
        *,
        log: str = "bot.log",
        sweep_seconds: float = 0.2,
        shards: str = "",
        more: Mapping[str, str] | None = None,
        is_forked: bool = True,
        by_http: bool | None = None,
    ) -> None:
        self._discord = discord
        self.store = folder / "gridlock.db"
        self._log = folder / log
        self._sweep_seconds = sweep_seconds
        self._shards = shards
        self._more = more or {}
        self._is_forked = is_forked
        by_http = delivers_by_http() and not shards if by_http is None else by_http
        self.endpoint = f"http://127.0.0.1:{free_port()}/interactions" if by_http else ""
        self._process: asyncio.subprocess.Process | ForkedBot | None = None

    async def start(self) -> None:
        """Start it and wait until interactions reach it and it has its commands registered."""
        if self._is_forked:
            if not self.store.exists():
                shutil.copy(migrated_sqlite(), self.store)
            self._process = ForkedBot((), self.environment(), self._log)
        else:
            with self._log.open("ab") as log:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "bot.py", cwd=ROOT, env=self.environment(), stdout=log, stderr=log
                )
        if self.endpoint:
            await self.receive()
        await self._discord.until_ready()

    async def until_refused(self) -> None:
        """Wait until nothing listens at its endpoint."""
        host, port = self.endpoint.split("/")[2].split(":")
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    _, writing = await asyncio.open_connection(host, int(port))
                except OSError:
                    return
                writing.close()
                await asyncio.sleep(0.02)

    async def receive(self) -> None:
        """Let interactions be delivered to it over HTTP from now on, as soon as it takes them."""
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    await self._discord.set_endpoint(self.endpoint)
                except ApiError:
                    assert self._running().returncode is None, self.log
                    await asyncio.sleep(0.02)
                else:
                    return

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def kill(self) -> None:
        """Kill it, like a crash, and wait until no process is connected."""
        await self.kill_beside_others()
        await self._discord.until_gone()

    async def kill_beside_others(self) -> None:
        """Kill it, like a crash. Its workers end by themselves unless they are stopped."""
        left = self.worker_processes()
        await self._end(signal.SIGKILL)
        for process_id in left:
            with suppress(ProcessLookupError):
                os.kill(process_id, signal.SIGCONT)

    async def stop(self) -> int:
        """Ask it to end, and return its exit status."""
        return await self._end(signal.SIGTERM)

    def ask_to_end(self) -> None:
        """Ask it to end, and do not wait."""
        self._running().send_signal(signal.SIGTERM)

    async def ended(self) -> int:
        """Wait until it ends by itself, and return its exit status."""
        return await asyncio.wait_for(self._running().wait(), timeout=PATIENCE)

    def worker_processes(self) -> list[int]:
        """The ids of its worker processes.

        One that is just being forked does not count: the bot waits for it, so stopping it would stop the bot.
        """
        process_id = self._running().pid
        if self._running().returncode is not None:
            return []
        children = Path(f"/proc/{process_id}/task/{process_id}/children").read_text().split()
        return [int(child) for child in children if _runs(child, b"workers/child.py")]

    def signal_thinking(self, how: signal.Signals) -> None:
        """Send a signal to all its worker processes."""
        for process_id in self.worker_processes():
            with suppress(ProcessLookupError):
                os.kill(process_id, how)

    @asynccontextmanager
    async def unable_to_think(self) -> AsyncIterator[None]:
        """Keep all its worker processes stopped, until the end of the block."""

        async def keep_stopped() -> None:
            while True:
                self.signal_thinking(signal.SIGSTOP)
                await asyncio.sleep(0.01)

        stopping = asyncio.create_task(keep_stopped())
        try:
            yield
        finally:
            stopping.cancel()
            self.signal_thinking(signal.SIGCONT)

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Pause it between two sweeps, like a machine that sleeps; at the end it continues."""
        await self._has_swept()
        try:
            while not await self._stops_idle():
                self._running().send_signal(signal.SIGCONT)
            yield
        finally:
            self._running().send_signal(signal.SIGCONT)

    @contextmanager
    def unable_to_write(self) -> Iterator[None]:
        """Let no database file grow, like on a full disk. The log must be shorter than them."""
        limit = self.store.with_name("gridlock.db-wal").stat().st_size
        assert limit > self._log.stat().st_size + 50_000
        _, hard = resource.prlimit(self._running().pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self._running().pid, resource.RLIMIT_FSIZE, (limit, hard))
        try:
            yield
        finally:
            resource.prlimit(self._running().pid, resource.RLIMIT_FSIZE, (hard, hard))

    @property
    def log(self) -> str:
        """Its log; empty until it has written something."""
        return self._log.read_text(encoding="utf-8") if self._log.exists() else ""

    def change_rows(self, statement: str, *values: object) -> None:
        """Change rows of its database."""
        with closing(sqlite3.connect(self.store, timeout=PATIENCE)) as store:
            store.execute(statement, values)
            store.commit()

    async def change_kept_rows(self, statement: str, *values: object) -> None:
        """Change rows of which it keeps a copy in memory: it is restarted."""
        assert await self.stop() == 0
        self.change_rows(statement, *values)
        await self.start()

    def run_out(self, game: str) -> None:
        """Let the deadline of a game pass."""
        self.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", LONG_AGO, LONG_AGO, game)

    def read_rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Read rows of its database."""
        with closing(sqlite3.connect(self.store, timeout=PATIENCE)) as store:
            return store.execute(statement, values).fetchall()

    async def until_row(self, statement: str, *values: object) -> None:
        """Wait until a query returns a row."""
        await until(lambda: self.read_rows(statement, *values))

    async def until_shown(self, game: str) -> None:
        """Wait until a game has no pending display or notification."""
        await self.until_row("SELECT 1 FROM games WHERE id = ? AND unshown_since IS NULL", game)

    async def until_logged(self, text: str) -> None:
        """Wait until a text is in its log."""
        await until(lambda: text in self.log)

    def environment(self) -> dict[str, str]:
        """Its environment, without settings of the machine."""
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("GRIDLOCK_")}
        return inherited | {
            "DISCORD_TOKEN": self._discord.token,
            "DATABASE_URL": f"sqlite:///{self.store}",
            "GRIDLOCK_SWEEP_SECONDS": str(self._sweep_seconds),
            # Members of tests are faster than people.
            "GRIDLOCK_LIMIT": "0",
            # Some dozens of uploads at each start would slow down tests that are not about them.
            "GRIDLOCK_EMOJI": "unicode",
            # The stand-in does not mind, and tests start bots anew at once.
            "GRIDLOCK_IDENTIFY_SECONDS": "0",
            "GRIDLOCK_CALLS": "0",
            "GRIDLOCK_DISCORD_API": self._discord.api_url,
            "GRIDLOCK_DISCORD_GATEWAY": self._discord.gateway_url,
            "GRIDLOCK_SHARDS": self._shards,
            "GRIDLOCK_INTERACTIONS": self.endpoint,
            **self._more,
        }

    def _running(self) -> asyncio.subprocess.Process | ForkedBot:
        assert self._process is not None, "the process was not started"
        return self._process

    async def _has_swept(self) -> None:
        """Wait for its third heartbeat: the first precedes its first sweep, each later one follows a sweep."""
        beats: set[object] = set()

        def has_beaten() -> bool:
            beats.update(self.read_rows("SELECT at FROM heartbeats"))
            return len(beats) >= 3

        await until(has_beaten)

    async def _stops_idle(self) -> bool:
        """Pause it if it is idle; return False if it was or became busy."""
        process = self._running()
        if not self._is_idle():
            await asyncio.sleep(0)
            return False
        process.send_signal(signal.SIGSTOP)
        await until(lambda: _is_stopped(process.pid))
        return self._is_idle()

    def _is_idle(self) -> bool:
        """Whether it writes nothing and has just finished a sweep."""
        with closing(sqlite3.connect(self.store, timeout=0)) as store:
            try:
                store.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return False
            beats = [datetime.fromisoformat(at) for (at,) in store.execute("SELECT at FROM heartbeats")]
        lately = timedelta(seconds=self._sweep_seconds / 2)
        return any(datetime.now(UTC) - at.replace(tzinfo=UTC) < lately for at in beats)

    async def _end(self, how: signal.Signals) -> int:
        process = self._running()
        if process.returncode is None:
            process.send_signal(how)
        return await asyncio.wait_for(process.wait(), timeout=PATIENCE)


def _is_stopped(process_id: int) -> bool:
    return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] == "T"


def _runs(process_id: str, script: bytes) -> bool:
    """Whether a process runs a script; one that is gone runs none."""
    try:
        return script in Path(f"/proc/{process_id}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False
