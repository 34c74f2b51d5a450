"""Script that draws the bot's emoji and its icon as PNG files from their SVG sources: `make emoji`.

It needs Chromium or Chrome. Each PNG holds the hash of its source, by which a test finds files that are out of date.
"""

from __future__ import annotations

import asyncio
import hashlib
import struct
import zlib
from pathlib import Path

from playwright.async_api import Page, async_playwright

from local_discord.tests.support.browser import installed_browser
from scripts.pictures.emoji_sheet import take_sheets

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "assets" / "emoji"
PICTURES = ROOT / "cogs" / "emoji"
ICON_SOURCE = ROOT / "assets" / "icon.svg"
ICON = ROOT / "operation" / "icon.png"
SHEETS = ROOT / "docs" / "pictures"
SIDE = 128
"""The largest side that Discord takes for emoji, in pixels."""
PROFILE_ICON = ROOT / "operation" / "application" / "icon.png"
"""The icon of the bot's profile, which Discord shows larger."""
_PROFILE_SCALE = 4

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER_END = len(_SIGNATURE) + 25
_KEYWORD = b"Source\0"


def pairs() -> list[tuple[Path, Path]]:
    """Return each SVG file with its PNG file."""
    emoji = [(source, PICTURES / f"{source.stem}.png") for source in sorted(SOURCES.glob("*.svg"))]
    return [*emoji, (ICON_SOURCE, ICON), (ICON_SOURCE, PROFILE_ICON)]


def side_of(picture: Path) -> int:
    """Return the side of a picture, in pixels."""
    return SIDE * _PROFILE_SCALE if picture == PROFILE_ICON else SIDE


def source_mark(source: Path) -> bytes:
    """Return the PNG chunk that holds the hash of a source."""
    digest = hashlib.sha256(source.read_text(encoding="utf-8").encode()).hexdigest()
    content = b"tEXt" + _KEYWORD + digest.encode()
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))


async def main() -> None:
    """Draw the emoji and the icon whose sources have changed, and delete those without a source."""
    wanted = pairs()
    for stale in set(PICTURES.glob("*.png")) - {picture for _, picture in wanted}:
        stale.unlink()
    changed = [(source, picture) for source, picture in wanted if not _is_current(source, picture)]
    if not changed:
        return
    path = installed_browser()
    if path is None:
        raise SystemExit("There is no Chromium and no Chrome here. On Debian and Ubuntu: apt install chromium")
    PICTURES.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=["--force-color-profile=srgb"])
        for source, picture in changed:
            page = await browser.new_page(
                viewport={"width": SIDE, "height": SIDE}, device_scale_factor=side_of(picture) / SIDE
            )
            picture.write_bytes(_marked(await _drawn(page, source.read_text("utf-8")), source))
            await page.close()
            print(picture.relative_to(ROOT))
        await take_sheets(browser, PICTURES, SHEETS)
        await browser.close()


def _is_current(source: Path, picture: Path) -> bool:
    return picture.exists() and source_mark(source) in picture.read_bytes()


async def _drawn(page: Page, drawing: str) -> bytes:
    await page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{drawing}")
    return await page.screenshot(omit_background=True)


def _marked(picture: bytes, source: Path) -> bytes:
    return picture[:_HEADER_END] + source_mark(source) + picture[_HEADER_END:]


if __name__ == "__main__":
    asyncio.run(main())
