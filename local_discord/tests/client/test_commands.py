"""Slash commands and context menus, sent by people to a real discord.py bot."""

from __future__ import annotations

import pytest

from local_discord import MODERATOR, LocalDiscord, Member, Refused, Unanswered
from local_discord.tests.support.table import Table
from local_discord.tests.support.tiny_bot import SLOW_FILE, TinyBot

pytestmark = pytest.mark.usefixtures("bot")


async def test_a_command_is_answered_with_a_message(table: Table) -> None:
    answered = await table.ada.command(table.channel, "demo greet", whom=table.bob, times=2)
    assert answered.reply is not None
    assert answered.reply.text == f"kind: {table.bob.mention} {table.bob.mention}"
    assert answered.reply.author is table.guild.bot
    assert not answered.reply.ephemeral
    assert table.channel.messages == [answered.reply]


async def test_who_is_named_in_allowed_mentions_is_notified_once(table: Table) -> None:
    answered = await table.ada.command(table.channel, "demo greet", whom=table.bob)
    assert answered.reply is not None
    assert answered.reply.mentions == [table.bob]
    assert table.bob.notifications == [answered.reply]
    assert table.ada.notifications == []


async def test_an_ephemeral_answer_is_seen_by_one_person_only(table: Table) -> None:
    answered = await table.ada.command(table.channel, "demo where", channel=table.channel)
    assert answered.reply is not None
    assert answered.reply.ephemeral
    assert answered.reply.text == "It is games."
    assert table.ada.reads(table.channel) == [answered.reply]
    assert table.bob.reads(table.channel) == []


@pytest.mark.parametrize("hidden", [True, False])
async def test_the_first_follow_up_fills_the_place_of_a_deferred_answer(
    server: LocalDiscord, table: Table, hidden: bool
) -> None:
    answered = await table.ada.command(table.channel, "demo slow", hidden=hidden)
    await server.until(lambda: answered.followups, "the second follow-up")
    assert answered.reply is not None
    assert (answered.reply.text, answered.reply.edited) == ("first", 0)
    assert answered.reply.ephemeral == hidden
    assert not answered.reply.thinking
    assert [message.text for message in answered.followups] == ["second"]


async def test_the_original_answer_can_be_edited_read_and_deleted(server: LocalDiscord, table: Table) -> None:
    answered = await table.ada.command(table.channel, "demo fleeting")
    reply = answered.reply
    assert reply is not None
    await server.until(lambda: reply.deleted, "the deletion")
    assert (reply.text, reply.edited) == ("two", 1)
    assert table.channel.messages == []


async def test_a_file_comes_with_the_answer(table: Table) -> None:
    answered = await table.ada.command(table.channel, "demo file")
    assert answered.reply is not None
    attachment = answered.reply.attachments[0]
    assert (attachment.filename, attachment.content) == (SLOW_FILE, b"A B C")


async def test_autocomplete_offers_choices_for_what_was_typed(table: Table) -> None:
    choices = await table.ada.autocomplete(table.channel, "demo word", focused="start", start="x", length=2)
    assert choices == [("xaxa", "a"), ("xbxb", "b"), ("xcxc", "c")]


async def test_an_entry_of_the_menu_on_a_member(table: Table) -> None:
    answered = await table.ada.context_menu(table.channel, "Praise", target=table.bob)
    assert answered.reply is not None
    assert answered.reply.text == "Well done, Bob!"


async def test_an_entry_of_the_menu_on_a_message(table: Table) -> None:
    said = await table.bob.say(table.channel, "hello")
    answered = await table.ada.context_menu(table.channel, "Quote", target=said)
    assert answered.reply is not None
    assert answered.reply.text == "> hello"


async def test_a_command_is_kept_from_those_without_its_permission(table: Table) -> None:
    with pytest.raises(Refused, match="may not use"):
        await table.ada.command(table.channel, "sweep")
    moderator = table.guild.add_member("Dora", permissions=MODERATOR)
    assert (await moderator.command(table.channel, "sweep")).reply is not None


async def test_a_guild_command_is_not_offered_in_direct_messages(table: Table) -> None:
    moderator = table.guild.add_member("Dora", permissions=MODERATOR)
    with pytest.raises(Refused, match="may not use"):
        await moderator.command(moderator.dm, "sweep")


async def test_a_command_in_direct_messages_is_answered_there(table: Table) -> None:
    answered = await table.ada.command(table.ada.dm, "demo word", start="x")
    assert table.ada.dm.messages == [answered.reply]


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
async def test_what_the_client_does_not_offer_is_refused(
    table: Table, command: str, options: dict[str, str | int], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await table.ada.command(table.channel, command, **options)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"tone": "loud"}, "not among the choices"),
        ({"times": 0}, "no value below 1"),
        ({"times": 4}, "no value above 3"),
    ],
)
async def test_values_outside_an_options_limits_are_refused(
    table: Table, options: dict[str, str | int], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        await table.ada.command(table.channel, "demo greet", whom=table.bob, **options)


async def test_a_string_shorter_or_longer_than_allowed_is_refused(server: LocalDiscord, table: Table) -> None:
    option = server.commands[0]["options"]
    word = next(part for part in option if part["name"] == "word")["options"][0]
    word |= {"min_length": 2, "max_length": 3}
    for text, reason in (("a", "no length below 2"), ("abcd", "no length above 3")):
        with pytest.raises(Refused, match=reason):
            await table.ada.command(table.channel, "demo word", start=text)


async def test_an_option_without_autocomplete_cannot_be_completed(table: Table) -> None:
    with pytest.raises(Refused, match="has no autocomplete"):
        await table.ada.autocomplete(table.channel, "demo word", focused="length", start="x")


async def test_whoever_has_left_can_do_nothing(table: Table) -> None:
    table.guild.remove_member(table.bob)
    assert not table.bob.present
    with pytest.raises(Refused, match="Bob is not in #games"):
        await table.bob.command(table.channel, "demo board")


async def test_somebody_who_has_left_reaches_the_bot_without_a_membership(
    server: LocalDiscord, table: Table, bot: TinyBot
) -> None:
    """discord.py finds no member for the option and gives the command up."""
    table.guild.remove_member(table.bob)
    failed = []

    async def note(_interaction: object, error: Exception) -> None:
        failed.append(error)

    bot.tree.error(note)
    with pytest.raises(Unanswered):
        await impatient(server, table.ada).command(table.channel, "demo greet", whom=table.bob)
    assert "Failed to convert" in str(failed[0])


async def test_without_an_answer_the_person_sees_that_the_bot_did_not_respond(
    server: LocalDiscord, table: Table
) -> None:
    with pytest.raises(Unanswered, match="was not answered within"):
        await impatient(server, table.ada).command(table.channel, "demo silent")


def impatient(server: LocalDiscord, member: Member) -> Member:
    """Let the server give up at once where no answer is to be expected."""
    server._interactions.answer_within = 0.05
    return member
