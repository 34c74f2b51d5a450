"""A run: inject faults while actors play, stop the faults, then check the invariants."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from chaos.aftermath import Finisher, left_over, press_all, unexplained
from chaos.bot_process import BotProcess
from chaos.checks import CHECKS, Breach, Evidence
from chaos.checks.evidence import Invariant
from chaos.checks.messages import stale_control
from chaos.faults.discord import CALLBACK
from chaos.faults.plan import Fault, plan
from chaos.faults.process import Interrupter
from chaos.faults.runner import FaultRunner
from chaos.machine_load import watch_load
from chaos.players.actors import Actors
from chaos.players.visible_messages import Control
from chaos.players.world import World
from chaos.recorder import Outages, Recorder
from chaos.report import Outcome, Progress
from chaos.store import Store
from local_discord import LocalDiscord, Message

_SECONDS_TO_SHOW: Final = 60.0
_SECONDS_BETWEEN_LOOKS: Final = 0.05
_SECONDS_TO_STOP: Final = 5.0
_SECONDS_TO_WAIT_FOR_AN_ANSWER: Final = 5.0
_SECONDS_TO_PUT_RIGHT: Final = 10.0
# Changes of the last minute are shown by the start; a sweep would take them for being just on the way.
_SECONDS_TO_RECONCILE: Final = 30.0


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a run.

    Attributes:
        seed: The seed of all random choices.
        seconds: How long faults are injected.
        people: The number of players.
        further: The faults that happen beside the usual ones.
    """

    seed: int
    seconds: float
    people: int
    further: frozenset[Fault] = frozenset()


