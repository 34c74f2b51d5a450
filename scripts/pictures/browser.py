"""The browser that takes pictures, and the folder where they go."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, async_playwright

from local_discord.tests.support.browser import installed_browser

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SAME_EVERYWHERE = [
    "--disable-gpu",
    "--disable-lcd-text",
    "--disable-partial-raster",
    "--disable-prefer-compositing-to-lcd-text",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]


@asynccontextmanager
async def launched() -> AsyncIterator[Browser]:
    """Start the installed browser.

    Raises:
        SystemExit: There is none.
    """
    path = installed_browser()
    if path is None:
        raise SystemExit("There is no Chromium and no Chrome here. On Debian and Ubuntu: apt install chromium")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=SAME_EVERYWHERE)
        yield browser
        await browser.close()
