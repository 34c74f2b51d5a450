"""Answers to challenges: reasons for declining, concurrent accepts, and refusals."""

from __future__ import annotations

import asyncio

import pytest

from gridlock_host import DeclineReason
from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_menu_offers_a_short_list_of_reasons(table: Table) -> None:
    declined = await table.bob.press(await table.challenge(), "Decline")
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    assert [label for _, label in question.selects[0].options] == [
        "not now",
        "another variant, please",
        "another size, please",
        "the time is too short",
        "no, thanks",
    ]


@pytest.mark.parametrize("reason", DeclineReason)
async def test_the_challenger_sees_each_reason_that_the_menu_offers(table: Table, reason: DeclineReason) -> None:
    challenge = await table.challenge()
    declined = await table.bob.press(challenge, "Decline")
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    await table.bob.choose(question, question.selects[0].custom_id, [reason.value])
    await table.shows(challenge, f"({reason.value})")
    assert challenge in table.ada.reads(table.channel)


@pytest.mark.parametrize("reason", DeclineReason)
async def test_the_challenger_sees_each_reason_that_the_command_takes(table: Table, reason: DeclineReason) -> None:
    challenge = await table.challenge()
    await table.bob.command(table.channel, "gridlock decline", reason=reason.value)
    await table.shows(challenge, f"({reason.value})")
    assert challenge in table.ada.reads(table.channel)


async def told(table: Table) -> Message:
    """The one message that has notified Ada."""
    await table.discord.until(lambda: table.ada.notifications, "Ada to hear of it")
    (message,) = table.ada.notifications
    return message


async def test_a_message_tells_the_challenger_that_the_challenge_was_declined(table: Table) -> None:
    challenge = await table.challenge()
    declined = await table.bob.press(challenge, "Decline")
    said = f"{table.ada.mention}, {table.bob.mention} declined your challenge to Lines 5×5: "  # noqa: RUF001
    assert (
        await told(table)
    ).text == said + f"https://discord.com/channels/{table.guild.id}/{table.channel.id}/{challenge.id}"
    question = (await table.discord.until(lambda: declined.followups, "the question why"))[0]
    await table.bob.choose(question, question.selects[0].custom_id, [DeclineReason.NOT_NOW.value])
    await table.shows(challenge, "(not now)")
    assert len(table.posts("declined your challenge")) == 1


async def test_the_message_has_the_reason_that_was_given_by_command(table: Table) -> None:
    await table.challenge()
    await table.bob.command(table.channel, "gridlock decline", reason=DeclineReason.NOT_NOW.value)
    assert "(not now)" in (await told(table)).text


async def test_a_challenger_who_wants_no_notifications_is_named_but_not_notified(table: Table) -> None:
    await table.ada.command(table.channel, "gridlock me notify", mode="off")
    challenge = await table.challenge()
    await table.bob.press(challenge, "Decline")
    await table.discord.until(lambda: table.posts("declined your challenge"), "the message")
    assert not table.ada.notifications


async def test_a_challenger_is_told_later_if_discord_refuses_that_at_first(table: Table, bot: BotProcess) -> None:
    challenge = await table.challenge()
    await bot.until_row("SELECT 1 FROM challenges WHERE message_id = ?", challenge.id)
    table.discord.faults.fail("POST", rf"/channels/{table.channel.id}/messages", status=500, code=0, times=20)
    press = asyncio.ensure_future(table.bob.press(challenge, "Decline"))
    due = "SELECT 1 FROM challenges WHERE message_id = ? AND unshown_since > datetime('now', '+5 minutes')"
    await bot.until_row(due, challenge.id)
    table.discord.faults.clear()
    bot.change_rows("UPDATE challenges SET unshown_since = ? WHERE message_id = ?", LONG_AGO, challenge.id)
    assert "declined your challenge" in (await told(table)).text
    await press


