"""The input line."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Browser, Page, Route, expect

from local_discord.frontends.web import LocalPage
from local_discord.tests.support.browser import View, new_context, no_page_errors

AS_LONG_AS_TYPING_PAUSES = 100
"""In milliseconds."""

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_short_line_stands_for_a_command_and_says_so(page: Page, ada: View, bob: View) -> None:
    await expect(ada.element.get_by_text("a name greets")).to_be_visible()
    await ada.line.click()
    await page.keyboard.type("@BOB")
    await expect(ada.element.get_by_text("Enter sends /demo greet @BOB")).to_be_visible()
    await page.keyboard.press("Enter")
    await bob.sees("kind: @Bob")
    await expect(ada.element.get_by_text("Enter sends")).to_be_hidden()
    await ada.give("@Nobody")
    await expect(ada.element.get_by_role("alert")).to_contain_text("There is no member @Nobody.")
    await expect(ada.line).to_have_value("@Nobody")


async def test_a_line_that_only_begins_like_a_short_line_is_posted(page: Page, ada: View, bob: View) -> None:
    await ada.line.click()
    await page.keyboard.type("@Bob")
    await expect(ada.element.get_by_text("Enter sends")).to_be_visible()
    await page.keyboard.type(", hello")
    await expect(ada.element.get_by_text("Enter sends")).to_be_hidden()
    await page.keyboard.press("Enter")
    await bob.sees("@Bob, hello")


async def test_a_mention_is_inserted_from_a_members_menu(page: Page, ada: View, bob: View) -> None:
    await bob.give("hello")
    await ada.line.fill("You, ")
    await ada.message("hello").get_by_role("button", name="Bob", exact=True).click()
    await page.get_by_role("menuitem", name="Mention @Bob").click()
    await expect(ada.line).to_be_focused()
    await expect(ada.line).to_have_value("You, @Bob ")
    await page.keyboard.press("Enter")
    await expect(bob.message("You, @Bob")).to_have_class("message pinged")


async def test_tab_takes_a_current_suggestion_although_an_older_answer_came_late(
    browser: Browser, local: LocalPage
) -> None:
    """In a browser whose clock stands still."""
    async with new_context(browser) as context:
        page = await context.new_page()
        async with no_page_errors(page, local.address):
            await page.goto(local.address)
            ada = View(page, "Ada")
            answered = asyncio.Event()

            async def answer_later(route: Route) -> None:
                await answered.wait()
                await route.continue_()

            await ada.line.click()
            await page.clock.install()
            await page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
            await page.route("**/complete", answer_later)
            async with page.expect_response("**/complete") as answer:
                async with page.expect_request("**/complete"):
                    await page.keyboard.type("/demo g")
                    await page.clock.run_for(AS_LONG_AS_TYPING_PAUSES)
                await page.keyboard.type("r")
                answered.set()
            await (await answer.value).finished()
            await page.evaluate("fetch('/static/icon.svg').then(response => response.text())")
            await page.keyboard.press("Tab")
            await expect(ada.line).to_have_value("/demo greet ")


async def test_a_file_is_attached_to_a_command(page: Page, ada: View, bob: View) -> None:
    await expect(ada.element.get_by_role("button", name="Attach")).to_be_hidden()
    await ada.line.click()
    await page.keyboard.type("/demo read ")
    async with page.expect_file_chooser() as chooser:
        await ada.element.get_by_role("button", name="Attach").click()
    await (await chooser.value).set_files({"name": "a text.txt", "mimeType": "text/plain", "buffer": b"A B"})
    await expect(ada.line).to_have_value('/demo read text:"a text.txt" ')
    await page.keyboard.press("Enter")
    await bob.sees("a text.txt, 3 bytes, text/plain: A B")
