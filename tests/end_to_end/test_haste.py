"""Somebody who asks for too much at once is answered politely, and nothing else happens."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from local_discord.wire import CallbackType
from tests.end_to_end.bot_process import BotProcess
from tests.end_to_end.table import Table, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

LIMIT = 10


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def strict_discord() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as discord:
        yield discord


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def strict_bot(
    strict_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    folder = tmp_path_factory.mktemp("bot")
    database = f"sqlite:///{folder / 'gridlock.db'}"
    async with BotProcess(strict_discord, database, folder / "bot.log", more={"GRIDLOCK_LIMIT": str(LIMIT)}) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def table(strict_discord: LocalDiscord, strict_bot: BotProcess) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(strict_discord)


async def be_hasty(table: Table) -> None:
    """Let Ada use all that she may, and more."""
    for _ in range(LIMIT + 1):
        await table.ada.command(table.channel, "gridlock games")


async def test_a_command_too_many_is_answered_privately_and_changes_nothing(
    table: Table, strict_bot: BotProcess
) -> None:
    await be_hasty(table)
    before = strict_bot.read_rows("SELECT count(*) FROM challenges")
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob)
    assert "faster than I can follow" in refusal(asked)
    assert len(asked.callbacks) == 1
    assert strict_bot.read_rows("SELECT count(*) FROM challenges") == before
    assert not table.bob.notifications


async def test_a_press_too_many_moves_nothing(table: Table) -> None:
    board = await table.begin(variant="blocking")
    await be_hasty(table)
    before = board.text
    pressed = await table.ada.press(board, "C3")
    assert "faster than I can follow" in refusal(pressed)
    assert len(pressed.callbacks) == 1
    assert board.text == before


async def test_the_menu_on_a_member_is_limited_too(table: Table) -> None:
    await be_hasty(table)
    asked = await table.ada.context_menu(table.channel, "Challenge to Gridlock", target=table.bob)
    assert "faster than I can follow" in refusal(asked)


async def test_a_hasty_member_is_answered_in_the_language_of_the_server(table: Table) -> None:
    await table.settle(language="de")
    await be_hasty(table)
    assert "schneller, als ich folgen kann" in refusal(await table.ada.command(table.channel, "gridlock games"))


async def test_nobody_else_waits_for_a_hasty_member(table: Table) -> None:
    await be_hasty(table)
    assert "no open games" in refusal(await table.bob.command(table.channel, "gridlock games"))


async def test_too_many_autocompletes_are_answered_with_nothing(table: Table) -> None:
    await table.begin(variant="blocking")
    offered = [
        await table.ada.autocomplete(table.channel, "gridlock move", focused="cell", cell="")
        for _ in range(2 * LIMIT + 1)
    ]
    assert all(offered[:-1])
    assert offered[-1] == []
    assert "Blocking" in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_whoever_challenges_and_cancels_over_and_over_notifies_once_and_is_stopped(table: Table) -> None:
    answers = []
    for _ in range(5):
        for command, options in (("challenge", {"opponent": table.bob}), ("cancel", {})):
            asked = await table.ada.command(table.channel, f"gridlock {command}", **options)
            answers.append(reply(asked).text)
    assert len(table.bob.notifications) == 1
    assert "faster than I can follow" in answers[-1]
    assert len([text for text in answers if "You cancelled" in text]) == 2


async def test_a_review_counts_by_button_as_much_as_by_command(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    for _ in range(LIMIT // 4):
        pressed = await table.cleo.press(board, "Review")
        assert [callback.type for callback in pressed.callbacks] == [CallbackType.DEFERRED_MESSAGE]
    assert "faster than I can follow" in refusal(await table.cleo.press(board, "Review"))
