"""Discord's limit of requests a second, kept by all processes of the bot together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from pathlib import Path

import pytest

from local_discord import Limits, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")

_PER_SECOND = 40
_PROCESSES = 4
_GAMES = 3


@asynccontextmanager
async def delivered_in_turn(bots: Sequence[BotProcess]) -> AsyncIterator[None]:
    """Let interactions be delivered to one bot after another, as a load balancer does."""

    async def take_turns() -> None:
        for bot in cycle(bots):
            await bot.receive()

    taking_turns = asyncio.create_task(take_turns())
    try:
        yield
    finally:
        taking_turns.cancel()
        await asyncio.gather(taking_turns, return_exceptions=True)


@pytest.mark.parametrize("by_http", [False, True], ids=["shards", "HTTP"])
async def test_a_crowd_in_four_processes_never_exceeds_the_limit_and_everybody_is_called(
    tmp_path: Path, *, by_http: bool
) -> None:
    limits = Limits(identify_seconds=0, calls_per_second=_PER_SECOND)
    settings = {"GRIDLOCK_CALLS": str(_PER_SECOND)}
    async with patient_discord(limits=limits) as discord, AsyncExitStack() as stack:
        bots = [
            BotProcess(
                discord,
                tmp_path,
                log=f"bot{each}.log",
                shards="" if by_http else f"{each}/{_PROCESSES}",
                more=settings,
                by_http=by_http,
            )
            for each in range(_PROCESSES)
        ]
        if by_http:
            for bot in bots:
                await stack.enter_async_context(bot)
            await stack.enter_async_context(delivered_in_turn(bots))
        else:
            await asyncio.gather(*(stack.enter_async_context(bot) for bot in bots))
        tables = [Table.lay(discord) for _ in range(_PROCESSES)]
        assert len({table.guild.id >> 22 & 3 for table in tables}) == _PROCESSES

        async def begin(table: Table) -> list[Message]:
            return [await table.begin() for _ in range(_GAMES)]

        async def play(table: Table, board: Message) -> None:
            await table.ada.press(board, "C3")
            await table.called(table.bob, board)
            await table.bob.press(board, "E3")
            await table.called(table.ada, board)

        boards = await asyncio.gather(*(begin(table) for table in tables))
        await asyncio.gather(*(play(table, one) for table, some in zip(tables, boards, strict=True) for one in some))
        assert discord.guard.most_calls <= _PER_SECOND
        assert discord.guard.invalid == 0
        assert discord.rejected == []
        followed = [one for one in discord.requests if one.method == "POST" and one.path.startswith("/webhooks/")]
        assert followed, "no call went out with the token of a press"
        await asyncio.gather(*(bot.stop() for bot in bots))
