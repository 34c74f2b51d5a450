"""Waiting until the bot has finished what a line caused."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from local_discord.frontends.terminal import settle

if TYPE_CHECKING:
    from local_discord.tests.terminal.conftest import Stage


async def test_all_that_follows_from_a_line_is_shown_before_the_next_is_read(stage: Stage) -> None:
    _, output = await stage.play("/demo later", "after")
    assert output == (
        "Ada> /demo later\n#1 Bot:\n   Done thinking.\n#2 Bot:\n   The last thing.\nAda> after\n#3 Ada:\n   after\n"
    )


async def test_a_request_under_way_is_waited_for(stage: Stage) -> None:
    hold = stage.discord.faults.hold("POST", r"/channels/\d+/messages")

    async def release_late() -> None:
        await hold.reached()
        for _ in range(3):
            await asyncio.sleep(0)
        hold.release()

    releasing = asyncio.create_task(release_late())
    _, output = await stage.play("/demo later")
    await releasing
    assert "The last thing." in output


async def test_the_wait_for_a_bot_that_is_never_quiet_is_limited(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle, "_PATIENCE_SECONDS", 0.1)
    hold = stage.discord.faults.hold("POST", r"/channels/\d+/messages")
    _, output = await stage.play("/demo later", "/demo forget")
    hold.release()
    assert output == (
        "Ada> /demo later\n#1 Bot:\n   Done thinking.\nAda> /demo forget\n#2 Bot:\n   Bot is thinking...\n"
    )


@pytest.mark.parametrize(("pace", "needed"), [(0.0, 0.2), (0.1, 0.2), (0.5, 1.0), (60.0, 2.0)])
def test_a_slow_bot_is_given_more_time_within_bounds(pace: float, needed: float) -> None:
    assert settle._needed(pace) == needed


async def test_a_line_is_done_when_wait_idle_returns(stage: Stage) -> None:
    async def wait_idle() -> None:
        await stage.bob.say(stage.channel, "said at last")

    status, output = await stage.play("/demo whisper secret", wait_idle=wait_idle)
    assert (status, output.splitlines()[-2:]) == (0, ["#2 Bob:", "   said at last"])


async def test_the_wait_for_a_bot_that_is_never_idle_is_limited(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settle, "_LONGEST_WORK_SECONDS", 0.01)
    status, output = await stage.play("/demo whisper secret", "hello", wait_idle=asyncio.Event().wait)
    assert status == 1
    assert output == (
        "Ada> /demo whisper secret\n"
        "! The application is still busy. The next line may come too early.\n"
        "#1 Bot (only you can see this):\n"
        "   psst: secret\n"
        "Ada> hello\n"
        "#2 Ada:\n"
        "   hello\n"
    )
