"""What moderators do."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord import Channel, Interaction, Message
from tests.end_to_end.table import Table, game_id, refusal, reply
from tests.end_to_end.test_blocking import challenge

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def make_moderator(table: Table) -> Channel:
    """Make Cleo a moderator by a role, and return the channel of the log."""
    role, log = table.guild.add_role("Referees"), table.guild.add_channel("log")
    table.cleo.roles.append(role)
    await table.settle(moderator=role, log=log)
    return log


async def moderate(table: Table, command: str, **options: Any) -> Interaction:
    return await table.cleo.command(table.channel, f"gridlock moderate {command}", **options)


async def logged(table: Table, log: Channel, number: int) -> list[Message]:
    await table.discord.until(lambda: len(log.messages) == number, "the log to be posted")
    return log.messages


async def test_a_moderator_ends_a_game_which_counts_for_nobody(table: Table) -> None:
    """The board shows it, both players hear of it in the game's channel, and it stands in the log."""
    log = await make_moderator(table)
    board = await table.begin()
    office = table.guild.add_channel("office")
    done = reply(
        await table.cleo.command(office, "gridlock moderate end", game=game_id(board), reason="it was @everyone's wish")
    )
    assert done.ephemeral
    assert f"ended game #{game_id(board)}" in done.text
    await table.discord.until(lambda: "A moderator has ended the game" in board.text, "the board to show the end")
    assert f"It counts for nobody ({table.ada.mention}, {table.bob.mention})" in board.text
    told = await table.discord.until(
        lambda: [one for one in table.channel.messages if "is over" in one.text], "the players to hear of the end"
    )
    assert told[0].mentions == [table.ada, table.bob]
    assert told[0] in table.ada.notifications
    assert told[0] in table.bob.notifications
    (entry,) = await logged(table, log, 1)
    assert f"{table.cleo.mention} ended game #{game_id(board)}" in entry.text
    assert entry.text.endswith("it was @everyone's wish")
    assert entry.mentions == []
    assert not [one for one in table.cleo.notifications if one is entry]
    text = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in text
    assert "is over" in refusal(await moderate(table, "end", game=game_id(board), reason="again"))


async def test_a_moderator_by_role_does_not_end_a_game_that_they_play_and_a_manager_does(table: Table) -> None:
    await make_moderator(table)
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)
    board = reply(await table.cleo.press(reply(asked), "Accept"))
    refused = refusal(await moderate(table, "end", game=game_id(board), reason="I am losing"))
    assert refused == (
        "You play in that game, so you cannot end it. Another moderator can, or whoever manages this server."
    )
    assert "to move" in board.text
    table.cleo.roles.append(table.guild.add_role("Chiefs", "MANAGE_GUILD"))
    assert "ended game" in reply(await moderate(table, "end", game=game_id(board), reason="really")).text


async def test_a_reason_is_shown_as_it_was_written_in_one_line(table: Table) -> None:
    """A code fence or a spoiler that is never closed would swallow the entries below; nobody is notified either."""
    log, role = await make_moderator(table), table.guild.add_role("Everyone else")
    table.bob.roles.append(role)
    mentions = f"{table.bob.mention} <@&{role.id}> @everyone @here"
    await moderate(table, "ban", member=table.ada, reason="an earlier entry")
    written = f"```||**__~~[x```](y) \\\n# {mentions}"
    await moderate(table, "unban", member=table.ada, reason=written)
    shown = f"\\`\\`\\`\\|\\|\\*\\*\\_\\_\\~\\~\\[x\\`\\`\\`](y) \\\\ # {mentions}"
    earlier, entry = await logged(table, log, 2)
    assert entry.text.endswith(f": {shown}")
    _, line, last = reply(await moderate(table, "log")).text.splitlines()
    assert line == entry.text
    assert last == earlier.text
    assert [one for one in table.bob.notifications if one.channel is log] == []
    assert entry.mentions == []


async def test_of_a_log_of_awkward_reasons_as_much_is_shown_as_fits(table: Table) -> None:
    await make_moderator(table)
    for _ in range(5):
        await moderate(table, "ban", member=table.ada, reason="`" * 200)
        await moderate(table, "unban", member=table.ada, reason="*" * 200)
    lines = reply(await moderate(table, "log")).text.splitlines()
    assert "play again" in lines[1]
    assert lines[-1] == f"... and {12 - len(lines)} more."


async def test_a_moderator_finds_the_games_of_others_while_typing(table: Table) -> None:
    await make_moderator(table)
    board = await table.begin(variant="dodge")
    await table.begin()
    command = "gridlock moderate end"
    choices = await table.cleo.autocomplete(table.channel, command, focused="game", game="dodge", reason="x")
    assert [value for _, value in choices] == [game_id(board)]
    assert "Ada" in choices[0][0]
    assert "Bob" in choices[0][0]
    assert await table.ada.autocomplete(table.channel, command, focused="game", game="", reason="x") == []


@pytest.mark.parametrize("written", ["999999", "x", "-1"])
async def test_a_game_that_is_not_there_cannot_be_ended(table: Table, written: str) -> None:
    await make_moderator(table)
    answer = await moderate(table, "end", game=written, reason="none")
    assert "There is no" in refusal(answer)