class Run:
    """One fault run.

    Args:
        size: Its size.
        database_url: An empty database.
        log: The file for the bot's log.
        progress: Prints how far it is.
    """

    def __init__(self, size: Size, database_url: str, log: Path, progress: Progress) -> None:
        self._size = size
        self._discord = LocalDiscord()
        self._bot = BotProcess(self._discord, database_url, log)
        self._store = Store(database_url)
        self._recorder = Recorder(self._discord)
        self._outages = Outages(time.monotonic)
        self._progress = progress
        self._late: set[str] = set()
        self._last_outage = ExitStack()
        self._seconds_to_reconcile = 0.0

    async def outcome(self) -> Outcome:
        """Run, and return the outcome."""
        async with self._discord:
            world = World(self._discord, self._size.people)
            watching = watch_load(self._outages, lambda: self._bot.process_id)
            async with self._running(self._recorder.watch()), self._running(watching):
                await self._bot.start()
                await world.allow_many_games()
                fault_runner = await self._storm(world)
                await self._calm(world)
                outcome = await self._aftermath(world, fault_runner)
            await self._bot.stop()
            await self._look_back(outcome)
        await self._store.close()
        return outcome

    async def _storm(self, world: World) -> FaultRunner:
        """Let actors play while faults are injected."""
        interrupter = Interrupter(self._discord, self._bot, self._outages)
        fault_runner = FaultRunner(world, self._recorder, self._store, interrupter, self._outages)
        actors = Actors(world, self._recorder.visible, self._size.seed)
        telling = self._progress.tell(self._recorder.events, fault_runner.done)
        async with self._running(actors.live()), self._running(telling):
            await fault_runner.carry_out(plan(self._size.seed, self._size.seconds, self._size.further))
            await self._die_before_answering()
        return fault_runner

    async def _die_before_answering(self) -> None:
        """Kill the bot once more, after it has stored something and before Discord has its answer."""
        self._progress.say("calm: one last kill, then no more faults")
        self._discord.faults.clear()
        self._last_outage.enter_context(self._outages.during("the bot was down"))
        hold = self._discord.faults.hold(*CALLBACK)
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_WAIT_FOR_AN_ANSWER):
                await hold.reached()
        # The held requests are given up with the connection.
        await self._bot.kill()
        hold.release()

    async def _calm(self, world: World) -> None:
        """Start the bot again without faults, and wait until every message is up to date."""
        world.give_everything_back()
        await self._store.let_retries_be_due()
        await self._bot.start()
        self._last_outage.close()
        started_at = time.monotonic()
        await self._until_shown()
        if self._late and self._outages.was_busy(started_at, time.monotonic()):
            # A request can fail on a machine that is busy enough. It is tried again, which would take ten minutes.
            self._late.clear()
            await self._store.let_retries_be_due()
            started_at = time.monotonic()
            await self._until_shown()
        self._seconds_to_reconcile = time.monotonic() - started_at
        for what in await self._store.still_to_be_shown():
            self._progress.say(f"not shown yet: {what}")

    async def _not_reconciled(self) -> list[Breach]:
        """Breaches of the bounds on what a start has to do."""
        found = [Breach(Invariant.OVERDUE, "its time has run out", game) for game in await self._store.overdue()]
        if self._seconds_to_reconcile > _SECONDS_TO_RECONCILE:
            found.append(Breach(Invariant.LATE, f"{self._seconds_to_reconcile:.0f} s after the start"))
        return found

    async def _aftermath(self, world: World, fault_runner: FaultRunner) -> Outcome:
        """Check, play all games to their end, and check again."""
        breaches = [*await self._not_reconciled(), *_check(await self._evidence(world, fault_runner))]
        going_on = sum(game.result is None for game in (await self._store.read()).games.values())
        self._progress.say(f"playing {going_on} games to their end")
        rng = Random(self._size.seed)
        finisher = Finisher(world, self._store, self._until_shown, rng)
        finished = await finisher.finish()
        evidence = await self._evidence(world, fault_runner, finisher.stuck)
        left = left_over(evidence.messages, evidence.stored)
        breaches += unexplained(left, evidence)
        await press_all(world, left, rng)
        await self._until_put_right(left)
        evidence = await self._evidence(world, fault_runner, finisher.stuck)
        breaches += _check(evidence)
        breaches += [_not_put_right(*each) for each in left_over(evidence.messages, evidence.stored)]
        return Outcome(
            seed=self._size.seed,
            seconds=self._size.seconds,
            evidence=evidence,
            faults=fault_runner.done,
            delivered_twice=self._recorder.delivered_twice,
            going_on=going_on,
            finished=finished,
            ways=finisher.ways,
            put_right=len(left),
            seconds_to_reconcile=self._seconds_to_reconcile,
            breaches=list(dict.fromkeys(breaches)),
        )

    async def _look_back(self, outcome: Outcome) -> None:
        """Run the bot's own check of the database, and check how long each stop took."""
        outcome.breaches += [Breach(Invariant.MISCOUNTED, line) for line in await self._bot.check()]
        for begun, ended in self._bot.stops:
            seconds = ended - begun
            outcome.longest_stop = max(outcome.longest_stop, seconds)
            if seconds > _SECONDS_TO_STOP and not self._outages.was_busy(begun, ended):
                outcome.breaches.append(Breach(Invariant.SLOW_STOP, f"{seconds:.1f} s after SIGTERM"))

    async def _until_shown(self) -> None:
        """Wait until every change in the database is shown and no request is pending."""
        try:
            async with asyncio.timeout(_SECONDS_TO_SHOW):
                while await self._to_be_waited_for():  # noqa: ASYNC110  # the database does not notify
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            # What is not shown by now is a breach; do not wait for it again.
            self._late |= await self._to_be_waited_for()
        await self._recorder.until_quiet()

    async def _until_put_right(self, left: list[tuple[Message, Control]]) -> None:
        """Wait until the pressed messages have lost their stale buttons, which follows the answers."""
        stored = await self._store.read()
        with suppress(TimeoutError):
            await self._discord.until(
                lambda: not any(stale_control(message, stored) for message, _ in left),
                "stale buttons to go",
                within=_SECONDS_TO_PUT_RIGHT,
            )

    async def _to_be_waited_for(self) -> set[str]:
        shown = {what.split(",")[0] for what in await self._store.still_to_be_shown()}
        ended = {f"the time of game {game}" for game in await self._store.overdue()}
        return (shown | ended) - self._late

    async def _evidence(self, world: World, fault_runner: FaultRunner, stuck: dict[int, str] | None = None) -> Evidence:
        await self._until_shown()
        return Evidence(
            stored=await self._store.read(),
            events=self._recorder.events,
            messages=_posted(world, self._discord),
            outages=self._outages,
            run_out=fault_runner.run_out,
            stuck=stuck or {},
            still_to_be_shown=await self._store.still_to_be_shown(),
            log=self._bot.log,
        )

    @asynccontextmanager
    async def _running(self, doing: Coroutine[None, None, None]) -> AsyncIterator[None]:
        """Run a task beside the block; if the task fails, the block fails."""
        async with asyncio.TaskGroup() as group:
            beside = group.create_task(doing)
            yield
            beside.cancel()


def _check(evidence: Evidence) -> list[Breach]:
    return [breach for check in CHECKS for breach in check(evidence)]


def _posted(world: World, discord: LocalDiscord) -> dict[int, Message]:
    """All public messages that the bot ever posted, by id."""
    return {
        message.id: message
        for channel in world.all_channels
        for message in channel.history.values()
        if message.account is discord.bot and not message.ephemeral
    }


def _not_put_right(message: Message, control: Control) -> Breach:
    return Breach(Invariant.WRONG_BOARD, f"{control} is still on {message} after it was pressed", control.subject)
