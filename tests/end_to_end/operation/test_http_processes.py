"""Several processes that take interactions over HTTP, as a load balancer gives them, on one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path

import pytest
import pytest_asyncio

from gridlock_host import Database, migrate
from local_discord import LocalDiscord
from tests.end_to_end.support.bot_commands import run
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, reply
from tests.host.support.postgres import new_postgres_database
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SWEEPS = "this process sweeps"
_FULL_GAME = ("C3", "E3", "E5", "A5", "A1")


def _processes(discord: LocalDiscord, folder: Path, count: int, **more: str) -> list[BotProcess]:
    return [BotProcess(discord, folder, log=f"bot{each}.log", by_http=True, more=more or None) for each in range(count)]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def three(own_discord: LocalDiscord, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[list[BotProcess]]:
    """Three processes on one PostgreSQL database."""
    async with new_postgres_database() as url, AsyncExitStack() as stack:
        database = Database(url)
        await migrate(database)
        await database.close()
        started = _processes(own_discord, tmp_path_factory.mktemp("bots"), 3, DATABASE_URL=url)
        for one in started:
            await stack.enter_async_context(one)
        yield started
        for one in started:
            assert "Traceback" not in one.log, one.log


async def test_any_process_answers_any_press(own_discord: LocalDiscord, three: list[BotProcess]) -> None:
    """Each step of a game reaches another process, which has read an older state of the game before."""
    table, turn = Table.lay(own_discord), cycle(three)
    await next(turn).receive()
    board = await table.begin(variant="lines")
    for number, cell in enumerate(_FULL_GAME):
        await next(turn).receive()
        await (table.ada, table.bob)[number % 2].press(board, cell)
        await table.shows(board, f"played **{cell}**")
    for one in three:
        await one.receive()
        listed = reply(await table.ada.command(table.channel, "gridlock games")).text
        assert f"#{game_id(board)}" in listed
    assert own_discord.rejected == []


async def test_of_two_moves_at_once_in_two_processes_one_counts(
    own_discord: LocalDiscord, three: list[BotProcess]
) -> None:
    table = Table.lay(own_discord)
    await three[0].receive()
    board = await table.begin(variant="lines")
    # Both processes know the game.
    for one in three[:2]:
        await one.receive()
        await table.bob.press(board, "Rules")
    pressing = []
    for one, cell in zip(three, ("C3", "E3"), strict=False):
        await one.receive()
        pressing.append(asyncio.create_task(table.ada.press(board, cell)))
        await asyncio.sleep(0)
    await asyncio.gather(*pressing)
    await table.shows(board, "move 2")
    assert ("played **C3**" in board.text) is not ("played **E3**" in board.text)


async def test_the_clock_goes_on_in_another_process_when_its_own_is_killed(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(patient_discord())
        first, second = _processes(discord, tmp_path, 2)
        await stack.enter_async_context(first)
        await first.until_logged(_SWEEPS)
        await stack.enter_async_context(second)
        assert _SWEEPS not in second.log
        table = Table.lay(discord)
        board = await table.begin(time="1 hour")
        await first.kill_beside_others()
        second.run_out(game_id(board))
        await table.shows(board, "Game over")
        await second.until_logged(_SWEEPS)


async def test_presses_are_answered_while_processes_are_replaced_one_by_one(
    own_discord: LocalDiscord, three: list[BotProcess]
) -> None:
    table = Table.lay(own_discord)
    await three[0].receive()
    board = await table.begin(variant="lines")
    for number, one in enumerate(three):
        pressing = asyncio.create_task((table.ada, table.bob)[number % 2].press(board, f"A{number + 1}"))
        await three[(number + 1) % 3].receive()
        assert await one.stop() == 0, one.log
        await pressing
        await table.shows(board, f"played **A{number + 1}**")
        await one.start()


async def test_a_process_with_shards_is_refused_beside_them(three: list[BotProcess]) -> None:
    alone = three[0].environment() | {"GRIDLOCK_INTERACTIONS": ""}
    for shards in ("", "0/2"):
        status, _, err = await run(**alone | {"GRIDLOCK_SHARDS": shards})
        assert status == 2
        assert "Another process of Gridlock uses the database" in err
