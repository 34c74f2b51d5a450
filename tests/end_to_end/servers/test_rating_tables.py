"""The leaderboard by rating, as members see it."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.table import Table, game_id, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_leaderboard_by_rating_lists_members_with_their_intervals(table: Table) -> None:
    empty = await table.answer(await table.ada.command(table.channel, "gridlock leaderboard", by="rating"))
    assert "No rated game has been finished here yet." in empty.text
    await table.begin()
    board = await table.play(["C3", "E3", "E1", "A1"])
    await table.resign(table.bob, board)
    shown = await table.answer(await table.cleo.command(table.channel, "gridlock leaderboard", by="rating"))
    first, as_of, one, two, note = shown.text.splitlines()
    assert first == "**Leaderboard** · all variants · by rating"
    assert as_of == f"As of game #{game_id(board)}, rated games: 1."
    assert one.startswith(f"? {table.ada.mention} **1")
    assert two.startswith(f"? {table.bob.mention} **1")
    assert " ± " in one
    assert note == "?: not enough games yet for a rank."
    both = refusal(await table.ada.command(table.channel, "gridlock leaderboard", by="rating", season=1))
    assert "Leave out `by` or `season`." in both
