"""Simulated seasons on the stand-in: after kills at any moment, the right champion, and each game told once."""

from __future__ import annotations

import asyncio
import os
import re
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from local_discord import Channel, LocalDiscord, Member
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, game_id
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Simulation:
    """Members who play one game after another, while the bot is killed now and then.

    Args:
        table: Their server.
        bot: The bot.
        people: How many members play.
        seed: Decides who plays, who wins, and when the bot is killed.
    """

    def __init__(self, table: Table, bot: BotProcess, people: int, seed: int) -> None:
        self.won: Counter[int] = Counter()
        self.members = [table.guild.add_member(f"Member {number}") for number in range(people)]
        self._table = table
        self._bot = bot
        self._chance = Random(seed)  # noqa: S311  # games of a test

    async def play(self, games: int, kills: int) -> None:
        """Play so many games, of which so many end while the bot is killed."""
        killed = set(self._chance.sample(range(games), kills))
        for number in range(games):
            winner, loser = self._chance.sample(self.members, 2)
            await self._play_one(winner, loser, kill=number in killed)
            self.won[winner.user.id] += 1

    async def _play_one(self, winner: Member, loser: Member, *, kill: bool) -> None:
        table, channel = self._table, self._table.channel
        asked = await winner.command(
            channel, "gridlock challenge", opponent=loser, variant="lines", size=3, first="me", start="plain"
        )
        challenge = await table.answer(asked)
        board = await table.answer(await loser.press(challenge, "Accept"))
        number = game_id(board)
        for player, cell in ((winner, "A1"), (loser, "A3")):
            await table.answer(await player.command(channel, "gridlock move", cell=cell, game=number))
        ending = asyncio.ensure_future(self._resign(loser, number))
        if kill:
            for _ in range(self._chance.randrange(60)):
                await asyncio.sleep(0)
            await self._bot.kill()
            ending.cancel()
            with suppress(asyncio.CancelledError):
                await ending
            await self._bot.start()
            ending = asyncio.ensure_future(self._resign(loser, number))
        await ending

    async def _resign(self, loser: Member, number: str) -> None:
        """Resign a game, unless it is over already."""
        if self._is_over(number):
            return
        question = await self._table.answer(await loser.command(self._table.channel, "gridlock resign", game=number))
        if any(button.label == "Yes, resign" for button in question.buttons):
            await loser.press(question, "Yes, resign")
        await self._table.discord.until(lambda: self._is_over(number), f"the end of game {number}")

    def _is_over(self, number: str) -> bool:
        return bool(self._bot.read_rows("SELECT 1 FROM results WHERE game_id = ?", number))


def told(channel: Channel, text: str) -> list[str]:
    """The posts of a channel with a text."""
    return [message.text for message in channel.history.values() if text in message.text]


async def simulate(discord: LocalDiscord, folder: Path, *, people: int, games: int, kills: int) -> None:
    """Play a season, let it end, and compare its table and its champion with what was played."""
    bot = BotProcess(discord, folder)
    async with bot:
        table = Table.lay(discord)
        results = table.guild.add_channel("results")
        manager = table.manager()
        await table.lift_limits()
        await table.settle(results=results, season="by hand")
        await table.answer(await manager.command(table.channel, "gridlock-server new-season"))
        simulation = Simulation(table, bot, people, seed=games)
        await simulation.play(games, kills)
        await table.answer(await manager.command(table.channel, "gridlock-server new-season"))
        await bot.kill()
        bot.change_rows("UPDATE seasons SET close_at = ? WHERE close_at IS NOT NULL", LONG_AGO)
        await bot.start()
        await discord.until(lambda: told(results, "is over.**"), "the end of the season")
        await discord.until(lambda: len(told(results, "Game over")) >= games, "every game to be told")
        stored = bot.read_rows("SELECT user_id, won FROM season_standings WHERE season = 1 AND won > 0")
        assert dict(stored) == dict(simulation.won)
        most = max(simulation.won.values())
        best = {user_id for user_id, won in simulation.won.items() if won == most}
        (end,) = told(results, "is over.**")
        champion = re.search(r"🏆 <@(\d+)>", end)
        assert champion is not None
        assert int(champion[1]) in best
        assert ("share the first place" in end) == (len(best) > 1)
        numbers = [re.findall(r"#(\d+)", text)[0] for text in told(results, "Game over")]
        assert len(numbers) == len(set(numbers)) == games, "each game is told once"


async def test_a_season_has_the_right_champion_after_a_kill(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        await simulate(discord, tmp_path, people=3, games=4, kills=1)


@pytest.mark.exhaustive
async def test_a_long_season_has_the_right_champion_after_twenty_kills(tmp_path: Path) -> None:
    """With `GRIDLOCK_TEST_PROFILE=thorough` it has two thousand games, which takes longer than tests usually may."""
    games = 2_000 if os.environ.get("GRIDLOCK_TEST_PROFILE") == "thorough" else 200
    async with patient_discord() as discord:
        await simulate(discord, tmp_path, people=40, games=games, kills=20)
