"""Players who leave the server during a game."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def under_way(table: Table, plies: int = 2, **options: str | int) -> Message:
    """A game of Blocking with so many moves made; Ada begins."""
    board = await table.begin(**{"variant": "blocking", "size": 5} | options)
    for turn, cell in enumerate(["C3", "A1", "E5"][:plies]):
        player, opponent = ((table.ada, table.bob), (table.bob, table.ada))[turn % 2]
        await player.press(board, cell)
        if turn == 0:
            await table.called(opponent, board)
    return board


async def test_a_departed_player_to_move_loses_on_time(table: Table, bot: BotProcess) -> None:
    board = await under_way(table, plies=3)
    table.guild.remove_member(table.bob)
    bot.run_out(game_id(board))
    await table.shows(board, f"{table.ada.mention} (X) won: {table.bob.mention} (O) ran out of time.")
    told = await table.discord.until(
        lambda: [message for message in table.ada.notifications if "is over" in message.text], "Ada to hear of it"
    )
    assert table.bob.mention in told[0].text
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert f"1\\. {table.ada.mention} **1 point**" in standings
    assert f"2\\. {table.bob.mention} **0 points** · 1 played" in standings


async def test_the_remaining_players_deadline_runs_on(table: Table, bot: BotProcess) -> None:
    board = await under_way(table, plies=2)
    table.guild.remove_member(table.bob)
    bot.run_out(game_id(board))
    await table.shows(board, f"{table.bob.mention} (O) won: {table.ada.mention} (X) ran out of time.")


async def test_a_game_left_before_both_moved_is_called_off(table: Table, bot: BotProcess) -> None:
    board = await under_way(table, plies=1)
    table.guild.remove_member(table.bob)
    bot.run_out(game_id(board))
    await table.shows(board, "called off")
    assert "Nobody has finished" in reply(await table.ada.command(table.channel, "gridlock leaderboard")).text


async def test_the_remaining_player_can_move(table: Table) -> None:
    board = await under_way(table, plies=2)
    table.guild.remove_member(table.bob)
    await table.ada.press(board, "E5")
    assert "played **E5**" in board.text
    assert f"{table.bob.mention} (O) **to move**" in board.text


async def test_resigning_against_a_departed_player_wins(table: Table) -> None:
    board = await under_way(table, plies=3)
    table.guild.remove_member(table.bob)
    question = reply(await table.ada.command(table.channel, "gridlock resign"))
    await table.ada.press(question, "Yes, resign")
    assert f"you won game #{game_id(board)}" in question.text
    await table.shows(board, f"{table.ada.mention} (X) won: {table.bob.mention} (O) has left the server.")
    stats = reply(await table.ada.command(table.channel, "gridlock stats")).text
    assert "1 played, 1 won" in stats


async def test_a_returned_player_can_play_on(table: Table) -> None:
    board = await under_way(table, plies=3)
    table.guild.remove_member(table.bob)
    bob = table.guild.add_member("Bob", user=table.bob.user)
    await bob.press(board, "B4")
    assert "played **B4**" in board.text
    await table.resign(table.ada, board)
    assert f"{table.ada.mention} (X) resigned" in board.text


async def test_a_departed_member_is_offered_no_game(table: Table, bot: BotProcess) -> None:
    board = await under_way(table, plies=3)
    table.guild.remove_member(table.bob)
    bot.run_out(game_id(board))
    await table.shows(board, "Game over")
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]
    assert "has left" in refusal(await table.ada.press(board, "Rematch"))
    assert "no open games" in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_the_deadline_ends_a_game_without_both_players(table: Table, bot: BotProcess) -> None:
    board = await under_way(table, plies=2)
    for player in (table.ada, table.bob):
        table.guild.remove_member(player)
    bot.run_out(game_id(board))
    await table.shows(board, f"{table.ada.mention} (X) ran out of time.")
    standings = reply(await table.cleo.command(table.channel, "gridlock leaderboard")).text
    assert f"1\\. {table.bob.mention} **1 point**" in standings


async def test_a_departed_player_loses_a_match_game_by_game(table: Table, bot: BotProcess) -> None:
    """The match ends after the games that decide it."""
    first = await under_way(table, plies=3, best_of=3)
    table.guild.remove_member(table.bob)
    bot.run_out(game_id(first))
    (second,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "Match: game 2" in message.text], "the next game"
    )
    assert f"{table.bob.mention} (X) **to move**" in second.text
    bot.run_out(game_id(second))
    await table.shows(second, f"{table.ada.mention} (O) won: {table.bob.mention} (X) ran out of time.")
    assert f"{table.ada.mention} 2, {table.bob.mention} 0" in second.text
    assert "no open games" in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_offers_of_departed_players_are_refused_and_offers_to_them_can_be_withdrawn(
    table: Table,
) -> None:
    to_anybody = reply(await table.bob.command(table.channel, "gridlock challenge"))
    to_bob = await table.challenge()
    table.guild.remove_member(table.bob)
    assert "has left" in refusal(await table.cleo.press(to_anybody, "Accept"))
    await table.ada.press(to_bob, "Cancel")
    assert "cancelled" in to_bob.text
    assert "no open games or challenges" in reply(await table.ada.command(table.channel, "gridlock games")).text
