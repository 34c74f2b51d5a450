"""Benchmark of the bot player: time to answer a move at the strongest level, and lag of the event loop.

A person plays random moves by button on the default board of each variant, one game after the other. A latency goes
from the press until the stand-in has shown the bot's move. The lag of the bot's event loop is what all other players
would wait. A busy machine adds to it, so the CPU time of the loop's thread and its wait for a CPU are printed too.

Run it with `python -m benchmarks.speed.opponent`.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.bots.players import LEVEL, Person
from benchmarks.bots.processes import DATA, watched_gridlock
from benchmarks.bots.watched_bot import Round, read_rounds
from benchmarks.figures import Spread, say
from gridlock_rules import VARIANTS
from local_discord import Channel, Guild, LocalDiscord, Message

_ANSWERS = 200
_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True)
class Answers:
    """The figures of the bot player.

    Attributes:
        latencies: Seconds until each of the bot's moves was shown, by the variant's title.
        rounds: The rounds of the bot's event loop.
        simple: The number of moves for which the bot had no worker.
    """

    latencies: dict[str, list[float]]
    rounds: list[Round]
    simple: int


class Player(Person):
    """A person who plays random moves.

    Args:
        discord: The stand-in.
        guild: A server.
        channel: Their channel.
    """

    def __init__(self, discord: LocalDiscord, guild: Guild, channel: Channel) -> None:
        super().__init__(guild, channel, "Ada")
        self._discord = discord
        self._random = Random("the bot as an opponent")  # noqa: S311  # for moves, not for secrets

    async def play(self, variant_key: str) -> list[float]:
        """Play a game, and return the seconds of each answer; a winning move has none."""
        board, latencies = await self.begin(variant_key), []
        while "Game over" not in board.text:
            latency = await self._move(board)
            if latency is not None:
                latencies.append(latency)
        return latencies

    async def _move(self, board: Message) -> float | None:
        """Press a cell, and a removal if needed, and return the seconds until the answer is shown."""
        while True:
            enabled = [str(each.custom_id) for each in board.buttons if each.label and not each.disabled]
            cell = self._random.choice([each for each in enabled if ":cell:" in each])
            begin = time.perf_counter()
            await self.member.press(board, custom_id=cell)
            if "now chooses" not in board.text:
                break
        if f"🏆 {self.member.mention}" in board.text:
            return None
        await self._discord.until(lambda: "is thinking" not in board.text, "the bot's move", _PATIENCE_SECONDS)
        return time.perf_counter() - begin


def main() -> None:
    """Print the latencies of each variant, and the lag of the event loop."""
    answers = asyncio.run(measure())
    print(f"milliseconds from a move until the bot's answer at level {LEVEL} is shown")
    print(f"\n{'':26}{'answers':>9}{'median':>9}{'p99':>9}{'largest':>9}")
    for title, latencies in answers.latencies.items():
        _print_row(title, latencies)
    print(f"\n{'the event loop':26}{'rounds':>9}{'median':>9}{'p99':>9}{'largest':>9}")
    _print_row("lag", [each.lag for each in answers.rounds])
    _print_row("processor used in a round", [each.used for each in answers.rounds])
    _print_row("processor waited for", [each.queued for each in answers.rounds])
    print(f"\nmoves without a worker: {answers.simple}")


def _print_row(name: str, seconds: list[float]) -> None:
    spread = Spread.of(seconds)
    print(f"{name:26}{len(seconds):9}{spread.median:9.2f}{spread.p99:9.2f}{spread.largest:9.2f}")


async def measure(answers: int = _ANSWERS) -> Answers:
    """Return the figures of at least so many answers in each variant."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        folder = Path(name)
        async with watched_gridlock(folder, folder / "lags") as discord:
            guild = discord.add_guild("Pretend server")
            channel = guild.add_channel("games")
            person = Player(discord, guild, channel)
            # The first game waits until a worker has started.
            await person.play(VARIANTS[0].key)
            begin = time.monotonic()
            latencies = {variant.title: await _latencies(person, variant.key, answers) for variant in VARIANTS}
            end = time.monotonic()
        return Answers(latencies, read_rounds(folder / "lags", begin, end), person.simple)


async def _latencies(person: Player, variant_key: str, answers: int) -> list[float]:
    latencies: list[float] = []
    while len(latencies) < answers:
        latencies += await person.play(variant_key)
    say(f"answers of the bot: {variant_key} measured")
    return latencies


if __name__ == "__main__":
    main()
