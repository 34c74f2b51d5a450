"""The page's event feed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from local_discord import LocalDiscord, Permissions
from local_discord.frontends.web import LocalPage
from local_discord.frontends.web.feed import OF_AN_EARLIER_RUN
from local_discord.model.message import Draft, Edit
from local_discord.tests.support.pictures import data_uri, png
from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import PATIENCE, Scene
from local_discord.tests.web.conftest import Browser

if TYPE_CHECKING:
    from local_discord.tests.web.conftest import Events


async def beginning(events: Events) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the first state, and the messages before it."""
    name, state = await events.next()
    assert name == "state"
    messages = []
    while (event := await events.next())[0] == "message":
        messages.append(event[1])
    assert event[0] == "ready"
    return state, messages


async def test_a_page_first_receives_the_full_state(browser: Browser, scene: Scene) -> None:
    hall = scene.guild.add_channel("hall")
    scene.guild.add_role("Referee")
    await scene.ada.say(scene.channel, "one **two**")
    await scene.bob.say(hall, "three")
    async with browser.events() as events:
        state, messages = await beginning(events)
    assert state["guild"] == "Pretend server"
    assert [member["name"] for member in state["members"]] == ["Bot", "Ada", "Bob", "Cleo"]
    assert [channel["name"] for channel in state["channels"]] == ["games", "hall", "Bot", "Bot", "Bot"]
    assert [role["name"] for role in state["roles"]] == ["Referee"]
    assert state["bot"]["online"] is False
    assert [step["line"] for step in state["welcome"]["steps"]] == ["/demo greet @Bob", None]
    assert state["welcome"]["shorthand"]["line"] == "demo greet {text}"
    assert [message["author"]["name"] for message in messages] == ["Ada", "Bob"]
    assert messages[0]["body"] == [{"is": "paragraph", "of": ["one ", {"is": "strong", "of": ["two"]}]}]


async def test_it_receives_new_edited_and_deleted_messages(browser: Browser, scene: Scene) -> None:
    async with browser.events() as events:
        await beginning(events)
        said = await scene.ada.say(scene.channel, f"hello {scene.bob.mention}")
        new = await events.until("message")
        assert (new["id"], new["edited"], new["pings"]) == (str(said.id), False, [str(scene.bob.id)])
        scene.channel.edit(said, Edit(content="bye"))
        changed = await events.until("message")
        assert (changed["id"], changed["edited"]) == (str(said.id), True)
        await scene.ada.delete(said)
        assert await events.until("gone") == {"id": str(said.id), "channel": str(scene.channel.id)}


