"""A block: some actions of one kind without a rest, and all the work of the bot that they cause.

The CPU time of a block goes from its first action until the bot is quiet, so work after the answers is in it. Blocks
of different kinds take turns, so that all of them meet the same machine.
"""

from __future__ import annotations

import asyncio
import gc
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from benchmarks.bots.cpu import until_quiet
from benchmarks.bots.processes import Bot
from benchmarks.figures import say
from benchmarks.moves.actors import Actor
from local_discord import Interaction, LocalDiscord, Unanswered
from local_discord.wire import CallbackType

_DEFERRALS: Final = frozenset({CallbackType.DEFERRED_MESSAGE, CallbackType.DEFERRED_UPDATE})
_PREPARED_AT_ONCE: Final = 10
_LOOK_AGAIN_SECONDS: Final = 0.05
_PATIENCE_SECONDS: Final = 60.0
_POINTER: Final = "see below"


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
    await until_quiet([bot.clock])
    _clear_requests(bot.discord)
    gc.collect()
    gc.disable()
    try:
        cpu, loop_cpu = bot.clock.seconds, bot.clock.loop_seconds
        done = [each for wave in waves for each in await asyncio.gather(*(_act(actor) for actor in wave))]
        await until_quiet([bot.clock])
        cpu, loop_cpu = bot.clock.seconds - cpu, bot.clock.loop_seconds - loop_cpu
    finally:
        gc.enable()
    answered = [each for each in done if not isinstance(each, Failure)]
    arrivals = _arrivals(bot.discord)
    moments = [(each.sent_at, _moment(each, arrivals)) for each in answered]
    requests = len(bot.discord.requests)
    _clear_requests(bot.discord)
    return Block(
        actions=len(done),
        cpu=cpu,
        loop_cpu=loop_cpu,
        wall=max(end for _, end in moments) - min(begin for begin, _ in moments) if moments else 0.0,
        latencies=[end - begin for begin, end in moments],
        deferred=sum(_is_deferred(each) for each in answered),
        refused=sum(each is Failure.REFUSED for each in done),
        unanswered=sum(each is Failure.UNANSWERED for each in done),
        requests=requests,
    )


async def _prepare(actors: Iterable[Actor]) -> None:
    waiting = iter(actors)

    async def prepare_more() -> None:
        for actor in waiting:
            await actor.prepare()

    await asyncio.gather(*(prepare_more() for _ in range(_PREPARED_AT_ONCE)))


async def _act(actor: Actor) -> Interaction | Failure:
    try:
        interaction = await actor.act()
    except Unanswered:
        actor.give_up()
        return Failure.UNANSWERED
    if _is_deferred(interaction):
        await _until_shown(interaction)
    if refusal := _refusal(interaction):
        say(f"refused: {refusal}")
        actor.give_up()
        return Failure.REFUSED
    actor.follow(interaction)
    return interaction


def _is_deferred(interaction: Interaction) -> bool:
    return interaction.callbacks[0].type in _DEFERRALS


def _refusal(interaction: Interaction) -> str:
    """The sentence with which an action was refused; an empty text if it was done."""
    shown = interaction.followups[-1] if interaction.followups else interaction.reply
    return shown.text if shown is not None and shown.ephemeral else ""


async def _until_shown(interaction: Interaction) -> None:
    """Wait until a deferred answer is shown."""
    used = interaction.payload["data"].get("custom_id")

    def is_shown() -> bool:
        if interaction.followups:
            return True
        if interaction.source is not None:
            # The state of a board is in its custom ids, so the control that was used is gone once the move is shown.
            return all(button.custom_id != used or button.disabled for button in interaction.source.buttons)
        shown = interaction.reply
        return shown is not None and not shown.thinking and _POINTER not in shown.text

    async with asyncio.timeout(_PATIENCE_SECONDS):
        while not is_shown():  # noqa: ASYNC110  # hundreds of conditions that look at every change would slow it down
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)


def _arrivals(discord: LocalDiscord) -> dict[str, list[float]]:
    """When requests that answer interactions arrived, by the token of the interaction."""
    arrivals = defaultdict[str, list[float]](list)
    for request in discord.requests:
        _, kind, _, token, *_ = [*request.path.split("/"), "", "", ""]
        if kind in ("interactions", "webhooks"):
            arrivals[token].append(request.at)
    return arrivals


def _moment(interaction: Interaction, arrivals: dict[str, list[float]]) -> float:
    """When the answer arrived; of a deferred one, when it was shown."""
    found = arrivals[interaction.token]
    return found[-1] if _is_deferred(interaction) else found[0]


def _clear_requests(discord: LocalDiscord) -> None:
    if discord.rejected:
        raise RuntimeError(f"the stand-in refused something, so the figures mean nothing: {discord.rejected[0]}")
    discord.requests.clear()
