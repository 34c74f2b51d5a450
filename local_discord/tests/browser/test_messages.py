"""Messages on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from local_discord.frontends.web import LocalPage
from local_discord.model.emojis import Emoji
from local_discord.model.message import Attachment, Draft, Edit
from local_discord.model.stored_components import stored_components
from local_discord.tests.support.browser import View, new_context
from local_discord.tests.support.examples import button, row
from local_discord.tests.support.pictures import png
from local_discord.tests.support.scene import Scene
from local_discord.wire import ComponentType, MessageFlags

NOON = 1_800_000_000

pytestmark = pytest.mark.asyncio(loop_scope="session")


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


async def test_application_emoji_are_pictures_with_a_name(scene: Scene, ada: View) -> None:
    emojis = scene.guild.world.emojis
    emojis[3] = Emoji(3, "square", scene.server.bot, png(), "image/png")
    known, gone = {"id": "3", "name": "square"}, {"id": "4", "name": "circle"}
    scene.channel.post(
        scene.guild.bot,
        Draft(
            content="<:square:3><:circle:4>",
            components=[row(button("", emoji=known), button("Go", emoji=known), button("Stop", emoji=gone))],
        ),
    )
    message = ada.message(":circle:")
    await expect(message.locator(".text img")).to_have_js_property("naturalWidth", 1)
    await expect(message.locator(".text")).to_have_text(":circle:")
    for name in (":square:", ":square: Go"):
        picture = message.get_by_role("button", name=name, exact=True).get_by_role("img", name=":square:")
        await expect(picture).to_have_js_property("naturalWidth", 1)
    await expect(message.get_by_role("button", name=":circle: Stop")).to_be_visible()
    emojis.clear()


TORN_APART = """log => {
  const line = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const text = element => document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  return [...log.querySelectorAll("article .text")].filter(one => {
    const walker = text(one), nodes = [];
    while (walker.nextNode()) if (walker.currentNode.data) nodes.push(walker.currentNode);
    const places = nodes.flatMap(node => [...node.data].map((character, at) => [character, line(node, at)]));
    const of = wanted => places.find(([character]) => character === wanted)[1];
    return of("(").bottom < of("@").top || of("@").bottom < of(")").top;
  }).length;
}"""


async def test_a_bracket_stays_with_the_mention_in_it(scene: Scene, bob: View) -> None:
    for blanks in range(40):
        await scene.ada.say(
            scene.channel,
            f"{'i' * blanks} is challenged, as everybody says here, to a quiet game by ({scene.cleo.mention})",
        )
    await expect(bob.element.get_by_role("article")).to_have_count(40)
    assert await bob.element.get_by_role("log").evaluate(TORN_APART) == 0


async def test_distances_from_now_are_kept_right(browser: Browser, scene: Scene, local: LocalPage) -> None:
    async with new_context(browser) as context:
        page = await context.new_page()
        await page.clock.install(time=NOON)
        await page.goto(local.address)
        await scene.ada.say(scene.channel, f"at <t:{NOON + 7200}:R>, since <t:{NOON - 60}:R>")
        times = View(page, "Bob").message("at").locator(".text time")
        await expect(times).to_have_text(["in 2 hours", "1 minute ago"])
        await page.clock.fast_forward(3_610_000)
        await expect(times).to_have_text(["in 1 hour", "1 hour ago"])
        await page.clock.fast_forward(1_800_000)
        await expect(times).to_have_text(["in 30 minutes", "2 hours ago"])


async def test_code_blocks_are_monospaced_and_never_wrapped(page: Page, scene: Scene, bob: View) -> None:
    line = "x " * 200
    await scene.ada.say(scene.channel, f"```\n{line}\n1 2\n```")
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


async def test_edits_and_deletions_are_seen_as_they_happen(scene: Scene, bob: View) -> None:
    said = await scene.ada.say(scene.channel, "here and gone")
    await bob.sees("here and gone")
    await scene.ada.delete(said)
    await bob.sees_no("here and gone")
    await scene.ada.command(scene.channel, "demo board")
    await bob.press("Count")
    await bob.sees("Pressed 1 times")
    await expect(bob.message("Pressed 1 times")).to_contain_text("(edited)")


async def test_deferred_answers_show_that_the_bot_is_thinking(scene: Scene, ada: View) -> None:
    hold = scene.server.faults.hold("POST", r"/webhooks/.*")
    await ada.give("/demo slow hidden:true")
    await ada.sees("Bot is thinking")
    hold.release()
    await ada.sees("first")
    await ada.sees_no("Bot is thinking")


async def test_a_code_block_moves_when_its_message_changes(scene: Scene, ada: View) -> None:
    message = scene.channel.post(scene.ada, Draft(content="```\nbefore\n```"))
    await expect(ada.message("before").locator("pre")).to_have_css("animation-name", "none")
    scene.channel.edit(message, Edit(content="```\nafter\n```"))
    await expect(ada.message("after").locator("pre")).to_have_css("animation-name", "redrawn")


async def test_an_attached_picture_is_shown_with_its_description(scene: Scene, ada: View) -> None:
    picture = Attachment(1, "board.png", png(2, 2), "", "image/png", "A board of two cells")
    scene.channel.post(scene.ada, Draft(content="look", attachments=[picture]))
    image = ada.message("look").get_by_role("img", name="A board of two cells")
    await expect(image).to_have_js_property("naturalWidth", 2)


async def test_a_gallery_shows_an_attached_picture_once_and_loads_no_other(scene: Scene, ada: View) -> None:
    address = f"http://{scene.guild.world.address}/attachments/{scene.channel.id}/1/chart.png"
    picture = Attachment(1, "chart.png", png(2, 2), address, "image/png", "A chart")
    attached = {"media": {"url": "attachment://chart.png"}, "description": "A chart"}
    elsewhere = {"media": {"url": "https://example.org/b.png"}, "description": "a lake"}
    gallery = {"type": ComponentType.MEDIA_GALLERY, "items": [attached, elsewhere]}
    flags, components = MessageFlags.IS_COMPONENTS_V2, stored_components([gallery], [picture])
    scene.channel.post(scene.guild.bot, Draft(components=components, flags=flags, attachments=[picture]))
    message = ada.message("Picture: a lake")
    await expect(message.locator(".attached")).to_have_count(1)
    await expect(message.get_by_role("img", name="A chart")).to_have_js_property("naturalWidth", 2)
