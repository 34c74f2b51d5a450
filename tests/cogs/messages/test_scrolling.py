"""A typed move posts the board again if it was scrolled away, and edits it otherwise."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from cogs.messages.sending import scrolling
from local_discord import Channel
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Table]:
    """A table where a board is out of sight as soon as something stands below it."""
    monkeypatch.setattr(scrolling, "_IN_SIGHT_FOR", timedelta())
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch):
        yield Table.lay(here)


async def test_a_board_below_which_somebody_wrote_is_posted_again_and_the_older_copy_deleted(table: Table) -> None:
    board = await table.begin()
    await table.cleo.say(table.channel, "hello")
    fresh = await table.move(table.ada, "C3")
    assert fresh is not board
    assert not fresh.ephemeral
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")
    await table.called(table.bob, fresh)


async def test_a_board_above_its_own_notification_is_edited(table: Table) -> None:
    board = await table.begin()
    assert await table.move(table.ada, "C3") is board
    assert not board.deleted


async def test_a_board_counts_as_in_sight_for_some_minutes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scrolling, "_IN_SIGHT_FOR", timedelta(minutes=5))
    board = await table.begin()
    await table.cleo.say(table.channel, "hello")
    assert await table.move(table.ada, "C3") is board


async def test_what_an_earlier_command_told_is_not_taken_for_the_last_message(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await table.begin()
    await table.ada.command(table.channel, "gridlock games")
    monkeypatch.setattr(Channel, "_last_message_id", lambda _: None)
    assert await table.move(table.ada, "C3") is not board
