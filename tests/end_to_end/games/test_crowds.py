"""Many actions at once, and a slow database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, refusal
from tests.support.stand_in import first_answers_only

pytestmark = pytest.mark.asyncio(loop_scope="session")

GAMES = 40


async def test_one_of_twenty_simultaneous_moves_counts(table: Table) -> None:
    board = await table.begin()
    ids = [str(button.custom_id) for button in board.buttons if str(button.custom_id).startswith("gl1:cell:")][:20]
    answers = await asyncio.gather(*(table.ada.press(board, custom_id=one, forged=True) for one in ids))
    for answer in answers:
        await table.answer(answer)
    played = [answer for answer in answers if answer.reply is board]
    assert len(played) == 1
    assert all("not your turn" in refusal(answer) for answer in answers if answer is not played[0])
    assert "· move 2" in board.text


async def test_one_of_twenty_simultaneous_accepts_starts_a_game(table: Table) -> None:
    challenge = await table.challenge()
    answers = await asyncio.gather(*(table.bob.press(challenge, "Accept") for _ in range(20)))
    told = [await table.answer(answer) for answer in answers]
    boards = [message for message in told if not message.ephemeral]
    assert len(boards) == 1
    assert all("accepted already" in refusal(answer) for answer in answers if answer.reply is not boards[0])


async def test_dozens_of_concurrent_games_do_not_affect_each_other(table: Table) -> None:
    """However long the machine takes over so many; docs/benchmarks.md tells how late answers are."""
    await table.lift_limits()
    channels = [table.guild.add_channel(f"games-{number}") for number in range(10)]

    async def play(number: int) -> str:
        channel = channels[number % len(channels)]
        asked = await table.ada.command(
            channel, "gridlock challenge", opponent=table.bob, variant="blocking", size=3, first="me"
        )
        board = await table.answer(await table.bob.press(await table.answer(asked), "Accept"))
        for turn, cell in enumerate(["A1", "B2", "C3"]):
            await table.answer(await (table.ada, table.bob)[turn % 2].press(board, cell))
        return board.text

    texts = await asyncio.gather(*(play(number) for number in range(GAMES)))
    assert len({text.splitlines()[0] for text in texts}) == GAMES
    assert all("\nA  X  #  # \nB  #  O  # \nC  #  # [X]\n" in text for text in texts)
    assert all(f"{table.ada.mention} (X) won" in text for text in texts)
    standings = (await table.answer(await table.ada.command(table.channel, "gridlock leaderboard"))).text
    assert f"1\\. {table.ada.mention} **{GAMES} points** · {GAMES} played" in standings


@contextmanager
def store_locked(bot: BotProcess) -> Iterator[None]:
    """Lock the bot's database from another connection."""
    with closing(sqlite3.connect(bot.store, isolation_level=None)) as other_program:
        other_program.execute("BEGIN IMMEDIATE")
        yield
        other_program.rollback()


async def test_a_slow_database_defers_the_answer(own_table: Table, own_bot: BotProcess) -> None:
    table = own_table
    board = await table.begin()
    with store_locked(own_bot), first_answers_only(table.discord):
        pressed = await table.ada.press(board, "C3")
        typed = await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)
        assert [int(callback.type) for callback in (*pressed.callbacks, *typed.callbacks)] == [6, 5]
    await table.shows(board, "played **C3**")
    challenge = await table.discord.until(
        lambda: [message for message in table.channel.messages if table.cleo.mention in message.text],
        "the challenge to be posted",
    )
    assert challenge[0].mentions == [table.cleo]
    assert not table.discord.rejected


async def test_a_deferred_board_with_a_lost_response_is_posted(own_table: Table, own_bot: BotProcess) -> None:
    table = own_table
    challenge = await table.challenge(first="me")
    with store_locked(own_bot), first_answers_only(table.discord):
        accepted = await table.bob.press(challenge, "Accept")
        assert [int(callback.type) for callback in accepted.callbacks] == [6]
        table.discord.faults.lose_answer("POST", r"/webhooks/\d+/[^/]+")
    called = (await table.discord.until(lambda: table.ada.notifications, "Ada to be called"))[-1]
    board = next(each for each in table.channel.messages if str(each.id) in called.text)
    await table.discord.until(lambda: "accepted" in challenge.text and not challenge.buttons, "the challenge to close")
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")
    assert not table.discord.rejected


async def test_a_long_database_lock_is_answered_with_try_again(own_table: Table, own_bot: BotProcess) -> None:
    table = own_table
    board = await table.begin()
    with store_locked(own_bot):
        await table.ada.press(board, "C3")
        told = await table.discord.until(
            lambda: [message for message in table.ada.reads(table.channel) if "very busy" in message.text],
            "Ada to be told",
        )
        assert told[0].ephemeral
    assert "No move yet" in board.text
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")
