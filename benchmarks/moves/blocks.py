"""A block: some actions of one kind without a rest, and all the work of the bot that they cause.

The CPU time of a block goes from its first action until the bot is quiet, so work after the answers is in it. Blocks
of different kinds take turns, so that all of them meet the same machine.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from benchmarks.bots.answers import arrivals_in, is_deferred, moment_of, refusal_of, until_shown
from benchmarks.bots.cpu import usage_of
from benchmarks.bots.processes import Bot
from benchmarks.figures import say
from benchmarks.garbage import collected_before
from benchmarks.moves.actors import Actor
from local_discord import Interaction, LocalDiscord, Unanswered

_PREPARED_AT_ONCE: Final = 10


class Failure(Enum):
    """Why an action was not done."""

    REFUSED = auto()
    UNANSWERED = auto()


@dataclass(frozen=True)
class Block:
    """The figures of one block.

    Attributes:
        actions: The number of actions.
        cpu: The CPU seconds of the bot.
        loop_cpu: The CPU seconds of the thread of its event loop.
        wall: Seconds from the first action until the last answer.
        latencies: Seconds from each action until its answer arrived; of a deferred one, until it was shown.
        deferred: The number of answers that were deferred.
        refused: The number of actions that were refused with a sentence.
        unanswered: The number of actions without an answer within three seconds.
        requests: The number of requests that the bot sent.
        stand_in_cpu: The CPU seconds of this process, which is the stand-in and the people, until the last answer.
    """

    actions: int
    cpu: float
    loop_cpu: float
    wall: float
    latencies: list[float] = field(repr=False)
    deferred: int
    refused: int
    unanswered: int
    requests: int
    stand_in_cpu: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.latencies) / self.wall


async def run_block(bot: Bot, waves: Sequence[Sequence[Actor]]) -> Block:
    """Run one block.

    Args:
        bot: The bot.
        waves: The actors of each wave act at one moment; the next wave follows once all of them have their answers.
    """
    await _prepare({id(actor): actor for wave in waves for actor in wave}.values())
    with collected_before():
        async with usage_of(bot.clock) as usage:
            _clear_requests(bot.discord)
            begun = time.process_time()
            done = await _act_in_waves(waves)
            stand_in_cpu = time.process_time() - begun
    answered = [each for each in done if not isinstance(each, Failure)]
    arrivals = arrivals_in(bot.discord)
    moments = [(each.sent_at, moment_of(each, arrivals)) for each in answered]
    requests = len(bot.discord.requests)
    _clear_requests(bot.discord)
    return Block(
        actions=len(done),
        cpu=usage.cpu,
        loop_cpu=usage.loop_cpu,
        wall=max(end for _, end in moments) - min(begin for begin, _ in moments) if moments else 0.0,
        latencies=[end - begin for begin, end in moments],
        deferred=sum(is_deferred(each) for each in answered),
        refused=sum(each is Failure.REFUSED for each in done),
        unanswered=sum(each is Failure.UNANSWERED for each in done),
        requests=requests,
        stand_in_cpu=stand_in_cpu,
    )


async def _prepare(actors: Iterable[Actor]) -> None:
    waiting = iter(actors)

    async def prepare_more() -> None:
        for actor in waiting:
            try:
                await actor.prepare()
            except Unanswered:
                say("an action could not be prepared in time, and is tried once more")
                actor.give_up()
                await actor.prepare()

    await asyncio.gather(*(prepare_more() for _ in range(_PREPARED_AT_ONCE)))


async def _act_in_waves(waves: Sequence[Sequence[Actor]]) -> list[Interaction | Failure]:
    """Let the actors of each wave act; those who have failed leave out the other waves."""
    done, failed = list[Interaction | Failure](), set[int]()
    for wave in waves:
        present = [actor for actor in wave if id(actor) not in failed]
        outcomes = await asyncio.gather(*(_act(actor) for actor in present))
        failed |= {id(actor) for actor, one in zip(present, outcomes, strict=True) if isinstance(one, Failure)}
        done += outcomes
    return done


async def _act(actor: Actor) -> Interaction | Failure:
    try:
        interaction = await actor.act()
    except Unanswered:
        actor.give_up()
        return Failure.UNANSWERED
    if is_deferred(interaction):
        await until_shown(interaction)
    if refusal := refusal_of(interaction):
        say(f"refused: {refusal}")
        actor.give_up()
        return Failure.REFUSED
    actor.follow(interaction)
    return interaction


def _clear_requests(discord: LocalDiscord) -> None:
    if discord.rejected:
        raise RuntimeError(f"the stand-in refused something, so the figures mean nothing: {discord.rejected[0]}")
    discord.requests.clear()
