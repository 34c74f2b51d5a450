"""Faults of the page."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
import pytest

from local_discord.frontends.web import LocalPage
from local_discord.frontends.web import faults as faulting
from local_discord.tests.web.conftest import Browser

if TYPE_CHECKING:
    from local_discord.tests.support.scene import Scene


async def test_answers_are_late_until_they_are_prompt_again(
    playing: Browser, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(faulting.DELAYS, "slow", 1000.0)
    arriving = scene.server.faults.hold("POST", r"/interactions/.+/callback")
    async with playing.events() as events:
        await playing.post("/faults/answers/slow", {})
        await events.until_state("faults", answers="slow")
        giving = asyncio.create_task(playing.do("/command", scene.ada, line="/demo board"))
        await arriving.reached()
        arriving.release()
        assert scene.channel.messages == []
        await playing.post("/faults/answers/prompt", {})
        await events.until_state("faults", answers="prompt")
        assert await giving == {}
    assert await playing.do("/command", scene.ada, line="/demo board") == {}
    assert len(scene.channel.messages) == 2


async def test_answers_that_come_too_late_fail_as_on_discord(
    playing: Browser, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(faulting.DELAYS, "late", 1000.0)
    monkeypatch.setattr(scene.guild.interactions, "answer_within", 0.05)
    await playing.post("/faults/answers/late", {})
    assert await playing.do("/command", scene.ada, line="/demo board") == {"unanswered": True}
    await playing.post("/faults/answers/prompt", {})


async def test_a_connection_that_is_broken_comes_back(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        await playing.post("/faults/disconnect", {})
        await events.until_state("bot", online=False)
        await events.until_state("bot", online=True)
    assert await playing.do("/command", scene.ada, line="/demo board") == {}


async def test_restart_calls_the_given_function(scene: Scene) -> None:
    restarts: list[str] = []
    going, may_end = asyncio.Event(), asyncio.Event()

    async def restart() -> None:
        restarts.append("restart")
        going.set()
        await may_end.wait()

    async with (
        aiohttp.ClientSession() as session,
        LocalPage(scene.server, scene.guild, port=0, restart=restart) as page,
    ):
        browser = await Browser(session, page, scene).open()
        async with browser.events() as events:
            first = asyncio.create_task(browser.post("/faults/restart", {}))
            await going.wait()
            await events.until_state("faults", restarting=True, can_restart=True)
            assert (await browser.post("/faults/restart", {}))[0] == 200
            may_end.set()
            assert (await first)[0] == 200
            await events.until_state("faults", restarting=False)
    assert restarts == ["restart"]


async def test_a_page_that_cannot_restart_the_bot_does_not_offer_it(browser: Browser) -> None:
    assert (await browser.post("/faults/restart", {}))[0] == 404
    async with browser.events() as events:
        await events.until_state("faults", can_restart=False)


async def test_unknown_faults_are_refused(browser: Browser) -> None:
    assert (await browser.post("/faults/answers/never", {}))[0] == 404
