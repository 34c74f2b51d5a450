"""A browser for all tests here, and for each a page with a bot of its own.

Any Chromium or Chrome of the system will do. Where there is none, the tests are skipped, unless GRIDLOCK_TEST_BROWSER
is "required".
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from tests.end_to_end.browser.installed import NAMES, installed_browser
from tests.end_to_end.browser.page_process import PageProcess
from tests.end_to_end.browser.troubles import noting_troubles
from tests.end_to_end.browser.view import View

WAITING_MS = 15_000


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's browser; Playwright brings none."""
    path = installed_browser()
    if path is None:
        missing = f"no browser is installed ({', '.join(NAMES)})"
        if os.environ.get("GRIDLOCK_TEST_BROWSER") == "required":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=WAITING_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def process() -> AsyncIterator[PageProcess]:
    """The bot behind the page."""
    async with PageProcess() as process:
        yield process


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def shared_process() -> AsyncIterator[PageProcess]:
    """The same for tests that do not mind what others have left behind."""
    async with PageProcess() as process:
        yield process


@asynccontextmanager
async def new_context(browser: Browser, **options: Any) -> AsyncIterator[BrowserContext]:
    """Begins a browser that has never seen the page; options are Playwright's, in the place of the usual ones."""
    usual = {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "timezone_id": "Europe/Paris"}
    context = await browser.new_context(**usual | options)
    context.set_default_timeout(WAITING_MS)
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A browser that has never seen the page."""
    async with new_context(browser) as context:
        yield context


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, process: PageProcess) -> AsyncIterator[Page]:
    """The page, opened; at the end, its scripts must have met no error and called nothing elsewhere."""
    page = await context.new_page()
    async with noting_troubles(page, process.address):
        await page.goto(process.address)
        yield page


@pytest.fixture
def ada(page: Page) -> View:
    """Ada's view."""
    return View(page, "Ada")


@pytest.fixture
def bob(page: Page) -> View:
    """Bob's view."""
    return View(page, "Bob")
