"""Benchmark of a quiet server beside a noisy one: how long its presses wait while a thousand people use the bot."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA, gridlock
from benchmarks.crowd.noise import A_SECOND, MEMBERS, Noise
from benchmarks.crowd.quiet_server import Phase, lines_about, press_evenly
from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.lanes import settled

_ROUNDS, _QUICK_ROUNDS = 3, 1

_MEDIAN: Final = Goal("presses in a quiet server beside a noisy one: median, to no noise", 1.2)
_P99: Final = Goal("presses in a quiet server beside a noisy one: p99, to no noise", 2)


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
                await press_evenly(bot, quiet, turns, still)
                await press_evenly(bot, quiet, turns, noisy, noise.keep_on())
                await noise.stop()
                say(f"fairness: {number + 1} of {rounds} rounds")
    print("\n".join(_lines(still, noisy, noise)), end="\n\n", flush=True)
    one, other = Spread.of(still.latencies), Spread.of(noisy.latencies)
    note = f"{noisy.failed} failed; of the median, the stand-in {Spread.of(noisy.lags).median:.1f} ms"
    return [Finding(_MEDIAN, other.median / one.median, note), Finding(_P99, other.p99 / one.p99)]


def _lines(still: Phase, noisy: Phase, noise: Noise) -> list[str]:
    rate = sum(noise.rates) / len(noise.rates)
    return [
        f"presses in a quiet server, in ms; beside it {MEMBERS} members send {A_SECOND} commands and presses a second",
        *lines_about([("without noise", still), ("with noise", noisy)]),
        f"noise: {noise.sent} sent, {rate:.0f} a second, {noise.unanswered} of them unanswered",
    ]
