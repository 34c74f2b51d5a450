"""Whoever carries the plan of faults out."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Final

from chaos.faults import requests as refusing
from chaos.faults import server as spoiling
from chaos.faults.plan import INTERRUPTIONS, Fault, Step
from chaos.faults.process import Interrupter
from chaos.faults.windows import Troubles
from chaos.players.world import Town
from chaos.recorder import Witness
from chaos.store import Store

_ON_REQUESTS: Final = (Fault.REFUSE, Fault.LOSE_ANSWER, Fault.TIME_OUT, Fault.SLOW)


class Troublemaker:
    """Lets go wrong what is planned.

    Args:
        town: Where.
        witness: Who knows what stands there.
        store: The store of the bot.
        interrupter: Who interrupts the bot.
        troubles: When the bot can have been unable to answer.

    Attributes:
        done: How often each kind of fault has happened.
        run_out: The games whose time was made to run out.
    """

    def __init__(
        self, town: Town, witness: Witness, store: Store, interrupter: Interrupter, troubles: Troubles
    ) -> None:
        self._town = town
        self._witness = witness
        self._store = store
        self._interrupter = interrupter
        self._troubles = troubles
        self.done: Counter[Fault] = Counter()
        self.run_out: set[int] = set()

    async def carry_out(self, steps: Iterable[Step]) -> None:
        """Take each step when it is due; return when all are over.

        While the bot has to come back, nothing else goes wrong but what has begun before.
        """
        now = 0.0
        async with asyncio.TaskGroup() as steps_that_last:
            for step in steps:
                await asyncio.sleep(step.at - now)
                now = step.at
                if step.fault in INTERRUPTIONS:
                    await self._interrupter.interrupt(step.fault, step.dice)
                    self.done[step.fault] += 1
                else:
                    steps_that_last.create_task(self._take(step))

    async def _take(self, step: Step) -> None:
        spoil = self._on_requests if step.fault in _ON_REQUESTS else self._on_the_server
        if await spoil(step.fault, step.dice):
            self.done[step.fault] += 1

    async def _on_requests(self, fault: Fault, dice: Random) -> bool:
        discord = self._town.discord
        match fault:
            case Fault.REFUSE:
                refusing.refuse(discord, dice)
            case Fault.LOSE_ANSWER:
                refusing.lose_answer(discord, dice)
            case Fault.TIME_OUT:
                await refusing.time_out(discord, dice)
            case _:
                await refusing.be_slow(discord, self._troubles, dice)
        return True

    async def _on_the_server(self, fault: Fault, dice: Random) -> bool:
        match fault:
            case Fault.TWICE:
                self._witness.twice += dice.randint(1, 3)
                return True
            case Fault.RUN_OUT:
                return await self._run_out(dice)
            case Fault.DELETE_MESSAGE:
                return spoiling.delete_message(self._town, self._witness.noticeboard, dice)
            case Fault.DELETE_CHANNEL:
                return spoiling.delete_channel(self._town, dice)
            case Fault.DELETE_THREAD:
                return spoiling.delete_thread(self._town, dice)
            case Fault.CLOSE_THREAD:
                return await spoiling.close_thread(self._town, dice)
            case _:
                return await spoiling.deny(self._town, dice)

    async def _run_out(self, dice: Random) -> bool:
        games = list(self._witness.noticeboard.going_on)
        if not games:
            return False
        game = dice.choice(games)
        self.run_out.add(game)
        return await self._store.let_time_run_out(game)
