"""What must not happen while a page is open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page


@asynccontextmanager
async def noting_troubles(page: Page, address: str) -> AsyncIterator[list[str]]:
    """Lets a page be used; at the end, it must have met no error, asked nothing, and called nothing but its own server.

    Args:
        page: The page.
        address: Where its server is.
    """
    troubles: list[str] = []
    noted: dict[str, Callable[[Any], None]] = {
        "pageerror": lambda error: troubles.append(str(error)),
        "console": lambda message: troubles.append(message.text) if message.type == "error" else None,
        "dialog": lambda dialog: troubles.append(dialog.message),
        "request": lambda request: None if request.url.startswith(address) else troubles.append(request.url),
    }
    for event, note in noted.items():
        page.on(event, note)  # type: ignore[call-overload]  # its events are literals
    yield troubles
    for event, note in noted.items():
        page.remove_listener(event, note)
    assert troubles == []
