"""How the page shows what any bot may send, and what people may write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import discord
import pytest
import pytest_asyncio
import yarl
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import BrowserContext, Page, expect

from local_discord import Intent, LocalDiscord
from local_discord.web import LocalPage
from tests.end_to_end.browser.view import View
from tests.local_discord.table import Table
from tests.local_discord.tiny_bot import TinyBot, running

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def site() -> AsyncIterator[tuple[Table, LocalPage]]:
    """A bot in this process that does a little of everything, and a page before it."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(LocalDiscord(privileged_intents=Intent.GUILD_MEMBERS))
        patched = stack.enter_context(pytest.MonkeyPatch.context())
        patched.setattr(discord.http.Route, "BASE", server.api_url)
        patched.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(server.gateway_url))
        table = Table.in_new_guild(server)
        table.guild.add_channel("hall")
        await stack.enter_async_context(running(server, TinyBot()))
        yield table, await stack.enter_async_context(LocalPage(server, table.guild, port=0))


@pytest.fixture
def table(site: tuple[Table, LocalPage]) -> Table:
    return site[0]


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, site: tuple[Table, LocalPage]) -> AsyncIterator[Page]:
    """The page, before an empty channel."""
    table, local = site
    for channel in table.guild.channels:
        channel.remove(*channel.messages)
    page = await context.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
    page.on("dialog", lambda dialog: troubles.append(dialog.message))
    await page.goto(local.address)
    await expect(page.get_by_role("combobox")).to_have_count(2)
    yield page
    assert troubles == []


async def test_hostile_text_stays_text(ada: View, bob: View) -> None:
    hostile = [
        "<img src=x onerror=alert(1)>",
        "<script>alert(2)</script>",
        "[click](javascript:alert(3))",
        "||<svg/onload=alert(4)>||",
        "```<b>x</b>```",
    ]
    for text in hostile:
        await ada.give(text)
    for shown in ("onerror=alert(1)", "<script>alert(2)", "javascript:alert(3)", "<b>x</b>"):
        await bob.sees(shown)
    await expect(bob.element.locator("img, script, svg, a, iframe")).to_have_count(0)


async def test_markdown_is_shown_as_discord_shows_it(page: Page, ada: View, bob: View) -> None:
    await ada.line.fill("**bold** `code` <t:0:d> https://a.example ||hidden||")
    await page.keyboard.press("Enter")
    message = bob.message("bold")
    await expect(message.locator("strong")).to_have_text("bold")
    await expect(message.locator(".text time")).to_have_text("01/01/1970")
    await expect(message.get_by_role("link")).to_have_attribute("rel", "noopener noreferrer")
    await expect(message.get_by_text("hidden")).to_be_hidden()
    await message.get_by_role("button", name="spoiler").click()
    await expect(message.get_by_text("hidden")).to_be_visible()


async def test_code_blocks_are_monospaced_and_never_wrapped(page: Page, table: Table, bob: View) -> None:
    line = "x " * 200
    await table.ada.say(table.channel, f"```\n{line}\n1 2\n```")
    block = bob.element.locator("pre code")
    kept, wrapped, family = await block.evaluate(
        "e => { const of = getComputedStyle(e); return [of.whiteSpaceCollapse, of.textWrapMode, of.fontFamily]; }"
    )
    assert (kept, wrapped) == ("preserve", "nowrap")
    assert family.endswith("monospace")
    assert await block.evaluate("e => e.parentElement.scrollWidth > e.parentElement.clientWidth"), (
        "it is scrolled instead"
    )
    assert not await page.evaluate("document.documentElement.scrollWidth > innerWidth")


async def test_news_is_marked_until_it_is_read_and_mentions_stand_out(table: Table, ada: View, bob: View) -> None:
    await ada.line.click()
    await table.cleo.say(table.channel, "to all")
    await expect(bob.element.get_by_role("button", name="#games 1 new")).to_be_visible()
    await expect(bob.element.get_by_role("separator", name="New messages")).to_be_visible()
    await table.cleo.say(table.channel, f"to {table.bob.mention}")
    await expect(bob.element.get_by_role("button", name="#games 1 mention")).to_be_visible()
    await expect(bob.message("to @Bob")).to_have_class("message pinged")
    await expect(ada.message("to @Bob")).to_have_class("message")
    await expect(ada.element.get_by_role("button", name="#games", exact=True)).to_be_visible()
    await bob.line.click()
    await expect(bob.element.get_by_role("button", name="#games", exact=True)).to_be_visible()


