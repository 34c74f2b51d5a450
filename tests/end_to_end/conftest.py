"""Bot processes for tests: one for all tests of a folder, each with a server of its own, and one for a module.

The shared bot ends with its folder, because other tests run on event loops of their own, on which the stand-in would
not answer.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from tests.end_to_end.support.api_description import breaches
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def discord() -> AsyncIterator[LocalDiscord]:
    """A stand-in; at the end, all request bodies must match Discord's API description."""
    async with patient_discord() as discord:
        yield discord
        assert not breaches(discord.requests)


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def bot(discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[BotProcess]:
    """The bot that serves most tests."""
    bot = BotProcess(discord, tmp_path_factory.mktemp("bot"))
    await bot.start()
    yield bot
    assert await bot.stop() == 0, bot.log
    assert "Traceback" not in bot.log, bot.log


@pytest_asyncio.fixture(loop_scope="session")
async def table(discord: LocalDiscord, bot: BotProcess) -> AsyncIterator[Table]:  # noqa: ARG001  # it must run
    """A server with Ada, Bob and Cleo; at the end, Discord must have rejected no request of the bot."""
    before = len(discord.rejected)
    yield Table.lay(discord)
    discord.faults.clear()
    assert discord.rejected[before:] == []


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_discord() -> AsyncIterator[LocalDiscord]:
    """A stand-in for a module that kills its bot or changes its whole database."""
    async with patient_discord() as discord:
        yield discord


@pytest.fixture(scope="module")
def own_settings() -> dict[str, Any]:
    """The arguments of the module's own `BotProcess`."""
    return {}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def own_bot(
    own_discord: LocalDiscord, own_settings: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[BotProcess]:
    """A bot that may be killed; a test that kills it starts it again."""
    async with BotProcess(own_discord, tmp_path_factory.mktemp("bot"), **own_settings) as bot:
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def own_table(own_discord: LocalDiscord, own_bot: BotProcess) -> AsyncIterator[Table]:  # noqa: ARG001  # must run
    """A server with Ada, Bob, Cleo and the module's own bot."""
    yield Table.lay(own_discord)
    own_discord.faults.clear()


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """The URL of a new database."""
    return f"sqlite:///{tmp_path / 'gridlock.db'}"
