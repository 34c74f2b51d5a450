"""A browser for all tests here, and for each a page with a bot of its own.

Any Chromium or Chrome of the system will do. Where there is none, the tests are skipped, unless GRIDLOCK_TEST_BROWSER
is "required".
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page

from local_discord.tests.support.browser import View, launched_browser, new_context, no_page_errors
from tests.end_to_end.browser.page_process import PageProcess


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's browser."""
    async with launched_browser(required=os.environ.get("GRIDLOCK_TEST_BROWSER") == "required") as browser:
        yield browser


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


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """A browser that has never seen the page."""
    async with new_context(browser) as context:
        yield context


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, process: PageProcess) -> AsyncIterator[Page]:
    """The page, opened; at the end, its scripts must have met no error and called nothing elsewhere."""
    page = await context.new_page()
    async with no_page_errors(page, process.address):
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
