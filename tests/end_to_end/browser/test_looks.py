"""The page's looks: dark and light, and whether everybody can use it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.async_api import Browser, BrowserContext, Page, ViewportSize, expect

from local_discord.tests.support.browser import View, new_context
from tests.end_to_end.browser.game_steps import begin
from tests.end_to_end.browser.page_process import PageProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")

TWICE_THE_SIZE: ViewportSize = {"width": 640, "height": 450}
"""What is left of 1280 by 900 pixels."""

A_PHONE: ViewportSize = {"width": 375, "height": 812}

DARK, LIGHT = "rgb(49, 51, 56)", "rgb(255, 255, 255)"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def process() -> AsyncIterator[PageProcess]:
    """One bot for all tests here."""
    async with PageProcess() as process:
        yield process


async def breaches(page: Page) -> list[str]:
    """What axe-core finds wrong with the page as it is, with the element it is about."""
    results = await Axe().run(page)
    found: list[dict[str, Any]] = results.response["violations"]
    return [f"{one['impact']} {one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("theme", ["Light", "Dark"])
async def test_nothing_keeps_anybody_from_using_it(browser: Browser, process: PageProcess, theme: str) -> None:
    async with new_context(browser, side_by_side=False) as context:
        page = await context.new_page()
        await page.goto(process.address)
        if theme == "Light":
            await page.get_by_role("button", name=theme).click()
        ada, bob = View(page, "Ada"), View(page, "Bob")
        await expect(page.get_by_role("button", name="Play the bot")).to_be_visible()
        assert await breaches(page) == []
        await page.get_by_role("button", name="Side by side").click()
        await page.get_by_role("button", name="How to start").click()
        await expect(page.get_by_role("button", name="Hide")).to_be_visible()
        assert await breaches(page) == []
        await begin(ada, bob, "variant:isolation size:3 first:me")
        await ada.press("B2")
        await ada.sees("played B2")
        await bob.give("/gridlock rules variant:lines")
        await bob.sees("With perfect play")
        await bob.give("/gridlock move")
        await expect(bob.element.get_by_role("alert")).to_contain_text("needs the option")
        await ada.line.click()
        await page.keyboard.type("/gridlock move ")
        await expect(ada.suggestions.first).to_be_visible()
        assert await breaches(page) == []
        await page.get_by_role("button", name="Faults").click()
        await expect(page.get_by_role("menu", name="Faults")).to_be_visible()
        assert await breaches(page) == []
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Side by side", exact=True).click()
        assert await breaches(page) == []
        await page.set_viewport_size(A_PHONE)
        assert await breaches(page) == []


async def test_it_is_dark_like_discord_until_the_light_theme_is_chosen(page: Page) -> None:
    pane = page.get_by_role("region", name="Ada's view")
    await page.emulate_media(color_scheme="light")
    await expect(pane).to_have_css("background-color", DARK)
    await page.get_by_role("button", name="Light").click()
    await expect(pane).to_have_css("background-color", LIGHT)
    await page.reload()
    await expect(pane).to_have_css("background-color", LIGHT)
    await page.get_by_role("button", name="Dark").click()
    await expect(pane).to_have_css("background-color", DARK)


async def test_a_small_phone_shows_suggestions_and_whole_rows_of_a_board(
    browser: Browser, process: PageProcess
) -> None:
    async with new_context(browser, viewport={"width": 320, "height": 568}, is_mobile=True, has_touch=True) as context:
        page = await context.new_page()
        await page.goto(process.address)
        ada, bob = View(page, "Ada"), View(page, "Bob")
        await expect(ada.line).to_be_in_viewport(ratio=1)
        tip = ada.element.get_by_text("a cell such as C3 is a move")
        await expect(tip).to_be_in_viewport(ratio=1)
        assert await tip.evaluate("e => e.scrollWidth <= e.clientWidth"), "nothing of it is cut off"
        await ada.line.tap()
        for typed in ("/", "gridlock challenge "):
            await page.keyboard.type(typed)
            await ada.suggestions.first.tap(trial=True)
        await ada.give("/gridlock")
        await expect(ada.element.get_by_role("alert")).to_contain_text("needs one of its sub-commands")
        await expect(ada.line).to_be_in_viewport(ratio=1)
        await ada.give("/gridlock challenge @Bob variant:blocking first:me start:plain")
        switch = page.get_by_role("navigation", name="Whose view is shown")
        await switch.get_by_role("button", name="Bob").tap()
        await bob.press("Accept")
        row = bob.element.get_by_role("toolbar").locator(".row").filter(has_text="A1").last
        cells = row.locator("button")
        await expect(cells).to_have_count(5)
        tops = await cells.evaluate_all("cells => cells.map(cell => cell.offsetTop)")
        assert len(tops) == 5
        assert len(set(tops)) == 1
        assert await page.evaluate("document.documentElement.scrollWidth") == 320


async def test_the_hint_stays_hidden_and_types_for_the_first_member_wherever_they_sit(page: Page, ada: View) -> None:
    await ada.take_seat_of("Cleo")
    await page.get_by_role("button", name="How to start").click()
    await page.get_by_role("button", name="Hide").click()
    await page.reload()
    await expect(View(page, "Cleo").line).to_be_visible()
    await expect(page.get_by_role("button", name="Hide")).to_be_hidden()
    await page.get_by_role("button", name="How to start").click()
    await page.get_by_role("button", name="Type it for me").first.click()
    await expect(ada.line).to_have_value("/gridlock challenge @Bob variant:blocking first:me start:plain")
    await page.set_viewport_size(TWICE_THE_SIZE)
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")


async def test_times_are_local(context: BrowserContext, browser: Browser, process: PageProcess) -> None:
    """The same moment reads differently in two places."""
    shown: list[str] = []
    elsewhere = await browser.new_context(locale="en-GB", timezone_id="Asia/Tokyo")
    for place in (context, elsewhere):
        page = await place.new_page()
        await page.goto(process.address)
        ada = View(page, "Ada")
        if not shown:
            await ada.give("now")
        shown.append(await ada.message("now").locator("header time").inner_text())
    await elsewhere.close()
    assert shown[0] != shown[1]
