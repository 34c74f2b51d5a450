"""Typing commands on the page, with the real bot behind it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from gridlock_rules import VARIANTS
from local_discord.tests.support.browser import View
from tests.end_to_end.browser.game_steps import begin
from tests.end_to_end.browser.page_process import PageProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def process(shared_process: PageProcess) -> PageProcess:
    """The bot that these tests share with others."""
    return shared_process


async def test_every_variant_can_be_chosen(page: Page, ada: View) -> None:
    await ada.line.click()
    await page.keyboard.type("/gridlock rules variant:")
    await ada.is_offered([variant.title for variant in VARIANTS])


async def test_commands_are_found_completed_and_checked_as_they_are_typed(page: Page, ada: View, bob: View) -> None:
    keys = page.keyboard
    await ada.line.click()
    await keys.type("/")
    await expect(ada.suggestions.filter(has_text="/gridlock challenge")).to_contain_text("Challenge")
    await expect(ada.suggestions.nth(19)).to_be_attached()
    await keys.type("lead")
    await ada.is_offered(["/gridlock leaderboard"])
    await keys.press("Tab")
    await expect(ada.line).to_have_value("/gridlock leaderboard ")
    await keys.press("Escape")
    await expect(ada.suggestions).to_have_count(0)

    await ada.line.fill("")
    await keys.type("/gridlock challenge variant:d")
    await ada.is_offered(["Dodge"])
    await keys.press("Enter")
    await expect(ada.line).to_have_value("/gridlock challenge variant:dodge ")
    await keys.type("si")
    await ada.is_offered(["size:"])
    await keys.press("Tab")
    await keys.type("9 @Bob")
    await expect(ada.suggestions.first).to_have_text("@Bob")
    await keys.press("Enter")
    await expect(ada.element.get_by_role("alert")).to_have_text("The option 'size' takes no value above 8.")
    await expect(ada.line).to_have_value("/gridlock challenge variant:dodge size:9 @Bob")

    await ada.give("/gridlock move")
    await expect(ada.element.get_by_role("alert")).to_have_text("/gridlock move needs the option 'cell'.")
    await begin(ada, bob, "variant:dodge size:3 first:me")
    await ada.line.click()
    await keys.type("/gridlock move B")
    await ada.is_offered(["B1", "B2", "B3"])
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(ada.line).to_have_value("/gridlock move B2 ")
    await keys.press("Enter")
    await ada.sees("🏆 @Ada (X) won")


async def test_a_bare_cell_is_a_move_and_out_of_turn_refused_for_the_eyes_of_who_tried_it(ada: View, bob: View) -> None:
    await begin(ada, bob, "variant:isolation size:3 first:me")
    for try_it in (bob.press, bob.give):
        await try_it("B3")
        refusal = bob.message("It is not your turn in game")
        await expect(refusal).to_contain_text("Only you can see this")
        await ada.sees_no("It is not your turn in game")
        await refusal.get_by_role("button", name="Dismiss message").click()
        await bob.sees_no("It is not your turn in game")
    await ada.give("b3")
    await bob.sees("played B3")
    await bob.give("\u0410\uff11")
    await ada.sees("played A1")
    await ada.give("(2,2) (3,3)")
    await bob.sees("played B2/C3")
    await bob.give("C3, really?")
    await ada.sees("C3, really?")


async def test_a_member_is_challenged_from_the_menu_on_their_name(page: Page, ada: View, bob: View) -> None:
    await bob.give("hello")
    await ada.message("hello").get_by_role("button", name="Bob", exact=True).click(button="right")
    await expect(page.get_by_role("menu", name="Bob")).to_be_visible()
    await page.get_by_role("menuitem", name="Challenge to Gridlock").click()
    await bob.sees("challenges you to Lines")
    await bob.press("Decline")
    await ada.sees("declined")


async def test_ones_own_data_are_downloaded(page: Page, ada: View, bob: View, tmp_path: Path) -> None:
    await ada.give("/gridlock me my-data")
    await expect(ada.element.get_by_role("link", name=".json")).to_be_visible()
    async with page.expect_download() as started:
        await ada.element.get_by_role("link", name=".json").click()
    download = await started.value
    assert download.suggested_filename.endswith(".json")
    await download.save_as(tmp_path / "own.json")
    assert json.loads((tmp_path / "own.json").read_text(encoding="utf-8"))
    await expect(bob.element.get_by_role("link", name=".json")).to_have_count(0)