async def test_a_ban_keeps_a_member_out_of_new_games_until_it_is_taken_back(table: Table) -> None:
    log = await make_moderator(table)
    board = await table.begin()
    by_ada, to_ada = await table.challenge(), reply(await challenge(table, "bob", "ada"))
    banned = reply(await moderate(table, "ban", member=table.ada, reason="insults"))
    assert banned.ephemeral
    assert "You are kept out" in refusal(await challenge(table, "ada", "bob"))
    assert "The other player is kept out" in refusal(await challenge(table, "bob", "ada"))
    assert "The other player is kept out" in refusal(await table.bob.press(by_ada, "Accept"))
    assert "You are kept out" in refusal(await table.ada.press(to_ada, "Accept"))
    await table.ada.press(board, "C3")
    assert "Last move (1): X C3" in board.text
    await moderate(table, "unban", member=table.ada)
    assert "to move" in reply(await table.ada.press(to_ada, "Accept")).text
    first, second = await logged(table, log, 2)
    assert f"{table.cleo.mention} banned {table.ada.mention} from new games" in first.text
    assert first.text.endswith(": insults")
    assert f"{table.cleo.mention} lets {table.ada.mention} play again" in second.text
    assert second.text.endswith(": no reason given")
    assert first.mentions == second.mentions == []


async def test_a_ban_is_neither_repeated_nor_taken_back_twice(table: Table) -> None:
    await make_moderator(table)
    assert "is not kept out" in refusal(await moderate(table, "unban", member=table.ada))
    await moderate(table, "ban", member=table.ada)
    assert "is kept out" in refusal(await moderate(table, "ban", member=table.ada))


async def test_a_moderator_neither_bans_themselves_nor_lifts_their_own_ban(table: Table) -> None:
    await make_moderator(table)
    assert "cannot ban yourself" in refusal(await moderate(table, "ban", member=table.cleo))
    manager = table.manager()
    await manager.command(table.channel, "gridlock moderate ban", member=table.cleo)
    assert "cannot lift a ban on yourself" in refusal(await moderate(table, "unban", member=table.cleo))
    assert "You are kept out" in refusal(await challenge(table, "cleo", "bob"))
    await manager.command(table.channel, "gridlock moderate unban", member=table.cleo)
    await challenge(table, "cleo", "bob")


@pytest.mark.parametrize("permission", ["MANAGE_GUILD", "ADMINISTRATOR"])
async def test_whoever_manages_the_server_is_banned_only_by_others_who_do(table: Table, permission: str) -> None:
    await make_moderator(table)
    table.ada.roles.append(table.guild.add_role("Chiefs", permission))
    assert "only by others who may" in refusal(await moderate(table, "ban", member=table.ada))
    await table.challenge()
    banned = await table.manager().command(table.channel, "gridlock moderate ban", member=table.ada)
    assert f"banned {table.ada.mention}" in reply(banned).text
    lifted = await table.ada.command(table.channel, "gridlock moderate unban", member=table.ada)
    assert "play again" in reply(lifted).text


async def test_a_bot_is_neither_banned_nor_blocked(table: Table) -> None:
    """It could not be kept out of anything, so nothing is confirmed."""
    log = await make_moderator(table)
    assert "A bot cannot be banned" in refusal(await moderate(table, "ban", member=table.guild.bot))
    blocked = await table.ada.command(table.channel, "gridlock block", member=table.guild.bot)
    assert "A bot cannot be blocked" in refusal(blocked)
    listed = await table.ada.command(table.channel, "gridlock block")
    assert refusal(listed) == "You have blocked nobody."
    assert log.messages == []


async def test_whoever_has_left_can_be_banned(table: Table) -> None:
    await make_moderator(table)
    table.guild.remove_member(table.ada)
    assert f"banned {table.ada.mention}" in reply(await moderate(table, "ban", member=table.ada)).text


async def test_the_log_shows_the_last_ten_entries_to_moderators_only(table: Table) -> None:
    await make_moderator(table)
    assert "No moderator has done anything" in reply(await moderate(table, "log")).text
    for number in range(6):
        await moderate(table, "ban", member=table.ada, reason=f"ban {number} {'x' * 190}")
        await moderate(table, "unban", member=table.ada)
    shown = reply(await moderate(table, "log"))
    assert shown.ephemeral
    lines = shown.text.splitlines()
    assert len(lines) == 11
    assert "play again" in lines[1]
    assert "ban 5" in lines[2]
    assert "ban 1" in lines[10]


async def test_without_a_channel_for_the_log_it_is_kept_all_the_same(table: Table) -> None:
    manager, messages = table.manager(), len(table.channel.messages)
    await manager.command(table.channel, "gridlock moderate ban", member=table.ada, reason="insults")
    shown = reply(await manager.command(table.channel, "gridlock moderate log"))
    assert f"banned {table.ada.mention}" in shown.text
    assert not [one for one in table.channel.messages[messages:] if not one.ephemeral]


async def test_a_log_that_cannot_be_posted_hinders_nothing(table: Table) -> None:
    log = await make_moderator(table)
    log.delete()
    assert "banned" in reply(await moderate(table, "ban", member=table.ada)).text
    assert "kept out" in refusal(await challenge(table, "ada", "bob"))


@pytest.mark.parametrize("command", ["end", "ban", "unban", "log"])
async def test_nobody_else_moderates(table: Table, command: str) -> None:
    """Neither the players of a game nor members with some other role."""
    board = await table.begin()
    table.ada.roles.append(table.guild.add_role("Other"))
    given: dict[str, dict[str, Any]] = {
        "end": {"game": game_id(board), "reason": "mine"},
        "ban": {"member": table.bob},
        "unban": {"member": table.bob},
        "log": {},
    }
    refused = await table.ada.command(table.channel, f"gridlock moderate {command}", **given[command])
    assert "Only moderators can do that" in refusal(refused)
    assert "to move" in board.text
