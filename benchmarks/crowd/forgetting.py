"""Benchmark of presses in one server while people of another have their data deleted, among 300,000 finished games."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.bots.answers import is_deferred, shown_answer, until_shown
from benchmarks.bots.players import listening
from benchmarks.bots.processes import DATA
from benchmarks.crowd.quiet_server import Phase, lines_about, press_evenly
from benchmarks.figures import Spread, say
from benchmarks.goal_table import Finding, Goal
from benchmarks.moves.lanes import settled
from benchmarks.stored.bots import FilledBot, filled_bot, pretend_servers
from benchmarks.stored.fill import add_results
from cogs.messages.controls import FORGET
from gridlock_host import Database
from gridlock_host.storage.address import sqlite_address
from local_discord import Guild, Member, Message, Unanswered

_RESULTS: Final = 300_000
_ROUNDS, _QUICK_ROUNDS = 3, 1
# Less than the rate limit allows.
_SECONDS_BETWEEN: Final = 0.6

_MEDIAN: Final = Goal("presses beside one who asks to be forgotten again and again: median, to no such person", 1.2)
_OF_MUCH: Final = Goal("presses beside one with thousands of games who is forgotten: median, to no such person", 1.2)


async def measure(*, quick: bool) -> list[Finding]:
    """Measure presses beside people who are forgotten, print the table, and return the findings."""
    still, again, much = Phase(), Phase(), Phase()
    with TemporaryDirectory(dir=DATA, prefix="benchmark-") as name:
        store = Path(name) / "results.db"
        await _fill(store)
        async with (
            filled_bot(Path(name), f"sqlite:///{store}", store.stem) as filled,
            listening(filled.bot.discord) as turns,
        ):
            bot, quiet = filled.bot, filled.guilds[1]
            ada, cleo = _people(filled.guilds[0])
            await settled([bot])
            rounds = _QUICK_ROUNDS if quick else _ROUNDS
            for number in range(rounds):
                await press_evenly(bot, quiet, turns, still)
                await press_evenly(bot, quiet, turns, again, _forget_again(filled, cleo))
                say(f"forgetting: {number + 1} of {rounds} rounds")
            await press_evenly(bot, quiet, turns, much, _forget(filled, ada))
    phases = [("nobody is forgotten", still), ("one with nothing, again", again), ("one with 3,000 games", much)]
    print(f"presses in one server, in ms, among {_RESULTS:,} finished games of another", flush=True)
    print("\n".join(lines_about(phases)), end="\n\n", flush=True)
    median = Spread.of(still.latencies).median
    return [
        Finding(_MEDIAN, Spread.of(again.latencies).median / median, f"{again.failed} failed"),
        Finding(_OF_MUCH, Spread.of(much.latencies).median / median, f"{much.failed} failed"),
    ]


async def _fill(store: Path) -> None:
    database = Database(sqlite_address(store))
    async with pretend_servers() as (_, guilds):
        ada, _ = _people(guilds[0])
        await add_results(database, guilds[0], ada.id, guilds[0].add_member("Bob").id, _RESULTS)
    await database.close()
    say(f"forgetting: {_RESULTS:,} results stored")


def _people(guild: Guild) -> tuple[Member, Member]:
    """A member who has a hundredth of all results, and one who has nothing."""
    return guild.add_member("Ada"), guild.add_member("Cleo")


async def _forget_again(filled: FilledBot, member: Member) -> None:
    asked, yes = await _ask(filled, member)
    while True:
        try:
            await member.press(asked, custom_id=yes, forged=True)
        except Unanswered:
            say("forgetting: a press was not answered")
        await asyncio.sleep(_SECONDS_BETWEEN)


async def _forget(filled: FilledBot, member: Member) -> None:
    asked, yes = await _ask(filled, member)
    await member.press(asked, custom_id=yes)
    say("forgetting: 3,000 games forgotten")


async def _ask(filled: FilledBot, member: Member) -> tuple[Message, str]:
    """Give the command; return its answer, and the id of the button that confirms."""
    interaction = await member.command(filled.guilds[0].channels[0], "gridlock me forget-me")
    if is_deferred(interaction):
        await until_shown(interaction)
    asked = shown_answer(interaction)
    yes = next(each.custom_id for each in asked.buttons if each.custom_id and f":{FORGET.action}:" in each.custom_id)
    return asked, yes
