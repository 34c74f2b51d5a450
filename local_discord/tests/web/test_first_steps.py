"""First steps: what their members do, and icons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from local_discord.frontends.web import Act, FirstStep, LocalPage, Welcome
from local_discord.tests.support.pictures import png

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from local_discord import LocalDiscord
    from local_discord.tests.support.scene import Scene
    from local_discord.tests.web.conftest import Browser

STEPS = (
    FirstStep("Greet", "Ada greets Bob.", (Act("Ada", "/demo greet @Bob"),)),
    FirstStep("Count", "Both press.", (Act("Ada", "/demo board"), Act("Bob", press="Count")), side_by_side=True),
    FirstStep("Wrong", "There is no such option.", (Act("Ada", "/demo greet @Nobody"), Act("Bob", "/demo greet @Ada"))),
    FirstStep("Vain", "There is no such button.", (Act("Bob", press="Nothing"),)),
)


@pytest.fixture
async def site(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalPage]:
    """The page's server, with first steps; a button that does not come is not waited for."""
    monkeypatch.setattr("local_discord.frontends.web.first_steps._BUTTON_WITHIN", 0.05)
    async with LocalPage(scene.server, scene.guild, port=0, welcome=Welcome(first_steps=STEPS)) as page:
        yield page


async def test_the_page_is_told_what_the_steps_are(browser: Browser) -> None:
    async with browser.events() as events:
        state = await events.until("state")
    assert state["welcome"]["first_steps"][1] == {
        "label": "Count",
        "note": "Both press.",
        "side_by_side": True,
    }


async def test_a_step_gives_a_command_as_its_member(playing: Browser, scene: Scene) -> None:
    assert await playing.do("/first-step", scene.cleo, step="0") == {}
    assert scene.bob.notifications == scene.channel.messages


async def test_a_step_presses_a_button_that_its_command_brings(playing: Browser, scene: Scene) -> None:
    assert await playing.do("/first-step", scene.ada, step="1") == {}
    assert "Pressed 1 times" in scene.channel.messages[-1].text


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("2", "There is no member @Nobody."),
        ("3", "The bot showed no button Nothing."),
        ("4", "There is no such step."),
        ("x", "There is no such step."),
    ],
)
async def test_a_step_that_fails_says_why_and_goes_no_further(
    playing: Browser, scene: Scene, step: str, reason: str
) -> None:
    answer = await playing.do("/first-step", scene.ada, step=step)
    assert answer["refused"].startswith(reason)
    assert scene.channel.messages == []


async def test_the_icon_of_the_bot_is_shown(browser: Browser, server: LocalDiscord, scene: Scene) -> None:
    server.bot.icon = png()
    async with browser.events() as events:
        bot, ada, *_ = (await events.until("state"))["members"]
    assert (bot["icon"], ada["icon"]) == (True, False)
    async with browser.session.get(f"{browser.address}/icons/{server.bot.id}") as response:
        assert (response.content_type, await response.read()) == ("image/png", png())
    async with browser.session.get(f"{browser.address}/icons/{scene.ada.id}") as response:
        assert response.status == 404
