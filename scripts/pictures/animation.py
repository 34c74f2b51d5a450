"""The README's animated picture: a game of Lines in the look `pictures`, taken from the running page."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, ViewportSize

from gridlock_host.model.messages.look import Look
from local_discord.tests.support.browser import SIDE_BY_SIDE, View
from tests.end_to_end.browser.page_process import PageProcess

MOVES: Final = ("D2", "D5", "B5", "C5", "E5", "E4", "A4", "A1", "A3", "A2", "A5")
_MILLISECONDS: Final = 900
_MILLISECONDS_AT_THE_END: Final = 5000
_COLOURS: Final = 128
_WINDOW: Final[ViewportSize] = {"width": 1200, "height": 800}
_FIX_TIMES: Final = """() => {
  const say = (which, text) => document.querySelectorAll(which).forEach(one => { one.textContent = text; });
  say("header time", "14:30");
  say(".text time:not([data-relative])", "2 May 2026 at 14:30");
  say(".text time[data-relative]", "in 23 hours");
  document.activeElement.blur();
}"""


async def take_animation(browser: Browser, path: Path) -> None:
    """Play the game, and write a picture of each step into an animation.

    Args:
        browser: A browser.
        path: The file, a GIF.
    """
    async with PageProcess() as process:
        pictures = [picture async for picture in _play(browser, process.address)]
    write_animation(path, pictures)


def write_animation(path: Path, pictures: list[bytes]) -> None:
    """Write pictures of one size as an animation that repeats for ever and rests on the last one.

    Args:
        path: The file, a GIF.
        pictures: PNG files.
    """
    first, *others = _with_one_palette(pictures)
    durations = [_MILLISECONDS] * len(others) + [_MILLISECONDS_AT_THE_END]
    first.save(path, save_all=True, append_images=others, duration=durations, loop=0, optimize=True)


def _with_one_palette(pictures: list[bytes]) -> Iterator[Image.Image]:
    # One palette for all pictures, so that the file has only what changes between them.
    opened = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    width, height = opened[0].size
    strip = Image.new("RGB", (width, height * len(opened)))
    for number, picture in enumerate(opened):
        strip.paste(picture, (0, number * height))
    palette = strip.quantize(_COLOURS, dither=Image.Dither.NONE)
    for picture in opened:
        yield picture.quantize(palette=palette, dither=Image.Dither.NONE)


async def _play(browser: Browser, address: str) -> AsyncIterator[bytes]:
    context = await browser.new_context(viewport=_WINDOW, locale="en-GB", reduced_motion="reduce")
    await context.add_init_script(SIDE_BY_SIDE)
    page = await context.new_page()
    await page.goto(address)
    ada, bob = View(page, "Ada"), View(page, "Bob")
    await ada.give(f"/gridlock-server settings look:{Look.PICTURES}")
    await ada.sees(f"Look of boards: {Look.PICTURES}")
    await ada.element.get_by_role("button", name="Dismiss message").click()
    await ada.give("/gridlock challenge @Bob variant:lines first:me")
    await bob.sees("challenges you")
    yield await _shoot(ada)
    await bob.press("Accept")
    await ada.sees("to move")
    yield await _shoot(ada)
    for ply, move in enumerate(MOVES[:-1], start=2):
        mover = (ada, bob)[ply % 2]
        await mover.press(move)
        await ada.sees(f"· move {ply}")
        yield await _shoot(ada)
    await (ada, bob)[len(MOVES) % 2 - 1].press(MOVES[-1])
    await ada.sees("Rematch")
    yield await _shoot(ada)


async def _shoot(view: View) -> bytes:
    await view.page.mouse.move(0, 0)
    await view.page.evaluate(_FIX_TIMES)
    return await view.element.screenshot(animations="disabled", caret="hide")
