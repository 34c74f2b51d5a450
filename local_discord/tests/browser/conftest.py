"""Fixtures: a page with a real bot, opened in a real browser."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import discord
import pytest
import pytest_asyncio
import yarl
from playwright.async_api import Browser, BrowserContext, Page, expect

from local_discord import Intent, LocalDiscord
from local_discord.frontends.web import LocalPage, Shorthand, Welcome
from local_discord.tests.support.browser import View, launched_browser, new_context, no_page_errors
from local_discord.tests.support.scene import Scene
from local_discord.tests.support.tiny_bot import TinyBot, running

BROWSER_VARIABLE = "LOCAL_DISCORD_TEST_BROWSER"
"""Without a browser these tests are skipped, unless this environment variable is "required"."""
WELCOME = Welcome(shorthand=Shorthand("@[a-z]+", "demo greet {text}", "a name greets"))


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The system's browser."""
    async with launched_browser(required=os.environ.get(BROWSER_VARIABLE) == "required") as browser:
        yield browser


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def site() -> AsyncIterator[tuple[Scene, LocalPage]]:
    """The page's server, and a bot in this process."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS))
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(discord.http.Route, "BASE", server.api_url)
        patched.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))
        scene = Scene.in_new_guild(server)
        scene.guild.add_channel("hall")
        server.add_group("friends", scene.ada, scene.bob)
        await stack.enter_async_context(running(server, TinyBot()))
        yield scene, await stack.enter_async_context(LocalPage(server, scene.guild, port=0, welcome=WELCOME))


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def context(browser: Browser) -> AsyncIterator[BrowserContext]:
    """One browser for all tests here."""
    async with new_context(browser) as context:
        yield context


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def tab(context: BrowserContext) -> Page:
    """One tab for most tests: opening another takes longer than most of them."""
    return await context.new_page()


@pytest.fixture
def scene(site: tuple[Scene, LocalPage]) -> Scene:
    """The scene, with all its channels emptied."""
    scene, _ = site
    for channel in scene.guild.world.channels.values():
        channel.remove(*channel.messages)
    return scene


@pytest.fixture
def local(site: tuple[Scene, LocalPage]) -> LocalPage:
    """The page's server."""
    return site[1]


@pytest_asyncio.fixture(loop_scope="session")
async def page(tab: Page, scene: Scene, local: LocalPage) -> AsyncIterator[Page]:  # noqa: ARG001  # it empties
    """The page, opened with empty channels and empty tab storage."""
    async with no_page_errors(tab, local.address):
        await tab.goto(local.address)
        await expect(tab.get_by_role("combobox")).to_have_count(2)
        yield tab
        await tab.unroute_all()
        await tab.evaluate("sessionStorage.clear()")
    await tab.goto("about:blank")


@pytest.fixture
def ada(page: Page) -> View:
    """Ada's view."""
    return View(page, "Ada")


@pytest.fixture
def bob(page: Page) -> View:
    """Bob's view."""
    return View(page, "Bob")
