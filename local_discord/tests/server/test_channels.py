"""Channels, threads and direct messages, and the bot's permissions in them."""

from __future__ import annotations

import discord
import pytest

from local_discord import DirectChannel, LocalDiscord, Refused, Thread
from local_discord.model.values.permissions import INVITED_BOT, Permissions
from local_discord.tests.support.rest import Rest
from local_discord.tests.support.scene import PATIENCE, Scene
from local_discord.tests.support.tiny_bot import TinyBot

HELLO = {"content": "hello"}


async def test_without_the_permission_to_send_the_bot_cannot_post(
    server: LocalDiscord, scene: Scene, rest: Rest
) -> None:
    scene.channel.deny_bot("SEND_MESSAGES")
    reply = await rest.post(scene.channel.id, HELLO)
    assert (reply.status, reply.code) == (403, 50013)
    scene.channel.allow_bot("SEND_MESSAGES")
    assert (await rest.post(scene.channel.id, HELLO)).status == 200
    assert not server.rejected


async def test_a_channel_that_the_bot_cannot_see_is_closed_to_it(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, HELLO)
    scene.channel.deny_bot("VIEW_CHANNEL")
    channel = f"/channels/{scene.channel.id}"
    message = f"{channel}/messages/{posted.body['id']}"
    for method, path in (("GET", channel), ("POST", f"{channel}/messages"), ("PATCH", message), ("DELETE", message)):
        reply = await rest.send(method, path, HELLO)
        assert (reply.status, reply.code) == (403, 50001)


async def test_without_the_history_the_bot_reads_no_old_messages(scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, HELLO)
    scene.channel.deny_bot("READ_MESSAGE_HISTORY")
    messages = f"/channels/{scene.channel.id}/messages"
    assert (await rest.send("GET", messages)).body == []
    assert (await rest.send("GET", f"{messages}/{posted.body['id']}")).code == 50013


async def test_discord_py_sees_denied_permissions(bot: TinyBot, scene: Scene) -> None:
    updated = bot.wait_for("guild_channel_update", timeout=PATIENCE)
    scene.channel.deny_bot("SEND_MESSAGES")
    _, channel = await updated
    assert not channel.permissions_for(channel.guild.me).send_messages


async def test_a_member_without_access_to_a_channel_is_not_notified_in_it(bot: TinyBot, scene: Scene) -> None:
    updated = bot.wait_for("guild_channel_update", timeout=PATIENCE)
    scene.channel.hide_from(scene.bob)
    _, channel = await updated
    assert not channel.permissions_for(await channel.guild.fetch_member(scene.bob.id)).view_channel
    assert channel.permissions_for(await channel.guild.fetch_member(scene.ada.id)).view_channel
    assert scene.bob not in scene.channel.people
    await scene.ada.say(scene.channel, scene.bob.mention)
    assert scene.bob.notifications == []
    with pytest.raises(Refused, match="Bob is not in #"):
        await scene.bob.say(scene.channel, "hello")


async def test_the_bot_needs_a_permission_to_delete_messages_of_others(server: LocalDiscord, rest: Rest) -> None:
    guild = server.add_guild("Strict", bot_permissions=INVITED_BOT | Permissions.MANAGE_MESSAGES)
    channel = guild.add_channel("talk")
    ada = guild.add_member("Ada")
    said = [await ada.say(channel, str(number)) for number in range(4)]
    messages = f"/channels/{channel.id}/messages"
    assert (await rest.send("DELETE", f"{messages}/{said[0].id}")).status == 204
    bulk = {"messages": [str(message.id) for message in said[1:3]]}
    assert (await rest.send("POST", f"{messages}/bulk-delete", bulk)).status == 204
    assert channel.messages == [said[3]]
    assert (await rest.send("POST", f"{messages}/bulk-delete", {"messages": ["1"]})).code == 50035
    channel.deny_bot("MANAGE_MESSAGES")
    assert (await rest.send("DELETE", f"{messages}/{said[3].id}")).code == 50013
    assert (await rest.send("POST", f"{messages}/bulk-delete", bulk)).code == 50013