async def test_other_channels_are_marked_and_opened(table: Table, ada: View) -> None:
    await table.cleo.say(table.guild.channels[1], "over here")
    await ada.element.get_by_role("button", name="#hall 1 new").click()
    await ada.sees("over here")
    await expect(ada.element.get_by_role("button", name="#hall", exact=True)).to_have_attribute("aria-current", "true")


async def test_edits_and_deletions_are_seen_as_they_happen(table: Table, bob: View) -> None:
    said = await table.ada.say(table.channel, "here and gone")
    await bob.sees("here and gone")
    await table.ada.delete(said)
    await bob.sees_no("here and gone")
    await table.ada.command(table.channel, "demo board")
    await bob.press("Count")
    await bob.sees("Pressed 1 times")
    await expect(bob.message("Pressed 1 times")).to_contain_text("(edited)")


async def test_a_disabled_button_does_nothing_but_can_be_reached(page: Page, table: Table, ada: View) -> None:
    await table.ada.command(table.channel, "demo board")
    await ada.element.get_by_role("button", name="Count").focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    off = ada.element.get_by_role("button", name="Off")
    await expect(off).to_be_focused()
    await expect(off).to_be_disabled()
    before = len(table.server.requests)
    await page.keyboard.press("Enter")
    await ada.press("Count")
    await ada.sees("Pressed 1 times")
    assert len(table.server.requests) == before + 1


async def test_a_form_is_filled_in_and_the_other_view_goes_on(page: Page, table: Table, ada: View, bob: View) -> None:
    await table.ada.command(table.channel, "demo board")
    await ada.press("Ask")
    form = page.get_by_role("dialog", name="A question")
    await expect(form.get_by_label("Your answer")).to_be_focused()
    await bob.give("meanwhile")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("The field 'Your answer' must be filled in.")
    await form.get_by_label("Your answer").fill("42")
    await page.keyboard.press("Enter")
    await bob.sees("They said 42.")
    await expect(form).to_have_count(0)
    await ada.give("/demo form")
    await expect(form).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_a_form_is_submitted_once_however_often_enter_is_pressed(page: Page, table: Table, ada: View) -> None:
    submitted: list[str] = []
    page.on("request", lambda request: submitted.append(request.url) if request.url.endswith("/submit") else None)
    await ada.give("/demo form")
    await page.get_by_label("Your answer").fill("42")
    hold = table.server.faults.hold("POST", r"/interactions/.*/callback")
    for _ in range(3):
        await page.keyboard.press("Enter")
    hold.release()
    await ada.sees("You said 42.")
    assert len(submitted) == 1


async def test_of_two_forms_in_a_view_the_newer_is_answered_first(page: Page, table: Table, ada: View) -> None:
    hold = table.server.faults.hold("POST", r"/interactions/.*/callback")
    await ada.give("/demo form")
    await ada.give("/demo form")
    hold.release()
    forms = page.locator(".form")
    await expect(forms).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(forms).to_have_count(1)
    assert await ada.element.locator(".composer").evaluate("e => e.inert"), "the older form is open still"
    await forms.get_by_role("button", name="Cancel").click()
    await ada.give("free again")
    await ada.sees("free again")


async def test_a_channel_is_opened_by_its_name_in_a_message(page: Page, table: Table, ada: View) -> None:
    hall = table.guild.channels[1]
    await table.bob.say(hall, "over here")
    await table.bob.say(table.channel, f"see <#{hall.id}>")
    await expect(ada.element.get_by_role("button", name="#hall 1 new")).to_be_visible()
    await ada.message("see").get_by_role("button", name="#hall").focus()
    await page.keyboard.press("Enter")
    await ada.sees("over here")
    await expect(ada.element.get_by_role("navigation").get_by_role("button", name="#hall", exact=True)).to_be_visible()
    await expect(ada.element.get_by_role("log")).to_be_focused()


async def test_a_channel_that_one_is_not_in_is_not_opened(table: Table, ada: View) -> None:
    await table.bob.say(table.channel, "see <#1>")
    await ada.message("see").get_by_role("button", name="#unknown").click()
    await expect(ada.message("You cannot open that channel.")).to_contain_text("Only you can see this")
    await ada.sees("see #unknown")


