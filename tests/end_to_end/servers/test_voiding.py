"""Voided games, as moderators and players see them."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.moderation import logged, make_moderator, moderate
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def _leaderboard(table: Table) -> str:
    return reply(await table.ada.command(table.channel, "gridlock leaderboard")).text


async def test_a_moderator_takes_a_game_out_and_puts_it_back(table: Table) -> None:
    log = await make_moderator(table)
    board = await table.begin()
    assert "still going on" in refusal(await moderate(table, "void", game=game_id(board), reason="arranged"))
    await table.both_move(board)
    await table.resign(table.bob, board)
    before = await _leaderboard(table)
    assert table.ada.mention in before
    done = reply(await moderate(table, "void", game=game_id(board), reason="arranged"))
    assert done.ephemeral
    assert f"took game #{game_id(board)} out of standings and ratings" in done.text
    assert "Nobody has finished a game here yet" in await _leaderboard(table)
    assert "already taken out" in refusal(await moderate(table, "void", game=game_id(board), reason="again"))
    assert "either" in refusal(await moderate(table, "unvoid"))
    put_back = reply(await moderate(table, "unvoid", game=game_id(board)))
    assert f"put game #{game_id(board)} back" in put_back.text
    assert await _leaderboard(table) == before
    assert len(await logged(table, log, 2)) == 2


async def test_the_boards_of_a_banned_players_games_say_that_these_do_not_count(table: Table) -> None:
    await make_moderator(table)
    board = await table.begin()
    await table.both_move(board)
    await table.resign(table.bob, board)
    reply(await moderate(table, "ban", member=table.bob, reason="arranged", void=True))
    await table.discord.until(lambda: "Moderators have taken this game out" in board.text, "the board to say so")
    reply(await moderate(table, "unvoid", member=table.bob))
    await table.discord.until(lambda: "Moderators have taken this game out" not in board.text, "the board as before")


async def test_a_moderator_sees_facts_about_two_members(table: Table) -> None:
    await make_moderator(table)
    board = await table.begin()
    await table.both_move(board)
    await table.resign(table.bob, board)
    shown = reply(await moderate(table, "pair", member=table.ada, other=table.bob))
    assert shown.ephemeral
    assert f"{table.ada.mention} won 1, {table.bob.mention} won 0." in shown.text
    assert "no verdict" in shown.text
