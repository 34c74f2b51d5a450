"""The first minute on the page: one press, a board, a move."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from gridlock_host.learning.tutorial_steps import tutorial_steps
from local_discord.tests.support.browser import View, new_context, no_page_errors
from tests.end_to_end.browser.page_process import PageProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZE = 5
A_FINGER = 44
"""The least height, in pixels, of what a finger hits."""
OUT_OF_SIGHT = """article => {
  const list = article.parentElement.getBoundingClientRect(), { top, bottom } = article.getBoundingClientRect();
  return Math.max(list.top - top, bottom - list.bottom);
}"""
"""How much of a message is out of sight, in pixels."""


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, {"width": 375, "height": 812}])
async def test_one_press_brings_a_board_against_the_bot_and_the_next_is_a_move(
    browser: Browser, process: PageProcess, viewport: dict[str, int]
) -> None:
    async with new_context(browser, side_by_side=False, viewport=viewport) as context:
        page = await context.new_page()
        async with no_page_errors(page, process.address):
            await page.goto(process.address)
            ada = View(page, "Ada")
            await ada.element.get_by_role("button", name="Play the bot").click()
            await ada.press("C3")
            await ada.sees("· move 3")
            board = ada.message("· move 3")
            controls = board.get_by_role("toolbar").get_by_role("button")
            heights = await controls.evaluate_all("all => all.map(one => one.offsetHeight)")
            assert len(heights) > SIZE * SIZE
            assert await board.evaluate(OUT_OF_SIGHT) < 1
            assert min(heights) >= (A_FINGER if viewport["width"] < 760 else 32)
            assert await page.evaluate("document.documentElement.scrollWidth") == viewport["width"]


async def test_the_first_offer_teaches_a_game(ada: View) -> None:
    """One press brings the first step, the next one solves it, and the last press of five leads to a game."""
    await expect(ada.element.locator(".main-step")).to_contain_text("Learn Lines")
    await ada.element.get_by_role("button", name="Learn Lines").click()
    for step in tutorial_steps("lines"):
        await ada.sees(f"step {step.number} of 5")
        move = str(min(step.right or step.position.legal_moves, key=str))
        await ada.press(f"{move} a" if step.pairs else move)
        await ada.sees("Right: ")
        await ada.press("Next step" if step.number < len(tutorial_steps("lines")) else "Play Lines at level 1")
    await ada.sees("Lines #1")


async def test_one_press_brings_a_board_for_both_sides(ada: View, bob: View) -> None:
    await ada.element.get_by_role("button", name="Play both sides").click()
    await ada.press("C3")
    await bob.sees("· move 2")
    await bob.press("C1")
    await ada.sees("· move 3")


async def test_one_press_brings_the_puzzle_of_the_day(ada: View) -> None:
    await ada.element.get_by_role("button", name="Puzzle of the day").click()
    await ada.sees("one move wins")


async def test_what_looks_like_a_move_is_answered(ada: View, bob: View) -> None:
    """Where no game is open, too."""
    for number, typed in enumerate(("C9", "c10", "3C", "C 9!", "(7,77)"), start=1):
        await ada.give(typed)
        await expect(ada.element.get_by_text("Only you can see this")).to_have_count(number)
        await bob.sees_no(typed)
