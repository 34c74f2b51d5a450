"""A game against the bot goes on whatever happens to its thinking: killed, stopped, or lost with the bot."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord, Message
from tests.end_to_end.against_the_bot import answered, play_bot, play_on, play_to_the_end
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, game_id, refusal, reply


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord:
        yield discord


@pytest_asyncio.fixture
async def bot(discord: LocalDiscord, database_url: str, tmp_path: Path) -> AsyncIterator[BotProcess]:
    bot = BotProcess(discord, database_url, tmp_path / "bot.log")
    await bot.start()
    yield bot
    await bot.stop()
    assert "Traceback" not in bot.log, bot.log


@pytest.fixture
def table(discord: LocalDiscord, bot: BotProcess) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(discord)


async def begin(table: Table) -> Message:
    """A game in which the bot has moved once, so that it is able to think; Ada is to move."""
    board = await play_bot(table, variant="lines", level=5)
    await play_on(table, board)
    return board


async def thinking(table: Table, bot: BotProcess, board: Message) -> None:
    """Let Ada move, and the bot think of an answer without an end."""
    bot.signal_thinking(signal.SIGSTOP)
    await table.ada.press(board, open_cell(board))
    assert "is thinking" in board.text


def open_cell(board: Message) -> str:
    """A cell that can be pressed."""
    return next(str(button.label) for button in board.buttons if not button.disabled)


def is_thinking(bot: BotProcess, board: Message) -> bool:
    return bot.read_rows("SELECT thinking_since IS NOT NULL FROM games WHERE id = ?", game_id(board)) == [(1,)]


async def test_after_a_kill_while_it_thinks_the_bot_moves(table: Table, bot: BotProcess) -> None:
    board = await begin(table)
    await thinking(table, bot, board)
    await bot.kill()
    assert is_thinking(bot, board)
    await bot.start()
    await answered(table, board)
    await table.shows(board, "Last move (4): O")
    await play_to_the_end(table, board)


async def test_after_a_kill_between_storing_a_move_and_thinking_the_bot_moves(table: Table, bot: BotProcess) -> None:
    board = await begin(table)
    hold = table.discord.faults.hold("POST", r"/interactions/\d+/.+/callback")
    press = asyncio.create_task(table.ada.press(board, open_cell(board)))
    await hold.reached()
    await bot.kill()
    hold.release()
    await asyncio.gather(press, return_exceptions=True)
    await bot.start()
    await table.shows(board, "Last move (4): O")


async def test_asked_to_end_it_drops_what_it_thinks_of_and_the_next_start_takes_it_up(
    table: Table, bot: BotProcess
) -> None:
    board = await begin(table)
    await thinking(table, bot, board)
    assert await bot.stop() == 0
    assert is_thinking(bot, board)
    await bot.start()
    await table.shows(board, "Last move (4): O")
    assert "some legal move" not in "".join(message.text for message in table.channel.messages)


async def test_killed_processes_are_replaced_and_the_game_goes_on(table: Table, bot: BotProcess) -> None:
    board = await begin(table)
    before = bot.thinking_processes()
    bot.signal_thinking(signal.SIGKILL)
    await play_on(table, board)
    assert "Last move (4): O" in board.text
    await play_to_the_end(table, board)
    assert not set(before) & set(bot.thinking_processes())


async def test_a_move_that_could_not_be_thought_through_is_some_legal_one_and_that_is_said(
    table: Table, bot: BotProcess
) -> None:
    board = await begin(table)
    async with bot.unable_to_think():
        pressed = await table.ada.press(board, open_cell(board))
        await table.shows(board, "Last move (4): O")
        (said,) = await table.discord.until(lambda: pressed.followups, "it to be said")
    assert said.ephemeral
    assert f"in game #{game_id(board)} through, so it is just some legal move" in said.text
    await play_to_the_end(table, board)


async def test_where_no_answer_reaches_the_player_that_is_said_in_the_channel_and_notifies_nobody(
    table: Table, bot: BotProcess
) -> None:
    board = await begin(table)
    table.discord.faults.fail("POST", r"/webhooks/\d+/.+", status=404, code=10015)
    async with bot.unable_to_think():
        await table.ada.press(board, open_cell(board))
        (said,) = await table.discord.until(
            lambda: [each for each in table.channel.messages if "just some legal move" in each.text], "it to be said"
        )
    assert not said.ephemeral
    assert table.ada.notifications == []


async def test_who_moves_while_the_bot_thinks_is_told_so(table: Table, bot: BotProcess) -> None:
    board = await begin(table)
    await thinking(table, bot, board)
    asked = await table.ada.command(table.channel, "gridlock move", cell="A1", game=game_id(board))
    assert "I am thinking" in refusal(asked)
    await answered(table, board)


async def test_what_cannot_be_thought_up_can_be_asked_for_again(table: Table, bot: BotProcess) -> None:
    """A hint that is not given is no help."""
    board = await begin(table)
    async with bot.unable_to_think():
        asked = await table.ada.command(table.channel, "gridlock hint")
        await table.discord.until(lambda: asked.reply is not None and not reply(asked).thinking, "an answer", within=30)
    assert "I could not think that through just now" in refusal(asked)
    assert bot.read_rows("SELECT helped FROM games WHERE id = ?", game_id(board)) == [(0,)]


async def test_a_move_taken_back_while_the_bot_thinks_is_not_answered(table: Table, bot: BotProcess) -> None:
    board = await begin(table)
    await thinking(table, bot, board)
    await table.ada.press(board, "Take back")
    assert "Last move (2): O" in board.text
    bot.signal_thinking(signal.SIGCONT)
    await play_on(table, board)
    assert "Last move (4): O" in board.text
