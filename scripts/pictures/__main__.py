"""Script that takes the pictures of the documents from the running page: `make pictures`.

It needs Chromium or Chrome. Times are replaced by fixed texts, because only they differ from run to run; on one
machine, a run without changes gives the same files.
"""

from __future__ import annotations

import asyncio

from playwright.async_api import Browser, Page, expect

from local_discord.tests.support.browser import View
from scripts.pictures.animation import take_animation
from scripts.pictures.boards import take_boards
from scripts.pictures.browser import FOLDER, launched
from tests.end_to_end.browser.game_steps import play_by_buttons
from tests.end_to_end.browser.page_process import PageProcess

WIDTH, TALL = 1000, 800
FIX_TIMES = """() => {
  const say = (which, text) => document.querySelectorAll(which).forEach(one => { one.textContent = text; });
  say("header time", "14:30");
  say(".text time:not([data-relative])", "2 May 2026 at 14:30");
  say(".text time[data-relative]", "in 1 day");
  document.activeElement.blur();
}"""

KEEP_THE_END = """log => {
  const toEnd = () => log.scrollTo(0, log.scrollHeight);
  toEnd();
  const top = log.getBoundingClientRect().top;
  [...log.children].filter(one => one.getBoundingClientRect().bottom <= top).forEach(one => one.remove());
  toEnd();
}"""
"""Elements above the picture shift it by fractions of a pixel, so they are removed."""


async def main() -> None:
    """Take pictures of a game, of boards in all looks, and of a whole game that is animated."""
    FOLDER.mkdir(exist_ok=True)
    async with launched() as browser:
        async with PageProcess() as process:
            await _take_all(await _open(browser, process.address))
        await take_boards(browser, FOLDER)
        await take_animation(browser, FOLDER / "game.gif")


async def _open(browser: Browser, address: str) -> Page:
    context = await browser.new_context(
        viewport={"width": WIDTH, "height": TALL}, locale="en-GB", reduced_motion="reduce"
    )
    page = await context.new_page()
    await page.goto(address)
    await page.get_by_role("button", name="Side by side").click()
    return page


async def _take_all(page: Page) -> None:
    ada, bob = View(page, "Ada"), View(page, "Bob")
    await ada.give("/gridlock challenge @Bob variant:blocking first:me start:plain")
    await bob.sees("challenges you")
    await _take(page, "challenge", height=480)
    await bob.press("Accept")
    await play_by_buttons([ada, bob], ["C3", "A1"])
    await ada.sees("· move 3")
    await _take(page, "board", height=800)
    await play_by_buttons([ada, bob], ["E5", "B4"], played=2)
    await ada.press("D2")
    await bob.sees("is over. ")
    await bob.give("/gridlock leaderboard")
    await ada.sees("by points")
    await _take(page, "leaderboard", height=460)


async def _take(page: Page, name: str, *, height: int) -> None:
    await page.set_viewport_size({"width": WIDTH, "height": height})
    await page.mouse.move(0, 0)
    await page.evaluate(FIX_TIMES)
    for log in await page.get_by_role("log").all():
        await log.evaluate(KEEP_THE_END)
    await expect(page.get_by_role("button", name="Newest")).to_have_count(0)
    await page.screenshot(path=FOLDER / f"{name}.png", animations="disabled", caret="hide")
    await page.set_viewport_size({"width": WIDTH, "height": TALL})


if __name__ == "__main__":
    asyncio.run(main())
