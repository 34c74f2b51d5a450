"""What an action costs: requests to Discord, and none of discord.py's views and messages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from cogs.runtime.client import GridlockBot
from local_discord import Interaction, Request
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, reply
from tests.support.stand_in import patient_discord

ANSWER = "POST /interactions/#/callback"
NOTIFY = "POST /channels/#/messages"
DELETE_NOTIFICATION = "DELETE /channels/#/messages/#"
EDIT = "PATCH /channels/#/messages/#"
FIND_MEMBER = "GET /guilds/#/members/#"


class Meter:
    """Plays at a table, and tells which requests an action takes until the bot is idle again."""

    def __init__(self, bot: GridlockBot, table: Table, built: Counter[str]) -> None:
        self.table = table
        self._bot = bot
        self._built = built

    async def requests(self, acting: Awaitable[Interaction]) -> tuple[Counter[str], Interaction]:
        """The kinds of requests of an action, and the action. discord.py builds nothing for it."""
        await self._bot.services.wait_idle()
        before = len(self.table.discord.requests)
        self._built.clear()
        acted = await acting
        await self._bot.services.wait_idle()
        assert self._built == Counter()
        return Counter(map(_kind, self.table.discord.requests[before:])), acted

    async def challenge(self) -> tuple[Counter[str], Interaction]:
        table = self.table
        terms: dict[str, Any] = {"opponent": table.bob, "variant": "dodge", "size": 5, "first": "me"}
        return await self.requests(table.ada.command(table.channel, "gridlock challenge", **terms))


def _kind(request: Request) -> str:
    path = re.sub(r"(?<=/)\d+", "#", request.path)
    return f"{request.method} {re.sub('interactions/#/[^/]+', 'interactions/#', path)}"


@pytest_asyncio.fixture
async def meter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Meter]:
    built: Counter[str] = Counter()

    def counted(made: type[Any]) -> Any:
        begin = made.__init__

        def count_and_begin(self: object, *args: object, **named: object) -> None:
            built[made.__name__] += 1
            begin(self, *args, **named)

        return count_and_begin

    for made in (discord.ui.view.BaseView, discord.ui.Item, discord.Message):
        monkeypatch.setattr(made, "__init__", counted(made))
    async with patient_discord() as here, running_bot(here, tmp_path, monkeypatch) as bot:
        yield Meter(bot, Table.lay(here), built)


async def test_a_challenge_takes_one_request(meter: Meter) -> None:
    requests, _ = await meter.challenge()
    assert requests == Counter([ANSWER])


async def test_an_accept_is_answered_with_the_board_and_closes_the_challenge(meter: Meter) -> None:
    _, challenge = await meter.challenge()
    requests, _ = await meter.requests(meter.table.bob.press(reply(challenge), "Accept"))
    assert requests == Counter([FIND_MEMBER, ANSWER, NOTIFY, EDIT])


async def test_a_move_takes_one_request_where_nobody_needs_a_notification(meter: Meter) -> None:
    """The first two moves delete the notification before them, and the first one notifies."""
    table = meter.table
    _, challenge = await meter.challenge()
    _, accepted = await meter.requests(table.bob.press(reply(challenge), "Accept"))
    board = reply(accepted)
    first, _ = await meter.requests(table.ada.press(board, "C3"))
    second, _ = await meter.requests(table.bob.press(board, "B1"))
    third, _ = await meter.requests(table.ada.press(board, "E2"))
    typed, _ = await meter.requests(table.bob.command(table.channel, "gridlock move", cell="A5"))
    assert first == Counter([ANSWER, DELETE_NOTIFICATION, NOTIFY])
    assert second == Counter([ANSWER, DELETE_NOTIFICATION])
    assert third == Counter([ANSWER])
    assert typed == Counter([ANSWER, EDIT])
