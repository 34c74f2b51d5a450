"""Processes that take free shards, and a spare that takes those of a killed process."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from local_discord import LocalDiscord
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.delivery import only_by_gateway
from tests.end_to_end.support.ports import free_port
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord

pytestmark = [pytest.mark.asyncio(loop_scope="session"), only_by_gateway("only its shards have spares")]

_WAITS = "other processes serve all shards"


def _process(discord: LocalDiscord, folder: Path, name: str) -> BotProcess:
    return BotProcess(discord, folder, log=f"{name}.log", shards="auto:1/2")


async def test_a_spare_waits_and_takes_the_shards_of_a_killed_process_with_all_games(tmp_path: Path) -> None:
    async with patient_discord() as discord, AsyncExitStack() as stack:
        first, second, spare = (_process(discord, tmp_path, name) for name in ("first", "second", "spare"))
        await asyncio.gather(*(stack.enter_async_context(one) for one in (first, second)))
        assert {(one.shard_id, one.shard_count) for one in discord.sessions} == {(0, 2), (1, 2)}
        await stack.enter_async_context(spare)
        await spare.until_logged(_WAITS)
        tables = [Table.lay(discord), Table.lay(discord)]
        boards = [await table.begin() for table in tables]
        for table, board in zip(tables, boards, strict=True):
            await table.ada.press(board, "C3")
        before = {session.id for session in discord.sessions}
        await first.kill_beside_others()
        await discord.until(
            lambda: len(discord.sessions) == 2 and {session.id for session in discord.sessions} != before,
            "the spare to connect",
        )
        assert _WAITS not in first.log + second.log
        for table, board in zip(tables, boards, strict=True):
            await table.bob.press(board, "E3")
            await table.shows(board, "played **E3**")
        assert await spare.stop() == 0, spare.log


async def test_a_process_with_room_takes_a_shard_that_becomes_free(tmp_path: Path) -> None:
    async with patient_discord() as discord, AsyncExitStack() as stack:
        processes = [BotProcess(discord, tmp_path, log=f"{name}.log", shards="auto:2/3") for name in ("one", "other")]
        await asyncio.gather(*(stack.enter_async_context(one) for one in processes))
        left, killed = sorted(processes, key=lambda one: one.log.count("has connected to Gateway"))
        tables = [Table.lay(discord) for _ in range(3)]
        boards = [await table.begin() for table in tables]
        await killed.kill_beside_others()
        await left.until_logged("which nobody served")
        await discord.until(lambda: len(discord.sessions) == 2, "a further shard to connect")
        for table, board in zip(tables, boards, strict=True):
            if any(session.serves(table.guild.id) for session in discord.sessions):
                await table.ada.press(board, "C3")
                await table.shows(board, "played **C3**")
        assert len({session.shard_id for session in discord.sessions}) == 2
        await left.until_row("SELECT 1 FROM heartbeats GROUP BY at HAVING count(*) = 2")
        assert "Traceback" not in left.log, left.log


async def test_a_spare_that_never_served_ends_when_it_is_told_to(tmp_path: Path) -> None:
    async with (
        patient_discord() as discord,
        BotProcess(discord, tmp_path, shards="auto/1"),
        BotProcess(discord, tmp_path, log="spare.log", shards="auto/1") as spare,
    ):
        await spare.until_logged(_WAITS)
        assert await spare.stop() == 0, spare.log
        assert len(discord.sessions) == 1


async def test_a_spare_is_not_ready_for_players_but_an_update_may_go_on(tmp_path: Path) -> None:
    port = free_port()
    async with (
        patient_discord() as discord,
        BotProcess(discord, tmp_path, shards="auto/1"),
        BotProcess(discord, tmp_path, log="spare.log", shards="auto/1", more={"GRIDLOCK_STATUS": str(port)}) as spare,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session,
    ):
        await spare.until_logged(_WAITS)
        told = "Other processes serve all shards; this one waits."
        async with session.get("/ready") as answer:
            assert (answer.status, (await answer.json())["problems"]) == (503, [told])
        async with session.get("/rollout") as answer:
            assert (answer.status, await answer.json()) == (200, {"may_go_on": True, "problems": []})
