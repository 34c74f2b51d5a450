"""Pictures of boards for the documents: each game in each look, on a wide screen and on a phone.

They are taken from the running page, with the bot's own emoji. Another sheet shows them as people with deuteranopia see
them.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from playwright.async_api import Browser, Page

from cogs.messages.looks.emoji_set import UNICODE
from gridlock_host.model.messages.look import Look
from gridlock_rules import VARIANTS, cell_name
from local_discord import LocalDiscord, Message
from local_discord.frontends.web import LocalPage
from scripts.pictures.browser import FOLDER, launched
from scripts.pictures.emoji_sheet import DEUTERANOPIA
from tests.cogs.support.running_bot import running_bot
from tests.end_to_end.support.table import Table, game_id
from tests.support.stand_in import patient_discord

_WIDE: Final = 1280
_PHONE: Final = 375
_PLIES: Final = {5: 5, 8: 9}
_FIX_TIMES: Final = (
    """() => document.querySelectorAll(".text time").forEach(one => { one.textContent = "in 23 hours"; })"""
)


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of one board.

    Attributes:
        caption: What it shows.
        png: The picture.
    """

    caption: str
    png: bytes


async def take_boards(browser: Browser, folder: Path) -> None:
    """Take the sheets.

    Args:
        browser: A browser.
        folder: Where they go.
    """
    async with _world() as (table, address):
        for size in _PLIES:
            wide = await _each_look(browser, table, address, size, _WIDE)
            await _sheet(browser, wide, folder / f"boards-{size}x{size}.png", columns=len(Look))
            light = await _each_look(browser, table, address, size, _WIDE, is_light=True)
            await _sheet(browser, light, folder / f"boards-{size}x{size}-light.png", columns=len(Look))
            phone = await _each_look(browser, table, address, size, _PHONE)
            await _sheet(browser, phone, folder / f"boards-{size}x{size}-phone.png", columns=len(Look))
            pictures = [shot for shot in wide if f" {Look.PICTURES}" in shot.caption]
            path = folder / f"boards-{size}x{size}-deuteranopia.png"
            await _sheet(browser, pictures, path, columns=len(Look), seen="url(#seen)")


@asynccontextmanager
async def _world() -> AsyncIterator[tuple[Table, str]]:
    """A server whose bot has uploaded its emoji, and the address of its page."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        discord: LocalDiscord = await stack.enter_async_context(patient_discord())
        discord.bot.name = "Gridlock"
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        bot = await stack.enter_async_context(running_bot(discord, folder, patch, has_own_emoji=True))
        await discord.until(lambda: bot.emoji.current is not UNICODE, "the emoji to be uploaded")
        table = Table.lay(discord)
        await table.lift_limits()
        page = await stack.enter_async_context(LocalPage(discord, table.guild))
        yield table, page.address


async def _each_look(
    browser: Browser, table: Table, address: str, size: int, width: int, *, is_light: bool = False
) -> list[Shot]:
    """Play a game of each variant, and show it in each look."""
    shots = []
    context = await browser.new_context(
        viewport={"width": width, "height": 1000}, color_scheme="dark", reduced_motion="reduce", locale="en-GB"
    )
    page = await context.new_page()
    await page.goto(address)
    if is_light:
        await page.get_by_role("button", name="Light").click()
    for variant in VARIANTS:
        number = await _play(table, variant.key, size)
        for look in Look:
            await table.settle(look=look.value)
            board = await table.answer(await table.ada.command(table.channel, "gridlock board", game=number))
            shots.append(Shot(f"{variant.title}, {look}", await _shoot(page, board)))
    await context.close()
    return shots


async def _play(table: Table, variant: str, size: int) -> str:
    """Begin a game, play some moves, and return its number."""
    board = await table.begin(variant=variant, size=size)
    number = game_id(board)
    chosen = next(one for one in VARIANTS if one.key == variant)
    position, random = chosen.start(size), Random(f"{variant}{size}")  # noqa: S311  # for a position, no secret
    for ply in range(_PLIES[size]):
        following = [move for move in position.legal_moves if position.play(move).outcome is None]
        if not following:
            break
        move = random.choice(following)
        position = position.play(move)
        removed = {} if move.removed is None else {"remove": cell_name(move.removed)}
        await table.move((table.ada, table.bob)[ply % 2], cell_name(move.cell), game=number, **removed)
    return number


async def _shoot(page: Page, board: Message) -> bytes:
    shown = page.locator(f'article[data-id="{board.id}"] > .inside > .container').locator("visible=true").first
    await shown.wait_for()
    await page.evaluate(_FIX_TIMES)
    await page.mouse.move(0, 0)
    return await shown.screenshot(animations="disabled", caret="hide")


async def _sheet(browser: Browser, shots: list[Shot], path: Path, *, columns: int, seen: str = "none") -> None:
    """Take a picture of pictures side by side."""
    figures = "".join(
        f"<figure><figcaption>{shot.caption}</figcaption>"
        f'<img src="data:image/png;base64,{base64.b64encode(shot.png).decode()}"></figure>'
        for shot in shots
    )
    page = await browser.new_page(viewport={"width": 2200, "height": 800})
    await page.set_content(f"""<style>
        body {{ margin: 0; background: #323339; color: #dfe0e2; font: 14px sans-serif }}
        main {{ display: inline-grid; grid-template-columns: repeat({columns}, max-content); gap: 14px; padding: 14px;
            filter: {seen}; background: #323339 }}
        figure {{ margin: 0 }} figcaption {{ margin-bottom: 4px }}
        </style><svg width="0" height="0" style="position: absolute">
        <filter id="seen" color-interpolation-filters="linearRGB"><feColorMatrix values="{DEUTERANOPIA}"/></filter>
        </svg><main>{figures}</main>""")
    await page.locator("main").screenshot(path=path)
    await page.close()


async def main() -> None:
    """Take only these sheets: `python -m scripts.pictures.boards`."""
    async with launched() as browser:
        await take_boards(browser, FOLDER)


if __name__ == "__main__":
    asyncio.run(main())
