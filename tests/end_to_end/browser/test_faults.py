"""Faults to play with."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.tests.support.browser import View
from tests.end_to_end.browser.page_process import PageProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def process(shared_process: PageProcess) -> PageProcess:
    """The bot that these tests share with others."""
    return shared_process


async def choose_fault(page: Page, role: str, name: str) -> None:
    await page.get_by_role("button", name="Faults").click()
    await page.get_by_role("menu", name="Faults").get_by_role(role, name=name).click()  # type: ignore[arg-type]


async def test_answers_fail_as_on_discord_and_the_connection_comes_back(page: Page, ada: View, bob: View) -> None:
    await ada.give("/gridlock challenge @Bob variant:dodge size:3 first:me")
    await bob.sees("challenges you")
    await choose_fault(page, "menuitemradio", "too late")
    await expect(page.get_by_text("its answers are delayed")).to_be_visible()
    await bob.press("Decline")
    await ada.give("/gridlock games")
    await expect(bob.element.get_by_role("alert").filter(has_text="This interaction failed")).to_be_visible()
    await expect(ada.message("The application did not respond")).to_contain_text("Only you can see this")
    await choose_fault(page, "menuitemradio", "at once")
    await expect(page.get_by_text("Gridlock is online", exact=True)).to_be_visible()
    async with page.expect_response("**/faults/disconnect"):
        await choose_fault(page, "menuitem", "Break the bot's connection")
    await expect(page.get_by_text("Gridlock is online", exact=True)).to_be_visible()
    await ada.give("/gridlock rules")
    await ada.sees("games, one idea")