async def test_a_message_names_its_reader_and_the_command_it_answers(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        await beginning(events)
        await scene.ada.command(scene.channel, "demo where", channel=scene.channel)
        hidden = await events.until("message")
        assert hidden["for"] == str(scene.ada.id)
        assert hidden["asked"] == {"id": str(scene.ada.id), "name": "Ada", "command": "demo where"}
        await scene.ada.command(scene.channel, "demo board")
        assert (await events.until("message"))["for"] is None


async def test_messages_have_their_buttons(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        await beginning(events)
        board = (await scene.ada.command(scene.channel, "demo board")).reply
        text, row = (await events.until("message"))["parts"]
        assert text["nodes"] == [{"is": "paragraph", "of": ["Pressed 0 times"]}]
        assert [(one["label"], one["disabled"]) for one in row["of"]] == [
            ("Count", False),
            ("Ask", False),
            ("Off", True),
        ]
        assert board is not None
        await scene.ada.press(board, "Count")
        assert (await events.until("message"))["parts"][0]["nodes"][0]["of"] == ["Pressed 1 times"]


async def test_messages_have_their_menus(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        await beginning(events)
        await scene.ada.command(scene.channel, "demo menus")
        texts, members = [(await events.until("message"))["parts"][0]["of"][0] for _ in range(2)]
        assert (texts["offers"], texts["least"], texts["most"]) == ("texts", 1, 2)
        assert [option["label"] for option in texts["options"]] == ["Fig", "Plum"]
        assert (members["offers"], members["options"]) == ("members", [])


async def test_a_file_comes_with_where_it_is(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        await beginning(events)
        await scene.ada.command(scene.channel, "demo file")
        (file,) = (await events.until("message"))["files"]
    assert (file["name"], file["size"]) == ("board.txt", 5)
    async with playing.session.get(playing.address + file["url"]) as response:
        assert await response.read() == b"A B C"
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.content_type == "application/octet-stream"


async def test_an_emoji_is_served_as_a_picture_while_it_exists(browser: Browser, scene: Scene, rest: Rest) -> None:
    path = f"/applications/{scene.server.application_id}/emojis"
    emoji = (await rest.send("POST", path, {"name": "square", "image": data_uri(png())})).body["id"]
    async with browser.session.get(f"{browser.address}/emojis/{emoji}") as response:
        assert (response.content_type, await response.read()) == ("image/png", png())
    await rest.send("DELETE", f"{path}/{emoji}")
    async with browser.session.get(f"{browser.address}/emojis/{emoji}") as response:
        assert response.status == 404


@pytest.mark.parametrize("path", ["/files/1/2", "/files/x/2", "/files/1", "/files/1/" + "9" * 5000, "/files/1/\u0662"])
async def test_other_files_are_not_there(browser: Browser, path: str) -> None:
    async with browser.session.get(browser.address + path) as response:
        assert response.status == 404


async def test_replies_and_embeds_are_sent(browser: Browser, scene: Scene) -> None:
    said = await scene.ada.say(scene.channel, "first\nsecond")
    await scene.bob.say(scene.channel, "yes", reply_to=said)
    embed = {"title": "T", "description": "**d**", "fields": [{"name": "n", "value": "v"}], "footer": {"text": "f"}}
    scene.channel.post(scene.guild.bot, Draft(embeds=[embed]))
    async with browser.events() as events:
        _, (_, reply, embedded) = await beginning(events)
    assert reply["reply"] == {"id": str(said.id), "name": "Ada", "text": "first"}
    shown = embedded["embeds"][0]
    assert shown["text"] == [{"is": "paragraph", "of": [{"is": "strong", "of": ["d"]}]}]
    assert (shown["footer"], len(shown["fields"])) == ("f", 1)


async def test_direct_messages_name_the_person_they_are_with(browser: Browser, scene: Scene) -> None:
    scene.ada.dm.post(scene.server.bot, Draft(content="psst"))
    async with browser.events() as events:
        state, messages = await beginning(events)
    (direct,) = (one for one in state["channels"] if one["people"] == [str(scene.ada.id)])
    assert (direct["name"], direct["bot"]) == ("Bot", True)
    assert messages[0]["channel"] == direct["id"]


async def test_group_chats_name_their_people(browser: Browser, scene: Scene) -> None:
    async with browser.events() as events:
        await beginning(events)
        scene.server.add_group("friends", scene.ada, scene.bob)
        group = (await events.until("state"))["channels"][-1]
    people = [str(scene.ada.id), str(scene.bob.id)]
    assert (group["name"], group["people"], group["bot"]) == ("friends", people, False)


async def test_events_of_other_guilds_are_not_sent(browser: Browser, scene: Scene) -> None:
    other = scene.server.add_guild("Other")
    hidden, member = other.add_channel("hidden"), other.add_member("Dora")
    await member.say(hidden, "secret")
    async with browser.events() as events:
        state, messages = await beginning(events)
        await member.say(hidden, "secret")
        await scene.ada.say(scene.channel, "open")
        assert (await events.until("message"))["author"]["name"] == "Ada"
    shown = [channel["name"] for channel in state["channels"] if channel["people"] is None]
    assert (shown, messages) == (["games"], [])


async def test_it_receives_changes_of_members_channels_and_the_bot(playing: Browser, scene: Scene) -> None:
    async with playing.events() as events:
        state, _ = await beginning(events)
        assert state["bot"]["online"] is True
        assert {"name": "Praise", "on": "member"} in state["menus"]
        assert {"name": "Quote", "on": "message"} in state["menus"]
        dora = scene.guild.add_member("Dora", permissions=Permissions.MANAGE_MESSAGES)
        assert (await events.until("state"))["members"][-1]["name"] == dora.name
        scene.channel.delete()
        while any(one["people"] is None for one in (await events.until("state"))["channels"]):
            pass
        await scene.server.drop_gateway()
        await events.until_state("bot", online=False)
        await events.until_state("bot", online=True)


async def test_every_open_page_receives_events(browser: Browser, scene: Scene) -> None:
    async with browser.events() as one, browser.events() as other:
        for events in (one, other):
            await beginning(events)
        await scene.ada.say(scene.channel, "hello")
        for events in (one, other):
            await events.until("message")


async def test_closing_the_page_closes_its_sockets(browser: Browser, site: LocalPage) -> None:
    async with browser.events() as events:
        await beginning(events)
        _, end = await asyncio.gather(site.close(), events.socket.receive())
    assert (end.type, end.data) == (aiohttp.WSMsgType.CLOSE, aiohttp.WSCloseCode.GOING_AWAY)


async def test_closing_the_stand_in_closes_the_sockets(browser: Browser, scene: Scene) -> None:
    async with browser.events() as events:
        await beginning(events)
        await scene.server.close()
        while (end := await events.socket.receive()).type is aiohttp.WSMsgType.TEXT:
            pass
    assert (end.type, end.data) == (aiohttp.WSMsgType.CLOSE, aiohttp.WSCloseCode.GOING_AWAY)


async def test_a_page_that_does_not_take_its_leave_holds_nothing_up(browser: Browser, site: LocalPage) -> None:
    async with browser.events() as events:
        await beginning(events)
        await asyncio.wait_for(site.close(), timeout=PATIENCE)


async def test_a_page_of_an_earlier_run_receives_only_a_close_code(browser: Browser) -> None:
    browser.token = browser.token[::-1]
    async with browser.events() as events:
        end = await events.socket.receive()
    assert (end.type, end.data) == (aiohttp.WSMsgType.CLOSE, OF_AN_EARLIER_RUN)


async def test_a_page_that_leaves_is_forgotten(browser: Browser, scene: Scene, site: LocalPage) -> None:
    async with browser.events() as events:
        await beginning(events)
    await scene.ada.say(scene.channel, "into the void")
    await asyncio.wait_for(site.close(), timeout=PATIENCE)


async def test_a_taken_port_gives_way_to_a_free_one(scene: Scene) -> None:
    async with LocalPage(scene.server, scene.guild, port=0) as one:
        port = int(one.address.rstrip("/").rpartition(":")[2])
        async with LocalPage(scene.server, scene.guild, port=port) as other:
            assert other.address != one.address
            async with aiohttp.ClientSession() as session, session.get(other.address) as response:
                assert response.status == 200


async def test_a_page_needs_no_bot_at_all() -> None:
    async with LocalDiscord() as discord:
        guild = discord.add_guild("Empty")
        async with LocalPage(discord, guild, port=0) as page, aiohttp.ClientSession() as session:
            browser = await Browser(session, page, Scene.in_new_guild(discord)).open()
            async with browser.events() as events:
                state, messages = await beginning(events)
    assert (state["channels"], state["menus"], messages) == ([], [], [])
