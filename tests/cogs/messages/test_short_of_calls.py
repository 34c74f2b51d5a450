"""Moves while requests have to wait for Discord's limit: they use tokens, which it leaves out."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.runtime.client import GridlockBot
from cogs.runtime.gateway.sharded_client import BotLimits
from local_discord import LocalDiscord, Message
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, labels
from tests.support.stand_in import patient_discord


@pytest_asyncio.fixture
async def discord() -> AsyncIterator[LocalDiscord]:
    async with patient_discord() as here:
        yield here


@pytest_asyncio.fixture
async def bot(discord: LocalDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GridlockBot]:
    limits, every = BotLimits(calls_per_second=50), timedelta(seconds=0.2)
    async with running_bot(discord, tmp_path, monkeypatch, limits=limits, sweep_every=every) as bot:
        yield bot


@pytest.fixture
def table(discord: LocalDiscord, bot: GridlockBot) -> Table:  # noqa: ARG001  # it must run
    return Table.lay(discord)


@asynccontextmanager
async def shortage(bot: GridlockBot) -> AsyncIterator[None]:
    """Others make as many requests as Discord takes, so that each further one has to wait for about a second."""

    async def make_requests() -> None:
        while True:
            await bot.call_limiter.wait()

    others = [asyncio.create_task(make_requests()) for _ in range(40)]
    await asyncio.sleep(0)  # so that they have begun
    assert bot.is_short_of_calls
    yield
    for other in others:
        other.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def limited(discord: LocalDiscord, since: int) -> list[str]:
    """The requests from the position in the list on that have a part in Discord's limit."""
    made = [f"{one.method} {one.path}" for one in discord.requests[since:]]
    return [one for one in made if "/interactions/" not in one and "/webhooks/" not in one]


async def test_a_press_costs_no_limited_request_and_the_old_call_is_deleted_later(
    bot: GridlockBot, discord: LocalDiscord, table: Table, tmp_path: Path
) -> None:
    board = await table.begin()
    called = await table.called(table.ada, board)
    since = len(discord.requests)
    async with shortage(bot):
        await table.ada.press(board, "C3")
        await table.called(table.bob, board)
        assert limited(discord, since) == []
        assert not called.deleted
        with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
            assert connection.execute("SELECT message_id FROM old_copies").fetchall() == [(called.id,)]
            connection.execute("UPDATE old_copies SET retry_at = '2000-01-01 00:00:00.000000'")
            connection.commit()
    await discord.until(lambda: called.deleted, "the old call to be deleted")


async def test_a_call_that_was_a_follow_up_is_deleted_with_its_token(
    bot: GridlockBot, discord: LocalDiscord, table: Table
) -> None:
    board = await table.begin()
    async with shortage(bot):
        await table.ada.press(board, "C3")
        called = await table.called(table.bob, board)
        since = len(discord.requests)
        await table.bob.press(board, "C1")
        await discord.until(lambda: called.deleted, "the earlier call to be deleted")
        assert limited(discord, since) == []


async def test_a_typed_move_edits_the_board_with_the_token_of_the_press_before(
    bot: GridlockBot, discord: LocalDiscord, table: Table
) -> None:
    board = await table.begin()
    async with shortage(bot):
        await table.ada.press(board, "C3")
        called = await table.called(table.bob, board)
        since = len(discord.requests)
        assert await table.move(table.bob, "C1") is board
        assert shows(board, "C1")
        await discord.until(lambda: called.deleted, "the earlier call to be deleted")
        assert limited(discord, since) == []


async def test_a_press_that_was_answered_with_a_placeholder_gives_no_token_for_its_board(
    bot: GridlockBot, discord: LocalDiscord, table: Table
) -> None:
    board = await table.both_move(await table.begin())
    await table.resign(table.ada, board)
    offer = await table.answer(await table.ada.press(board, "Rematch"))
    reviewed = await table.cleo.press(board, "Review")
    await bot.services.wait_idle()
    since = len(discord.requests)
    async with shortage(bot):
        await table.bob.press(offer, "Rematch")
        await discord.until(lambda: "Rematch" not in labels(board), "the board to lose its button")
    assert [one.path for one in discord.requests[since:] if reviewed.token in one.path] == []


async def test_a_token_that_discord_does_not_take_leaves_the_change_to_an_ordinary_request(
    bot: GridlockBot, discord: LocalDiscord, table: Table
) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    discord.faults.fail("PATCH", r"/webhooks/.*", status=401, code=50027)
    async with shortage(bot):
        since = len(discord.requests)
        assert await table.move(table.bob, "C1") is board
        assert shows(board, "C1")
        assert limited(discord, since)


def shows(board: Message, cell: str) -> bool:
    return f"played **{cell}**" in board.text
