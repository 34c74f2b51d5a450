"""Old buttons, and buttons on messages of other games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import Message
from local_discord.tests.support.scene import Clock
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, refusal, reply
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The token of an interaction lives for 15 minutes; a message older than an hour takes few edits.
MINUTE = 60.0


def control(message: Message, label: str) -> str:
    """What a button sends."""
    return next(str(button.custom_id) for button in message.buttons if button.label == label)


async def moved(table: Table) -> Message:
    """A game in which Ada has made the first move."""
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    return board


async def test_a_take_back_button_acts_on_its_own_game(table: Table) -> None:
    first, second = await moved(table), await moved(table)
    wishes = [reply(await table.ada.press(board, "Take back")) for board in (first, second)]
    await table.bob.press(wishes[1], custom_id=control(wishes[0], "Agree"), forged=True)
    await table.shows(first, "No move yet")
    assert "played **C3**" in second.text
    await table.bob.press(wishes[1], "Agree")
    await table.shows(second, "No move yet")


async def test_an_outdated_take_back_button_removes_no_later_move(table: Table) -> None:
    board = await moved(table)
    wish = reply(await table.ada.press(board, "Take back"))
    agree = control(wish, "Agree")
    await table.bob.press(board, "E3")
    await table.ada.press(board, "E5")
    assert "That offer is over" in refusal(await table.bob.press(wish, custom_id=agree, forged=True))
    assert "played **E5**" in board.text


async def test_a_rematch_button_starts_no_rematch_of_another_game(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=3) for _ in range(2)]
    for board in boards:
        await table.ada.press(board, "B2")
        await table.shows(board, "Game over")
    offer = reply(await table.bob.press(boards[0], "Rematch"))
    offered = control(offer, "Rematch")
    rematch = reply(await table.ada.press(boards[1], custom_id=offered, forged=True))
    assert f"{table.bob.mention} (X)" in rematch.text
    assert f"it is game #{game_id(rematch)}" in refusal(
        await table.ada.press(boards[0], custom_id=offered, forged=True)
    )
    other = reply(await table.bob.press(boards[1], "Rematch"))
    assert f"offers you a rematch of game #{game_id(boards[1])}" in other.text


async def test_a_resign_confirmation_ends_no_other_game(table: Table) -> None:
    first, second = await moved(table), await moved(table)
    question = reply(await table.bob.press(first, "Resign"))
    await table.resign(table.ada, first)
    assert "is over" in refusal(await table.bob.press(question, "Yes, resign"))
    await table.bob.press(second, "E3")
    assert "played **E3**" in second.text


@pytest_asyncio.fixture(loop_scope="session")
async def aged(tmp_path: Path) -> AsyncIterator[tuple[Table, Clock]]:
    """A server on a Discord whose clock the test moves."""
    clock = Clock()
    async with patient_discord(clock=clock) as discord, BotProcess(discord, tmp_path):
        yield Table.lay(discord), clock
        assert discord.rejected == []


async def test_boards_and_offers_are_edited_after_their_tokens_expired(
    aged: tuple[Table, Clock],
) -> None:
    """What was posted as an answer is changed and removed as a message: a day later, too."""
    table, clock = aged
    challenge = await table.challenge(first="me")
    clock.advance(24 * 60 * MINUTE)
    board = reply(await table.bob.press(challenge, "Accept"))
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")
    call = await table.called(table.ada, board)
    clock.advance(16 * MINUTE)
    assert await table.move(table.ada, "C3") is board
    await table.discord.until(lambda: call.deleted, "the call to be cleared away")
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    await table.discord.until(lambda: board.deleted, "the old board to be cleared away")
    clock.advance(24 * 60 * MINUTE)
    wish = reply(await table.ada.press(fresh, "Take back"))
    clock.advance(16 * MINUTE)
    await table.bob.press(wish, "Agree")
    await table.shows(fresh, "No move yet")
    await table.resign(table.ada, fresh)
