"""The presses of a quiet server at an even rate, while something else happens beside it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from benchmarks.bots.answers import arrivals_in, is_deferred, moment_of, refusal_of, until_shown
from benchmarks.bots.cpu import until_quiet
from benchmarks.bots.players import TurnWaiter
from benchmarks.bots.processes import Bot
from benchmarks.figures import Spread, say
from benchmarks.garbage import collected_before
from benchmarks.moves.actors import ButtonMover
from local_discord import Guild, Interaction, LocalDiscord, Unanswered

# The members of twelve pairs press once a second each, which the rate limit allows. The other pairs replace those whose
# press failed.
_PAIRS, _PLAYING = 24, 12
_PRESSES_A_SECOND: Final = 24
_SECONDS: Final = 5
_SECONDS_BEFORE: Final = 1.0
_FAILED_SECONDS: Final = 3.0
_LONGEST_DEFERRAL_SECONDS: Final = 10.0
_TICK_SECONDS: Final = 0.01
# After the noise a bot may have much to do.
_SECONDS_TO_CATCH_UP: Final = 180.0


@dataclass
class Phase:
    """The presses of the quiet server.

    Attributes:
        latencies: Seconds until each answer arrived.
        lags: How late the event loop of the stand-in was, in seconds; a part of the latencies.
        failed: The number of presses that were refused, or not answered within three seconds.
    """

    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    failed: int = 0


async def press_evenly(
    bot: Bot, guild: Guild, turns: TurnWaiter, phase: Phase, noise: Coroutine[Any, Any, None] | None = None
) -> None:
    """Let pairs press at an even rate for some seconds, and note the latencies.

    Args:
        bot: The bot.
        guild: The quiet server.
        turns: Waits for turns.
        phase: Where the latencies are noted.
        noise: What happens beside them, from a second before until the last answer; then it is cancelled.
    """
    await until_quiet([bot.clock], within=_SECONDS_TO_CATCH_UP)
    movers = [ButtonMover(guild, turns, 1) for _ in range(_PAIRS)]
    for mover in movers:
        await mover.prepare()
    await until_quiet([bot.clock])
    bot.discord.requests.clear()
    beside = [asyncio.create_task(_watch(phase.lags))]
    if noise is not None:
        beside.append(asyncio.create_task(noise))
        await asyncio.sleep(_SECONDS_BEFORE)
    with collected_before():
        pressed = await _press_all(movers)
    for task in beside:
        task.cancel()
    for ended in await asyncio.gather(*beside, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    _note(bot.discord, phase, pressed)


def lines_about(phases: Sequence[tuple[str, Phase]]) -> list[str]:
    """Return a table of the latencies of some phases, in milliseconds, and of the stand-in's part in them."""
    lines = [f"{'':32}{'presses':>9}{'median':>9}{'p99':>9}{'largest':>9}{'failed':>9}"]
    for name, phase in phases:
        spread = Spread.of(phase.latencies)
        lines.append(
            f"{name:32}{len(phase.latencies):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}{phase.failed:9}"
        )
    for name, phase in phases:
        spread = Spread.of(phase.lags)
        lines.append(
            f"{'stand-in ' + name:32}{len(phase.lags):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}"
        )
    return lines


async def _press_all(movers: Sequence[ButtonMover]) -> list[Interaction | None]:
    idle, begin, pressing = deque(movers), time.monotonic(), list[asyncio.Task[Interaction | None]]()
    for number in range(_SECONDS * _PRESSES_A_SECOND):
        await asyncio.sleep(begin + number / _PRESSES_A_SECOND - time.monotonic())
        if len(movers) - len(idle) < _PLAYING and idle:
            pressing.append(asyncio.create_task(_press(idle.popleft(), idle)))
    return list(await asyncio.gather(*pressing))


async def _press(mover: ButtonMover, idle: deque[ButtonMover]) -> Interaction | None:
    """Press, and be idle again; None if the press was refused, or had no answer in time, which ends the game."""
    try:
        interaction = await mover.act()
        if is_deferred(interaction):
            await until_shown(interaction, within=_LONGEST_DEFERRAL_SECONDS)
    except (Unanswered, TimeoutError):
        return None
    if refusal := refusal_of(interaction):
        say(f"refused: {refusal}")
        return None
    mover.follow(interaction)
    idle.append(mover)
    return interaction


def _note(discord: LocalDiscord, phase: Phase, pressed: list[Interaction | None]) -> None:
    arrivals = arrivals_in(discord)
    for interaction in pressed:
        if interaction is None:
            phase.failed += 1
            phase.latencies.append(_FAILED_SECONDS)
        else:
            phase.latencies.append(moment_of(interaction, arrivals) - interaction.sent_at)


async def _watch(lags: list[float]) -> None:
    """Note how late the event loop of the stand-in is."""
    while True:
        due = time.monotonic() + _TICK_SECONDS
        await asyncio.sleep(_TICK_SECONDS)
        lags.append(time.monotonic() - due)
