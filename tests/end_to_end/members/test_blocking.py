"""Blocks between members."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.support.members import challenge, forget
from tests.end_to_end.support.table import Table, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_blocked_challenger_is_not_told_of_the_block(table: Table) -> None:
    blocked = reply(await table.bob.command(table.channel, "gridlock me block", member=table.ada))
    assert blocked.ephemeral
    assert f"You have blocked {table.ada.mention}" in blocked.text
    messages = len(table.channel.messages)
    assert refusal(await challenge(table, "ada", "bob")) == "That challenge cannot be sent."
    by_menu = await table.ada.context_menu(table.channel, "Challenge to Gridlock", target=table.bob)
    assert refusal(by_menu) == "That challenge cannot be sent."
    assert not [one for one in table.channel.messages[messages:] if not one.ephemeral]
    assert "to move" in reply(await table.bob.press(await by_cleo(table), "Accept")).text


async def by_cleo(table: Table) -> Message:
    return reply(await challenge(table, "cleo", "bob"))


async def test_a_block_holds_in_all_servers(table: Table) -> None:
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    elsewhere = table.discord.add_guild("Another server")
    ada = elsewhere.add_member("Ada", user=table.ada.user)
    bob = elsewhere.add_member("Bob", user=table.bob.user)
    channel = elsewhere.add_channel("games")
    assert "cannot be sent" in refusal(await ada.command(channel, "gridlock challenge", opponent=bob))


async def test_a_blocked_member_cannot_accept_an_open_challenge(table: Table) -> None:
    to_anybody = reply(await table.ada.command(table.channel, "gridlock challenge"))
    to_bob = await table.challenge()
    await table.ada.command(table.channel, "gridlock me block", member=table.bob)
    for one in (to_anybody, to_bob):
        assert refusal(await table.bob.press(one, "Accept")) == "That challenge cannot be accepted."
    assert "to move" in reply(await table.cleo.press(to_anybody, "Accept")).text


async def test_a_block_refuses_a_rematch_like_a_challenge(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    assert refusal(await table.ada.press(board, "Rematch")) == "That rematch cannot be offered."


async def test_a_block_keeps_the_current_game_and_its_offers(table: Table) -> None:
    board = await table.begin()
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    await table.ada.press(board, "C3")
    wish = reply(await table.ada.press(board, "Take back"))
    await table.bob.press(wish, "Agree")
    await table.shows(board, "No move yet")
    await table.ada.press(board, "A1")
    assert "played **A1**" in board.text


async def test_a_blocker_cannot_accept_an_older_rematch_offer(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    offer = reply(await table.ada.press(board, "Rematch"))
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    assert "You have blocked that person" in refusal(await table.bob.press(offer, "Rematch"))


async def test_an_unblocked_member_can_challenge_again(table: Table) -> None:
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    assert "You have blocked that person" in refusal(await challenge(table, "bob", "ada"))
    unblocked = reply(await table.bob.command(table.channel, "gridlock me unblock", member=table.ada))
    assert "may challenge you again" in unblocked.text
    await table.challenge()
    again = await table.bob.command(table.channel, "gridlock me unblock", member=table.ada)
    assert "You have not blocked that person" in refusal(again)


@pytest.mark.parametrize("command", ["block", "unblock"])
async def test_block_without_a_member_lists_own_blocks(table: Table, command: str) -> None:
    async def listed() -> str:
        return refusal(await table.bob.command(table.channel, f"gridlock me {command}"))

    assert await listed() == "You have not blocked anybody."
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    await table.bob.command(table.channel, "gridlock me block", member=table.cleo)
    assert await listed() == f"You have blocked: {table.ada.mention}, {table.cleo.mention}."


async def test_blocks_of_erased_members_are_counted(table: Table) -> None:
    async def listed() -> str:
        return refusal(await table.bob.command(table.channel, "gridlock me block"))

    for member in (table.ada, table.cleo):
        await table.bob.command(table.channel, "gridlock me block", member=member)
    await forget(table, table.ada)
    counted = "You have blocked 1 person who has deleted their data; `/gridlock me unblock` lifts the block."
    assert await listed() == f"You have blocked: {table.cleo.mention}. {counted}"
    await forget(table, table.cleo)
    assert await listed() == (
        "You have blocked 2 people who have deleted their data; `/gridlock me unblock` lifts the blocks."
    )


async def test_nobody_blocks_themselves(table: Table) -> None:
    assert "yourself" in refusal(await table.bob.command(table.channel, "gridlock me block", member=table.bob))
