"""Whole games on the page."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from local_discord.tests.support.browser import View, new_context
from tests.end_to_end.browser.game_steps import begin, play_by_buttons
from tests.end_to_end.browser.page_process import PageProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")

BLOCKING = ["C3", "A1", "E5", "B4", "D2"]
CHALLENGE = "/gridlock challenge @Bob variant:blocking first:me start:plain"


async def test_a_newcomer_finishes_a_game_by_what_the_page_says(page: Page, ada: View, bob: View) -> None:
    await page.get_by_role("button", name="How to start").click()
    await page.get_by_role("button", name="Type it for me").first.click()
    await expect(ada.line).to_have_value(CHALLENGE)
    await page.keyboard.press("Enter")
    await bob.press("Accept")
    await play_by_buttons([ada, bob], BLOCKING)
    for view in (ada, bob):
        await view.sees("🏆 @Ada (X) won")
    await bob.give("/gridlock leaderboard")
    await bob.sees("@Ada 1 point · 1 played, 1 won, 0 lost (100%)")


async def test_a_game_on_6_by_6_is_typed(page: Page, ada: View, bob: View) -> None:
    await begin(ada, bob, "variant:blocking size:6 first:me start:plain")
    for number, cell in enumerate(["A1", "B2", "C3", "D4", "E5", "F6"]):
        view = (ada, bob)[number % 2]
        await view.line.click()
        await page.keyboard.type(f"/gridlock move {cell.lower()}")
        await expect(view.suggestions.first).to_have_text(cell)
        await page.keyboard.press("Enter")
        await view.sees(f"played {cell}")
    await ada.sees("🏆 @Bob (O) won")


async def test_the_answer_to_a_button_further_up_is_visible(ada: View, bob: View) -> None:
    """The rules are long, so the board is out of sight until one goes back to it."""
    await begin(ada, bob, "variant:isolation first:me")
    await bob.press("📖 Rules")
    await expect(bob.message("With perfect play")).to_be_in_viewport()
    await bob.press("🏳️ Resign")
    await expect(bob.message("Resign game")).to_be_in_viewport()


async def test_a_game_goes_on_with_its_old_buttons_after_a_restart_in_the_middle(
    page: Page, ada: View, bob: View
) -> None:
    await begin(ada, bob, "variant:blocking first:me start:plain")
    await play_by_buttons([ada, bob], BLOCKING[:2])
    await page.get_by_role("button", name="Faults").click()
    async with page.expect_response("**/faults/restart"):
        await page.get_by_role("menuitem", name="Restart the bot").click()
    await expect(page.get_by_text("Gridlock is online")).to_be_visible()
    await play_by_buttons([ada, bob], BLOCKING[2:], played=2)
    await bob.sees("🏆 @Ada (X) won")


async def test_a_game_is_played_on_a_phone(browser: Browser, process: PageProcess) -> None:
    async with new_context(browser, viewport={"width": 390, "height": 780}, is_mobile=True, has_touch=True) as context:
        page = await context.new_page()
        await page.goto(process.address)
        ada, bob = View(page, "Ada"), View(page, "Bob")
        switch = page.get_by_role("navigation", name="Whose view is shown")
        await expect(ada.element).to_be_visible()
        await expect(bob.element).to_be_hidden()
        await ada.give(CHALLENGE)
        await expect(switch.get_by_role("button", name="Bob 1 mention")).to_be_visible()
        await switch.get_by_role("button", name="Bob").tap()
        await expect(ada.element).to_be_hidden()
        await bob.press("Accept")
        for number, cell in enumerate(BLOCKING):
            await switch.get_by_role("button", name=("Ada", "Bob")[number % 2]).tap()
            await (ada, bob)[number % 2].press(cell)
            await (ada, bob)[number % 2].sees(f"played {cell}")
        await ada.sees("🏆 @Ada (X) won")
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width == 390, "nothing sticks out"


async def test_a_game_is_begun_and_a_move_made_by_the_keyboard_alone(page: Page, ada: View, bob: View) -> None:
    keys = page.keyboard
    await ada.line.focus()
    await keys.type("/cha")
    await keys.press("Tab")
    await expect(ada.line).to_have_value("/gridlock challenge ")
    await keys.type("@b")
    await keys.press("Tab")
    await expect(ada.line).to_have_value("/gridlock challenge @Bob ")
    await keys.type("variant:blocking first:me start:plain")
    await keys.press("Enter")
    await bob.sees("challenges you")
    await bob.line.focus()
    await keys.press("Shift+Tab")
    await expect(bob.element.get_by_role("button", name="Accept")).to_be_focused()
    await keys.press("Enter")
    await ada.sees("to move")
    await ada.line.focus()
    await keys.press("Shift+Tab")
    await expect(ada.element.get_by_role("button", name="Rules")).to_be_focused()
    await keys.press("Shift+Tab")
    await expect(ada.element.get_by_role("button", name="A1")).to_be_focused()
    await keys.press("ArrowDown")
    await keys.press("ArrowRight")
    await keys.press("Enter")
    await ada.sees("played B2")
    await expect(
        ada.element.get_by_role("toolbar").get_by_role("button", name=re.compile("blue_square_last_move|🔷"))
    ).to_be_focused()