async def test_one_of_three_concurrent_accepts_starts_the_game(table: Table) -> None:
    challenge = reply(await table.ada.command(table.channel, "gridlock challenge", first="me"))
    joiners = [table.bob, table.cleo, table.manager()]
    answers = await asyncio.gather(*(joiner.press(challenge, "Accept") for joiner in joiners))
    boards = [reply(answer) for answer in answers if not reply(answer).ephemeral]
    assert len(boards) == 1
    accepted_by = [joiner for joiner in joiners if joiner.mention in boards[0].text]
    assert len(accepted_by) == 1
    for joiner, answer in zip(joiners, answers, strict=True):
        if joiner not in accepted_by:
            assert "accepted already" in refusal(answer)
            assert "no open games" in reply(await joiner.command(table.channel, "gridlock games")).text
    await table.shows(challenge, f"{accepted_by[0].mention} accepted {table.ada.mention}'s challenge")
    await table.ada.press(boards[0], "C3")
    assert "played **C3**" in boards[0].text


async def test_an_older_challenge_accepted_elsewhere_starts_its_own_game_and_counts_for_its_own_players(
    table: Table,
) -> None:
    older = await table.challenge(variant="dodge", size=3, first="me")
    elsewhere = table.guild.add_channel("elsewhere")
    newer = reply(await table.cleo.command(elsewhere, "gridlock challenge", opponent=table.bob))
    number = str(older.buttons[0].custom_id).split(":")[2]
    board = reply(await table.bob.command(elsewhere, "gridlock accept", challenge=number))
    assert board.channel is elsewhere
    assert f"{table.ada.mention} (X) **to move** · 🟠 {table.bob.mention} (O)" in board.text
    await table.ada.press(board, "B2")
    await table.shows(board, f"{table.ada.mention} (X) won")
    assert [button.label for button in newer.buttons] == ["Accept", "Decline", "Cancel"]
    assert "has not finished" in reply(await table.cleo.command(elsewhere, "gridlock stats")).text
    assert "1 played, 1 won" in reply(await table.ada.command(elsewhere, "gridlock stats")).text


@pytest.mark.parametrize("ends_by", ["Decline", "Cancel"])
async def test_a_closed_challenge_leaves_both_members_free(table: Table, ends_by: str) -> None:
    """The server allows one game and one challenge a player, so anything that were left behind would be in the way."""
    await table.settle(games=1, challenges=1)
    challenge = await table.challenge()
    assert "allows 1 open challenge" in refusal(await table.ada.command(table.channel, "gridlock challenge"))
    await (table.bob if ends_by == "Decline" else table.ada).press(challenge, ends_by)
    await table.discord.until(lambda: not challenge.buttons, "the challenge to be closed")
    for player in (table.ada, table.bob):
        assert "no open games" in reply(await player.command(table.channel, "gridlock games")).text
    board = await table.begin()
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text


async def test_a_challenge_binds_nobody_before_it_is_accepted(table: Table) -> None:
    """The challenged member can challenge, accept and play as before."""
    await table.settle(games=1, challenges=1)
    await table.challenge()
    other = reply(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob, first="opponent"))
    board = reply(await table.bob.press(other, "Accept"))
    await table.bob.press(board, "C3")
    assert "played **C3**" in board.text


async def test_duplicate_deliveries_make_one_challenge_one_game_and_one_rematch(table: Table) -> None:
    asked = await table.ada.command(
        table.channel, "gridlock challenge", opponent=table.bob, variant="dodge", size=3, first="me"
    )
    await table.discord.deliver_again(asked)
    accepted = await table.bob.press(reply(asked), "Accept")
    await table.discord.deliver_again(accepted)
    board = reply(accepted)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    offered = await table.bob.press(board, "Rematch")
    await table.discord.deliver_again(offered)
    begun = await table.ada.press(reply(offered), "Rematch")
    await table.discord.deliver_again(begun)
    await table.bob.press(reply(begun), "B2")
    await table.shows(reply(begun), "Game over")
    shown = [message for message in table.channel.messages if not message.ephemeral]
    assert len([message for message in shown if "Game over" in message.text]) == 2
    assert len([message for message in shown if "challenge" in message.text]) == 1
    assert len([message for message in shown if "rematch of game" in message.text]) == 1
    for player in (table.ada, table.bob):
        assert "2 played, 1 won" in reply(await player.command(table.channel, "gridlock stats")).text
        assert "no open games or challenges" in reply(await player.command(table.channel, "gridlock games")).text
