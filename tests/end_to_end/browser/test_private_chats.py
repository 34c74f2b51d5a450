"""The pretend members' direct messages with the bot and their group chat, on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.tests.support.browser import View
from tests.end_to_end.browser.game_steps import begin, play_by_buttons

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def open_channel(view: View, title: str) -> None:
    await view.element.get_by_role("navigation").get_by_role("button", name=title).click()


async def test_a_game_is_played_in_the_group_chat(ada: View, bob: View) -> None:
    for view in (ada, bob):
        await open_channel(view, "friends")
    await begin(ada, bob, "variant:lines first:me start:plain")
    await play_by_buttons((ada, bob), ["C3", "C1"])
    await open_channel(bob, "#games")
    await bob.sees_no("Lines #1")


async def test_the_bot_is_played_in_direct_messages(page: Page, ada: View, bob: View) -> None:
    await open_channel(ada, "@Gridlock")
    await ada.give("/gridlock challenge @Gridlock variant:lines level:1 first:me start:plain")
    await ada.press("C3")
    await ada.sees("· move 3")
    await open_channel(bob, "@Gridlock")
    await bob.sees_no("Lines #1")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_only_its_members_are_listed_in_a_chat(ada: View) -> None:
    await open_channel(ada, "friends")
    members = ada.element.get_by_role("button", name="Members")
    await members.click()
    names = ada.page.get_by_role("menu", name="Members").get_by_role("menuitem")
    await expect(names).to_contain_text(["Ada", "Bob", "Cleo"])
    await expect(names).to_have_count(3)
