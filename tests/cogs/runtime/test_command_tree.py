from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from unittest import mock

import aiohttp
import discord
import pytest

from cogs.runtime import command_tree
from cogs.runtime.command_tree import CommandPublisher, GridlockTree
from gridlock_host.errors import StoreFailed
from gridlock_host.servers.command_digest import CommandDigests


def refused(status: int, code: int) -> discord.HTTPException:
    return discord.HTTPException(mock.Mock(status=status, reason="Bad"), {"code": code, "message": "no"})


def publisher(sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> CommandPublisher:
    return CommandPublisher(mock.create_autospec(GridlockTree), mock.create_autospec(CommandDigests), {}, sleep)


async def test_publishing_is_tried_again_with_longer_pauses_and_reported_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = [refused(400, 30034), refused(500, 0), aiohttp.ServerDisconnectedError(), TimeoutError(), StoreFailed()]
    pauses: list[float] = []
    is_done = asyncio.Event()

    async def publish(*_: object) -> None:
        if failures:
            raise failures.pop(0)
        is_done.set()

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(command_tree, "publish_commands", publish)
    with caplog.at_level(logging.WARNING):
        await publisher(sleep).start()
        await is_done.wait()
    assert pauses == [60, 120, 240, 480, 960]
    assert [record.message[:38] for record in caplog.records] == ["the commands could not be published: 4"]


async def test_an_error_of_the_program_ends_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_tree, "publish_commands", mock.AsyncMock(side_effect=ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        await publisher().start()
