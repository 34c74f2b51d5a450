"""Buttons, menus and context menus."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.model.message import Draft
from local_discord.tests.support.browser import View
from local_discord.tests.support.scene import Scene
from local_discord.wire import ComponentType

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_disabled_button_does_nothing_but_can_be_reached(page: Page, scene: Scene, ada: View) -> None:
    await scene.ada.command(scene.channel, "demo board")
    await ada.element.get_by_role("button", name="Count").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    off = ada.element.get_by_role("button", name="Off")
    await expect(off).to_be_focused()
    await expect(off).to_be_disabled()
    before = len(scene.server.requests)
    await page.keyboard.press("Enter")
    await ada.press("Count")
    await ada.sees("Pressed 1 times")
    assert len(scene.server.requests) == before + 1


async def test_symbols_that_few_fonts_have_are_drawn(scene: Scene, ada: View) -> None:
    signs = ["\u23ee", "\u23ea", "\u25c0", "\u23f8", "\u25b6\ufe0f", "\u23e9", "\u23ed"]
    buttons = [
        {"type": ComponentType.BUTTON, "style": 2, "custom_id": f"sign:{sign}", "label": f"{sign} Go"} for sign in signs
    ]
    rows = [{"type": ComponentType.ACTION_ROW, "components": part} for part in (buttons[:4], buttons[4:])]
    scene.channel.post(scene.guild.bot, Draft(content="Play", components=rows))
    for sign in signs:
        shown = ada.element.get_by_role("button", name=f"{sign[0]} Go", exact=True)
        await expect(shown.locator("svg.symbol polygon").first).to_be_visible()
        await expect(shown.get_by_text(sign[0], exact=True)).to_have_css("width", "1px")


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


async def test_menus_open_where_they_are_asked_for(page: Page, ada: View) -> None:
    await ada.give("wise words")
    message = ada.message("wise words")
    place = await message.bounding_box()
    assert place is not None
    await message.click(button="right", position={"x": 150, "y": 30})
    menu = page.get_by_role("menu", name="Message")
    await expect(menu).to_have_css("left", f"{place['x'] + 150:g}px")
    await page.keyboard.press("Escape")
    await expect(menu).to_have_count(0)
    await message.focus()
    await page.keyboard.press("Shift+F10")
    await expect(menu).to_have_css("left", f"{max(place['x'], 8):g}px")
    await expect(page.get_by_role("menuitem", name="Quote")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(message).to_have_count(0)
