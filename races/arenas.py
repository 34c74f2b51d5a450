"""Arenas that run two actions at once: in one process, or in two processes on one database."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from typing import Final, Protocol

from gridlock_host import Database, Host, Sweeper
from races.actions import Action, ActionResult, Process, perform
from races.scenes import IN_TIME, START, TOO_LATE, Prepare, Scene

# `time.sleep` takes at least about so many seconds; shorter times are spent in a loop.
_SHORTEST_SLEEP: Final = 0.002

Delays = tuple[float, float]
"""How many seconds each of two actions waits before it begins."""


class Arena(Protocol):
    """Runs actions, one alone or two at once."""

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Create the game or challenge of a scene."""

    async def alone(self, number: int, action: Action, scene: Scene) -> ActionResult:
        """Run an action in process number 0 or 1, alone."""

    async def at_once(
        self, one: Action, two: Action, scene: Scene, delays: Delays
    ) -> tuple[ActionResult, ActionResult]:
        """Run two actions at once."""


class _Clock:
    def __init__(self) -> None:
        self.time: datetime = IN_TIME

    def __call__(self) -> datetime:
        return self.time


def _process(database: Database, clock: _Clock) -> Process:
    host = Host(database, now=clock, toss=lambda: True)
    return Process(host, Sweeper(database, host.games, now=lambda: TOO_LATE))


class OneProcess:
    """One process with one host and its cache.

    Args:
        database: Its database.
    """

    def __init__(self, database: Database) -> None:
        self._clock = _Clock()
        self._process = _process(database, self._clock)

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Create the game or challenge of a scene."""
        self._clock.time = START
        subject_id = await prepare(self._process.host, scene)
        self._clock.time = IN_TIME
        return Scene(scene.number, subject_id)

    async def alone(self, number: int, action: Action, scene: Scene) -> ActionResult:  # noqa: ARG002  # there is one only
        """Run an action alone."""
        return await perform(action, self._process, scene)

    async def at_once(
        self, one: Action, two: Action, scene: Scene, delays: Delays
    ) -> tuple[ActionResult, ActionResult]:
        """Run two actions at once, each after its delay."""

        async def act(action: Action, delay: float) -> ActionResult:
            await asyncio.sleep(delay)
            return await perform(action, self._process, scene)

        return await asyncio.gather(act(one, delays[0]), act(two, delays[1]))


class TwoProcesses:
    """Two processes that share only the database; made by `two_processes`."""

    def __init__(self, preparing: OneProcess, lines: tuple[Connection, Connection]) -> None:
        self._preparing = preparing
        self._lines = lines

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Create the game or challenge of a scene, in this process."""
        return await self._preparing.prepare(prepare, scene)

    async def alone(self, number: int, action: Action, scene: Scene) -> ActionResult:
        """Run an action in one of the two processes."""
        line = self._lines[number]
        line.send((action, scene, None))
        return await _received(line)

    async def at_once(
        self, one: Action, two: Action, scene: Scene, delays: Delays
    ) -> tuple[ActionResult, ActionResult]:
        """Run an action in each process at once, each after its delay."""
        for line, action, delay in zip(self._lines, (one, two), delays, strict=True):
            line.send((action, scene, delay))
        return await _received(self._lines[0]), await _received(self._lines[1])


async def _received(line: Connection) -> ActionResult:
    came: ActionResult = await asyncio.to_thread(line.recv)
    return came


@asynccontextmanager
async def two_processes(database: Database) -> AsyncIterator[TwoProcesses]:
    """Start two processes on a database, for as long as the block lasts."""
    context = multiprocessing.get_context("spawn")
    starting_line = context.Barrier(2)
    url = database.url.render_as_string(hide_password=False)
    ours: list[Connection] = []
    for _ in range(2):
        here, there = context.Pipe()
        context.Process(target=_serve, args=(url, there, starting_line), daemon=True).start()
        ours.append(here)
    try:
        yield TwoProcesses(OneProcess(database), (ours[0], ours[1]))
    finally:
        for line in ours:
            line.send(None)


def _serve(url: str, line: Connection, starting_line: Barrier) -> None:
    asyncio.run(_act(Database(url), line, starting_line))


async def _act(database: Database, line: Connection, starting_line: Barrier) -> None:
    process = _process(database, _Clock())
    while (order := line.recv()) is not None:
        action, scene, delay = order
        if delay is not None:
            starting_line.wait()
            _wait(delay)
        line.send(await perform(action, process, scene))
    await database.close()


def _wait(seconds: float) -> None:
    """Wait for a time that may be too short for `sleep`."""
    until = time.perf_counter() + seconds
    if seconds > _SHORTEST_SLEEP:
        time.sleep(seconds - _SHORTEST_SLEEP)
    while time.perf_counter() < until:
        pass
