"""A crash of the bot after a change is stored and before it is answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from local_discord import Interaction
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table
from tests.support.stand_in import give_up

CALLBACK = r"/interactions/\d+/[^/]+/callback"


async def die_before_answering(table: Table, bot: BotProcess, act: Awaitable[Interaction]) -> None:
    """Act as a member, and kill the bot once the change is stored and Discord rejects the answer."""
    table.discord.faults.fail("POST", CALLBACK, status=500, code=0, times=1000)
    before = len(table.discord.requests)
    acting = asyncio.ensure_future(act)
    await table.discord.until(
        lambda: any(request.injected for request in table.discord.requests[before:]), "an answer to fail"
    )
    await bot.kill()
    await give_up(acting)
    table.discord.faults.clear()
