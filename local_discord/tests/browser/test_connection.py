"""How a page is told what happens, also after it was cut off, and with many others open."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from local_discord.frontends.web import LocalPage
from local_discord.model.message import Edit
from local_discord.tests.support.browser import View
from local_discord.tests.support.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="session")

MORE_THAN_A_BROWSER_CONNECTS = 7
LOST = "This page has lost its server; it tries again."


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, table: Table, local: LocalPage) -> AsyncIterator[Page]:  # noqa: ARG001
    """The page, before empty channels; browsers call it an error that they are cut off."""
    page = await context.new_page()
    await page.goto(local.address)
    await expect(page.get_by_role("combobox")).to_have_count(2)
    yield page
    await page.close()


async def test_many_tabs_are_open_at_once_and_all_of_them_are_told(context: BrowserContext, page: Page) -> None:
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


async def test_a_page_that_was_cut_off_learns_what_it_has_missed(
    page: Page, table: Table, local: LocalPage, ada: View, bob: View
) -> None:
    kept, gone = [await table.cleo.say(table.channel, text) for text in ("to be changed", "to be gone")]
    for view in (bob, ada):
        await view.sees("to be gone")
        await view.line.click()
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    table.channel.edit(kept, Edit(content="changed"))
    await table.cleo.delete(gone)
    await table.cleo.say(table.channel, "new here")
    await table.cleo.say(table.guild.channels[1], f"new there, {table.ada.mention}")
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


async def test_what_was_there_before_the_page_is_not_new(page: Page, table: Table, local: LocalPage, bob: View) -> None:
    await table.cleo.say(table.guild.channels[1], "old")
    await expect(bob.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await page.reload()
    await expect(bob.element.get_by_role("button", name="#hall", exact=True)).to_be_visible()
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    await local.start()
    await expect(page.get_by_text("Bot is online")).to_be_visible()
    await expect(bob.element.get_by_role("button", name="#hall", exact=True)).to_be_visible()


async def test_a_page_of_an_earlier_run_loads_itself_anew(
    page: Page, table: Table, local: LocalPage, ada: View, bob: View
) -> None:
    await local.close()
    await expect(page.get_by_text(LOST)).to_be_visible()
    port = int(local.address.rstrip("/").rpartition(":")[2])
    async with LocalPage(table.server, table.guild, port=port) as other:
        assert other.address == local.address
        await expect(page.get_by_text("Bot is online")).to_be_visible()
        await expect(page.get_by_role("heading", name="Pretend Discord")).to_be_visible()
        await ada.give("with the new token")
        await bob.sees("with the new token")
    await local.start()
