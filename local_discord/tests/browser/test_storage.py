"""Drafts and blocked browser storage."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Page, Route, expect

from local_discord.frontends.web import LocalPage
from local_discord.tests.support.browser import View, new_context, no_page_errors

REFUSING = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("refused", "SecurityError"); } });
}"""

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_draft_survives_a_change_of_seats_and_a_reload(page: Page, ada: View, bob: View) -> None:
    await ada.line.fill("Ada has begun")
    await bob.line.fill("and so has Bob")
    await ada.take_seat_of("Cleo")
    cleo = View(page, "Cleo")
    await expect(cleo.line).to_have_value("")
    await bob.take_seat_of("Ada")
    await expect(ada.line).to_have_value("Ada has begun")
    await page.reload()
    await expect(cleo.line).to_have_value("")
    await expect(ada.line).to_have_value("Ada has begun")
    await ada.give("sent")
    await page.reload()
    await expect(ada.line).to_have_value("")
    await cleo.take_seat_of("Bob")
    await expect(bob.line).to_have_value("and so has Bob")


async def test_a_refused_line_is_shown_when_the_next_was_begun(page: Page, ada: View) -> None:
    begun = asyncio.Event()

    async def wait(route: Route) -> None:
        await begun.wait()
        await route.continue_()

    await page.route("**/command", wait)
    await ada.give("/demo greet")
    await ada.line.fill("next")
    begun.set()
    await ada.sees("Not sent: /demo greet")
    await ada.sees("/demo greet needs the option 'whom'.")
    await expect(ada.line).to_have_value("next")


async def test_a_browser_that_keeps_nothing_shows_the_page(browser: Browser, local: LocalPage) -> None:
    async with new_context(browser, side_by_side=False) as context:
        await context.add_init_script(REFUSING)
        page = await context.new_page()
        async with no_page_errors(page, local.address):
            await page.goto(local.address)
            await page.get_by_role("button", name="Side by side").click()
            await expect(page.get_by_role("combobox")).to_have_count(2)
            await page.get_by_role("button", name="Light").click()
            await expect(page.get_by_role("button", name="Dark")).to_be_visible()
            await View(page, "Ada").give("nothing is kept")
            await View(page, "Bob").sees("nothing is kept")
