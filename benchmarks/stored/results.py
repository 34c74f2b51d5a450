"""Benchmark of many results: what leaderboard, statistics, lists and autocompletes cost with 1,000 and 1,000,000."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.cpu import usage_of
from benchmarks.bots.processes import DATA, Bot
from benchmarks.figures import ratio_by_round, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.lanes import settled
from benchmarks.stored.bots import FilledBot, filled_bot, pretend_servers
from benchmarks.stored.fill import add_results
from gridlock_host import Database
from gridlock_host.storage.address import sqlite_address
from local_discord import Channel, Guild, Interaction, Member, Unanswered
from local_discord.model.values.permissions import MODERATOR

_NUMBERS: Final = (1_000, 1_000_000)
_TIMES: Final = 20
_ROUNDS, _QUICK_ROUNDS = 10, 5
# The limit of an autocomplete or a command is three seconds. One that takes longer is measured all the same.
_WIDTH: Final = 40

Ask = Callable[[], Awaitable[object]]


@dataclass
class Question:
    """A command or an autocomplete.

    Attributes:
        name: Its name.
        bots: The bots, by the number of results, and how each is asked.
        cpu: The CPU seconds of each time, by the number of results.
        failed: How often there was no answer within three seconds, by the number of results.
    """

    name: str
    bots: dict[int, tuple[Bot, Ask]]
    cpu: dict[int, list[float]] = field(default_factory=lambda: {number: [] for number in _NUMBERS})
    failed: dict[int, int] = field(default_factory=lambda: dict.fromkeys(_NUMBERS, 0))

    @property
    def ratio(self) -> float:
        """The ratio of the CPU time with many results to that with few."""
        few, many = _NUMBERS
        return ratio_by_round(self.cpu[many], self.cpu[few])


async def measure(*, quick: bool) -> list[Finding]:
    """Measure what questions cost with few and many results, print the table, and return the findings."""
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        folder = Path(name)
        for number in _NUMBERS:
            await _fill(folder, number)
        async with AsyncExitStack() as stack:
            bots = {
                number: await stack.enter_async_context(
                    filled_bot(folder, f"sqlite:///{_store(folder, number)}", f"results-{number}")
                )
                for number in _NUMBERS
            }
            await settled([bot.bot for bot in bots.values()])
            questions = _questions(bots)
            rounds = _QUICK_ROUNDS if quick else _ROUNDS
            for each in range(rounds + 1):
                for question in questions:
                    await _ask(question, is_warm_up=each == 0)
                say(f"results: {each} of {rounds} rounds")
    print("\n".join(_lines(questions)), end="\n\n", flush=True)
    return _findings(questions)


def _store(folder: Path, number: int) -> Path:
    return folder / f"results-{number}.db"


async def _fill(folder: Path, number: int) -> None:
    database = Database(sqlite_address(_store(folder, number)))
    async with pretend_servers() as (_, guilds):
        ada, bob = _people(guilds[0])
        await add_results(database, guilds[0], ada.id, bob.id, number)
    await database.close()
    say(f"results: {number} stored")


def _people(guild: Guild) -> tuple[Member, Member]:
    """The member who has a hundredth of all results, and one of the others."""
    return guild.add_member("Ada", permissions=MODERATOR), guild.add_member("Bob")


def _questions(bots: dict[int, FilledBot]) -> list[Question]:
    asked: dict[str, Callable[[Member, Channel], Ask]] = {
        "leaderboard, asked by the leader": lambda ada, channel: partial(ada.command, channel, "gridlock leaderboard"),
        "leaderboard by win rate": lambda ada, channel: partial(
            ada.command, channel, "gridlock leaderboard", by="win rate"
        ),
        "leaderboard of a variant": lambda ada, channel: partial(
            ada.command, channel, "gridlock leaderboard", variant="dodge"
        ),
        "stats": lambda ada, channel: partial(ada.command, channel, "gridlock stats"),
        "games": lambda ada, channel: partial(ada.command, channel, "gridlock games"),
        "autocomplete of a game to review": lambda ada, channel: partial(
            ada.autocomplete, channel, "gridlock learn review", focused="game", game=""
        ),
        "autocomplete of an open game": lambda ada, channel: partial(
            ada.autocomplete, channel, "gridlock board", focused="game", game=""
        ),
    }
    people = {number: _people(bot.guilds[0]) for number, bot in bots.items()}
    channels = {number: bot.guilds[0].channels[0] for number, bot in bots.items()}
    first = Question(
        "leaderboard",
        {
            number: (bots[number].bot, partial(people[number][1].command, channels[number], "gridlock leaderboard"))
            for number in _NUMBERS
        },
    )
    others = [
        Question(name, {number: (bots[number].bot, ask(people[number][0], channels[number])) for number in _NUMBERS})
        for name, ask in asked.items()
    ]
    return [first, *others]


async def _ask(question: Question, *, is_warm_up: bool) -> None:
    for number, (bot, ask) in question.bots.items():
        failed, times = 0, 1 if is_warm_up else _TIMES
        async with usage_of(bot.clock) as usage:
            for _ in range(times):
                failed += not await _is_answered(ask)
        bot.discord.requests.clear()
        if not is_warm_up:
            question.cpu[number].append(usage.cpu / times)
            question.failed[number] += failed


async def _is_answered(ask: Ask) -> bool:
    try:
        answer = await ask()
    except Unanswered:
        return False
    if isinstance(answer, Interaction) and answer.refusals:
        raise RuntimeError(f"the stand-in refused an answer: {answer.refusals[0]}")
    return True


def _lines(questions: list[Question]) -> list[str]:
    lines = [
        f"{'results stored; CPU in milliseconds':{_WIDTH}}{'1,000':>10}{'1,000,000':>12}{'ratio':>9}{'unanswered':>12}"
    ]
    for question in questions:
        few, many = (1000 * sum(question.cpu[number]) / len(question.cpu[number]) for number in _NUMBERS)
        failed = sum(question.failed.values())
        lines.append(f"{question.name:{_WIDTH}}{few:10.2f}{many:12.2f}{question.ratio:8.2f}x{failed:12}")
    return lines


def _findings(questions: list[Question]) -> list[Finding]:
    return [
        Finding(Goal(f"CPU with 1,000,000 results to 1,000: {question.name}", 2), question.ratio)
        for question in questions
    ]
