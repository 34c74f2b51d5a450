"""Slash commands and context menu commands, with a real discord.py bot."""

from __future__ import annotations

import pytest

from local_discord import MODERATOR, LocalDiscord, Member, Refused, Unanswered, Upload
from local_discord.tests.support.scene import Scene
from local_discord.tests.support.tiny_bot import SLOW_FILE, TinyBot
from local_discord.wire import ATTACHMENT_SIZE_LIMIT

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_is_answered_with_a_message(scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo greet", whom=scene.bob, times=2)
    assert answered.reply is not None
    assert answered.reply.text == f"kind: {scene.bob.mention} {scene.bob.mention}"
    assert answered.reply.author is scene.guild.bot
    assert not answered.reply.ephemeral
    assert scene.channel.messages == [answered.reply]


async def test_a_member_in_allowed_mentions_is_notified_once(scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo greet", whom=scene.bob)
    assert answered.reply is not None
    assert answered.reply.mentions == [scene.bob]
    assert scene.bob.notifications == [answered.reply]
    assert scene.ada.notifications == []


async def test_an_ephemeral_answer_is_visible_to_one_member(scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo where", channel=scene.channel)
    assert answered.reply is not None
    assert answered.reply.ephemeral
    assert answered.reply.text == "It is games."
    assert scene.ada.reads(scene.channel) == [answered.reply]
    assert scene.bob.reads(scene.channel) == []


@pytest.mark.parametrize("hidden", [True, False])
async def test_the_first_follow_up_replaces_a_deferred_answer(server: LocalDiscord, scene: Scene, hidden: bool) -> None:
    answered = await scene.ada.command(scene.channel, "demo slow", hidden=hidden)
    await server.until(lambda: answered.followups, "the second follow-up")
    assert answered.reply is not None
    assert (answered.reply.text, answered.reply.edited) == ("first", 0)
    assert answered.reply.ephemeral == hidden
    assert not answered.reply.thinking
    assert [message.text for message in answered.followups] == ["second"]


async def test_the_original_answer_can_be_edited_read_and_deleted(server: LocalDiscord, scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo fleeting")
    reply = answered.reply
    assert reply is not None
    await server.until(lambda: reply.deleted, "the deletion")
    assert (reply.text, reply.edited) == ("two", 1)
    assert scene.channel.messages == []


async def test_a_file_comes_with_the_answer(scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo file")
    assert answered.reply is not None
    attachment = answered.reply.attachments[0]
    assert (attachment.filename, attachment.content) == (SLOW_FILE, b"A B C")


async def test_a_file_is_attached_to_a_command(scene: Scene) -> None:
    answered = await scene.ada.command(scene.channel, "demo read", text=Upload("a.txt", b"A B", "text/plain"))
    assert answered.reply is not None
    assert answered.reply.text == "a.txt, 3 bytes, text/plain: A B"


@pytest.mark.parametrize("value", ["a.txt", 1, Upload("a.txt", bytes(ATTACHMENT_SIZE_LIMIT + 1), "text/plain")])
async def test_what_is_no_file_or_too_large_is_not_attached(scene: Scene, value: str | int | Upload) -> None:
    with pytest.raises(Refused, match="'text'"):
        await scene.ada.command(scene.channel, "demo read", text=value)


async def test_a_file_is_no_value_of_another_option(scene: Scene) -> None:
    with pytest.raises(Refused, match="does not fit"):
        await scene.ada.command(scene.channel, "demo greet", whom=Upload("a.txt", b"", "text/plain"))


async def test_autocomplete_offers_choices_for_what_was_typed(scene: Scene) -> None:
    choices = await scene.ada.autocomplete(scene.channel, "demo word", focused="start", start="x", length=2)
    assert choices == [("xaxa", "a"), ("xbxb", "b"), ("xcxc", "c")]


async def test_a_context_menu_command_on_a_member(scene: Scene) -> None:
    answered = await scene.ada.context_menu(scene.channel, "Praise", target=scene.bob)
    assert answered.reply is not None
    assert answered.reply.text == "Well done, Bob!"


async def test_a_context_menu_command_on_a_message(scene: Scene) -> None:
    said = await scene.bob.say(scene.channel, "hello")
    answered = await scene.ada.context_menu(scene.channel, "Quote", target=said)
    assert answered.reply is not None
    assert answered.reply.text == "> hello"


async def test_a_command_is_refused_without_its_permission(scene: Scene) -> None:
    with pytest.raises(Refused, match="may not use"):
        await scene.ada.command(scene.channel, "sweep")
    moderator = scene.guild.add_member("Dora", permissions=MODERATOR)
    assert (await moderator.command(scene.channel, "sweep")).reply is not None


async def test_a_server_can_show_a_command_to_a_role(scene: Scene) -> None:
    role = scene.guild.add_role("Sweepers")
    scene.guild.show_command("sweep", role)
    with pytest.raises(Refused, match="may not use"):
        await scene.ada.command(scene.channel, "sweep")
    scene.ada.roles.append(role)
    assert (await scene.ada.command(scene.channel, "sweep")).reply is not None


async def test_a_guild_command_is_not_offered_in_direct_messages(scene: Scene) -> None:
    moderator = scene.guild.add_member("Dora", permissions=MODERATOR)
    with pytest.raises(Refused, match="may not use"):
        await moderator.command(moderator.dm, "sweep")


async def test_a_command_in_direct_messages_is_answered_there(scene: Scene) -> None:
    answered = await scene.ada.command(scene.ada.dm, "demo word", start="x")
    assert scene.ada.dm.messages == [answered.reply]


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("nothing", {}, "There is no command 'nothing'"),
        ("demo nothing", {}, "There is no command 'demo nothing'"),
        ("demo", {}, "is a group"),
        ("demo greet", {}, "needs the option 'whom'"),
        ("demo word", {"start": "x", "end": "y"}, "has no option 'end'"),
        ("demo word", {"start": 5}, "does not fit the option 'start'"),
        ("demo word", {"start": ""}, "does not fit the option 'start'"),
        ("demo word", {"start": "x", "length": True}, "does not fit the option 'length'"),
        ("demo slow", {"hidden": 1}, "does not fit the option 'hidden'"),
        ("demo where", {"channel": "games"}, "does not fit the option 'channel'"),
    ],
)
async def test_commands_that_the_client_does_not_offer_are_refused(
    scene: Scene, command: str, options: dict[str, str | int], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await scene.ada.command(scene.channel, command, **options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tone": "loud"}, "not among the choices"),
        ({"times": 0}, "no value below 1"),
        ({"times": 4}, "no value above 3"),
    ],
)
async def test_values_outside_an_options_limits_are_refused(
    scene: Scene, options: dict[str, str | int], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await scene.ada.command(scene.channel, "demo greet", whom=scene.bob, **options)


async def test_a_string_shorter_or_longer_than_allowed_is_refused(server: LocalDiscord, scene: Scene) -> None:
    option = server.commands[0]["options"]
    word = next(part for part in option if part["name"] == "word")["options"][0]
    word |= {"min_length": 2, "max_length": 3}
    for text, reason in (("a", "no length below 2"), ("abcd", "no length above 3")):
        with pytest.raises(Refused, match=reason):
            await scene.ada.command(scene.channel, "demo word", start=text)


async def test_an_option_without_autocomplete_cannot_be_completed(scene: Scene) -> None:
    with pytest.raises(Refused, match="has no autocomplete"):
        await scene.ada.autocomplete(scene.channel, "demo word", focused="length", start="x")


async def test_a_former_member_cannot_act(scene: Scene) -> None:
    scene.guild.remove_member(scene.bob)
    assert not scene.bob.present
    with pytest.raises(Refused, match="Bob is not in #games"):
        await scene.bob.command(scene.channel, "demo board")


async def test_a_former_member_is_resolved_as_a_user_only(server: LocalDiscord, scene: Scene, bot: TinyBot) -> None:
    """discord.py finds no member for the option and drops the command."""
    scene.guild.remove_member(scene.bob)
    failed = []

    async def note(_interaction: object, error: Exception) -> None:
        failed.append(error)

    bot.tree.error(note)
    with pytest.raises(Unanswered):
        await impatient(server, scene.ada).command(scene.channel, "demo greet", whom=scene.bob)
    assert "Failed to convert" in str(failed[0])


async def test_without_an_answer_the_person_sees_that_the_bot_did_not_respond(
    server: LocalDiscord, scene: Scene
) -> None:
    with pytest.raises(Unanswered, match="was not answered within"):
        await impatient(server, scene.ada).command(scene.channel, "demo silent")


def impatient(server: LocalDiscord, member: Member) -> Member:
    """Shorten the wait where no answer is expected."""
    server._interactions.answer_within = 0.05
    return member
