"""Games against the bot after lost workers: killed, stopped, or gone with the bot."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import pytest

from local_discord import Interaction, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.playing_the_bot import answered, play_bot, play_on, play_to_the_end
from tests.end_to_end.support.table import Table, game_id, refusal, reply
from tests.support.stand_in import give_up

_T = TypeVar("_T")

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def bot(own_bot: BotProcess) -> Iterator[BotProcess]:
    yield own_bot
    assert "Traceback" not in own_bot.log


async def begin(table: Table) -> Message:
    """A game in which the bot has moved once, so that it is able to think; Ada is to move."""
    board = await play_bot(table, variant="lines", level=5)
    await play_on(table, board)
    return board


async def while_it_thinks(table: Table, bot: BotProcess, act: Callable[[Message], Awaitable[_T]]) -> tuple[Message, _T]:
    """Do something while the bot thinks without an end; return the game's board, and what has come of it.

    After a while the bot gives up. Where the machine was slower than that, it is done again in another game.
    """
    while True:
        board = await begin(table)
        bot.signal_thinking(signal.SIGSTOP)
        await table.ada.press(board, open_cell(board))
        done = await act(board)
        if is_thinking(bot, board):
            return board, done
        await bot.kill()
        await bot.start()


def open_cell(board: Message) -> str:
    """A cell that can be pressed."""
    return next(str(button.label) for button in board.buttons if button.label and not button.disabled)


def is_thinking(bot: BotProcess, board: Message) -> bool:
    return bot.read_rows("SELECT thinking_since IS NOT NULL FROM games WHERE id = ?", game_id(board)) == [(1,)]


async def test_the_bot_moves_after_a_kill_during_its_turn(own_table: Table, bot: BotProcess) -> None:
    board, _ = await while_it_thinks(own_table, bot, lambda _: bot.kill())
    await bot.start()
    await answered(own_table, board)
    await own_table.shows(board, "· move 5")
    await play_to_the_end(own_table, board)


async def test_the_bot_moves_after_a_kill_before_its_turn_started(own_table: Table, bot: BotProcess) -> None:
    board = await begin(own_table)
    hold = own_table.discord.faults.hold("POST", r"/interactions/\d+/.+/callback")
    press = asyncio.create_task(own_table.ada.press(board, open_cell(board)))
    await hold.reached()
    await bot.kill()
    hold.release()
    await give_up(press)
    await bot.start()
    await own_table.shows(board, "· move 5")


async def test_a_stopped_bot_resumes_its_turn_at_the_next_start(own_table: Table, bot: BotProcess) -> None:
    board, status = await while_it_thinks(own_table, bot, lambda _: bot.stop())
    assert status == 0
    assert "random one" not in "".join(message.text for message in own_table.channel.messages)
    await bot.start()
    await own_table.shows(board, "· move 5")


async def test_killed_workers_are_replaced_and_the_game_continues(own_table: Table, bot: BotProcess) -> None:
    board = await begin(own_table)
    before = bot.worker_processes()
    bot.signal_thinking(signal.SIGKILL)
    await play_on(own_table, board)
    await own_table.shows(board, "· move 5")
    await play_to_the_end(own_table, board)
    assert not set(before) & set(bot.worker_processes())


async def test_a_failed_worker_leads_to_any_legal_move_with_an_explanation(own_table: Table, bot: BotProcess) -> None:
    board = await begin(own_table)
    async with bot.unable_to_think():
        pressed = await own_table.ada.press(board, open_cell(board))
        await own_table.shows(board, "· move 5")
        (said,) = await own_table.discord.until(lambda: pressed.followups, "it to be said")
    assert said.ephemeral
    assert f"in game #{game_id(board)}, so I played a random one" in said.text
    await play_to_the_end(own_table, board)


async def test_an_undeliverable_explanation_is_posted_in_the_channel_without_a_mention(
    own_table: Table, bot: BotProcess
) -> None:
    board = await begin(own_table)
    own_table.discord.faults.fail("POST", r"/webhooks/\d+/.+", status=404, code=10015)
    async with bot.unable_to_think():
        await own_table.ada.press(board, open_cell(board))
        (said,) = await own_table.discord.until(
            lambda: [each for each in own_table.channel.messages if "a random one" in each.text],
            "it to be said",
        )
    assert not said.ephemeral
    assert own_table.ada.notifications == []


async def test_a_move_during_the_bots_turn_is_refused(own_table: Table, bot: BotProcess) -> None:
    async def move(board: Message) -> Interaction:
        return await own_table.ada.command(own_table.channel, "gridlock move", cell="A1", game=game_id(board))

    board, asked = await while_it_thinks(own_table, bot, move)
    assert "I am thinking" in refusal(asked)
    await answered(own_table, board)


async def test_a_failed_hint_can_be_requested_again(own_table: Table, bot: BotProcess) -> None:
    """A hint that is not given is no help."""
    board = await begin(own_table)
    async with bot.unable_to_think():
        asked = await own_table.ada.command(own_table.channel, "gridlock learn hint")
        await own_table.discord.until(lambda: asked.reply is not None and not reply(asked).thinking, "an answer")
    assert "I could not work that out just now" in refusal(asked)
    assert bot.read_rows("SELECT helped FROM games WHERE id = ?", game_id(board)) == [(0,)]


async def test_the_bot_does_not_answer_a_move_taken_back_during_its_turn(own_table: Table, bot: BotProcess) -> None:
    board = await begin(own_table)
    bot.signal_thinking(signal.SIGSTOP)
    await own_table.ada.press(board, open_cell(board))
    await own_table.ada.press(board, "Take back")
    await own_table.shows(board, "· move 3")
    bot.signal_thinking(signal.SIGCONT)
    await play_on(own_table, board)
    await own_table.shows(board, "· move 5")
