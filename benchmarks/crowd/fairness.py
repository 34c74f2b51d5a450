"""Benchmark of a quiet server beside a noisy one: how long its presses wait while a thousand people use the bot."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.answers import arrivals_in, is_deferred, moment_of, refusal_of, until_shown
from benchmarks.bots.cpu import until_quiet
from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA, Bot, gridlock
from benchmarks.crowd.noise import A_SECOND, MEMBERS, Noise
from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.actors import ButtonMover
from benchmarks.moves.lanes import settled
from local_discord import Interaction, LocalDiscord, Unanswered

# The members of twelve pairs press once a second each, which the rate limit allows. The other pairs replace those whose
# press failed.
_PAIRS, _PLAYING = 24, 12
_PRESSES_A_SECOND: Final = 24
_SECONDS: Final = 5
_ROUNDS, _QUICK_ROUNDS = 3, 1
_SECONDS_OF_NOISE_BEFORE: Final = 1.0
# After the noise a bot may have much to do.
_SECONDS_TO_CATCH_UP: Final = 180.0
_FAILED_SECONDS: Final = 3.0
_LONGEST_DEFERRAL_SECONDS: Final = 10.0
_TICK_SECONDS: Final = 0.01

_MEDIAN: Final = Goal("presses in a quiet server beside a noisy one: median, to no noise", 1.2)
_P99: Final = Goal("presses in a quiet server beside a noisy one: p99, to no noise", 2)


@dataclass
class Phase:
    """The presses of the quiet server, with or without noise.

    Attributes:
        latencies: Seconds until each answer arrived.
        lags: How late the event loop of the stand-in was, in seconds; a part of the latencies.
        failed: The number of presses that were refused, or not answered within three seconds.
    """

    latencies: list[float] = field(default_factory=list)
    lags: list[float] = field(default_factory=list)
    failed: int = 0


async def measure(*, quick: bool) -> list[Finding]:
    """Measure presses with and without noise by turns, print the table, and return the findings."""
    still, noisy = Phase(), Phase()
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        # The rate limit is on, because it is a part of fairness.
        async with gridlock(Path(name), settings={}) as bot, listening(bot.discord) as turns:
            quiet = bot.discord.add_guild("Quiet server")
            noise = Noise(bot.discord, turns)
            await settled([bot])
            await noise.prepare()
            say("fairness: the noisy server is prepared")
            rounds = _QUICK_ROUNDS if quick else _ROUNDS
            for number in range(rounds):
                for phase, is_noisy in ((still, False), (noisy, True)):
                    await until_quiet([bot.clock], within=_SECONDS_TO_CATCH_UP)
                    movers = [ButtonMover(quiet, turns, 1) for _ in range(_PAIRS)]
                    for mover in movers:
                        await mover.prepare()
                    await until_quiet([bot.clock])
                    await _phase(bot, phase, movers, noise if is_noisy else None)
                say(f"fairness: {number + 1} of {rounds} rounds")
    print("\n".join(_lines(still, noisy, noise)), end="\n\n", flush=True)
    one, other = Spread.of(still.latencies), Spread.of(noisy.latencies)
    note = f"{noisy.failed} failed; of the median, the stand-in {1000 * _median(noisy.lags):.1f} ms"
    return [Finding(_MEDIAN, other.median / one.median, note), Finding(_P99, other.p99 / one.p99)]


async def _phase(bot: Bot, phase: Phase, movers: Sequence[ButtonMover], noise: Noise | None) -> None:
    """Let pairs press at an even rate for some seconds, and note the latencies."""
    bot.discord.requests.clear()
    beside = [asyncio.create_task(_watch(phase.lags))]
    if noise is not None:
        beside.append(asyncio.create_task(noise.keep_on()))
        await asyncio.sleep(_SECONDS_OF_NOISE_BEFORE)
    idle, begin, pressing = deque(movers), time.monotonic(), list[asyncio.Task[Interaction | None]]()
    for number in range(_SECONDS * _PRESSES_A_SECOND):
        await asyncio.sleep(begin + number / _PRESSES_A_SECOND - time.monotonic())
        if len(movers) - len(idle) < _PLAYING and idle:
            pressing.append(asyncio.create_task(_press(idle.popleft(), idle)))
    pressed = await asyncio.gather(*pressing)
    for task in beside:
        task.cancel()
    await asyncio.gather(*beside, return_exceptions=True)
    _note(bot.discord, phase, pressed)
    if noise is not None:
        await noise.stop()


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


def _median(seconds: list[float]) -> float:
    return Spread.of(seconds).median / 1000


def _lines(still: Phase, noisy: Phase, noise: Noise) -> list[str]:
    lines = [
        f"presses in a quiet server, in ms; beside it {MEMBERS} members send {A_SECOND} commands and presses a second",
        f"{'':26}{'presses':>9}{'median':>9}{'p99':>9}{'largest':>9}{'failed':>9}",
    ]
    for name, phase in (("without noise", still), ("with noise", noisy)):
        spread = Spread.of(phase.latencies)
        lines.append(
            f"{name:26}{len(phase.latencies):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}{phase.failed:9}"
        )
    for name, phase in (("lag of the stand-in, without", still), ("lag of the stand-in, with", noisy)):
        spread = Spread.of(phase.lags)
        lines.append(f"{name:26}{len(phase.lags):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}")
    rate = sum(noise.rates) / len(noise.rates)
    lines.append(f"noise: {noise.sent} sent, {rate:.0f} a second, {noise.unanswered} of them unanswered")
    return lines
