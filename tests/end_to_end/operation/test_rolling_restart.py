"""Rolling restarts: a process takes over from another one while people play, and nobody notices."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from local_discord import LocalDiscord
from local_discord.server.faults import Hold
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.press_stream import PressStream
from tests.end_to_end.support.table import Table
from tests.host.support.postgres import new_postgres_database
from tests.support.stand_in import allow_late_answers, patient_discord

pytestmark = [pytest.mark.asyncio(loop_scope="session"), only_by_gateway("only shards are handed over")]

_IDLE = "GRIDLOCK_TEST_IDLE_MACHINE"
_WAITS = "other processes serve all shards"


@pytest_asyncio.fixture(loop_scope="session", params=["sqlite", "postgresql"])
async def settings(request: pytest.FixtureRequest) -> AsyncIterator[dict[str, str]]:
    """The database that the processes share."""
    if request.param == "sqlite":
        yield {}
        return
    async with new_postgres_database() as url:
        yield {"DATABASE_URL": url}


async def _restart(
    discord: LocalDiscord, folder: Path, settings: dict[str, str], *, times: int, pairs: int
) -> PressStream:
    """Replace a process again and again while people play, and return what they have sent."""
    stream = PressStream(discord, pairs)
    async with AsyncExitStack() as stack:

        async def start(number: int) -> BotProcess:
            process = BotProcess(discord, folder, log=f"bot{number}.log", shards="auto/1", more=settings)
            return await stack.enter_async_context(process)

        serving = await start(0)
        async with stream.flowing():
            for number in range(1, times + 1):
                successor = await start(number)
                await successor.until_logged(_WAITS)
                await stream.until_more(20)
                assert await serving.stop() == 0, serving.log
                assert "handed over the shards 0/1" in serving.log
                await stream.until_more(20)
                assert "Traceback" not in serving.log + successor.log, serving.log + successor.log
                serving = successor
    return stream


async def test_no_press_fails_while_processes_replace_each_other(tmp_path: Path, settings: dict[str, str]) -> None:
    async with patient_discord() as discord:
        allow_late_answers(discord)
        await _restart(discord, tmp_path, settings, times=2, pairs=2)
        assert discord.rejected == []


async def test_no_press_fails_while_the_number_of_shards_is_doubled(tmp_path: Path) -> None:
    async with patient_discord() as discord, BotProcess(discord, tmp_path, shards="auto/1") as before:
        allow_late_answers(discord)
        stream = PressStream(discord, 2)
        async with BotProcess(discord, tmp_path, log="after.log", shards="auto/2") as after, stream.flowing():
            await after.until_logged(_WAITS)
            await stream.until_more(10)
            assert await before.stop() == 0, before.log
            await after.until_logged("took over the shards 0,1/2")
            await stream.until_more(20)
            assert {(one.shard_id, one.shard_count) for one in discord.sessions} == {(0, 2), (1, 2)}
        assert "Traceback" not in before.log + after.log, before.log + after.log
        assert discord.rejected == []


async def test_no_press_fails_while_two_processes_double_the_number_of_shards_one_after_the_other(
    tmp_path: Path,
) -> None:
    async with new_postgres_database() as url, patient_discord() as discord, AsyncExitStack() as stack:
        allow_late_answers(discord)

        async def start(name: str, shards: str) -> BotProcess:
            process = BotProcess(discord, tmp_path, log=name, shards=shards, more={"DATABASE_URL": url})
            return await stack.enter_async_context(process)

        before = await asyncio.gather(*(start(f"before{number}.log", "auto:1/2") for number in range(2)))
        stream = PressStream(discord, 4)
        async with stream.flowing():
            for number, process in enumerate(before):
                after = await start(f"after{number}.log", "auto:2/4")
                await after.until_logged(_WAITS)
                await stream.until_more(10)
                assert await process.stop() == 0, process.log
                await after.until_logged("took over the shards")
                await stream.until_more(10)
                assert "Traceback" not in process.log + after.log, process.log + after.log
        assert {(one.shard_id, one.shard_count) for one in discord.sessions} == {(number, 4) for number in range(4)}
        assert discord.rejected == []


@pytest.mark.exhaustive
@pytest.mark.skipif(not os.environ.get(_IDLE), reason=f"needs an idle machine; {_IDLE}=1 says that it is one")
async def test_no_press_fails_in_twenty_rolling_restarts(tmp_path: Path, settings: dict[str, str]) -> None:
    async with patient_discord() as discord:
        stream = await _restart(discord, tmp_path, settings, times=20, pairs=6)
        assert discord.rejected == []
    note = f"{len(stream.interactions)} presses and commands in 20 rolling restarts, and none failed"
    print(note)  # noqa: T201  # docs/reliability.md quotes it


async def _until_leaving(discord: LocalDiscord, serving: BotProcess, spare: BotProcess) -> Hold:
    """Let a process wait for its spare, which waits for Discord."""
    await spare.until_logged(_WAITS)
    connecting = discord.faults.hold("GET", "/gateway/bot")
    serving.ask_to_end()
    await connecting.reached()
    return connecting


async def test_a_process_that_is_killed_while_it_hands_over_is_replaced(tmp_path: Path) -> None:
    async with (
        patient_discord() as discord,
        BotProcess(discord, tmp_path, shards="auto/1") as serving,
        BotProcess(discord, tmp_path, log="spare.log", shards="auto/1") as spare,
    ):
        connecting = await _until_leaving(discord, serving, spare)
        table = Table.lay(discord)
        board = await table.begin()
        await serving.kill()
        connecting.release()
        await spare.until_logged("took over the shards 0/1")
        await table.ada.press(board, "C3")
        await table.shows(board, "played **C3**")


async def test_a_second_signal_ends_a_process_that_waits_for_its_spare(tmp_path: Path) -> None:
    async with (
        patient_discord() as discord,
        BotProcess(discord, tmp_path, shards="auto/1") as serving,
        BotProcess(discord, tmp_path, log="spare.log", shards="auto/1") as spare,
    ):
        connecting = await _until_leaving(discord, serving, spare)
        assert await serving.stop() == 0
        assert "handed over" not in serving.log
        connecting.release()
        await spare.until_logged("took over the shards 0/1")
