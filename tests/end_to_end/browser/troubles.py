"""What must not happen while a page is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Page


@asynccontextmanager
async def noting_troubles(page: Page, address: str) -> AsyncIterator[list[str]]:
    """Lets a page be used; at the end, it must have met no error, asked nothing, and called nothing but its own server.

    Args:
        page: The page.
        address: Where its server is.
    """
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    page.on("request", lambda request: None if request.url.startswith(address) else troubles.append(request.url))
    yield troubles
    assert troubles == []