async def test_menus_are_chosen_from_by_mouse_and_keyboard(page: Page, ada: View) -> None:
    await ada.give("/demo menus")
    await ada.element.get_by_role("button", name="Make a selection").first.click()
    for name in ("Fig", "Plum"):
        await page.get_by_role("menuitemcheckbox", name=name).click()
    await page.get_by_role("menuitem", name="Done").click()
    await ada.sees("Chosen: fig, plum")
    await ada.element.get_by_role("button", name="Make a selection").last.focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await ada.sees("Chosen: Cleo")


async def test_answers_that_are_put_off_say_so(table: Table, ada: View) -> None:
    hold = table.server.faults.hold("POST", r"/webhooks/.*")
    await ada.give("/demo slow hidden:true")
    await ada.sees("Bot is thinking")
    hold.release()
    await ada.sees("first")
    await ada.sees_no("Bot is thinking")


async def test_messages_have_a_menu(page: Page, ada: View, bob: View) -> None:
    await ada.give("wise words")
    await bob.message("wise words").get_by_role("button", name="More about this message").click()
    await expect(page.get_by_role("menuitem", name="Delete message")).to_have_count(0)
    await page.get_by_role("menuitem", name="Quote").click()
    await expect(ada.element.locator("blockquote")).to_have_text("wise words")
    await ada.element.get_by_role("article").first.click(button="right")
    await page.get_by_role("menuitem", name="Delete message").click()
    await expect(bob.element.get_by_role("article")).to_have_count(1)


async def test_seats_are_changed_and_exchanged(page: Page, table: Table, ada: View, bob: View) -> None:
    await table.cleo.command(table.channel, "demo where", channel=table.channel)
    await ada.sees_no("It is games.")
    await ada.element.get_by_role("button", name="take another seat").click()
    await page.get_by_role("menuitemradio", name="Cleo").click()
    cleo = View(page, "Cleo")
    await cleo.sees("It is games.")
    await cleo.give("I am Cleo")
    await bob.sees("I am Cleo")
    await cleo.element.get_by_role("button", name="take another seat").click()
    await page.get_by_role("menuitemradio", name="Bob").click()
    await expect(page.get_by_role("region", name="view")).to_have_count(2)
    await expect(cleo.element).to_be_visible()


ATTACK = """async ([address, seat, channel]) => {
  const body = JSON.stringify({seat, channel, text: "attacked"});
  const kinds = ["text/plain", "application/x-www-form-urlencoded", "application/json"];
  const tries = kinds.flatMap(kind => ["no-cors", "cors"].map(mode =>
    fetch(address + "say", {method: "POST", mode, body, headers: {"Content-Type": kind}})
      .then(response => response.ok, () => false)));
  tries.push(fetch(address).then(r => r.text(), () => false));
  tries.push(new Promise(done => {
    const stream = new EventSource(address + "events");
    stream.addEventListener("hello", () => done(true));
    stream.addEventListener("error", () => done(false));
  }));
  return Promise.all(tries);
}"""


async def _elsewhere(_request: web.Request) -> web.Response:
    return web.Response(text="<title>elsewhere</title>", content_type="text/html")


async def test_another_page_of_the_same_browser_can_neither_drive_nor_read_it(
    context: BrowserContext, site: tuple[Table, LocalPage], table: Table
) -> None:
    table.channel.remove(*table.channel.messages)
    elsewhere = web.Application()
    elsewhere.router.add_get("/", _elsewhere)
    async with TestServer(elsewhere) as server:
        foreign = await context.new_page()
        await foreign.goto(str(server.make_url("/")))
        reached = await foreign.evaluate(ATTACK, [site[1].address, str(table.ada.id), str(table.channel.id)])
        assert set(reached) == {False}
        await foreign.close()
    assert table.channel.messages == []


async def test_the_page_cannot_call_elsewhere_even_if_it_tried(
    context: BrowserContext, site: tuple[Table, LocalPage]
) -> None:
    page = await context.new_page()
    await page.goto(site[1].address)
    elsewhere = site[0].server.api_url
    assert (
        await page.evaluate("url => fetch(url, {mode: 'no-cors'}).then(() => 'sent', () => 'not')", elsewhere) == "not"
    )
    assert (
        await page.evaluate(
            "() => { try { document.body.innerHTML = '<b>x</b>'; return 'set' } catch { return 'not' } }"
        )
        == "not"
    )
