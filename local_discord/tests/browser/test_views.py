"""The columns of a view, one view or two, and the first steps."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from local_discord.frontends.web import Act, FirstStep, LocalPage, Welcome
from local_discord.tests.support.browser import View, new_context, no_page_errors
from local_discord.tests.support.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="session")

WELCOME = Welcome(
    first_steps=(
        FirstStep("Show a board", "Ada counts.", (Act("Ada", "/demo board"),)),
        FirstStep("Both count", "Both.", (Act("Ada", "/demo board"), Act("Bob", press="Count")), side_by_side=True),
    )
)


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser, scene: Scene) -> AsyncIterator[Page]:
    """A page with first steps, as people meet it."""
    async with (
        LocalPage(scene.server, scene.guild, port=0, welcome=WELCOME) as local,
        new_context(browser, side_by_side=False) as context,
    ):
        page = await context.new_page()
        async with no_page_errors(page, local.address):
            await page.goto(local.address)
            yield page


async def test_one_member_is_shown_with_channels_and_members_as_on_discord(page: Page, ada: View, bob: View) -> None:
    await expect(ada.element).to_be_visible()
    await expect(bob.element).to_be_hidden()
    await expect(ada.element.get_by_role("heading", name="Pretend server")).to_be_visible()
    await expect(ada.element.get_by_role("heading", name="Welcome to #games!")).to_be_visible()
    members = ada.element.get_by_role("complementary").get_by_role("button")
    await expect(members).to_have_text(["BBotAPP", "AAda", "BBob", "CCleo"])
    await expect(ada.element.get_by_role("complementary")).to_contain_text("Online \u2014 4")
    await members.filter(has_text="Cleo").click()
    await expect(page.get_by_role("menu", name="Cleo")).to_be_visible()


async def test_a_first_step_takes_one_press(page: Page, ada: View) -> None:
    await expect(page.get_by_role("button", name="Hide")).to_have_count(0)
    await ada.element.get_by_role("button", name="Show a board").click()
    await ada.press("Count")
    await ada.sees("Pressed 1 times")


async def test_a_first_step_can_show_both_sides(page: Page, ada: View, bob: View) -> None:
    await page.get_by_role("navigation", name="Whose view").get_by_role("button", name="Bob").click()
    await expect(ada.element).to_be_hidden()
    await bob.element.get_by_role("button", name="Both count").click()
    for view in (ada, bob):
        await view.sees("Pressed 1 times")
        await expect(view.element.get_by_role("complementary")).to_be_hidden()
    await page.get_by_role("button", name="Side by side").click()
    await expect(bob.element).to_be_hidden()


async def test_a_step_that_fails_says_so(scene: Scene, page: Page, ada: View) -> None:
    hold = scene.server.faults.hold("POST", "/interactions/.*")
    step = ada.element.get_by_role("button", name="Show a board")
    await step.click()
    await expect(step).to_have_attribute("aria-busy", "true")
    await ada.sees("The application did not respond")
    await expect(step).not_to_have_attribute("aria-busy", "true")
    hold.release()
    assert await page.evaluate("document.documentElement.scrollHeight <= innerHeight")
