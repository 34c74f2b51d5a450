"""The event feed in the browser: reconnection, many tabs, earlier runs."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from local_discord.frontends.web import LocalPage
from local_discord.model.message import Edit
from local_discord.tests.support.browser import View
from local_discord.tests.support.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="session")

MORE_THAN_A_BROWSER_CONNECTS = 7
LOST = "Disconnected from this page's server. Reconnecting …"


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, scene: Scene, local: LocalPage) -> AsyncIterator[Page]:  # noqa: ARG001
    """The page, with empty channels; without the check for errors, as browsers log a lost connection as one."""
    page = await context.new_page()
    await page.goto(local.address)
    await expect(page.get_by_role("combobox")).to_have_count(2)
    yield page
    await page.close()


async def test_many_open_tabs_all_receive_events(context: BrowserContext, page: Page) -> None:
    tabs = [page]
    while len(tabs) < MORE_THAN_A_BROWSER_CONNECTS:
        tabs.append(await context.new_page())
        await tabs[-1].goto(page.url)
    for tab in tabs:
        await expect(tab.get_by_text("Bot is online")).to_be_visible()
    await View(tabs[-1], "Ada").give("to all tabs")
    for tab in tabs:
        await View(tab, "Bob").sees("to all tabs")
    for tab in tabs[1:]:
        await tab.close()


async def test_a_page_receives_what_it_missed_when_it_reconnects(
    page: Page, scene: Scene, local: LocalPage, ada: View, bob: View
) -> None:
    kept, gone = [await scene.cleo.say(scene.channel, text) for text in ("to be changed", "to be gone")]
    for view in (bob, ada):
        await view.sees("to be gone")
        await view.line.click()
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    scene.channel.edit(kept, Edit(content="changed"))
    await scene.cleo.delete(gone)
    await scene.cleo.say(scene.channel, "new here")
    await scene.cleo.say(scene.guild.channels[1], f"new there, {scene.ada.mention}")
    await local.start()
    for view in (ada, bob):
        await view.sees("changed")
        await view.sees("new here")
        await view.sees_no("to be gone")
    await expect(bob.element.get_by_role("button", name="#games 1 new")).to_be_visible()
    await expect(bob.element.get_by_role("separator", name="New messages")).to_be_visible()
    await expect(bob.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await expect(ada.element.get_by_role("button", name="#games", exact=True)).to_be_visible()
    await expect(ada.element.get_by_role("button", name="#hall 1 mention")).to_be_visible()
    await expect(page.get_by_text(LOST)).to_have_count(0)


async def test_older_messages_are_not_marked_as_new(page: Page, scene: Scene, local: LocalPage, bob: View) -> None:
    await scene.cleo.say(scene.guild.channels[1], "old")
    await expect(bob.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await page.reload()
    await expect(bob.element.get_by_role("button", name="#hall", exact=True)).to_be_visible()
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    await local.start()
    await expect(page.get_by_text("Bot is online")).to_be_visible()
    await expect(bob.element.get_by_role("button", name="#hall", exact=True)).to_be_visible()


async def test_a_page_of_an_earlier_run_reloads(
    page: Page, scene: Scene, local: LocalPage, ada: View, bob: View
) -> None:
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    port = int(local.address.rstrip("/").rpartition(":")[2])
    async with LocalPage(scene.server, scene.guild, port=port) as other:
        assert other.address == local.address
        await expect(page.get_by_text("Bot is online")).to_be_visible()
        await expect(page.get_by_role("heading", name="Pretend Discord")).to_be_visible()
        await ada.give("with the new token")
        await bob.sees("with the new token")
    await local.start()
