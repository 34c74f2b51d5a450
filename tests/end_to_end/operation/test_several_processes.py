"""Several processes on one database: each has its own shards, any other is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.table import Table, game_id, reply

pytestmark = [pytest.mark.asyncio(loop_scope="session"), only_by_gateway("only its shards are divided")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def processes(
    own_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[BotProcess, BotProcess]]:
    """The processes that serve shard 0 and shard 1 of 2, in this order."""
    folder = tmp_path_factory.mktemp("shards")
    even, odd = (BotProcess(own_discord, folder, log=f"bot{each}.log", shards=f"{each}/2") for each in range(2))
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(each) for each in (even, odd)))
        yield even, odd
        for each in (even, odd):
            assert await each.stop() == 0, each.log
            assert "Traceback" not in each.log, each.log


@pytest.fixture
def tables(own_discord: LocalDiscord, processes: tuple[BotProcess, BotProcess]) -> tuple[Table, Table]:
    """A server of shard 0 and one of shard 1."""
    assert len(processes) == len(own_discord.sessions)
    laid = {(table.guild.id >> 22) % 2: table for table in (Table.lay(own_discord), Table.lay(own_discord))}
    return laid[0], laid[1]


async def test_a_second_process_is_refused_with_a_reason_and_changes_nothing(bot: BotProcess, table: Table) -> None:
    board = await table.begin()
    status, _, err = await run(**bot.environment())
    assert status == 2
    path = bot.environment()["DATABASE_URL"].removeprefix("sqlite:///")
    assert err.startswith(f"Another process of Gridlock uses the database {path}. Stop that one first.")
    status, _, err = await run(**bot.environment() | {"GRIDLOCK_SHARDS": "0/2"})
    assert status == 2
    assert "for some of the shards 0/2 or with another number of shards" in err
    await table.ada.press(board, "C3")
    await table.shows(board, "played **C3**")


async def test_each_process_serves_its_own_servers(own_discord: LocalDiscord, tables: tuple[Table, Table]) -> None:
    assert {(session.shard_id, session.shard_count) for session in own_discord.sessions} == {(0, 2), (1, 2)}
    for table in tables:
        board = await table.begin(variant="dodge", size=3)
        await table.ada.press(board, "B2")
        await table.shows(board, "Game over")
        standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
        assert f"{table.ada.mention} **1 point** · 1 played" in standings


async def test_deadlines_wait_for_the_process_of_their_server(
    processes: tuple[BotProcess, BotProcess], tables: tuple[Table, Table]
) -> None:
    even, odd = processes
    boards = [await table.begin(time="1 hour") for table in tables]
    await odd.stop()
    for board in boards:
        even.run_out(game_id(board))
    await tables[0].shows(boards[0], "Game over")
    assert even.read_rows("SELECT count(*) FROM results WHERE game_id = ?", game_id(boards[1])) == [(0,)]
    await odd.start()
    await tables[1].shows(boards[1], "Game over")
    assert even.read_rows("SELECT * FROM departures") == []
