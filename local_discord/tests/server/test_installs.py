"""Places without the bot, where people use it who have installed it for themselves."""

from __future__ import annotations

import pytest

from local_discord import Channel, GroupChannel, Guild, LocalDiscord, Member, Permissions, Refused
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import PATIENCE, Clock, Scene
from local_discord.tests.support.tiny_bot import TinyBot

EVERYWHERE = {"name": "say", "description": "Says", "contexts": [0, 1, 2], "integration_types": [0, 1]}
BUTTON = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}


@pytest.fixture
def group(server: LocalDiscord, scene: Scene) -> GroupChannel:
    """A group chat of Ada, who has installed the bot, and Bob, who has not."""
    scene.ada.user.has_installed_app = True
    return server.add_group("friends", scene.ada, scene.bob)


@pytest.fixture
def elsewhere(server: LocalDiscord) -> Guild:
    """A guild that the bot is not in."""
    return server.add_guild_without_bot("Another server")


@pytest.fixture
def dora(elsewhere: Guild) -> Member:
    """A member of the guild without the bot, who has installed it."""
    dora = elsewhere.add_member("Dora")
    dora.user.has_installed_app = True
    return dora


async def owners_and_context(server: LocalDiscord, rest: Rest, member: Member, channel: Channel) -> tuple[object, int]:
    await rest.register(EVERYWHERE)
    async with sending(server, member.command(channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "hello"})
    return sent.payload["authorizing_integration_owners"], sent.payload["context"]


async def test_a_command_tells_where_it_is_used_and_who_has_installed_it(
    server: LocalDiscord, rest: Rest, scene: Scene, group: GroupChannel, elsewhere: Guild, dora: Member
) -> None:
    guild_id, ada_id = str(scene.guild.id), str(scene.ada.id)
    assert await owners_and_context(server, rest, scene.cleo, scene.channel) == ({"0": guild_id}, 0)
    assert await owners_and_context(server, rest, scene.ada, scene.channel) == ({"0": guild_id, "1": ada_id}, 0)
    assert await owners_and_context(server, rest, scene.cleo, scene.cleo.dm) == ({"0": "0"}, 1)
    assert await owners_and_context(server, rest, scene.ada, group) == ({"1": ada_id}, 2)
    channel = elsewhere.add_channel("talk")
    assert await owners_and_context(server, rest, dora, channel) == ({"1": str(dora.id)}, 0)


@pytest.mark.parametrize("missing", ["contexts", "integration_types"])
async def test_a_command_is_not_offered_where_it_was_not_published_for(
    rest: Rest, scene: Scene, group: GroupChannel, missing: str
) -> None:
    await rest.register(EVERYWHERE | {missing: [0]})
    with pytest.raises(Refused):
        await scene.ada.command(group, "say")


async def test_a_person_who_has_not_installed_the_bot_has_no_commands_in_a_group(
    rest: Rest, scene: Scene, group: GroupChannel
) -> None:
    await rest.register(EVERYWHERE)
    with pytest.raises(Refused):
        await scene.bob.command(group, "say")


async def test_a_button_of_an_answer_works_for_all_and_has_the_owners_of_the_answer(
    server: LocalDiscord, rest: Rest, scene: Scene, group: GroupChannel
) -> None:
    await rest.register(EVERYWHERE)
    async with sending(server, scene.ada.command(group, "say")) as said:
        await rest.answer(said, 4, {"content": "hello", "components": [BUTTON]})
    assert said.reply is not None
    async with sending(server, scene.bob.press(said.reply, "Go")) as pressed:
        await rest.answer(pressed, 7, {"content": "gone", "components": []})
    assert pressed.payload["authorizing_integration_owners"] == {"1": str(scene.ada.id)}
    assert pressed.payload["user"]["id"] == str(scene.bob.id)
    assert said.reply.text == "gone"


async def test_nothing_can_be_done_by_channel_without_the_bot(
    rest: Rest, group: GroupChannel, elsewhere: Guild
) -> None:
    for channel in (group, elsewhere.add_channel("talk")):
        refused = await rest.post(channel.id, {"content": "hello"})
        assert (refused.status, refused.code) == (403, 50001)
        assert channel.messages == []


async def test_the_bot_gets_no_events_of_a_group(scene: Scene, bot: TinyBot, group: GroupChannel) -> None:
    heard = bot.wait_for("message", timeout=PATIENCE)
    await scene.ada.say(group, "in the group")
    await scene.ada.say(scene.channel, "in the guild")
    assert (await heard).channel.id == scene.channel.id


async def test_five_follow_ups_are_the_most_where_only_a_person_has_installed_it(
    server: LocalDiscord, rest: Rest, scene: Scene, group: GroupChannel
) -> None:
    await rest.register(EVERYWHERE)
    async with sending(server, scene.ada.command(group, "say")) as sent:
        await rest.answer(sent, 4, {"content": "hello"})
    replies = [await rest.follow_up(sent, {"content": f"{number}"}) for number in range(6)]
    assert [reply.status for reply in replies] == [200] * 5 + [400]
    assert replies[-1].code == 40094


async def test_more_follow_ups_are_taken_in_a_guild_with_the_bot(
    server: LocalDiscord, rest: Rest, scene: Scene
) -> None:
    await rest.register(EVERYWHERE)
    async with sending(server, scene.ada.command(scene.channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "hello"})
    assert [(await rest.follow_up(sent, {"content": "more"})).status for _ in range(6)] == [200] * 6


async def test_a_token_expires_after_fifteen_minutes(
    server: LocalDiscord, rest: Rest, clock: Clock, scene: Scene, group: GroupChannel
) -> None:
    await rest.register(EVERYWHERE)
    async with sending(server, scene.ada.command(group, "say")) as sent:
        await rest.answer(sent, 4, {"content": "hello"})
    clock.advance(15 * 60 + 1)
    reply = await rest.follow_up(sent, {"content": "late"})
    assert (reply.status, reply.code) == (401, 50027)


async def test_an_answer_is_private_to_a_person_who_may_not_use_apps_from_elsewhere(
    server: LocalDiscord, rest: Rest, elsewhere: Guild, dora: Member
) -> None:
    channel = elsewhere.add_channel("talk")
    elsewhere.everyone.permissions &= ~Permissions.USE_EXTERNAL_APPS
    await rest.register(EVERYWHERE)
    async with sending(server, dora.command(channel, "say")) as sent:
        await rest.answer(sent, 4, {"content": "hello"})
    assert sent.reply is not None
    assert sent.reply.ephemeral
