"""Everything that a run consists of: the stand-in and its servers, the bot, its database, and what is recorded."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from chaos.bot_process import BotProcess
from chaos.bots import Bots
from chaos.faults.plan import OF_THE_MACHINE, Fault
from chaos.machine.machine import Machine
from chaos.players.actors import Actors
from chaos.players.world import World
from chaos.recorder import Outages, Recorder
from chaos.report import Progress
from chaos.showing import Showing
from chaos.store import Store
from local_discord import LocalDiscord


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a run.

    Attributes:
        seed: The seed of all random choices.
        seconds: How long faults are injected.
        people: The number of players.
        further: The faults that happen beside the usual ones.
        processes: The number of processes of the bot, each with a shard of its own.
    """

    seed: int
    seconds: float
    people: int
    further: frozenset[Fault] = frozenset()
    processes: int = 1

    @property
    def of_the_machine(self) -> list[Fault]:
        """Those that spoil the bot's machine."""
        return [fault for fault in OF_THE_MACHINE if fault in self.further]


class Scene:
    """The parts of a run.

    Args:
        size: Its size.
        machine: Where the bot runs.
        progress: Prints how far it is.

    Attributes:
        size: Its size.
        machine: Where the bot runs.
        progress: Prints how far it is.
        discord: The stand-in.
        worlds: Its servers, one for each process of the bot, with the same number of members.
        bots: The bot.
        store: Its database.
        recorder: Records what happens on the stand-in.
        outages: When the bot could not answer.
        store_outages: When its database could not be used.
        showing: Waits until everything is shown.
    """

    def __init__(self, size: Size, machine: Machine, progress: Progress) -> None:
        self.size = size
        self.machine = machine
        self.progress = progress
        self.discord = LocalDiscord()
        people = size.people // size.processes
        self.worlds = [World(self.discord, people, first=1 + number * people) for number in range(size.processes)]
        self.bots = Bots([self._bot_process(number) for number in range(size.processes)])
        self.store = Store(machine.database_url)
        self.recorder = Recorder(self.discord)
        self.outages = Outages(time.monotonic)
        self.store_outages = Outages(time.monotonic)
        self.showing = Showing(self.store, self.recorder, self.outages)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Let all members act during the block."""
        async with AsyncExitStack() as stack:
            for world in self.worlds:
                actors = Actors(world, self.recorder.visible_in(world.guild.id), self.size.seed)
                await stack.enter_async_context(running(actors.live()))
            yield

    async def end_faults(self) -> None:
        """End all faults of Discord, and make due at once what the bot would try again in minutes."""
        self.discord.faults.clear()
        for world in self.worlds:
            world.give_everything_back()
        await self.store.let_retries_be_due()

    def _bot_process(self, number: int) -> BotProcess:
        return BotProcess(
            self.discord,
            self.machine.bot_url,
            self.machine.folder / f"bot{number}.log",
            shard=(number, self.size.processes) if self.size.processes > 1 else None,
            surroundings=self.machine.environment,
        )


@asynccontextmanager
async def running(doing: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run a task beside the block; if the task fails, the block fails."""
    async with asyncio.TaskGroup() as group:
        beside = group.create_task(doing)
        yield
        beside.cancel()
