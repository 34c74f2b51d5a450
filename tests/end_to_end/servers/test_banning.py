"""Bans from new games."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.members import challenge
from tests.end_to_end.support.moderation import logged, make_moderator, moderate
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_ban_keeps_a_member_out_of_new_games_until_it_is_lifted(table: Table) -> None:
    log = await make_moderator(table)
    board = await table.begin()
    by_ada, to_ada = await table.challenge(), reply(await challenge(table, "bob", "ada"))
    banned = reply(await moderate(table, "ban", member=table.ada, reason="insults"))
    assert banned.ephemeral
    assert "have banned you" in refusal(await challenge(table, "ada", "bob"))
    assert "have banned the other player" in refusal(await challenge(table, "bob", "ada"))
    assert "have banned the other player" in refusal(await table.bob.press(by_ada, "Accept"))
    assert "have banned you" in refusal(await table.ada.press(to_ada, "Accept"))
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text
    await moderate(table, "unban", member=table.ada)
    assert "to move" in reply(await table.ada.press(to_ada, "Accept")).text
    first, second = await logged(table, log, 2)
    assert f"{table.cleo.mention} banned {table.ada.mention} from new games" in first.text
    assert first.text.endswith(": insults")
    assert f"{table.cleo.mention} lifted the ban of {table.ada.mention}" in second.text
    assert second.text.endswith(": no reason given")
    assert first.mentions == second.mentions == []


async def test_a_ban_is_neither_repeated_nor_lifted_twice(table: Table) -> None:
    await make_moderator(table)
    assert "is not banned" in refusal(await moderate(table, "unban", member=table.ada))
    await moderate(table, "ban", member=table.ada)
    assert "is already banned" in refusal(await moderate(table, "ban", member=table.ada))


async def test_a_moderator_neither_bans_themselves_nor_lifts_their_own_ban(table: Table) -> None:
    await make_moderator(table)
    assert "cannot ban yourself" in refusal(await moderate(table, "ban", member=table.cleo))
    manager = table.manager()
    await manager.command(table.channel, "gridlock-server moderate ban", member=table.cleo)
    assert "cannot lift your own ban" in refusal(await moderate(table, "unban", member=table.cleo))
    assert "have banned you" in refusal(await challenge(table, "cleo", "bob"))
    await manager.command(table.channel, "gridlock-server moderate unban", member=table.cleo)
    await challenge(table, "cleo", "bob")


@pytest.mark.parametrize("permission", ["MANAGE_GUILD", "ADMINISTRATOR"])
async def test_server_managers_are_banned_only_by_server_managers(table: Table, permission: str) -> None:
    await make_moderator(table)
    table.ada.roles.append(table.guild.add_role("Chiefs", permission))
    assert "unless you can manage it too" in refusal(await moderate(table, "ban", member=table.ada))
    await table.challenge()
    banned = await table.manager().command(table.channel, "gridlock-server moderate ban", member=table.ada)
    assert f"banned {table.ada.mention}" in reply(banned).text
    lifted = await table.ada.command(table.channel, "gridlock-server moderate unban", member=table.ada)
    assert "lifted the ban" in reply(lifted).text


async def test_a_bot_is_neither_banned_nor_blocked(table: Table) -> None:
    """It could not be kept out of anything, so nothing is confirmed."""
    log = await make_moderator(table)
    assert "You cannot ban a bot" in refusal(await moderate(table, "ban", member=table.guild.bot))
    blocked = await table.ada.command(table.channel, "gridlock me block", member=table.guild.bot)
    assert "You cannot block a bot" in refusal(blocked)
    listed = await table.ada.command(table.channel, "gridlock me block")
    assert refusal(listed) == "You have not blocked anybody."
    assert log.messages == []


async def test_a_departed_member_can_be_banned(table: Table) -> None:
    await make_moderator(table)
    table.guild.remove_member(table.ada)
    assert f"banned {table.ada.mention}" in reply(await moderate(table, "ban", member=table.ada)).text


async def test_a_banned_member_is_refused_every_new_game(table: Table) -> None:
    to_ada = reply(await challenge(table, "bob", "ada"))
    to_anybody = reply(await table.bob.command(table.channel, "gridlock challenge"))
    over = await table.begin(variant="dodge", size=3)
    await table.ada.press(over, "B2")
    await table.shows(over, "Game over")
    await table.manager().command(table.channel, "gridlock-server moderate ban", member=table.ada)
    menu = "Challenge to Gridlock"
    for asked in (
        await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob),
        await table.ada.command(table.channel, "gridlock challenge"),
        await table.ada.command(table.channel, "gridlock challenge", opponent=table.guild.bot),
        await table.ada.context_menu(table.channel, menu, target=table.bob),
        await table.ada.press(to_anybody, "Accept"),
        await table.ada.press(to_ada, "Accept"),
        await table.ada.command(table.channel, "gridlock accept"),
        await table.ada.press(over, "Rematch"),
    ):
        assert "have banned you" in refusal(asked)
    for asked in (
        await table.bob.context_menu(table.channel, menu, target=table.ada),
        await table.bob.press(over, "Rematch"),
    ):
        assert "have banned the other player" in refusal(asked)


async def test_a_banned_member_can_end_their_open_games_and_challenges(table: Table) -> None:
    """Also where the server lets games be started elsewhere only, and allows no more of them."""
    board = await table.begin()
    challenges = [await table.challenge(), reply(await challenge(table, "bob", "ada"))]
    await table.settle(channel_add=table.guild.add_channel("arena"), games=1, challenges=1)
    await table.manager().command(table.channel, "gridlock-server moderate ban", member=table.ada)
    listed = reply(await table.ada.command(table.channel, "gridlock games")).text
    assert f"#{game_id(board)} · Lines" in listed
    for one in challenges:
        assert f"/{one.id}" in listed
    await table.ada.command(table.channel, "gridlock cancel")
    await table.ada.command(table.channel, "gridlock decline")
    question = reply(await table.ada.command(table.channel, "gridlock resign"))
    await table.ada.press(question, "Yes, resign")
    await table.shows(board, "Game over")
    for one in challenges:
        await table.discord.until(lambda one=one: not one.buttons, "the challenge to be closed")  # type: ignore[misc]
    assert "no open games" in reply(await table.ada.command(table.channel, "gridlock games")).text
