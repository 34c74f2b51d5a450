"""Where two actions meet: in one process of the bot, or in two on one database."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from random import Random
from typing import Final, Protocol

from gridlock_host import Database, Host, Sweeper
from races.actions import Action, Answer, Process, answer
from races.scenes import IN_TIME, START, TOO_LATE, Prepare, Scene

# In seconds: about as long as an action takes, so that each of the two is the faster one at times.
_MOST_DELAY: Final = 0.006


class Arena(Protocol):
    """Somewhere to act, alone or at once."""

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Make what is to be acted on."""

    async def alone(self, number: int, action: Action, scene: Scene) -> Answer:
        """Let process number 0 or 1 act, and nobody else."""

    async def at_once(self, one: Action, two: Action, scene: Scene, random: Random) -> tuple[Answer, Answer]:
        """Let both hosts act at once."""


class _Clock:
    def __init__(self) -> None:
        self.time: datetime = IN_TIME

    def __call__(self) -> datetime:
        return self.time


def _process(database: Database, clock: _Clock) -> Process:
    host = Host(database, now=clock, toss=lambda: True)
    return Process(host, Sweeper(database, host.games, now=lambda: TOO_LATE))


class OneProcess:
    """One process: one session manager, which remembers what it has stored.

    Args:
        database: Its store.
    """

    def __init__(self, database: Database) -> None:
        self._clock = _Clock()
        self._process = _process(database, self._clock)

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Make what is to be acted on."""
        self._clock.time = START
        subject_id = await prepare(self._process.host, scene)
        self._clock.time = IN_TIME
        return Scene(scene.number, subject_id)

    async def alone(self, number: int, action: Action, scene: Scene) -> Answer:  # noqa: ARG002  # there is one only
        """Let somebody act, and nobody else."""
        return await answer(action, self._process, scene)

    async def at_once(self, one: Action, two: Action, scene: Scene, random: Random) -> tuple[Answer, Answer]:
        """Let two act at once, with a delay before either that is drawn by lot."""

        async def act(action: Action) -> Answer:
            await asyncio.sleep(random.uniform(0, _MOST_DELAY))
            return await answer(action, self._process, scene)

        return await asyncio.gather(act(one), act(two))


class TwoProcesses:
    """Two operating system processes that share nothing but the database; made by `two_processes`."""

    def __init__(self, preparing: OneProcess, lines: tuple[Connection, Connection]) -> None:
        self._preparing = preparing
        self._lines = lines

    async def prepare(self, prepare: Prepare, scene: Scene) -> Scene:
        """Make what is to be acted on, in a third process."""
        return await self._preparing.prepare(prepare, scene)

    async def alone(self, number: int, action: Action, scene: Scene) -> Answer:
        """Let one of the two processes act."""
        line = self._lines[number]
        line.send((action, scene, None))
        return await _received(line)

    async def at_once(self, one: Action, two: Action, scene: Scene, random: Random) -> tuple[Answer, Answer]:
        """Let both processes act at once, with a delay before either that is drawn by lot."""
        for line, action in zip(self._lines, (one, two), strict=True):
            line.send((action, scene, random.uniform(0, _MOST_DELAY)))
        return await _received(self._lines[0]), await _received(self._lines[1])


async def _received(line: Connection) -> Answer:
    came = await asyncio.to_thread(line.recv)
    if isinstance(came, Answer):
        return came
    raise RuntimeError(f"an action failed: {came}")


@asynccontextmanager
async def two_processes(database: Database) -> AsyncIterator[TwoProcesses]:
    """Two processes on a database, for as long as the block lasts."""
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
            _stay_busy(delay)
        try:
            line.send(await answer(action, process, scene))
        except Exception as error:  # noqa: BLE001  # told to whoever compares the answers
            line.send(repr(error))
    await database.close()


def _stay_busy(seconds: float) -> None:
    """Wait so shortly that a sleep would be far too long."""
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        pass
