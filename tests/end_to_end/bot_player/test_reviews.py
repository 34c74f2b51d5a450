"""Reviews of finished games, with their pages and the turning point."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Interaction, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

FIRST, BACK, NEXT, LAST = "⏮", "◀", "▶", "⏭"


async def reviewed(table: Table, asked: Interaction) -> Message:
    """The review, once it is there."""
    message = reply(asked)
    await table.shows(message, "Review of game")
    return message


async def review(table: Table, **options: str) -> Message:
    """Request a review as Cleo, who has played no game."""
    return await reviewed(table, await table.cleo.command(table.channel, "gridlock learn review", **options))


async def finish(table: Table) -> Message:
    """Ada gives away what only the middle would have won, Bob keeps the win, and Ada gives up."""
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "C3")
    await table.resign(table.ada, board)
    return board


async def test_a_review_is_private_and_names_the_turning_point_and_what_would_have_won(table: Table) -> None:
    board = await finish(table)
    shown = await review(table, game=game_id(board))
    assert shown.ephemeral
    assert "The turning point was move 1, X **A1**. This would have won: **B2**." in shown.text
    assert "\nO can win by answering B3.\n" in shown.text
    assert "1. A1 `?` 2. C3 `=`" in shown.text
    assert f"Accuracy · {table.ada.mention} (X): 1 decision, 0 kept\n" in shown.text
    assert f"{table.bob.mention} (O) won" in shown.text


async def test_a_review_has_a_page_for_each_move(table: Table) -> None:
    shown = await review(table, game=game_id(await finish(table)))
    assert labels(shown) == [FIRST, BACK, NEXT, LAST, "Turning point"]
    assert [button.disabled for button in shown.buttons] == [True, True, False, False, False]
    await table.cleo.press(shown, NEXT)
    assert "move 1 of 2" in shown.text
    assert "A [X] .  . " in shown.text
    assert "X **A1**: gave the win away." in shown.text
    assert (
        "**This is the turning point**: X never had a winning position again.\nThis would have won: **B2**.\n"
        "O can win by answering B3. Whatever X plays, O answers on the cell with the same letter, so X is the first "
        "without a move.\n```\n   1  2  3 \nA  X  b  c \nB  a  . [O]\nC  b  c  a \n```" in shown.text
    )
    await table.cleo.press(shown, LAST)
    assert "move 2 of 2" in shown.text
    assert "O **C3**: kept the win, like any other move." in shown.text
    assert [button.disabled for button in shown.buttons] == [False, False, True, True, False]
    await table.cleo.press(shown, "Turning point")
    assert "move 1 of 2" in shown.text
    await table.cleo.press(shown, BACK)
    assert "The turning point was move 1" in shown.text
    await table.cleo.press(shown, LAST)
    await table.cleo.press(shown, FIRST)
    assert "The turning point was move 1" in shown.text


async def test_the_only_legal_move_is_not_praised(table: Table) -> None:
    board = await table.begin(variant="lines", size=3)
    await table.play(["A1", "A2", "A3", "B3", "B2", "B1", "C1", "C2", "C3"])
    shown = await review(table, game=game_id(board))
    assert "9. C3 `.`" in shown.text
    assert "`.` the only legal move" in shown.text
    await table.cleo.press(shown, LAST)
    assert "X **C3**: was the only legal move.\nIt ends the game" in shown.text


async def test_a_review_of_a_game_in_which_no_move_matters_is_one_sentence(table: Table) -> None:
    board = await table.begin(variant="blocking")
    await table.play(["C3", "A1", "E5", "B4", "D2"])
    shown = await review(table, game=game_id(board))
    assert shown.text.splitlines()[2:] == [
        "Every game on this board lasts 5 moves, so X makes the last one and wins, whatever is played."
    ]
    assert labels(shown) == []


async def test_a_move_in_a_lost_position_is_told_how_hard_it_made_it(table: Table) -> None:
    board = await table.begin(variant="lines", size=3)
    await table.play(["A1", "A2", "B2", "B3", "C3"])
    await table.resign(table.ada, board)
    shown = await review(table, game=game_id(board))
    assert "2. A2 `-`" in shown.text
    await table.cleo.press(shown, NEXT)
    assert "X **A1**: kept the win, like any other move." in shown.text
    await table.cleo.press(shown, NEXT)
    assert "O **A2**: no move of O would have won here. After it, 3 of 3 answers of X win" in shown.text
    for _ in range(2):
        await table.cleo.press(shown, NEXT)
    assert "O **B3**: no move of O would have won here. After it, 2 of 3 answers of X win: the best" in shown.text


async def test_two_presses_at_once_are_harmless(table: Table) -> None:
    shown = await review(table, game=game_id(await finish(table)))
    await asyncio.gather(table.cleo.press(shown, NEXT), table.cleo.press(shown, NEXT))
    assert "move 1 of 2" in shown.text


async def test_progress_is_shown_while_a_review_is_computed(table: Table) -> None:
    board = await finish(table)
    begun = len(table.discord.requests)
    shown = await review(table, game=game_id(board))
    edits = [one for one in table.discord.requests[begun:] if one.method == "PATCH" and "/messages/" in one.path]
    assert "of 2 moves looked at" in str(edits[0].body)
    assert "Review of game" in shown.text


async def test_the_review_is_a_button_of_the_finished_board_for_everybody(table: Table) -> None:
    board = await finish(table)
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]
    for person in (table.bob, table.cleo):
        shown = await reviewed(table, await person.press(board, "Review"))
        assert shown.ephemeral
        assert "The turning point was move 1" in shown.text
        await person.press(shown, NEXT)
        assert "move 1 of 2" in shown.text
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]


async def test_a_review_of_a_resigned_won_game_names_the_winning_side(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "C1")
    await table.ada.press(board, "A2")
    await table.resign(table.bob, board)
    shown = await review(table, game=game_id(board))
    assert "When the game ended, O had a winning position. This would have won: **C2**, **C3**." in shown.text


async def test_a_game_without_moves_has_nothing_to_review(table: Table) -> None:
    board = await table.begin()
    await table.resign(table.ada, board)
    assert labels(board) == ["Rematch"]
    asked = await table.ada.command(table.channel, "gridlock learn review", game=game_id(board))
    await table.shows(reply(asked), "ended before the first move, so there is nothing to review.")
    assert labels(reply(asked)) == []
    last = await table.ada.command(table.channel, "gridlock learn review")
    await table.shows(reply(last), "There is no finished game here to review yet.")


async def test_a_game_that_counted_for_nobody_has_a_review(table: Table) -> None:
    board = await table.begin(variant="lines", size=3)
    await table.ada.press(board, "A1")
    await table.manager().command(table.channel, "gridlock-server moderate end", game=game_id(board), reason="enough")
    await table.shows(board, "Game over")
    assert "because nobody has won" in (await review(table, game=game_id(board))).text


async def test_a_review_of_an_unsolvable_board_says_so(table: Table) -> None:
    board = await table.begin(variant="isolation", size=8)
    await table.move(table.ada, "D4")
    await table.move(table.bob, "E6")
    board = await table.move(table.ada, "D5", remove="A1")
    await table.resign(table.bob, board)
    shown = await review(table, game=game_id(board))
    assert "too little can be proved" in shown.text
    await table.cleo.press(shown, NEXT)
    assert "cannot be proved on this board" in shown.text


async def test_an_open_game_is_not_reviewed(table: Table) -> None:
    board = await table.begin()
    asked = await table.ada.command(table.channel, "gridlock learn review", game=game_id(board))
    await table.discord.until(lambda: not reply(asked).thinking, "an answer")
    assert "You can replay and review it when it is over." in refusal(asked)


async def test_review_defaults_to_the_members_last_game(table: Table) -> None:
    asked = await table.ada.command(table.channel, "gridlock learn review")
    await table.shows(reply(asked), "There is no finished game here to review yet.")
    own = await finish(table)
    others = await play_bot(table, variant="dodge", size=3)
    await table.ada.press(others, "B2")
    await table.shows(others, "Game over")
    mine = await table.bob.command(table.channel, "gridlock learn review")
    assert f"game #{game_id(own)} " in (await reviewed(table, mine)).text
    offered = await table.bob.autocomplete(table.channel, "gridlock learn review", focused="game", game="")
    assert [value for _, value in offered] == [game_id(own), game_id(others)]


async def test_the_pages_work_after_a_restart(own_table: Table, own_bot: BotProcess) -> None:
    board = await finish(own_table)
    shown = await review(own_table, game=game_id(board))
    await own_bot.kill()
    await own_bot.start()
    assert "turning point" in (await reviewed(own_table, await own_table.ada.press(board, "Review"))).text
    await own_table.cleo.press(shown, NEXT)
    await own_table.shows(shown, "move 1 of 2")
    assert "gave the win away" in shown.text
    assert "Traceback" not in own_bot.log
