"""Buttons and menus."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.end_to_end.browser.view import View
from tests.local_discord.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_disabled_button_does_nothing_but_can_be_reached(page: Page, table: Table, ada: View) -> None:
    await table.ada.command(table.channel, "demo board")
    await ada.element.get_by_role("button", name="Count").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    off = ada.element.get_by_role("button", name="Off")
    await expect(off).to_be_focused()
    await expect(off).to_be_disabled()
    before = len(table.server.requests)
    await page.keyboard.press("Enter")
    await ada.press("Count")
    await ada.sees("Pressed 1 times")
    assert len(table.server.requests) == before + 1


async def test_menus_are_chosen_from_by_mouse_and_keyboard(page: Page, ada: View) -> None:
    await ada.give("/demo menus")
    await ada.element.get_by_role("button", name="Make a selection").first.click()
    for name in ("Fig", "Plum"):
        await page.get_by_role("menuitemcheckbox", name=name).click()
    await page.get_by_role("menuitem", name="Done").click()
    await ada.sees("Chosen: fig, plum")
    await ada.element.get_by_role("button", name="Make a selection").last.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await ada.sees("Chosen: Cleo")


async def test_messages_have_a_menu(page: Page, ada: View, bob: View) -> None:
    await ada.give("wise words")
    await bob.message("wise words").get_by_role("button", name="More about this message").click()
    await expect(page.get_by_role("menuitem", name="Delete message")).to_have_count(0)
    await page.get_by_role("menuitem", name="Quote").click()
    await expect(ada.element.locator("blockquote")).to_have_text("wise words")
    await ada.element.get_by_role("article").first.click(button="right")
    await page.get_by_role("menuitem", name="Delete message").click()
    await expect(bob.element.get_by_role("article")).to_have_count(1)
