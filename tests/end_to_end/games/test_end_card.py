"""The board of a finished game: the end, points and rank, who stood to win, the replay, and sharing."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"
STORY = "Who stood to win after each move"


async def lost_in_two(table: Table) -> Message:
    """Ada gives the middle away, Bob keeps the win, and Ada gives up."""
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "C3")
    await table.resign(table.ada, board)
    await table.shows(board, STORY)
    return board


async def test_the_end_says_in_one_sentence_who_won_and_why(table: Table) -> None:
    board = await finished(table)
    assert f"### 🏆 {table.ada.mention} (X) won: {table.bob.mention} (O) has no legal move." in board.text
    assert "Game over after 1 move\n" in board.text
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]


async def test_the_end_shows_points_and_how_the_rank_changed(table: Table) -> None:
    first = await finished(table)
    assert f"{table.ada.mention} **+1 point** (1 point, new on the leaderboard with rank 1)" in first.text
    second = await finished(table)
    assert f"{table.ada.mention} **+1 point** (2 points, still rank 1)" in second.text
    await lost_in_two(table)
    last = await lost_in_two(table)
    assert f"{table.bob.mention} **+1 point** (2 points, rank 2 → 1)" in last.text
    assert "rank 2 → 1" not in first.text, "an older end keeps the rank of its time"


async def test_the_rank_of_an_end_stays_that_of_its_time(table: Table) -> None:
    board = await finished(table)
    await table.shows(board, STORY)
    for _ in range(2):
        await lost_in_two(table)
    await table.bob.press(board, "Rematch")
    await table.ada.press(board, "Rematch")
    await table.discord.until(lambda: "Rematch" not in labels(board), "the button to go")
    assert "(1 point, new on the leaderboard with rank 1)" in board.text
    assert STORY in board.text


async def test_the_end_shows_who_stood_to_win_and_the_turning_point(table: Table) -> None:
    board = await lost_in_two(table)
    assert "```\n●●\n?\n```" in board.text
    assert "Turning point: move 1, X **A1**." in board.text


async def test_a_winner_who_never_lost_the_lead_is_praised(table: Table) -> None:
    board = await finished(table)
    await table.shows(board, f"{table.ada.mention} stood to win all along.")
    assert "```\n■\n```" in board.text


async def test_a_game_that_is_called_off_has_no_winner(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.resign(table.bob, board)
    assert "### The game ended before both had moved, so it is called off." in board.text
    assert "🏆" not in board.text
    assert "point" not in board.text


async def test_a_replay_is_private_and_goes_back_and_forth(table: Table) -> None:
    board = await lost_in_two(table)
    shown = reply(await table.cleo.press(board, "Replay"))
    assert shown.ephemeral
    assert "move 2 of 2" in shown.text
    assert "Move 2: O **C3**" in shown.text
    assert f"{table.bob.mention} (O) won" in shown.text
    assert [button.disabled for button in shown.buttons[:4]] == [False, False, True, True]
    await table.cleo.press(shown, BACK)
    assert "A [X] .  . " in shown.text
    assert "Move 1: X **A1**" in shown.text
    assert "won" not in shown.text
    await table.cleo.press(shown, FIRST)
    assert "No move yet" in shown.text
    assert [button.disabled for button in shown.buttons[:4]] == [True, True, False, False]
    await table.cleo.press(shown, NEXT)
    assert "move 1 of 2" in shown.text
    await table.cleo.press(shown, LAST)
    assert "move 2 of 2" in shown.text


async def test_a_game_is_shared_once_even_by_two_at_the_same_moment(table: Table) -> None:
    board = await lost_in_two(table)
    pressed = await asyncio.gather(table.ada.press(board, "Share"), table.bob.press(board, "Share"))
    await table.discord.until(lambda: "Share" not in labels(board), "the button to go")
    shared = [message for message in table.posts("shares the review of game") if not message.ephemeral]
    assert len(shared) == 1
    assert "The turning point was move 1, X **A1**." in shared[0].text
    answers = [message.text for answer in pressed for message in (*answer.followups, answer.reply) if message]
    assert any(text.startswith(f"Game #{game_id(board)} is shared already") for text in answers)


async def test_only_a_player_shares_a_game(table: Table) -> None:
    board = await lost_in_two(table)
    assert "Only its two players" in refusal(await table.cleo.press(board, "Share"))
    assert "Share" in labels(board)


async def test_a_lost_game_against_the_bot_offers_no_next_level(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, first="me", level=1)
    await table.resign(table.ada, board)
    assert not [label for label in labels(board) if label.startswith("Level")]


async def test_a_won_game_against_the_bot_offers_the_next_level(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, first="me", level=1)
    await table.ada.press(board, "B2")
    await table.shows(board, "level 1 · Game over after 1 move")
    refused = await table.bob.press(board, "Level 2")
    assert "Only its two players" in refusal(refused)
    following = reply(await table.ada.press(board, "Level 2"))
    await table.shows(following, "level 2")
    assert "**Dodge** #" in following.text


async def test_presses_of_the_next_level_begin_one_game(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, first="me", level=1)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    button = next(one.custom_id for one in board.buttons if one.label == "Level 2")
    pressed = await asyncio.gather(*(table.ada.press(board, "Level 2") for _ in range(3)))
    boards = [reply(answer) for answer in pressed if not reply(answer).ephemeral]
    assert len(boards) == 1
    refusals = [refusal(answer) for answer in pressed if reply(answer).ephemeral]
    assert all(f"it is game #{game_id(boards[0])}" in text for text in refusals)
    await table.discord.until(lambda: not {"Rematch", "Level 2"} & set(labels(board)), "the buttons to go")
    late = await table.ada.press(board, custom_id=button, forged=True)
    assert f"it is game #{game_id(boards[0])}" in refusal(late)


async def test_a_replay_goes_on_and_nothing_is_shared_twice_after_a_restart(
    own_table: Table, own_bot: BotProcess
) -> None:
    board = await lost_in_two(own_table)
    shown = reply(await own_table.cleo.press(board, "Replay"))
    own_table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=403, code=50001)
    await own_table.ada.press(board, "Share")
    await own_bot.until_row("SELECT 1 FROM end_cards WHERE shared_message_id IS NOT NULL")
    assert "Share" in labels(board), "the button stays where Discord refuses the edit"
    await own_bot.kill()
    own_table.discord.faults.clear()
    await own_bot.start()
    await own_table.cleo.press(shown, FIRST)
    await own_table.shows(shown, "move 0 of 2")
    (shared,) = own_table.posts("shares the review of game")
    again = await own_table.answer(await own_table.bob.press(board, "Share"))
    assert f"is shared already: https://discord.com/channels/{own_table.guild.id}" in again.text
    assert str(shared.id) in again.text
    await own_table.discord.until(lambda: "Share" not in labels(board), "the button to go")
    assert own_table.posts("shares the review of game") == [shared]
    assert "Traceback" not in own_bot.log
