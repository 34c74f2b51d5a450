"""Runner of the fault plan."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from random import Random
from typing import Final

from chaos.faults import discord as discord_faults
from chaos.faults.machine import Saboteur
from chaos.faults.plan import INTERRUPTIONS, OF_THE_MACHINE, Fault, Step
from chaos.faults.process import Interrupter
from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import World
from chaos.recorder import Outages, Recorder
from chaos.store import Store

# Before both have moved, the end of the time counts for nobody.
_MOVES_THAT_COUNT: Final = 2
_ENDS_ARE_STORED_WITHIN: Final = timedelta(seconds=15)
_ON_REQUESTS: Final = (Fault.REFUSE, Fault.LOSE_ANSWER, Fault.TIME_OUT, Fault.SLOW)


class FaultRunner:
    """Injects the planned faults.

    Args:
        worlds: The servers; faults on a server happen on one after the other.
        recorder: Knows the visible messages.
        store: The database of the bot.
        interrupter: Interrupts the bot.
        saboteur: Spoils its machine.
        outages: Where outages are recorded.

    Attributes:
        done: How often each kind of fault has happened.
        run_out: The games whose deadline was set into the past.
    """

    def __init__(
        self,
        worlds: Sequence[World],
        recorder: Recorder,
        store: Store,
        interrupter: Interrupter,
        saboteur: Saboteur,
        outages: Outages,
    ) -> None:
        self._discord = worlds[0].discord
        self._worlds = cycle(worlds)
        self._recorder = recorder
        self._store = store
        self._interrupter = interrupter
        self._saboteur = saboteur
        self._outages = outages
        # The run itself cannot write to a full disk either.
        self._may_write = asyncio.Lock()
        self.done: Counter[Fault] = Counter()
        self.run_out: set[int] = set()

    async def carry_out(self, steps: Iterable[Step]) -> None:
        """Inject each fault when it is due; return when all are over.

        While the bot has to come back, nothing else goes wrong but what has begun before.
        """
        now = 0.0
        async with asyncio.TaskGroup() as steps_that_last:
            for step in steps:
                await asyncio.sleep(step.at - now)
                now = step.at
                if step.fault in INTERRUPTIONS or step.fault is Fault.FREEZE:
                    await self._interrupter.interrupt(step.fault, step.rng)
                    self.done[step.fault] += 1
                elif step.fault in OF_THE_MACHINE:
                    await self.spoil(step.fault, step.rng)
                else:
                    steps_that_last.create_task(self._take(step))

    async def spoil(self, fault: Fault, rng: Random, *, may_kill: bool = True) -> None:
        """Spoil the bot's machine for seconds, as `Saboteur.spoil` does."""
        async with self._may_write:
            await self._saboteur.spoil(fault, rng, may_kill=may_kill)
        self.done[fault] += 1

    async def _take(self, step: Step) -> None:
        spoil = self._on_requests if step.fault in _ON_REQUESTS else self._on_the_server
        if await spoil(step.fault, step.rng):
            self.done[step.fault] += 1

    async def _on_requests(self, fault: Fault, rng: Random) -> bool:
        discord = self._discord
        match fault:
            case Fault.REFUSE:
                discord_faults.refuse(discord, rng)
            case Fault.LOSE_ANSWER:
                discord_faults.lose_answer(discord, rng)
            case Fault.TIME_OUT:
                await discord_faults.time_out(discord, rng)
            case _:
                await discord_faults.be_slow(discord, self._outages, rng)
        return True

    async def _on_the_server(self, fault: Fault, rng: Random) -> bool:
        world = next(self._worlds)
        visible = self._recorder.visible_in(world.guild.id)
        match fault:
            case Fault.TWICE:
                self._recorder.twice += rng.randint(1, 3)
                return True
            case Fault.RUN_OUT:
                async with self._may_write:
                    return await self._run_out(world, visible, rng)
            case Fault.SLOW_DISK:
                async with self._may_write:
                    with self._outages.during("the disk was slow"):
                        await self._store.hold_writes(rng.uniform(0.5, 2.5))
                return True
            case Fault.DELETE_MESSAGE:
                return discord_faults.delete_message(world, visible, rng)
            case Fault.DELETE_CHANNEL:
                return discord_faults.delete_channel(world, rng)
            case Fault.DELETE_THREAD:
                return discord_faults.delete_thread(world, rng)
            case Fault.CLOSE_THREAD:
                return await discord_faults.close_thread(world, rng)
            case _:
                return await discord_faults.deny(world, rng)

    async def _run_out(self, world: World, visible: VisibleMessages, rng: Random) -> bool:
        """Let the time of a game with a deadline run out, if possible of one that a player wins by that.

        The minute after which a season is closed is cut short, too.
        """
        await self._store.let_seasons_close(datetime.now(UTC) - _ENDS_ARE_STORED_WITHIN)
        seen = visible.going_on
        games = rng.sample(list(seen), len(seen))
        boards = {game: seen[game].board for game in games}
        games.sort(key=lambda game: boards[game].ply < _MOVES_THAT_COUNT or world.bot.id in boards[game].players)
        for game in games:
            if await self._store.let_time_run_out(game):
                self.run_out.add(game)
                return True
        return False
