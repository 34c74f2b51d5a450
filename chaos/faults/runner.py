"""Runner of the fault plan."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from chaos.faults import discord as discord_faults
from chaos.faults.plan import INTERRUPTIONS, Fault, Step
from chaos.faults.process import Interrupter
from chaos.players.visible_messages import Board
from chaos.players.world import World
from chaos.recorder import Outages, Recorder
from chaos.store import Store

# Before both have moved, the end of the time counts for nobody.
_MOVES_THAT_COUNT: Final = 2
_ON_REQUESTS: Final = (Fault.REFUSE, Fault.LOSE_ANSWER, Fault.TIME_OUT, Fault.SLOW)


class FaultRunner:
    """Injects the planned faults.

    Args:
        world: The server.
        recorder: Knows the visible messages.
        store: The database of the bot.
        interrupter: Interrupts the bot.
        outages: Where outages are recorded.

    Attributes:
        done: How often each kind of fault has happened.
        run_out: The games whose deadline was set into the past.
    """

    def __init__(
        self, world: World, recorder: Recorder, store: Store, interrupter: Interrupter, outages: Outages
    ) -> None:
        self._world = world
        self._recorder = recorder
        self._store = store
        self._interrupter = interrupter
        self._outages = outages
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
                else:
                    steps_that_last.create_task(self._take(step))

    async def _take(self, step: Step) -> None:
        spoil = self._on_requests if step.fault in _ON_REQUESTS else self._on_the_server
        if await spoil(step.fault, step.rng):
            self.done[step.fault] += 1

    async def _on_requests(self, fault: Fault, rng: Random) -> bool:
        discord = self._world.discord
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
        match fault:
            case Fault.TWICE:
                self._recorder.twice += rng.randint(1, 3)
                return True
            case Fault.RUN_OUT:
                return await self._run_out(rng)
            case Fault.SLOW_DISK:
                with self._outages.during("the disk was slow"):
                    await self._store.hold_writes(rng.uniform(0.5, 2.5))
                return True
            case Fault.DELETE_MESSAGE:
                return discord_faults.delete_message(self._world, self._recorder.visible, rng)
            case Fault.DELETE_CHANNEL:
                return discord_faults.delete_channel(self._world, rng)
            case Fault.DELETE_THREAD:
                return discord_faults.delete_thread(self._world, rng)
            case Fault.CLOSE_THREAD:
                return await discord_faults.close_thread(self._world, rng)
            case _:
                return await discord_faults.deny(self._world, rng)

    async def _run_out(self, rng: Random) -> bool:
        """Let the time of a game with a deadline run out, if possible of one that a player wins by that."""
        seen = self._recorder.visible.going_on
        games = rng.sample(list(seen), len(seen))
        games.sort(key=lambda game: seen[game].board.ply < _MOVES_THAT_COUNT or self._is_of_bot(seen[game].board))
        for game in games:
            if await self._store.let_time_run_out(game):
                self.run_out.add(game)
                return True
        return False

    def _is_of_bot(self, board: Board) -> bool:
        return self._world.bot.id in board.players