async def test_a_deleted_message_or_channel_is_unknown(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    posted = await rest.post(scene.channel.id, HELLO)
    path = f"/channels/{scene.channel.id}/messages/{posted.body['id']}"
    scene.channel.remove(scene.channel.messages[0])
    for method in ("GET", "PATCH", "DELETE"):
        reply = await rest.send(method, path, HELLO)
        assert (reply.status, reply.code) == (404, 10008)
    scene.channel.delete()
    for method in ("GET", "PATCH", "DELETE"):
        reply = await rest.send(method, path, HELLO)
        assert (reply.status, reply.code) == (404, 10003)
    with pytest.raises(Refused, match="does not exist any more"):
        await scene.ada.say(scene.channel, "hello?")
    assert not server.rejected


async def test_channels_that_the_bot_cannot_see_are_listed_masked(scene: Scene, rest: Rest) -> None:
    scene.channel.hide_from(scene.guild.bot)
    (listed,) = (await rest.send("GET", f"/guilds/{scene.guild.id}/channels")).body
    assert listed["id"] == str(scene.channel.id)
    assert listed["name"] != scene.channel.name
    (overwrite,) = listed["permission_overwrites"]
    assert overwrite == {"id": str(scene.guild.id), "type": 0, "allow": "0", "deny": "1024"}
    assert (await rest.send("GET", f"/channels/{scene.channel.id}")).code == 50001


async def test_the_bot_manages_channels_only_with_the_permission(
    server: LocalDiscord, scene: Scene, rest: Rest
) -> None:
    path = f"/channels/{scene.channel.id}"
    for method in ("PATCH", "DELETE"):
        assert (await rest.send(method, path, {"name": "new"})).code == 50013
    guild = server.add_guild("Trusting", bot_permissions=INVITED_BOT | Permissions.MANAGE_CHANNELS)
    channel = guild.add_channel("old")
    assert (await rest.send("PATCH", f"/channels/{channel.id}", {"name": "new"})).body["name"] == "new"
    assert [entry["name"] for entry in (await rest.send("GET", f"/guilds/{guild.id}/channels")).body] == ["new"]
    assert (await rest.send("POST", f"/channels/{channel.id}/typing")).status == 204
    assert (await rest.send("DELETE", f"/channels/{channel.id}")).status == 200
    assert channel.deleted


async def test_the_bot_receives_an_event_for_a_deleted_channel(bot: TinyBot, scene: Scene) -> None:
    deleted = bot.wait_for("guild_channel_delete", timeout=PATIENCE)
    scene.channel.delete()
    assert (await deleted).id == scene.channel.id
    assert scene.guild.channels == []


async def test_a_guild_that_the_bot_left_is_closed_to_it(server: LocalDiscord, scene: Scene, rest: Rest) -> None:
    assert (await rest.send("DELETE", f"/users/@me/guilds/{scene.guild.id}")).status == 204
    assert not scene.guild.bot_present
    for path in (f"/guilds/{scene.guild.id}", f"/channels/{scene.channel.id}"):
        reply = await rest.send("GET", path)
        assert (reply.status, reply.code) == (403, 50001)
    await rest.register({"name": "say", "description": "Says"})
    with pytest.raises(Refused, match="There is no command 'say'"):
        await scene.ada.command(scene.channel, "say")
    assert server.guilds == [scene.guild]


async def test_missing_objects_are_unknown(scene: Scene, rest: Rest) -> None:
    for path, code in (
        ("/channels/1", 10003),
        ("/guilds/1", 10004),
        (f"/guilds/{scene.guild.id}/members/1", 10007),
        ("/users/1", 10013),
    ):
        reply = await rest.send("GET", path)
        assert (reply.status, reply.code) == (404, code)


async def test_a_thread_on_a_message_takes_messages_and_is_archived(bot: TinyBot, scene: Scene) -> None:
    said = await scene.ada.say(scene.channel, "topic")
    channel = bot.get_channel(scene.channel.id)
    assert isinstance(channel, discord.TextChannel)
    created = await channel.get_partial_message(said.id).create_thread(name="talk")
    thread = scene.guild.threads[0]
    assert (thread.id, thread.parent, thread.name) == (said.id, scene.channel, "talk")
    await created.send("hello")
    assert [message.text for message in thread.messages] == ["hello"]
    await created.edit(archived=True)
    assert thread.archived


async def test_posting_brings_an_archived_thread_back_unless_it_is_locked(scene: Scene, rest: Rest) -> None:
    thread = await open_thread(scene, rest)
    posted = await rest.post(thread.id, HELLO)
    thread.set_state(archived=True)
    message = f"/channels/{thread.id}/messages/{posted.body['id']}"
    for method in ("PATCH", "DELETE"):
        assert (await rest.send(method, message, HELLO)).code == 50083
    assert (await rest.post(thread.id, HELLO)).status == 200
    assert not thread.archived
    thread.set_state(archived=True, locked=True)
    reply = await rest.post(thread.id, HELLO)
    assert (reply.status, reply.code) == (400, 50083)
    assert (await rest.send("PUT", f"/channels/{thread.id}/thread-members/@me")).code == 50083


async def test_posting_in_threads_needs_its_own_permission(scene: Scene, rest: Rest) -> None:
    thread = await open_thread(scene, rest)
    scene.channel.deny_bot("SEND_MESSAGES_IN_THREADS")
    assert (await rest.post(thread.id, HELLO)).code == 50013
    scene.channel.deny_bot("CREATE_PUBLIC_THREADS")
    opened = await rest.send("POST", f"/channels/{scene.channel.id}/threads", {"name": "x", "type": 11})
    assert opened.code == 50013


async def test_a_thread_needs_a_name_and_a_text_channel(scene: Scene, rest: Rest) -> None:
    path = f"/channels/{scene.channel.id}/threads"
    for name in ("", "x" * 101, None):
        assert (await rest.send("POST", path, {"name": name, "type": 11})).code == 50035
    thread = await open_thread(scene, rest)
    scene.channel.allow_bot("CREATE_PUBLIC_THREADS")
    below = await rest.send("POST", f"/channels/{thread.id}/threads", {"name": "x", "type": 11})
    assert below.code == 50024


async def test_deleting_a_channel_deletes_its_threads(bot: TinyBot, scene: Scene, rest: Rest) -> None:
    thread = await open_thread(scene, rest)
    gone = bot.wait_for("thread_delete", timeout=PATIENCE)
    thread.delete()
    assert (await gone).id == thread.id
    other = await open_thread(scene, rest)
    scene.channel.delete()
    assert other.deleted
    assert (await rest.post(other.id, HELLO)).code == 10003


async def open_thread(scene: Scene, rest: Rest) -> Thread:
    """Let the bot open a thread."""
    await rest.send("POST", f"/channels/{scene.channel.id}/threads", {"name": "talk", "type": 11})
    return scene.guild.threads[-1]


async def test_the_bot_writes_to_a_person_alone(bot: TinyBot, scene: Scene) -> None:
    user = await bot.fetch_user(scene.ada.id)
    await user.send("psst")
    assert isinstance(scene.ada.dm, DirectChannel)
    assert [message.text for message in scene.ada.dm.messages] == ["psst"]
    assert scene.ada.notifications == scene.ada.dm.messages
    assert scene.ada.reads(scene.ada.dm) == scene.ada.dm.messages
    with pytest.raises(Refused, match="Bob is not in"):
        await scene.bob.say(scene.ada.dm, "hello")


async def test_a_person_may_take_no_direct_messages(scene: Scene, rest: Rest) -> None:
    scene.ada.user.takes_direct_messages = False
    opened = await rest.send("POST", "/users/@me/channels", {"recipient_id": str(scene.ada.id)})
    assert opened.status == 200
    reply = await rest.post(int(opened.body["id"]), HELLO)
    assert (reply.status, reply.code) == (403, 50007)


async def test_direct_messages_need_a_shared_guild(scene: Scene, rest: Rest) -> None:
    assert (await rest.post(scene.ada.dm.id, HELLO)).status == 200
    scene.guild.remove_member(scene.ada)
    assert (await rest.post(scene.ada.dm.id, HELLO)).code == 50007


async def test_direct_messages_to_unknown_users_and_bots_are_refused(scene: Scene, rest: Rest) -> None:
    robot = scene.guild.add_member("Robot", bot=True)
    for user_id, code in ((1, 10013), (robot.id, 50007)):
        opened = await rest.send("POST", "/users/@me/channels", {"recipient_id": str(user_id)})
        assert opened.code == code


async def test_a_person_is_the_same_account_in_two_guilds(server: LocalDiscord, scene: Scene) -> None:
    other = server.add_guild("Other")
    ada = other.add_member("Ada", user=scene.ada.user)
    assert ada.id == scene.ada.id
    assert ada.dm is scene.ada.dm
    assert ada is not scene.ada
