"""The first half of a run: people play while faults happen."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from random import Random
from typing import Final

from chaos.checks import Breach
from chaos.checks.evidence import Invariant
from chaos.faults.discord import CALLBACK
from chaos.faults.machine import Saboteur
from chaos.faults.plan import plan
from chaos.faults.process import DOWN, Interrupter
from chaos.faults.runner import FaultRunner
from chaos.scene import Scene, running

_SECONDS_TO_WAIT_FOR_AN_ANSWER: Final = 5.0
# A running bot takes a change that is not shown for being on the way for a minute.
_SECONDS_ALONE: Final = 90.0


class Storm:
    """Lets people play while faults happen, and kills the bot in the end.

    Args:
        scene: The parts of the run.

    Attributes:
        faults: Knows the faults that have happened.
        breaches: What went wrong at once.
        seconds_alone: How long it took until everything was shown without a restart, after the machine's last fault; 0
            if no fault was one of the machine.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        interrupter = Interrupter(scene.discord, scene.bots, scene.outages)
        saboteur = Saboteur(scene.machine, scene.bots, scene.store, scene.outages, scene.store_outages)
        self.faults = FaultRunner(scene.worlds, scene.recorder, scene.store, interrupter, saboteur, scene.outages)
        self.breaches: list[Breach] = saboteur.breaches
        self.seconds_alone = 0.0

    async def rage(self, last_outage: ExitStack) -> None:
        """Do all of it.

        Args:
            last_outage: Ends the outage that begins with the last kill.
        """
        scene = self._scene
        telling = scene.progress.tell(scene.recorder.events, self.faults.done)
        async with running(telling):
            async with scene.playing():
                await self.faults.carry_out(plan(scene.size.seed, scene.size.seconds, scene.size.further))
                if not scene.size.of_the_machine:
                    await self._die_before_answering(last_outage)
                    return
                await self._spoil_once_more()
            await self._get_over_it()
            async with scene.playing():
                await self._die_before_answering(last_outage)

    async def _spoil_once_more(self) -> None:
        """Let each of the machine's faults happen once more, without any other fault and without a restart."""
        self._scene.progress.say("the last faults of the machine, without a restart")
        await self._scene.end_faults()
        for fault in self._scene.size.of_the_machine:
            await self.faults.spoil(fault, Random(self._scene.size.seed), may_kill=False)

    async def _get_over_it(self) -> None:
        """Wait until the bot has shown everything without a restart."""
        showing = self._scene.showing
        self.seconds_alone = await showing.measure(within=_SECONDS_ALONE)
        self.breaches += [Breach(Invariant.LATE_ALONE, what) for what in sorted(showing.late)]
        showing.late.clear()

    async def _die_before_answering(self, last_outage: ExitStack) -> None:
        """Kill the bot once more, after it has stored something and before Discord has its answer."""
        scene = self._scene
        scene.progress.say("calm: one last kill, then no more faults")
        scene.discord.faults.clear()
        last_outage.enter_context(scene.outages.during(DOWN))
        hold = scene.discord.faults.hold(*CALLBACK)
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_WAIT_FOR_AN_ANSWER):
                await hold.reached()
        # The held requests are given up with the connection.
        await scene.bots.kill()
        hold.release()
