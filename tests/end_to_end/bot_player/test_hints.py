"""Hints in games against the bot."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.playing_the_bot import answered, play_bot
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def hint(table: Table, **options: str) -> str:
    return refusal(await table.ada.command(table.channel, "gridlock learn hint", **options))


async def test_a_hint_names_a_winning_move_and_why_it_wins(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3)
    said = await hint(table)
    assert f"In game #{game_id(board)} you (X) win with **B2**. It ends the game, because O has no move left: " in said
    assert "counts as won with help" in said


async def test_in_a_lost_game_it_says_so_and_still_names_a_move(table: Table) -> None:
    await play_bot(table, variant="lines", size=4)
    said = await hint(table)
    assert "you (X) win only if I (O) make a mistake later on. **A1** is as good as any move." in said


async def test_a_win_with_a_hint_is_told_apart(table: Table) -> None:
    for helped in (True, False):
        board = await play_bot(table, variant="dodge", size=3, level=2)
        if helped:
            await hint(table, game=game_id(board))
        await table.ada.press(board, "B2")
        await table.shows(board, "Game over")
    stats = reply(await table.ada.command(table.channel, "gridlock stats")).text
    assert "Dodge: level 2: 2 won (1 with help), 0 lost" in stats


async def test_there_are_hints_against_the_bot_only(table: Table) -> None:
    assert "you have none open in this server" in await hint(table)
    board = await table.begin()
    assert "you have none open in this server" in await hint(table)
    assert "is not one of them" in await hint(table, game=game_id(board))


async def test_nobody_else_gets_a_hint(table: Table, bot: BotProcess) -> None:
    board = await play_bot(table, variant="lines")
    asked = await table.bob.command(table.channel, "gridlock learn hint", game=game_id(board))
    assert "You are not playing in game" in refusal(asked)
    assert bot.read_rows("SELECT helped FROM games WHERE id = ?", game_id(board)) == [(0,)]


async def test_there_is_no_hint_when_the_game_is_over(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await answered(table, board)
    assert "is over" in await hint(table, game=game_id(board))


async def test_the_games_against_the_bot_are_offered(table: Table) -> None:
    board = await play_bot(table, variant="lines")
    await table.begin()
    offered = await table.ada.autocomplete(table.channel, "gridlock learn hint", focused="game", game="")
    assert [value for _, value in offered] == [game_id(board)]
