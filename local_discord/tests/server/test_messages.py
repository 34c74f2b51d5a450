"""Messages of members and of the bot, as both sides see them."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import discord
import pytest

from local_discord import MODERATOR, LocalDiscord, Message, Refused
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import PATIENCE, Clock, Scene
from local_discord.tests.support.tiny_bot import TinyBot

LAYOUT = 1 << 15
SILENT = 1 << 12


async def heard(bot: TinyBot, saying: Coroutine[Any, Any, Message]) -> discord.Message:
    """Let a member post a message, and return what the bot receives."""
    hearing = bot.wait_for("message", timeout=PATIENCE)
    await saying
    message: discord.Message = await hearing
    return message


async def test_without_the_content_intent_other_peoples_messages_are_empty(bot: TinyBot, scene: Scene) -> None:
    message = await heard(bot, scene.ada.say(scene.channel, "hello"))
    assert (message.content, message.author.name) == ("", "Ada")


async def test_mentions_of_the_bot_and_direct_messages_are_never_empty(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    mentioned = await heard(bot, scene.ada.say(scene.channel, f"hello {server.bot.mention}"))
    assert mentioned.content.startswith("hello")
    assert (await heard(bot, scene.ada.say(scene.ada.dm, "psst"))).content == "psst"


async def test_the_bot_posts_edits_and_deletes_by_channel_and_message_id(
    server: LocalDiscord, bot: TinyBot, scene: Scene
) -> None:
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("one")
    assert scene.channel.messages[0].author is scene.guild.bot
    await channel.get_partial_message(sent.id).edit(content="two")
    assert (scene.channel.messages[0].text, scene.channel.messages[0].edited) == ("two", 1)
    assert (await channel.fetch_message(sent.id)).content == "two"
    await sent.delete()
    assert scene.channel.messages == []
    assert not server.rejected


async def test_the_history_is_read_newest_first_and_in_pages(bot: TinyBot, scene: Scene) -> None:
    for number in range(5):
        await scene.ada.say(scene.channel, str(number))
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    newest = [message async for message in channel.history(limit=2)]
    assert [message.id for message in newest] == [m.id for m in scene.channel.messages[:2:-1]]
    older = [message async for message in channel.history(limit=10, before=newest[-1])]
    assert len(older) == 3


async def test_an_embed_and_a_reply_arrive_whole(bot: TinyBot, scene: Scene) -> None:
    said = await scene.ada.say(scene.channel, "question")
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    embed = discord.Embed(title="Answer", description="Because").add_field(name="a", value="b")
    reply = await channel.send(embed=embed, reference=channel.get_partial_message(said.id))
    assert reply.reference is not None
    assert isinstance(reply.reference.resolved, discord.Message)
    assert scene.channel.messages[-1].text == "Answer\nBecause\na\nb"
    assert scene.channel.messages[-1].reference is said


@pytest.mark.parametrize(
    ("content", "allowed", "pinged"),
    [
        ("{bob}", None, ["Bob"]),
        ("{bob} {cleo}", {"parse": ["users"]}, ["Bob", "Cleo"]),
        ("{bob} {cleo}", {"parse": [], "users": ["{bob_id}"]}, ["Bob"]),
        ("{bob}", {"parse": []}, []),
        ("`{bob}`", None, []),
        ("```\n{bob}\n```", None, []),
        ("nobody", {"parse": ["users"], "users": []}, []),
        ("@everyone", None, []),
        ("{staff}", {"parse": ["roles"]}, ["Cleo"]),
        ("{staff}", {"parse": ["users"]}, []),
    ],
)
async def test_notifications_follow_text_and_allowed_mentions(
    scene: Scene, rest: Rest, content: str, allowed: dict[str, list[str]] | None, pinged: list[str]
) -> None:
    staff = scene.guild.add_role("staff")
    scene.cleo.roles.append(staff)
    words = {"bob": scene.bob.mention, "cleo": scene.cleo.mention, "staff": staff.mention}
    body: dict[str, object] = {"content": content.format(**words)}
    if allowed is not None:
        ids = [user_id.format(bob_id=scene.bob.id) for user_id in allowed.get("users", [])]
        body["allowed_mentions"] = {**allowed, **({"users": ids} if ids else {})}
    await rest.post(scene.channel.id, body)
    assert [member.name for member in scene.channel.messages[-1].mentions] == pinged


async def test_mentioning_everyone_needs_the_permission(scene: Scene) -> None:
    crier = scene.guild.add_member("Dora", permissions=MODERATOR)
    await crier.say(scene.channel, "@everyone listen")
    assert scene.ada.notifications == []
    crier.roles.append(scene.guild.add_role("crier", "MENTION_EVERYONE"))
    said = await crier.say(scene.channel, "@everyone listen")
    assert scene.ada.notifications == [said]
    assert crier.notifications == []


async def test_a_mention_in_a_layout_notifies_and_an_edit_never_does(scene: Scene, rest: Rest) -> None:
    text = {"type": 10, "content": scene.bob.mention}
    posted = await rest.post(scene.channel.id, {"components": [text], "flags": LAYOUT})
    assert len(scene.bob.notifications) == 1
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    edited = {"components": [{"type": 10, "content": scene.bob.mention + scene.cleo.mention}]}
    assert (await rest.send("PATCH", path, edited)).status == 200
    assert len(scene.bob.notifications) == 1
    assert scene.cleo.notifications == []


async def test_a_silent_message_does_not_notify(scene: Scene, rest: Rest) -> None:
    await rest.post(scene.channel.id, {"content": scene.bob.mention, "flags": SILENT})
    assert scene.bob.notifications == []


async def test_a_reply_notifies_the_author_unless_told_not_to(scene: Scene, rest: Rest) -> None:
    said = await scene.ada.say(scene.channel, "hello")
    body = {"content": "hi", "message_reference": {"message_id": str(said.id)}}
    await rest.post(scene.channel.id, body)
    await rest.post(scene.channel.id, body | {"allowed_mentions": {"replied_user": False}})
    assert len(scene.ada.notifications) == 1


async def test_an_ephemeral_message_cannot_be_reached_through_its_channel(
    server: LocalDiscord, scene: Scene, rest: Rest
) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, scene.ada.command(scene.channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "psst", "flags": 64})
    assert sent.reply is not None
    path = f"/channels/{scene.channel.id}/messages/{sent.reply.id}"
    for method in ("GET", "PATCH", "DELETE"):
        reply = await rest.send(method, path, {"content": "x"})
        assert (reply.status, reply.code) == (404, 10008)
    listed = await rest.send("GET", f"/channels/{scene.channel.id}/messages")
    assert listed.body == []


async def test_a_person_dismisses_their_ephemeral_message(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, scene.ada.command(scene.channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "psst", "flags": 64})
    assert sent.reply is not None
    await scene.ada.delete(sent.reply)
    assert scene.ada.reads(scene.channel) == []


async def test_only_the_author_edits_a_message(scene: Scene, rest: Rest) -> None:
    said = await scene.ada.say(scene.channel, "hello")
    path = f"/channels/{scene.channel.id}/messages/{said.id}"
    reply = await rest.send("PATCH", path, {"content": "x"})
    assert (reply.status, reply.code) == (403, 50005)


async def test_moderators_delete_any_message_and_others_only_their_own(scene: Scene) -> None:
    moderator = scene.guild.add_member("Dora", permissions=MODERATOR)
    said = await scene.ada.say(scene.channel, "hello")
    with pytest.raises(Refused, match="Bob may not delete Ada's message"):
        await scene.bob.delete(said)
    await moderator.delete(said)
    assert said.deleted
    with pytest.raises(Refused, match="was deleted"):
        await scene.ada.delete(said)


async def test_deletions_are_single_and_bulk_events(bot: TinyBot, scene: Scene) -> None:
    first, *rest = [await scene.ada.say(scene.channel, str(number)) for number in range(3)]
    one = bot.wait_for("raw_message_delete", timeout=PATIENCE)
    many = bot.wait_for("raw_bulk_message_delete", timeout=PATIENCE)
    scene.channel.remove(first)
    scene.channel.remove(*rest)
    assert (await one).message_id == first.id
    assert (await many).message_ids == {message.id for message in rest}


async def test_the_same_enforced_nonce_posts_once(scene: Scene, rest: Rest) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    first, second = [await rest.post(scene.channel.id, body) for _ in range(2)]
    assert first.body["id"] == second.body["id"]
    assert len(scene.channel.messages) == 1


async def test_a_nonce_that_is_not_enforced_posts_each_time(scene: Scene, rest: Rest) -> None:
    for _ in range(2):
        await rest.post(scene.channel.id, {"content": "hello", "nonce": "n1"})
    assert len(scene.channel.messages) == 2


async def test_an_enforced_nonce_posts_again_after_a_few_minutes(scene: Scene, rest: Rest, clock: Clock) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    await rest.post(scene.channel.id, body)
    clock.advance(301)
    await rest.post(scene.channel.id, body)
    assert len(scene.channel.messages) == 2


async def test_an_enforced_nonce_does_not_bring_a_deleted_message_back(scene: Scene, rest: Rest) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    await rest.post(scene.channel.id, body)
    scene.channel.remove(*scene.channel.messages)
    again = await rest.post(scene.channel.id, body)
    assert (again.status, again.body["code"]) == (404, 10008)
    assert scene.channel.messages == []


async def test_discord_py_enforces_the_nonce_that_it_is_given(bot: TinyBot, scene: Scene) -> None:
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    sent = [await channel.send("hello", nonce="n1") for _ in range(2)]
    assert sent[0].id == sent[1].id
    assert len(scene.channel.messages) == 1


@pytest.mark.usefixtures("bot")
async def test_an_edit_keeps_the_attachments_it_lists(scene: Scene, rest: Rest) -> None:
    message = (await scene.ada.command(scene.channel, "demo file")).reply
    assert message is not None
    attachment = message.attachments[0]
    assert await rest.download(attachment.url) == b"A B C"
    path = f"/channels/{scene.channel.id}/messages/{message.id}"
    await rest.send("PATCH", path, {"content": "x", "attachments": [{"id": str(attachment.id)}]})
    assert message.attachments == [attachment]
    await rest.send("PATCH", path, {"attachments": []})
    assert message.attachments == []


async def test_content_is_stored_without_the_blanks_around_it(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, {"content": "  hello\n"})
    assert posted.body["content"] == "hello"
