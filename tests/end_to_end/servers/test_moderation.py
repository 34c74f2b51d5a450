"""Moderation: ended games and the log."""

from __future__ import annotations

from typing import Any

import pytest

from tests.end_to_end.support.members import challenge
from tests.end_to_end.support.moderation import logged, make_moderator, moderate
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_moderator_ends_a_game_uncounted(table: Table) -> None:
    """The board shows it, both players hear of it in the game's channel, and it stands in the log."""
    log = await make_moderator(table)
    board = await table.begin()
    office = table.guild.add_channel("office")
    done = reply(
        await table.cleo.command(
            office, "gridlock-server moderate end", game=game_id(board), reason="it was @everyone's wish"
        )
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
    for shown in (board, told[0]):
        assert "Reason: it was @everyone's wish" in shown.text
    (entry,) = await logged(table, log, 1)
    assert f"{table.cleo.mention} ended game #{game_id(board)}" in entry.text
    assert entry.text.endswith("it was @everyone's wish")
    assert entry.mentions == []
    assert not [one for one in table.cleo.notifications if one is entry]
    text = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in text
    assert "is over" in refusal(await moderate(table, "end", game=game_id(board), reason="again"))


async def test_only_server_managers_end_their_own_games(table: Table) -> None:
    await make_moderator(table)
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)
    board = reply(await table.cleo.press(reply(asked), "Accept"))
    refused = refusal(await moderate(table, "end", game=game_id(board), reason="I am losing"))
    assert refused == (
        "You play in that game, so you cannot end it. Ask another moderator, or a member who manages this server."
    )
    assert "to move" in board.text
    table.cleo.roles.append(table.guild.add_role("Chiefs", "MANAGE_GUILD"))
    assert "ended game" in reply(await moderate(table, "end", game=game_id(board), reason="really")).text


async def test_a_reason_is_shown_escaped_in_one_line(table: Table) -> None:
    """An unclosed code fence or spoiler would swallow the entries below; mentions notify nobody."""
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


async def test_a_log_of_long_reasons_shows_as_much_as_fits(table: Table) -> None:
    await make_moderator(table)
    for _ in range(5):
        await moderate(table, "ban", member=table.ada, reason="`" * 200)
        await moderate(table, "unban", member=table.ada, reason="*" * 200)
    lines = reply(await moderate(table, "log")).text.splitlines()
    assert "lifted the ban" in lines[1]
    assert lines[-1] == f"... and {12 - len(lines)} more."


async def test_a_moderator_finds_the_games_of_others_while_typing(table: Table) -> None:
    await make_moderator(table)
    board = await table.begin(variant="dodge")
    await table.begin()
    command = "gridlock-server moderate end"
    choices = await table.cleo.autocomplete(table.channel, command, focused="game", game="dodge", reason="x")
    assert [value for _, value in choices] == [game_id(board)]
    assert "Ada" in choices[0][0]
    assert "Bob" in choices[0][0]
    table.show_managers_commands()
    assert await table.ada.autocomplete(table.channel, command, focused="game", game="", reason="x") == []


@pytest.mark.parametrize("written", ["999999", "x", "-1"])
async def test_an_unknown_game_cannot_be_ended(table: Table, written: str) -> None:
    await make_moderator(table)
    answer = await moderate(table, "end", game=written, reason="none")
    assert "There is no" in refusal(answer)


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
    assert "lifted the ban" in lines[1]
    assert "ban 5" in lines[2]
    assert "ban 1" in lines[10]


async def test_the_log_is_kept_without_a_log_channel(table: Table) -> None:
    manager, board = table.manager(), await table.begin()
    messages = len(table.channel.messages)
    await manager.command(table.channel, "gridlock-server moderate ban", member=table.ada, reason="insults")
    await manager.command(table.channel, "gridlock-server moderate unban", member=table.ada)
    await manager.command(table.channel, "gridlock-server moderate end", game=game_id(board), reason="by mistake")
    lines = reply(await manager.command(table.channel, "gridlock-server moderate log")).text.splitlines()
    expected = [
        (f"{manager.mention} ended game #{game_id(board)}", "by mistake"),
        (f"{manager.mention} lifted the ban of {table.ada.mention}", "no reason given"),
        (f"{manager.mention} banned {table.ada.mention} from new games", "insults"),
    ]
    for line, (deed, reason) in zip(lines[1:], expected, strict=True):
        assert deed in line
        assert line.endswith(f": {reason}")
    end = await table.discord.until(
        lambda: [one for one in table.channel.messages if "is over" in one.text], "the players to hear of the end"
    )
    assert [one for one in table.channel.messages[messages:] if not one.ephemeral] == end


async def test_an_unpostable_log_entry_stops_nothing(table: Table) -> None:
    log = await make_moderator(table)
    log.delete()
    assert "banned" in reply(await moderate(table, "ban", member=table.ada)).text
    assert "have banned you" in refusal(await challenge(table, "ada", "bob"))


@pytest.mark.parametrize("command", ["end", "ban", "unban", "log"])
async def test_other_members_cannot_moderate(table: Table, command: str) -> None:
    """Neither the players of a game nor members with some other role."""
    board = await table.begin()
    table.ada.roles.append(table.guild.add_role("Other"))
    table.show_managers_commands()
    given: dict[str, dict[str, Any]] = {
        "end": {"game": game_id(board), "reason": "mine"},
        "ban": {"member": table.bob},
        "unban": {"member": table.bob},
        "log": {},
    }
    refused = await table.ada.command(table.channel, f"gridlock-server moderate {command}", **given[command])
    assert "Only moderators can do that" in refusal(refused)
    assert "to move" in board.text
