"""A run: inject faults while actors play, stop the faults, then check the invariants."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from random import Random
from typing import Final, TypeVar

from chaos.aftermath import Finisher, left_over, press_all, unexplained
from chaos.checks import CHECKS, Breach, Evidence
from chaos.checks.evidence import Invariant
from chaos.checks.messages import stale_control
from chaos.checks.moderation import forgotten
from chaos.machine_load import watch_load
from chaos.players.visible_messages import Control
from chaos.players.world import World
from chaos.report import Outcome
from chaos.scene import Scene, running
from chaos.storm import Storm
from local_discord import LocalDiscord, Message

_SECONDS_TO_STOP: Final = 5.0
_SECONDS_TO_PUT_RIGHT: Final = 10.0
_SECONDS_BETWEEN_LOOKS: Final = 0.1
_Key = TypeVar("_Key")
# Changes of the last minute are shown by the start; a sweep would take them for being just on the way.
_SECONDS_TO_RECONCILE: Final = 30.0


class Run:
    """One fault run.

    Args:
        scene: Its parts.
    """

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._storm = Storm(scene)
        self._breaches: list[Breach] = []
        self._seconds_to_reconcile = 0.0

    async def outcome(self) -> Outcome:
        """Run, and return the outcome."""
        scene = self._scene
        async with scene.discord:
            watching = watch_load(scene.outages, lambda: scene.bots.process_ids)
            async with running(scene.recorder.watch()), running(watching):
                await scene.bots.start()
                for world in scene.worlds:
                    await world.prepare()
                with ExitStack() as last_outage:
                    await self._storm.rage(last_outage)
                    await scene.end_faults()
                    await scene.bots.start()
                await self._calm()
                outcome = await self._aftermath()
            await scene.bots.stop()
            await self._look_back(outcome)
        await scene.store.close()
        return outcome

    async def _calm(self) -> None:
        """Wait until every message is up to date."""
        self._seconds_to_reconcile = await self._scene.showing.measure()
        for what in await self._scene.store.still_to_be_shown():
            self._scene.progress.say(f"not shown yet: {what}")

    async def _not_reconciled(self) -> list[Breach]:
        """Breaches of the bounds on what a start has to do."""
        found = [Breach(Invariant.OVERDUE, "its time has run out", game) for game in await self._scene.store.overdue()]
        if self._seconds_to_reconcile > _SECONDS_TO_RECONCILE:
            found.append(Breach(Invariant.LATE, f"{self._seconds_to_reconcile:.0f} s after the start"))
        return found

    async def _aftermath(self) -> Outcome:
        """Check, play all games to their end, and check again."""
        self._breaches += self._storm.breaches
        self._breaches += await self._not_reconciled()
        self._breaches += _check(await self._evidence())
        going_on = sum(game.result is None for game in (await self._scene.store.read()).games.values())
        self._scene.progress.say(f"playing {going_on} games to their end")
        rng = Random(self._scene.size.seed)
        finisher = Finisher(self._scene.worlds, self._scene.store, self._scene.showing.until_shown, rng)
        finished = await finisher.finish()
        await self._end_seasons()
        evidence = await self._evidence(finisher.stuck)
        left = left_over(evidence.messages, evidence.stored)
        self._breaches += unexplained(left, evidence)
        await press_all(self._scene.worlds, left, rng)
        await self._until_put_right(left)
        evidence = await self._evidence(finisher.stuck, await self._shown_tables())
        self._breaches += _check(evidence)
        self._breaches += [_not_put_right(*each) for each in left_over(evidence.messages, evidence.stored)]
        return Outcome(
            seed=self._scene.size.seed,
            seconds=self._scene.size.seconds,
            evidence=evidence,
            faults=self._storm.faults.done,
            delivered_twice=self._scene.recorder.delivered_twice,
            going_on=going_on,
            finished=finished,
            ways=finisher.ways,
            put_right=len(left),
            seconds_alone=self._storm.seconds_alone,
            seconds_to_reconcile=self._seconds_to_reconcile,
            breaches=list(dict.fromkeys(self._breaches)),
        )

    async def _look_back(self, outcome: Outcome) -> None:
        """Run the bot's own check of the database, and check how long each stop took."""
        outcome.breaches += [Breach(Invariant.MISCOUNTED, line) for line in await self._scene.bots.check()]
        for begun, ended in self._scene.bots.stops:
            seconds = ended - begun
            outcome.longest_stop = max(outcome.longest_stop, seconds)
            if seconds > _SECONDS_TO_STOP and not self._scene.outages.was_busy(begun, ended):
                outcome.breaches.append(Breach(Invariant.SLOW_STOP, f"{seconds:.1f} s after SIGTERM"))

    async def _until_put_right(self, left: list[tuple[Message, Control]]) -> None:
        """Wait until the pressed messages have lost their stale buttons, which follows the answers."""
        stored = await self._scene.store.read()
        with suppress(TimeoutError):
            await self._scene.discord.until(
                lambda: not any(stale_control(message, stored) for message, _ in left),
                "stale buttons to go",
                within=_SECONDS_TO_PUT_RIGHT,
            )

    async def _end_seasons(self) -> None:
        """Let the manager of each server end the last season, and the bot decide the champions of all."""
        for world in self._scene.worlds:
            await world.end_seasons()
        await self._scene.store.let_seasons_close(datetime.now(UTC))
        self._scene.progress.say("waiting for the ends of the seasons")
        with suppress(TimeoutError):
            async with asyncio.timeout(_SECONDS_TO_PUT_RIGHT):
                while await self._scene.store.seasons_to_close():  # noqa: ASYNC110  # the database does not notify
                    await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)

    async def _shown_tables(self) -> ShownTables:
        """Ask the bot for the tables of all servers and seasons."""
        await self._scene.showing.until_shown()
        stored, shown = await self._scene.store.read(), ShownTables()
        for world in self._scene.worlds:
            numbers = [row.number for row in stored.seasons if row.guild_id == world.guild.id]
            # One person may not ask as often as there are seasons.
            askers = cycle(world.members)
            for number in (None, *numbers):
                shown.tables[world.guild.id, number] = await world.leaderboard(next(askers), season=number)
            shown.ratings[world.guild.id] = await world.leaderboard(next(askers), by="rating")
        # Whether requests are answered is another question.
        return ShownTables(_told(shown.tables), _told(shown.ratings))

    async def _evidence(self, stuck: dict[int, str] | None = None, shown: ShownTables | None = None) -> Evidence:
        await self._scene.showing.until_shown()
        events, shown = self._scene.recorder.events, shown or ShownTables()
        return Evidence(
            stored=await self._scene.store.read(events.players),
            events=events,
            messages=_posted(self._scene.worlds, self._scene.discord),
            outages=self._scene.outages,
            store_outages=self._scene.store_outages,
            run_out=self._storm.faults.run_out,
            stuck=stuck or {},
            still_to_be_shown=await self._scene.store.still_to_be_shown(),
            log=self._scene.bots.log,
            posts=[post for world in self._scene.worlds for post in world.results.history.values()],
            tables=shown.tables,
            ratings=shown.ratings,
            still_named=await self._scene.store.find_named(forgotten(events)),
        )


@dataclass
class ShownTables:
    """Tables as the bot shows them, as `Evidence` has them."""

    tables: dict[tuple[int, int | None], str] = field(default_factory=dict)
    ratings: dict[int, str] = field(default_factory=dict)


def _told(texts: dict[_Key, str]) -> dict[_Key, str]:
    return {key: text for key, text in texts.items() if text}


def _check(evidence: Evidence) -> list[Breach]:
    return [breach for check in CHECKS for breach in check(evidence)]


def _posted(worlds: Sequence[World], discord: LocalDiscord) -> dict[int, Message]:
    """All public messages that the bot ever posted, by id."""
    return {
        message.id: message
        for world in worlds
        for channel in world.all_channels
        for message in channel.history.values()
        if message.account is discord.bot and not message.ephemeral
    }


def _not_put_right(message: Message, control: Control) -> Breach:
    return Breach(Invariant.WRONG_BOARD, f"{control} is still on {message} after it was pressed", control.subject)
