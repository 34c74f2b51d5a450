"""What is stored of a person: said, and deleted."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.members import forget, naming
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_what_is_stored_and_why_and_how_long_is_told_privately(table: Table) -> None:
    told = reply(await table.cleo.command(table.channel, "gridlock privacy"))
    assert told.ephemeral
    for subject in ("What is stored, and why", "How long", "30 days", "/gridlock my-data", "/gridlock forget-me"):
        assert subject in told.text


async def test_forgetting_asks_once_and_can_be_left_alone(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    question = reply(await table.ada.command(table.channel, "gridlock forget-me"))
    assert question.ephemeral
    assert labels(question) == ["Yes, delete everything", "No, keep it"]
    await table.ada.press(question, "No, keep it")
    assert question.text == "Nothing was deleted."
    assert naming(bot, table.ada.id) != []
    assert "to move" in board.text


async def test_forgetting_leaves_no_trace_of_the_person_in_the_store(table: Table, bot: BotProcess) -> None:
    over = await table.begin(variant="dodge", size=3)
    await table.ada.press(over, "B2")
    await table.begin()
    await table.challenge(variant="standoff")
    await table.ada.command(table.channel, "gridlock block", member=table.cleo)
    await table.ada.command(table.channel, "gridlock notify", mode="off")
    await table.ada.press(over, "Rematch")
    reason = f"{table.ada.mention} asked for it"
    await table.manager().command(table.channel, "gridlock moderate ban", member=table.cleo, reason=reason)
    traces = {"games", "results", "standings", "challenges", "blocks", "notifications", "offers", "moderation_log"}
    assert traces <= set(naming(bot, table.ada.id))
    await forget(table)
    assert naming(bot, table.ada.id) == []
    assert naming(bot, table.bob.id) != []


async def test_open_games_end_for_nobodys_points_and_boards_show_it(table: Table) -> None:
    board = await table.begin()
    call = table.ada.notifications[-1]
    await forget(table)
    await table.discord.until(lambda: "Game over" in board.text, "the board to show the end")
    assert "A player has had their data deleted, which ends the game" in board.text
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


async def test_open_games_in_other_servers_end_too(table: Table) -> None:
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


async def test_past_games_stay_with_the_opponent_whose_record_stays_too(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    shown = reply(await table.bob.command(table.channel, "gridlock board", game=game_id(board)))
    assert f"deleted player (X) won: {table.bob.mention} (O) has no legal move" in shown.text
    assert labels(shown) == ["Review"]
    leaders = reply(await table.bob.command(table.channel, "gridlock leaderboard")).text
    assert f"{table.bob.mention} **0 points** · 1 played, 0 won, 1 lost" in leaders
    assert table.ada.mention not in leaders
    assert "has not finished a game" in reply(await table.ada.command(table.channel, "gridlock stats")).text


async def test_the_games_of_a_match_are_not_tied_to_each_other_any_more(table: Table) -> None:
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


async def test_two_deleted_players_of_one_game_stay_two(table: Table, bot: BotProcess) -> None:
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


async def test_a_rematch_with_somebody_who_is_gone_is_refused(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await forget(table)
    assert "had their data deleted" in refusal(await table.bob.press(board, "Rematch"))


async def test_a_ban_and_a_block_are_not_escaped(table: Table, bot: BotProcess) -> None:
    manager = table.manager()
    await manager.command(table.channel, "gridlock moderate ban", member=table.ada, reason="cheating")
    await table.bob.command(table.channel, "gridlock block", member=table.ada)
    await forget(table)
    assert naming(bot, table.ada.id) == []
    banned = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo))
    await manager.command(table.channel, "gridlock moderate unban", member=table.ada)
    blocked = refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob))
    assert banned != blocked
    assert "cannot be sent" in blocked
    assert not reply(await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)).ephemeral


async def test_whoever_was_forgotten_can_begin_anew(table: Table) -> None:
    await table.begin()
    await forget(table)
    board = await table.begin()
    await table.ada.press(board, "C3")
    assert "Last move (1): X C3" in board.text
