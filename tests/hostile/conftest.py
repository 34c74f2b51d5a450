"""Fixtures: one bot in the test process for all tests of a module."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from cogs.messages import error_replies
from tests.cogs.support.running_bot import running_bot
from tests.hostile.laws import Witness, watch_refusals
from tests.hostile.scene import Scene
from tests.support.stand_in import patient_discord

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def witness(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Witness]:
    """The checker of the laws. Time stands still, so the sweeper does nothing."""
    folder = tmp_path_factory.mktemp("bot")
    with pytest.MonkeyPatch.context() as patch:
        async with patient_discord() as discord, running_bot(discord, folder, patch, now=lambda: NOON) as bot:
            # A server that the bot joins earlier is not welcomed.
            await bot.wait_until_ready()
            witness = Witness(discord, bot, folder / "gridlock.db")
            patch.setattr(error_replies, "sentence_for", watch_refusals(witness))
            yield witness


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def quiet(witness: Witness) -> Scene:
    """A server in which all pending work is done."""
    return await Scene.set(witness)
