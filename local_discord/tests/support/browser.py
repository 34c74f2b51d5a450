"""A real browser for tests of the page, and one member's view in it."""

from __future__ import annotations

import shutil
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.async_api import async_playwright, expect

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from playwright.async_api import Browser, BrowserContext, Locator, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WAITING_MS = 60_000
SIDE_BY_SIDE = "sessionStorage.setItem('local-discord-views', sessionStorage.getItem('local-discord-views') ?? '2')"
"""A script that lets the page begin with two members side by side."""


def installed_browser() -> str | None:
    """Return the path of a Chromium or Chrome on this machine, or None. Playwright brings none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@asynccontextmanager
async def launched_browser(*, required: bool) -> AsyncIterator[Browser]:
    """Start the installed browser; without one, skip the test, or fail it if a browser is required."""
    path = installed_browser()
    if path is None:
        missing = f"no browser is installed ({', '.join(NAMES)})"
        if required:
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=WAITING_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path)
        yield browser
        await browser.close()


@asynccontextmanager
async def new_context(browser: Browser, *, side_by_side: bool = True, **options: Any) -> AsyncIterator[BrowserContext]:
    """Open a browser profile that has never seen the page.

    Args:
        browser: The browser.
        side_by_side: Whether the page shows two members where there is room; people begin with one.
        **options: Replace Playwright's usual options.
    """
    usual = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "timezone_id": "Europe/Paris"}
    context = await browser.new_context(**usual | options)
    context.set_default_timeout(WAITING_MS)
    if side_by_side:
        await context.add_init_script(SIDE_BY_SIDE)
    yield context
    await context.close()


@asynccontextmanager
async def no_page_errors(page: Page, address: str) -> AsyncIterator[list[str]]:
    """Fail at the end if the page logged an error, opened a dialog, or sent a request to another server.

    Args:
        page: The page.
        address: Where its own server is.
    """
    errors: list[str] = []
    listeners: dict[str, Callable[[Any], None]] = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(message.text) if message.type == "error" else None,
        "dialog": lambda dialog: errors.append(dialog.message),
        "request": lambda request: None if request.url.startswith(address) else errors.append(request.url),
    }
    for event, listener in listeners.items():
        page.on(event, listener)  # type: ignore[call-overload]  # its events are literals
    yield errors
    for event, listener in listeners.items():
        page.remove_listener(event, listener)
    assert errors == []


class View:
    """A pane of the page.

    Attributes:
        page: The page.
        element: The pane.
        line: The input line of the pane.
    """

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.element = page.get_by_role("region", name=f"{name}'s view")
        self.line = self.element.get_by_role("combobox")

    async def give(self, line: str) -> None:
        """Type a line and send it."""
        await self.line.fill(line)
        await self.element.get_by_role("button", name="Send as").click()

    async def press(self, label: str) -> None:
        """Press the button with this label on the newest message that has it enabled."""
        buttons = self.element.get_by_role("toolbar").get_by_role("button", name=label, exact=True, disabled=False)
        await buttons.last.click()

    async def take_seat_of(self, name: str) -> None:
        """Give this pane to another member; if that member has the other pane, the two swap."""
        await self.element.get_by_role("button", name="take another seat").click()
        await self.page.get_by_role("menuitemradio", name=name).click()

    async def sees(self, text: str) -> None:
        """Wait until a message shows a text."""
        await expect(self.message(text)).to_be_visible()

    async def sees_no(self, text: str) -> None:
        """Wait until no message shows a text."""
        await expect(self.element.get_by_role("article").filter(has_text=text)).to_have_count(0)

    def message(self, text: str) -> Locator:
        """Return the newest message that shows a text."""
        return self.element.get_by_role("article").filter(has_text=text).last

    @property
    def suggestions(self) -> Locator:
        """The suggestions for the input line."""
        return self.element.get_by_role("option")

    async def is_offered(self, texts: Sequence[str]) -> None:
        """Wait until exactly these texts are suggested, each at the start of its entry."""
        await expect(self.suggestions.locator("span")).to_have_text(list(texts))
