"""Access to the page's server, and the page's content security policy, in a browser."""

from __future__ import annotations

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import BrowserContext, Page

from local_discord.frontends.web import LocalPage
from local_discord.tests.support.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="session")

ATTACK = """async ([address, seat, channel, token]) => {
  const body = JSON.stringify({seat, channel, text: "attacked"});
  const kinds = ["text/plain", "application/x-www-form-urlencoded", "application/json"];
  const extra = mode => mode === "cors" ? {"X-Page-Token": token} : {};
  const tries = kinds.flatMap(kind => ["no-cors", "cors"].map(mode =>
    fetch(address + "say", {method: "POST", mode, body, headers: {"Content-Type": kind, ...extra(mode)}})
      .then(response => response.ok, () => false)));
  tries.push(fetch(address).then(r => r.text(), () => false));
  tries.push(new Promise(done => {
    const socket = new WebSocket(address.replace("http", "ws") + "events", ["local-discord", token]);
    socket.addEventListener("open", () => done(true));
    socket.addEventListener("error", () => done(false));
  }));
  return Promise.all(tries);
}"""


async def _elsewhere(_request: web.Request) -> web.Response:
    return web.Response(text="<title>elsewhere</title>", content_type="text/html")


async def test_a_foreign_page_in_the_same_browser_can_neither_call_nor_read_even_with_the_token(
    context: BrowserContext, page: Page, local: LocalPage, scene: Scene
) -> None:
    token = await page.locator("meta[name=page-token]").get_attribute("content")
    elsewhere = web.Application()
    elsewhere.router.add_get("/", _elsewhere)
    async with TestServer(elsewhere) as server:
        foreign = await context.new_page()
        await foreign.goto(str(server.make_url("/")))
        reached = await foreign.evaluate(ATTACK, [local.address, str(scene.ada.id), str(scene.channel.id), token])
        assert set(reached) == {False}
        await foreign.close()
    assert scene.channel.messages == []


CALL = "url => fetch(url, {mode: 'no-cors'}).then(() => 'sent', () => 'not')"
SOCKET = """url => new Promise(done => {
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => done("sent"));
  socket.addEventListener("error", () => done("not"));
})"""
MARKUP = "() => { try { document.body.innerHTML = '<b>x</b>'; return 'set' } catch { return 'not' } }"


async def test_the_page_cannot_call_elsewhere_or_make_markup_even_if_it_tried(
    context: BrowserContext, local: LocalPage, scene: Scene
) -> None:
    page = await context.new_page()
    await page.goto(local.address)
    assert await page.evaluate(CALL, scene.server.api_url) == "not"
    assert await page.evaluate(SOCKET, scene.server.gateway_url) == "not"
    assert await page.evaluate(MARKUP) == "not"
    await page.close()
