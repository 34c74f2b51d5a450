"""Channels, what is unread in them, and whose seats are taken."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.end_to_end.browser.view import View
from tests.local_discord.table import Table

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_news_is_marked_until_it_is_read_and_mentions_stand_out(table: Table, ada: View, bob: View) -> None:
    await ada.line.click()
    await table.cleo.say(table.channel, "to all")
    await expect(bob.element.get_by_role("button", name="#games 1 new")).to_be_visible()
    await expect(bob.element.get_by_role("separator", name="New messages")).to_be_visible()
    await table.cleo.say(table.channel, f"to {table.bob.mention}")
    await expect(bob.element.get_by_role("button", name="#games 1 mention")).to_be_visible()
    await expect(bob.message("to @Bob")).to_have_class("message pinged")
    await expect(ada.message("to @Bob")).to_have_class("message")
    await expect(ada.element.get_by_role("button", name="#games", exact=True)).to_be_visible()
    await bob.line.click()
    await expect(bob.element.get_by_role("button", name="#games", exact=True)).to_be_visible()


async def test_other_channels_are_marked_and_opened(table: Table, ada: View) -> None:
    await table.cleo.say(table.guild.channels[1], "over here")
    await ada.element.get_by_role("button", name="#hall 1 new").click()
    await ada.sees("over here")
    await expect(ada.element.get_by_role("button", name="#hall", exact=True)).to_have_attribute("aria-current", "true")


async def test_a_channel_is_opened_by_its_name_in_a_message(page: Page, table: Table, ada: View) -> None:
    hall = table.guild.channels[1]
    await table.bob.say(hall, "over here")
    await table.bob.say(table.channel, f"see <#{hall.id}>")
    await expect(ada.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await ada.message("see").get_by_role("button", name="#hall").focus()
    await page.keyboard.press("Enter")
    await ada.sees("over here")
    await expect(ada.element.get_by_role("navigation").get_by_role("button", name="#hall", exact=True)).to_be_visible()
    await expect(ada.element.get_by_role("log")).to_be_focused()


async def test_a_channel_that_one_is_not_in_is_not_opened(table: Table, ada: View) -> None:
    await table.bob.say(table.channel, "see <#1>")
    await ada.message("see").get_by_role("button", name="#unknown").click()
    await expect(ada.message("You cannot open that channel.")).to_contain_text("Only you can see this")
    await ada.sees("see #unknown")


async def test_seats_are_changed_and_exchanged(page: Page, table: Table, ada: View, bob: View) -> None:
    await table.cleo.command(table.channel, "demo where", channel=table.channel)
    await ada.sees_no("It is games.")
    await ada.element.get_by_role("button", name="take another seat").click()
    await page.get_by_role("menuitemradio", name="Cleo").click()
    cleo = View(page, "Cleo")
    await cleo.sees("It is games.")
    await cleo.give("I am Cleo")
    await bob.sees("I am Cleo")
    await cleo.element.get_by_role("button", name="take another seat").click()
    await page.get_by_role("menuitemradio", name="Bob").click()
    await expect(page.get_by_role("region", name="view")).to_have_count(2)
    await expect(cleo.element).to_be_visible()
