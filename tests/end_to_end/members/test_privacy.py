"""The privacy text, and the erasure of a member's data."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.members import forget, naming
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply
from tests.support.stand_in import patient_discord

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_privacy_text_is_private_and_complete(table: Table) -> None:
    told = reply(await table.cleo.command(table.channel, "gridlock me privacy"))
    assert told.ephemeral
    for subject in ("What is stored, and why", "How long", "30 days", "/gridlock me my-data", "/gridlock me forget-me"):
        assert subject in told.text


async def test_the_privacy_text_says_how_to_reach_the_person_who_runs_the_bot(tmp_path: Path) -> None:
    async with patient_discord() as discord:
        contact = "ada@example.org or https://discord.gg/gridlock"
        async with BotProcess(discord, tmp_path, more={"GRIDLOCK_CONTACT": contact}):
            table = Table.lay(discord)
            told = reply(await table.cleo.command(table.channel, "gridlock me privacy"))
            assert told.text.endswith(f"\n\nHow to reach the host who runs me: {contact}")


async def test_forget_me_asks_for_confirmation(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    question = reply(await table.ada.command(table.channel, "gridlock me forget-me"))
    assert question.ephemeral
    assert labels(question) == ["Yes, delete everything", "No, keep it"]
    await table.ada.press(question, "No, keep it")
    assert question.text == "Nothing was deleted."
    assert naming(bot, table.ada.id) != []
    assert "to move" in board.text


async def test_forget_me_removes_the_member_from_every_table(table: Table, bot: BotProcess) -> None:
    over = await table.begin(variant="dodge", size=3)
    await table.ada.press(over, "B2")
    await table.begin()
    await table.challenge(variant="standoff")
    await table.ada.command(table.channel, "gridlock me block", member=table.cleo)
    await table.ada.command(table.channel, "gridlock me notify", mode="off")
    await table.ada.press(over, "Rematch")
    reason = f"{table.ada.mention} asked for it"
    await table.manager().command(table.channel, "gridlock-server moderate ban", member=table.cleo, reason=reason)
    traces = {"games", "results", "standings", "challenges", "blocks", "notifications", "offers", "moderation_log"}
    assert traces <= set(naming(bot, table.ada.id))
    await forget(table)
    assert naming(bot, table.ada.id) == []
    assert naming(bot, table.bob.id) != []


async def test_forget_me_ends_open_games_uncounted(table: Table) -> None:
    board = await table.begin()
    call = table.ada.notifications[-1]
    await forget(table)
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert "A player deleted their data, which ended the game" in board.text
    assert f"deleted player (X) · {table.bob.mention} (O)" in board.text
    assert table.ada.mention not in board.text
    assert labels(board) == []
    end = await table.discord.until(
        lambda: [message for message in table.bob.notifications if "is over" in message.text], "Bob to hear of the end"
    )
    assert table.ada.mention not in end[0].text
    assert call.deleted
    leaders = reply(await table.bob.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in leaders


async def test_forget_me_ends_games_in_other_servers(table: Table) -> None:
    elsewhere = Table.lay(table.discord, "Another server")
    there = elsewhere.guild.add_member("Ada", user=table.ada.user)
    asked = await there.command(elsewhere.channel, "gridlock challenge", opponent=elsewhere.bob, first="me")
    board = reply(await elsewhere.bob.press(reply(asked), "Accept"))
    await elsewhere.called(there, board)
    await forget(table)
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert there.mention not in board.text


async def test_open_challenges_close(table: Table) -> None:
    by_ada = await table.challenge()
    to_ada = reply(await table.bob.command(table.channel, "gridlock challenge", opponent=table.ada))
    await forget(table)
    for challenge, sentence in ((by_ada, "deleted player cancelled"), (to_ada, "deleted player declined")):
        await table.discord.until(lambda challenge=challenge: not challenge.buttons, "the challenge to close")  # type: ignore[misc]
        assert sentence in challenge.text
        assert table.ada.mention not in challenge.text


async def test_forget_me_keeps_past_games_and_the_opponents_record(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    shown = reply(await table.bob.command(table.channel, "gridlock board", game=game_id(board)))
    assert f"deleted player (X) won: {table.bob.mention} (O) has no legal move" in shown.text
    assert labels(shown) == ["Review", "Replay"]
    leaders = reply(await table.bob.command(table.channel, "gridlock leaderboard")).text
    assert f"{table.bob.mention} **0 points** · 1 played, 0 won, 1 lost" in leaders
    assert table.ada.mention not in leaders
    assert "has not finished a game" in reply(await table.ada.command(table.channel, "gridlock stats")).text


async def test_forget_me_unlinks_the_games_of_a_match(table: Table) -> None:
    first = await table.begin(variant="dodge", size=3, best_of=3)
    await table.ada.press(first, "B2")
    (second,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "Match: game 2" in message.text], "the next game"
    )
    await forget(table)
    await table.shows(second, "Game over")
    for board in (first, second):
        shown = reply(await table.bob.command(table.channel, "gridlock board", game=game_id(board)))
        assert "deleted player" in shown.text
        assert "Match" not in shown.text


async def test_two_erased_players_of_one_game_stay_distinct(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    for player in (table.ada, table.bob):
        await forget(table, player)
    ((one, two, winner, loser),) = bot.read_rows(
        "SELECT player_one_id, player_two_id, winner_id, loser_id FROM games JOIN results ON game_id = id WHERE id = ?",
        game_id(board),
    )
    assert one != two
    assert (winner, loser) == (one, two)
    assert "You are not playing" in refusal(
        await table.bob.command(table.channel, "gridlock board", game=game_id(board))
    )
    leaders = reply(await table.cleo.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in leaders


async def test_a_rematch_with_an_erased_member_is_refused(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    assert "has deleted their data" in refusal(await table.bob.press(board, "Rematch"))


async def test_forget_me_keeps_bans_and_blocks(table: Table, bot: BotProcess) -> None:
    manager = table.manager()
    await manager.command(table.channel, "gridlock-server moderate ban", member=table.ada, reason="cheating")
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    await forget(table)
    assert naming(bot, table.ada.id) == []
    banned = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo))
    await manager.command(table.channel, "gridlock-server moderate unban", member=table.ada)
    blocked = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob))
    assert banned != blocked
    assert "cannot be sent" in blocked
    assert not reply(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)).ephemeral


async def test_a_forgotten_member_can_start_again(table: Table) -> None:
    await table.begin()
    await forget(table)
    board = await table.begin()
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text
