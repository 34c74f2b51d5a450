"""Channels, unread marks and seats."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.model.message import Draft
from local_discord.tests.support.browser import View
from local_discord.tests.support.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="session")

JUMP = " \u203a message"


async def test_news_is_marked_until_it_is_read_and_mentions_stand_out(scene: Scene, ada: View, bob: View) -> None:
    await ada.line.click()
    await scene.cleo.say(scene.channel, "to all")
    await expect(bob.element.get_by_role("button", name="#games 1 new")).to_be_visible()
    await expect(bob.element.get_by_role("separator", name="New messages")).to_be_visible()
    await scene.cleo.say(scene.channel, f"to {scene.bob.mention}")
    await expect(bob.element.get_by_role("button", name="#games 1 mention")).to_be_visible()
    await expect(bob.message("to @Bob")).to_have_class("message pinged")
    await expect(ada.message("to @Bob")).to_have_class("message")
    await expect(ada.element.get_by_role("button", name="#games", exact=True)).to_be_visible()
    await bob.line.click()
    await expect(bob.element.get_by_role("button", name="#games", exact=True)).to_be_visible()


async def test_other_channels_are_marked_and_opened(scene: Scene, ada: View) -> None:
    await scene.cleo.say(scene.guild.channels[1], "over here")
    await ada.element.get_by_role("button", name="#hall 1 new").click()
    await ada.sees("over here")
    await expect(ada.element.get_by_role("button", name="#hall", exact=True)).to_have_attribute("aria-current", "true")


async def test_direct_messages_and_group_chats_are_opened(page: Page, scene: Scene, ada: View, bob: View) -> None:
    await ada.element.get_by_role("navigation").get_by_role("button", name="friends").click()
    await expect(ada.element.get_by_role("heading", name="Welcome to friends!")).to_be_visible()
    await ada.give("just us")
    await ada.sees("just us")
    await bob.element.get_by_role("button", name="friends 1 mention").click()
    await bob.sees("just us")
    scene.bob.dm.post(scene.server.bot, Draft(content="psst"))
    await bob.element.get_by_role("button", name="@Bot 1 mention").click()
    await bob.sees("psst")
    await ada.element.get_by_role("navigation").get_by_role("button", name="@Bot").click()
    await ada.sees_no("psst")
    await bob.take_seat_of("Cleo")
    await expect(View(page, "Cleo").element.get_by_role("button", name="friends")).to_have_count(0)


async def test_a_channel_is_opened_by_its_name_in_a_message(page: Page, scene: Scene, ada: View) -> None:
    hall = scene.guild.channels[1]
    await scene.bob.say(hall, "over here")
    await scene.bob.say(scene.channel, f"see <#{hall.id}>")
    await expect(ada.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await ada.message("see").get_by_role("button", name="#hall").focus()
    await page.keyboard.press("Enter")
    await ada.sees("over here")
    await expect(ada.element.get_by_role("navigation").get_by_role("button", name="#hall", exact=True)).to_be_visible()
    await expect(ada.element.get_by_role("log")).to_be_focused()


async def test_a_channel_without_access_is_not_opened(scene: Scene, ada: View) -> None:
    await scene.bob.say(scene.channel, "see <#1>")
    await ada.message("see").get_by_role("button", name="#unknown").click()
    await expect(ada.message("You cannot open that channel.")).to_contain_text("Only you can see this")
    await ada.sees("see #unknown")


async def test_the_list_does_not_scroll_while_older_messages_are_read(page: Page, scene: Scene, bob: View) -> None:
    for number in range(30):
        await scene.ada.say(scene.channel, f"line {number}\n\n")
    await expect(bob.message("line 29")).to_be_in_viewport()
    newest = bob.element.get_by_role("button", name="Newest")
    await bob.element.get_by_role("log").focus()
    for _ in range(30):
        await page.keyboard.press("ArrowUp")
    await expect(bob.message("line 0")).to_be_in_viewport()
    await expect(newest).to_be_visible()
    await scene.ada.say(scene.channel, "line 30")
    await bob.sees("line 30")
    await expect(bob.message("line 0")).to_be_in_viewport()
    await newest.click()
    await expect(bob.message("line 30")).to_be_in_viewport()
    await expect(newest).to_be_hidden()


async def test_a_message_is_found_by_its_address(scene: Scene, ada: View) -> None:
    first = await scene.bob.say(scene.channel, "the first")
    there = await scene.bob.say(scene.guild.channels[1], "over there")
    for number in range(30):
        await scene.bob.say(scene.channel, f"line {number}")
    for target in (first, there):
        address = f"https://discord.com/channels/{scene.guild.id}/{target.channel.id}/{target.id}"
        await scene.bob.say(scene.channel, f"see {address}")
    await ada.element.get_by_role("button", name=f"#games{JUMP}").click()
    await expect(ada.message("the first")).to_be_in_viewport()
    await expect(ada.message("the first")).to_be_focused()
    await ada.element.get_by_role("button", name=f"#hall{JUMP}").click()
    await expect(ada.message("over there")).to_be_focused()
    await scene.bob.delete(first)
    await ada.element.get_by_role("navigation").get_by_role("button", name="#games").click()
    await ada.element.get_by_role("button", name=f"#games{JUMP}").click()
    await ada.sees("That message is not here any more.")


async def test_seats_are_changed_and_swapped(page: Page, scene: Scene, ada: View, bob: View) -> None:
    await scene.cleo.command(scene.channel, "demo where", channel=scene.channel)
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
