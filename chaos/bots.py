"""All processes of the bot: one, or one for each shard."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from random import Random

from chaos.bot_process import BotProcess


class Bots:
    """The processes, which are started and ended together or one at a time.

    Args:
        processes: At least one.
    """

    def __init__(self, processes: Sequence[BotProcess]) -> None:
        self._processes = processes

    async def start(self) -> None:
        """Start all of them, and wait until they are connected.

        Raises:
            DiedByItself, TimeoutError: As for `BotProcess.start`.
        """
        await _all(*(each.start() for each in self._processes))

    async def kill(self) -> None:
        """Kill all of them.

        Raises:
            DiedByItself: One had ended before.
        """
        await _all(*(each.kill() for each in self._processes))

    async def stop(self) -> None:
        """Stop all of them.

        Raises:
            DiedByItself: One had ended before, or ended with an error.
        """
        await _all(*(each.stop() for each in self._processes))

    def pick(self, rng: Random) -> BotProcess:
        """One of them."""
        return self._processes[0] if len(self._processes) == 1 else rng.choice(self._processes)

    async def check(self) -> list[str]:
        """The faults that `python bot.py check` finds in the database."""
        return await self._processes[0].check()

    @property
    def process_ids(self) -> list[int]:
        """The ids of those that run."""
        return [each.process_id for each in self._processes if each.process_id is not None]

    @property
    def stops(self) -> list[tuple[float, float]]:
        """From when to when each stop took."""
        return [stop for each in self._processes for stop in each.stops]

    @property
    def log(self) -> list[str]:
        """The log entries of all of them."""
        return [entry for each in self._processes for entry in each.log]


async def _all(*doing: Coroutine[None, None, None]) -> None:
    async with asyncio.TaskGroup() as group:
        for each in doing:
            group.create_task(each)
