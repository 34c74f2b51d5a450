"""Messages of people and of the bot, as both sides see them."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import discord
import pytest

from local_discord import MODERATOR, LocalDiscord, Message, Refused
from local_discord.tests.support.clock import Clock
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.table import Table
from local_discord.tests.support.tiny_bot import TinyBot

LAYOUT = 1 << 15
SILENT = 1 << 12


async def heard(bot: TinyBot, saying: Coroutine[Any, Any, Message]) -> discord.Message:
    """Let somebody say something and returns what the bot hears of it."""
    hearing = bot.wait_for("message", timeout=5)
    await saying
    message: discord.Message = await hearing
    return message


async def test_a_bot_without_the_content_intent_cannot_read_what_people_say(bot: TinyBot, table: Table) -> None:
    message = await heard(bot, table.ada.say(table.channel, "hello"))
    assert (message.content, message.author.name) == ("", "Ada")


async def test_it_can_read_what_mentions_it_and_what_is_said_to_it_alone(
    server: LocalDiscord, bot: TinyBot, table: Table
) -> None:
    mentioned = await heard(bot, table.ada.say(table.channel, f"hello {server.bot.mention}"))
    assert mentioned.content.startswith("hello")
    assert (await heard(bot, table.ada.say(table.ada.dm, "psst"))).content == "psst"


async def test_the_bot_posts_edits_and_deletes_by_channel_and_message_id(
    server: LocalDiscord, bot: TinyBot, table: Table
) -> None:
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    sent = await channel.send("one")
    assert table.channel.messages[0].author is table.guild.bot
    await channel.get_partial_message(sent.id).edit(content="two")
    assert (table.channel.messages[0].text, table.channel.messages[0].edited) == ("two", 1)
    assert (await channel.fetch_message(sent.id)).content == "two"
    await sent.delete()
    assert table.channel.messages == []
    assert not server.rejected


async def test_the_history_is_read_newest_first_and_in_pages(bot: TinyBot, table: Table) -> None:
    for number in range(5):
        await table.ada.say(table.channel, str(number))
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    newest = [message async for message in channel.history(limit=2)]
    assert [message.id for message in newest] == [m.id for m in table.channel.messages[:2:-1]]
    older = [message async for message in channel.history(limit=10, before=newest[-1])]
    assert len(older) == 3


async def test_an_embed_and_a_reply_arrive_whole(bot: TinyBot, table: Table) -> None:
    said = await table.ada.say(table.channel, "question")
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    embed = discord.Embed(title="Answer", description="Because").add_field(name="a", value="b")
    reply = await channel.send(embed=embed, reference=channel.get_partial_message(said.id))
    assert reply.reference is not None
    assert isinstance(reply.reference.resolved, discord.Message)
    assert table.channel.messages[-1].text == "Answer\nBecause\na\nb"
    assert table.channel.messages[-1].reference is said


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
async def test_who_is_notified_follows_from_text_and_allowed_mentions(
    table: Table, rest: Rest, content: str, allowed: dict[str, list[str]] | None, pinged: list[str]
) -> None:
    staff = table.guild.add_role("staff")
    table.cleo.roles.append(staff)
    words = {"bob": table.bob.mention, "cleo": table.cleo.mention, "staff": staff.mention}
    body: dict[str, object] = {"content": content.format(**words)}
    if allowed is not None:
        ids = [user_id.format(bob_id=table.bob.id) for user_id in allowed.get("users", [])]
        body["allowed_mentions"] = {**allowed, **({"users": ids} if ids else {})}
    await rest.post(table.channel.id, body)
    assert [member.name for member in table.channel.messages[-1].mentions] == pinged


async def test_everyone_is_notified_only_by_whoever_may_mention_everyone(table: Table) -> None:
    crier = table.guild.add_member("Dora", permissions=MODERATOR)
    await crier.say(table.channel, "@everyone listen")
    assert table.ada.notifications == []
    crier.roles.append(table.guild.add_role("crier", "MENTION_EVERYONE"))
    said = await crier.say(table.channel, "@everyone listen")
    assert table.ada.notifications == [said]
    assert crier.notifications == []


async def test_a_mention_in_a_layout_notifies_and_an_edit_never_does(table: Table, rest: Rest) -> None:
    text = {"type": 10, "content": table.bob.mention}
    posted = await rest.post(table.channel.id, {"components": [text], "flags": LAYOUT})
    assert len(table.bob.notifications) == 1
    path = f"/channels/{table.channel.id}/messages/{posted.body['id']}"
    edited = {"components": [{"type": 10, "content": table.bob.mention + table.cleo.mention}]}
    assert (await rest.send("PATCH", path, edited)).status == 200
    assert len(table.bob.notifications) == 1
    assert table.cleo.notifications == []


async def test_a_silent_message_notifies_nobody(table: Table, rest: Rest) -> None:
    await rest.post(table.channel.id, {"content": table.bob.mention, "flags": SILENT})
    assert table.bob.notifications == []


async def test_a_reply_notifies_the_author_unless_told_not_to(table: Table, rest: Rest) -> None:
    said = await table.ada.say(table.channel, "hello")
    body = {"content": "hi", "message_reference": {"message_id": str(said.id)}}
    await rest.post(table.channel.id, body)
    await rest.post(table.channel.id, body | {"allowed_mentions": {"replied_user": False}})
    assert len(table.ada.notifications) == 1


async def test_an_ephemeral_message_cannot_be_reached_through_its_channel(
    server: LocalDiscord, table: Table, rest: Rest
) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, table.ada.command(table.channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "psst", "flags": 64})
    assert sent.reply is not None
    path = f"/channels/{table.channel.id}/messages/{sent.reply.id}"
    for method in ("GET", "PATCH", "DELETE"):
        reply = await rest.send(method, path, {"content": "x"})
        assert (reply.status, reply.code) == (404, 10008)
    listed = await rest.send("GET", f"/channels/{table.channel.id}/messages")
    assert listed.body == []


async def test_a_person_dismisses_their_ephemeral_message(server: LocalDiscord, table: Table, rest: Rest) -> None:
    await rest.register({"name": "say", "description": "Says"})
    async with sending(server, table.ada.command(table.channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "psst", "flags": 64})
    assert sent.reply is not None
    await table.ada.delete(sent.reply)
    assert table.ada.reads(table.channel) == []


async def test_only_the_author_edits_a_message(table: Table, rest: Rest) -> None:
    said = await table.ada.say(table.channel, "hello")
    path = f"/channels/{table.channel.id}/messages/{said.id}"
    reply = await rest.send("PATCH", path, {"content": "x"})
    assert (reply.status, reply.code) == (403, 50005)


async def test_moderators_delete_anybodys_message_and_others_only_their_own(table: Table) -> None:
    moderator = table.guild.add_member("Dora", permissions=MODERATOR)
    said = await table.ada.say(table.channel, "hello")
    with pytest.raises(Refused, match="Bob may not delete Ada's message"):
        await table.bob.delete(said)
    await moderator.delete(said)
    assert said.deleted
    with pytest.raises(Refused, match="was deleted"):
        await table.ada.delete(said)


async def test_the_bot_hears_of_deletions_one_by_one_and_together(bot: TinyBot, table: Table) -> None:
    first, *rest = [await table.ada.say(table.channel, str(number)) for number in range(3)]
    one = bot.wait_for("raw_message_delete", timeout=5)
    many = bot.wait_for("raw_bulk_message_delete", timeout=5)
    table.channel.remove(first)
    table.channel.remove(*rest)
    assert (await one).message_id == first.id
    assert (await many).message_ids == {message.id for message in rest}


async def test_the_same_enforced_nonce_posts_once(table: Table, rest: Rest) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    first, second = [await rest.post(table.channel.id, body) for _ in range(2)]
    assert first.body["id"] == second.body["id"]
    assert len(table.channel.messages) == 1


async def test_a_nonce_that_is_not_enforced_posts_each_time(table: Table, rest: Rest) -> None:
    for _ in range(2):
        await rest.post(table.channel.id, {"content": "hello", "nonce": "n1"})
    assert len(table.channel.messages) == 2


async def test_an_enforced_nonce_posts_again_after_a_few_minutes(table: Table, rest: Rest, clock: Clock) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    await rest.post(table.channel.id, body)
    clock.advance(301)
    await rest.post(table.channel.id, body)
    assert len(table.channel.messages) == 2


async def test_an_enforced_nonce_does_not_bring_a_deleted_message_back(table: Table, rest: Rest) -> None:
    body = {"content": "hello", "nonce": "n1", "enforce_nonce": True}
    await rest.post(table.channel.id, body)
    table.channel.remove(*table.channel.messages)
    again = await rest.post(table.channel.id, body)
    assert (again.status, again.body["code"]) == (404, 10008)
    assert table.channel.messages == []


async def test_discord_py_enforces_the_nonce_that_it_is_given(bot: TinyBot, table: Table) -> None:
    channel = bot.get_channel(table.channel.id)
    assert isinstance(channel, discord.TextChannel)
    sent = [await channel.send("hello", nonce="n1") for _ in range(2)]
    assert sent[0].id == sent[1].id
    assert len(table.channel.messages) == 1


@pytest.mark.usefixtures("bot")
async def test_an_edit_keeps_the_attachments_it_lists(table: Table, rest: Rest) -> None:
    message = (await table.ada.command(table.channel, "demo file")).reply
    assert message is not None
    attachment = message.attachments[0]
    assert await rest.download(attachment.url) == b"A B C"
    path = f"/channels/{table.channel.id}/messages/{message.id}"
    await rest.send("PATCH", path, {"content": "x", "attachments": [{"id": str(attachment.id)}]})
    assert message.attachments == [attachment]
    await rest.send("PATCH", path, {"attachments": []})
    assert message.attachments == []


async def test_content_is_stored_without_the_blanks_around_it(table: Table, rest: Rest) -> None:
    posted = await rest.post(table.channel.id, {"content": "  hello\n"})
    assert posted.body["content"] == "hello"
